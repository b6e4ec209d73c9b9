#include "model/external_data.h"
#include "model/model.h"
#include "model/support/atomic_file.h"
#include "model/tensor_store.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <sys/stat.h>

using namespace model;
namespace fs = std::filesystem;

namespace {

QString outcome(const std::variant<ExternalDataPolicy::File, ExternalRefusal>& opened)
{
    if (const auto* refusal = std::get_if<ExternalRefusal>(&opened))
        return QString::fromUtf8(name(refusal->rule).data());
    return QString("%1 bytes").arg(std::get<ExternalDataPolicy::File>(opened).bytes());
}

Tensor externalTensor(
    std::string file, std::uint64_t offset, std::uint64_t length, std::int64_t elements)
{
    Tensor tensor;
    tensor.name = "w";
    tensor.element = ElementType::Float;
    tensor.elementNumber = 1;
    tensor.dims = { elements };
    tensor.ref.place = TensorRef::Place::ExternalFile;
    tensor.ref.file = std::move(file);
    tensor.ref.offset = offset;
    tensor.ref.length = length;
    return tensor;
}

} // namespace

/// `outside/secret.bin` beside `model/`, which holds weights and traps.
class TestExternalData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void keepsInsideTheFolder_data();
    void keepsInsideTheFolder();
    void letsAllowedFoldersThrough();
    void namesFileAndRule();
    void checksRangesWithoutOverflow_data();
    void checksRangesWithoutOverflow();
    void usesAReplacedFile();
    void mapsAFileOnce();

private:
    QTemporaryDir m_temporary;
    fs::path m_folder;
    fs::path m_outside;
};

void TestExternalData::initTestCase()
{
    const fs::path root = m_temporary.path().toStdString();
    m_folder = root / "model";
    m_outside = root / "outside";
    fs::create_directories(m_folder / "sub");
    fs::create_directories(m_outside);
    QVERIFY(support::writeFile(m_outside / "secret.bin", "12345678"));
    QVERIFY(support::writeFile(m_outside / "linked.bin", "12345678"));
    QVERIFY(support::writeFile(m_folder / "w.bin", "1234567890123456"));
    QVERIFY(support::writeFile(m_folder / "sub/w.bin", "1234"));
    fs::create_symlink("../outside/secret.bin", m_folder / "link.bin");
    fs::create_symlink("w.bin", m_folder / "inner_link.bin");
    fs::create_symlink("../outside", m_folder / "linked_folder");
    fs::create_hard_link(m_outside / "linked.bin", m_folder / "hard.bin");
    ::mkfifo((m_folder / "pipe.bin").c_str(), 0600);
}

void TestExternalData::keepsInsideTheFolder_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& location, const char* expected) {
        QTest::newRow(name) << location << expected;
    };
    row("a file", "w.bin", "16 bytes");
    row("below", "sub/w.bin", "4 bytes");
    row("with a dot", "./sub/./w.bin", "4 bytes");
    row("doubled slash", "sub//w.bin", "4 bytes");
    row("empty", "", "a file name");
    row("the folder itself", ".", "a regular file");
    row("a folder", "sub", "a regular file");
    row("a folder with a slash", "sub/", "a file name");
    row("through a file", "w.bin/x", "missing");
    row("NUL inside", QByteArray("w.bin\0x", 7), "a file name");
    row("absent", "none.bin", "missing");
    row("absent folder", "none/w.bin", "missing");
    row("parent", "../outside/secret.bin", "no parent folder");
    row("parent after a folder", "sub/../../outside/secret.bin", "no parent folder");
    row("parent that comes back", "sub/../w.bin", "no parent folder");
    row("absolute", "/etc/hostname", "no absolute path");
    row("device", "/dev/zero", "no absolute path");
    row("link out", "link.bin", "no symbolic link");
    row("link inside", "inner_link.bin", "no symbolic link");
    row("linked folder", "linked_folder/secret.bin", "no symbolic link");
    row("hard link", "hard.bin", "no hard link");
    row("pipe", "pipe.bin", "a regular file");
    row("URL", "file:///etc/hostname", "missing");
    row("very long", QByteArray(5000, 'a'), "unreadable");
}

void TestExternalData::keepsInsideTheFolder()
{
    QFETCH(QByteArray, location);
    QTEST(outcome(ExternalDataPolicy(m_folder, {}).open(location.toStdString())), "expected");
}

