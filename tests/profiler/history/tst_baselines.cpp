// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/history/baselines.h"
#include "tests/support/profiler/simulated_pair.h"
#include "tests/support/profiler/with_metadata.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <thread>

using namespace profiler;

namespace {

/// A profile of a made model; the same arguments give the same profile.
std::shared_ptr<const Profile> madeProfile(
    const std::string& model, const std::string& threads, std::int64_t startedSeconds = 1)
{
    testing::PairShape shape;
    shape.operatorNs = { 1e6, 2e6 };
    shape.rounds = 3;
    return testing::withMetadata(*testing::simulatedPair(shape)[0], [&](Metadata& metadata) {
        metadata.set(keys::modelName, std::string_view(model));
        metadata.set(keys::modelSha256, std::string_view("hash of " + model));
        metadata.set(keys::threads, std::string_view(threads));
        metadata.set(keys::cpu, "a processor");
        metadata.set(keys::host, "here");
        metadata.set(keys::startedAt, startedSeconds * 1'000'000'000);
    });
}

} // namespace

class TestBaselines : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = (m_folder->path() + "/new/baselines").toStdString();
    }
    void aBaselineReplacesTheOneOfItsSetup();
    void theIndexIsSortedText();
    void namesDoNotBreakLines();
    void aBrokenIndexIsRefusedWithItsLine_data();
    void aBrokenIndexIsRefusedWithItsLine();
    void differencesAreNamed();
    void savingAtOnceLosesNothing();

private:
    QByteArray index() const
    {
        QFile file(QString::fromStdString((m_path / "index.tsv").string()));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList files() const
    {
        return QDir(QString::fromStdString(m_path.string())).entryList(QDir::Files);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
};

void TestBaselines::aBaselineReplacesTheOneOfItsSetup()
{
    QVERIFY(!readBaselines(m_path)); // none is there yet
    const auto first = saveBaseline(m_path, *madeProfile("a.onnx", "4", 1));
    QVERIFY(first);
    QVERIFY(!first->replaced);
    const auto again = saveBaseline(m_path, *madeProfile("a.onnx", "4", 2));
    QVERIFY(again);
    QCOMPARE(again->replaced->file, first->baseline.file);
    QVERIFY(saveBaseline(m_path, *madeProfile("a.onnx", "8", 3)));
    const auto rows = readBaselines(m_path);
    QVERIFY(rows);
    QCOMPARE(rows->size(), 2u);
    QCOMPARE(files().size(), 3); // two profiles and the index: the replaced one is removed
    QCOMPARE(rows->front().measured, "1970-01-01T00:00:02Z");
    QVERIFY(rows->front().wallNs > 2'500'000);
}

void TestBaselines::theIndexIsSortedText()
{
    for (const auto* model : { "b.onnx", "a.onnx", "c.onnx" })
        QVERIFY(saveBaseline(m_path, *madeProfile(model, "4")));
    const auto lines = index().trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith("# Opscope baselines, version 1"));
    QVERIFY(lines[1].startsWith("a.onnx\thash of a.onnx\tprocessor a processor\t"));
    QVERIFY(lines[3].startsWith("c.onnx\t"));
    const auto before = index();
    QVERIFY(saveBaseline(m_path, *madeProfile("b.onnx", "4"))); // the same one again
    QCOMPARE(index(), before);
}

void TestBaselines::namesDoNotBreakLines()
{
    const std::string name = "100%\tof\nit.onnx";
    QVERIFY(saveBaseline(m_path, *madeProfile(name, "4")));
    QVERIFY(saveBaseline(m_path, *madeProfile("-", "4")));
    const auto rows = readBaselines(m_path);
    QVERIFY(rows);
    QCOMPARE(rows->size(), 2u);
    QCOMPARE(rows->at(0).model, "-");
    QCOMPARE(rows->at(1).model, name);
    QCOMPARE(rows->at(1).file.substr(0, 16), "100__of_it.onnx-");
}

