#include "model/support/atomic_file.h"
#include "model/support/hash.h"

#include <QTemporaryDir>
#include <QTest>

using namespace support;

namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace

class TestHash : public QObject {
    Q_OBJECT

private slots:
    void knowsPublishedSums_data();
    void knowsPublishedSums();
    void hashesFiles();
    void hashesInPieces();
};

void TestHash::knowsPublishedSums_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << ""
                           << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    QTest::newRow("abc") << "abc"
                         << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
}

void TestHash::knowsPublishedSums()
{
    QFETCH(QString, text);
    const auto plain = text.toStdString();
    QTEST(QString::fromStdString(sha256(bytesOf(plain))), "expected");
}

void TestHash::hashesFiles()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a").toStdString();
    QVERIFY(writeFile(path, "abc"));
    QCOMPARE(*sha256OfFile(path), sha256(bytesOf("abc")));
    const auto absent = sha256OfFile(path / "b");
    QVERIFY(!absent && absent.error().kind() == ErrorKind::File);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = sha256OfFile(path, stop.get_token());
    QVERIFY(!stopped && stopped.error().kind() == ErrorKind::Cancelled);
}

void TestHash::hashesInPieces()
{
    ContentHash pieces;
    pieces.add(bytesOf("ab"));
    pieces.add(bytesOf("c"));
    QVERIFY(pieces.value() == xxh3(bytesOf("abc")));
    QCOMPARE(pieces.value().hex().size(), 32U);
    ContentHash a;
    a.add("ab");
    a.add("c");
    ContentHash b;
    b.add("a");
    b.add("bc");
    QVERIFY(!(a.value() == b.value()));
}

QTEST_GUILESS_MAIN(TestHash)
#include "tst_hash.moc"