void TestExternalData::letsAllowedFoldersThrough()
{
    const ExternalDataPolicy allowed(m_folder, { m_outside });
    for (const auto* location : { "link.bin", "linked_folder/secret.bin", "../outside/secret.bin" })
        QCOMPARE(outcome(allowed.open(location)), "8 bytes");
    QCOMPARE(outcome(allowed.open((m_outside / "secret.bin").string())), "8 bytes");
    QCOMPARE(outcome(allowed.open("/etc/hostname")), "no absolute path");
    QCOMPARE(outcome(allowed.open("hard.bin")), "no hard link");
    // The model's own folder allowed: links and hard links inside it are.
    const ExternalDataPolicy own(m_folder, { m_folder });
    QCOMPARE(outcome(own.open("hard.bin")), "8 bytes");
    QCOMPARE(outcome(own.open("inner_link.bin")), "16 bytes");
    QCOMPARE(outcome(own.open("link.bin")), "no symbolic link");
    // A folder whose name only begins like an allowed one is another.
    QVERIFY(fs::create_directories(m_outside.string() + "er"));
    QVERIFY(support::writeFile(fs::path(m_outside.string() + "er") / "x.bin", "1"));
    QCOMPARE(outcome(allowed.open("../outsideer/x.bin")), "no parent folder");
}

void TestExternalData::namesFileAndRule()
{
    const auto opened = ExternalDataPolicy(m_folder, {}).open("link.bin");
    const auto& refusal = std::get<ExternalRefusal>(opened);
    QVERIFY(refusal.message.find("link.bin") != std::string::npos
        && refusal.message.find("rule: no symbolic link") != std::string::npos);
    QVERIFY(refusal.message.find("secret.bin") != std::string::npos);
    QCOMPARE(refusal.error().kind(), support::ErrorKind::File);
    QCOMPARE(
        std::get<ExternalRefusal>(ExternalDataPolicy(m_folder, {}).open("none.bin")).error().kind(),
        support::ErrorKind::Unsupported);
    QCOMPARE(outcome(ExternalDataPolicy({}, {}).open("w.bin")), "missing");
}

void TestExternalData::checksRangesWithoutOverflow_data()
{
    QTest::addColumn<qulonglong>("offset");
    QTest::addColumn<qulonglong>("length");
    QTest::addColumn<qlonglong>("elements");
    QTest::addColumn<QString>("problem");
    QTest::newRow("whole") << 0ULL << 16ULL << 4LL << "";
    QTest::newRow("end") << 12ULL << 4ULL << 1LL << "";
    QTest::newRow("nothing at the end") << 16ULL << 0ULL << 0LL << "";
    QTest::newRow("beyond the end")
        << 12ULL << 8ULL << 2LL
        << "tensor \"w\" needs 8 bytes at offset 12 of w.bin, but the file has 16 bytes";
    QTest::newRow("offset beyond")
        << 17ULL << 0ULL << 0LL
        << "tensor \"w\" needs 0 bytes at offset 17 of w.bin, but the file has 16 bytes";
    QTest::newRow("wraps around")
        << ~0ULL - 3 << 8ULL << 2LL
        << "tensor \"w\" needs 8 bytes at offset 18,446,744,073,709,551,612 of w.bin, but the file "
           "has 16 bytes";
    QTest::newRow("length unlike the shape") << 0ULL << 12ULL << 4LL
                                             << "tensor \"w\" needs 16 bytes (4 elements), but its "
                                                "data has the length of 12 bytes (3 elements)";
}

void TestExternalData::checksRangesWithoutOverflow()
{
    QFETCH(qulonglong, offset);
    QFETCH(qulonglong, length);
    QFETCH(qlonglong, elements);
    const TensorStore store(nullptr, m_folder, {});
    const auto tensor = externalTensor("w.bin", offset, length, elements);
    QTEST(QString::fromStdString(store.problem(tensor)), "problem");
    QCOMPARE(static_cast<bool>(store.bytes(tensor)), store.problem(tensor).empty());
}

void TestExternalData::usesAReplacedFile()
{
    OpenOptions options;
    options.replacedFiles["gone.bin"] = m_folder / "w.bin";
    const TensorStore store(nullptr, m_folder, options);
    const auto bytes = store.bytes(externalTensor("gone.bin", 4, 4, 1));
    QVERIFY(bytes);
    QCOMPARE(std::memcmp(bytes->bytes.data(), "5678", 4), 0);
}

void TestExternalData::mapsAFileOnce()
{
    const TensorStore store(nullptr, m_folder, {});
    const auto first = store.bytes(externalTensor("w.bin", 0, 4, 1));
    const auto second = store.bytes(externalTensor("w.bin", 4, 4, 1));
    QVERIFY(first && second);
    QCOMPARE(first->bytes.data() + 4, second->bytes.data());
    QCOMPARE(store.openedFiles().size(), 1U);
}

QTEST_GUILESS_MAIN(TestExternalData)
#include "tst_external_data.moc"