void TestBaselines::aBrokenIndexIsRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("conflict") << QByteArray("<<<<<<< HEAD") << QByteArray("conflict of a merge");
    QTest::newRow("fields") << QByteArray("a\tb") << QByteArray("it has 2 fields");
    QTest::newRow("another folder")
        << QByteArray("m\th\tx\ts\tc\tt\t5\t../secret.opscope") << QByteArray("without folders");
    QTest::newRow("number") << QByteArray("m\th\tx\ts\tc\tt\tsoon\tf.opscope")
                            << QByteArray("wall_ns is \"soon\"");
    QTest::newRow("escape") << QByteArray("m%4\th\tx\ts\tc\tt\t5\tf.opscope")
                            << QByteArray("two hex digits");
}

void TestBaselines::aBrokenIndexIsRefusedWithItsLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, words);
    QVERIFY(saveBaseline(m_path, *madeProfile("a.onnx", "4")));
    QFile file(QString::fromStdString((m_path / "index.tsv").string()));
    QVERIFY(file.open(QFile::Append));
    file.write(line + "\n");
    file.close();
    const auto before = index();
    const auto rows = readBaselines(m_path);
    QVERIFY(!rows);
    const auto message = QByteArray::fromStdString(rows.error().message());
    QVERIFY2(message.contains("index.tsv:3: ") && message.contains(words), message);
    QVERIFY(!saveBaseline(m_path, *madeProfile("b.onnx", "4"))); // nothing is overwritten
    QCOMPARE(index(), before);
}

void TestBaselines::differencesAreNamed()
{
    QVERIFY(saveBaseline(m_path, *madeProfile("a.onnx", "4")));
    const auto elsewhere = testing::withMetadata(
        *madeProfile("a.onnx", "8"), [](Metadata& metadata) { metadata.set(keys::host, "there"); });
    CompareOptions options;
    auto match = findBaseline(m_path, *elsewhere, ModelIdentity::Hash, options);
    QVERIFY(match);
    QVERIFY(!match->baseline);
    QCOMPARE(match->refused.size(), 1u);
    QCOMPARE(match->refused[0].differences.size(), 2u);
    QCOMPARE(match->refused[0].differences[0].name, "machine");
    QCOMPARE(match->refused[0].differences[1].name, "threads");
    options.allowsHost = true;
    match = findBaseline(m_path, *elsewhere, ModelIdentity::Hash, options);
    QCOMPARE(match->refused[0].differences.size(), 1u);
    options.allowsSettings = true;
    match = findBaseline(m_path, *elsewhere, ModelIdentity::Hash, options);
    QVERIFY(match->baseline && match->profile);
    // Another processor is not another host of the same kind.
    const auto other = testing::withMetadata(
        *elsewhere, [](Metadata& metadata) { metadata.set(keys::cpu, "another processor"); });
    match = findBaseline(m_path, *other, ModelIdentity::Hash, options);
    QCOMPARE(match->refused.at(0).differences.at(0).name, "processor");
    // A model that was exported again has another hash.
    const auto newer = testing::withMetadata(*madeProfile("a.onnx", "4"),
        [](Metadata& metadata) { metadata.set(keys::modelSha256, "another hash"); });
    QVERIFY(findBaseline(m_path, *newer, ModelIdentity::Hash, {})->refused.empty());
    QVERIFY(findBaseline(m_path, *newer, ModelIdentity::Name, {})->baseline);
}

void TestBaselines::savingAtOnceLosesNothing()
{
    constexpr int each = 6;
    const auto saveAll = [&](int first) {
        for (int i = 0; i < each; ++i)
            static_cast<void>(
                saveBaseline(m_path, *madeProfile("a.onnx", std::to_string(first + i))));
    };
    std::thread one([&] { saveAll(0); });
    std::thread other([&] { saveAll(each); });
    one.join();
    other.join();
    const auto rows = readBaselines(m_path);
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t(2 * each));
    QCOMPARE(files().size(), 2 * each + 1);
}

QTEST_GUILESS_MAIN(TestBaselines)
#include "tst_baselines.moc"
