#include "model/edit/document.h"
#include "model/onnx/parser.h"
#include "tests/model/edit/model_text.h"
#include "tests/model/edit/random_operation.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

namespace fs = std::filesystem;
using namespace model;
using namespace model::edit;

namespace {

constexpr std::uintmax_t largestFile = 300'000; // of models whose many snapshots are compared
constexpr int operationsPerSequence = 12;

std::vector<fs::path> models(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code failure;
    for (const auto& entry : fs::recursive_directory_iterator(folder, failure))
        if (entry.path().extension() == ".onnx" && entry.is_regular_file()
            && entry.file_size() < largestFile)
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

} // namespace

/// Sequences of random operations on real and made models. After each sequence the snapshot is the
/// model that is read from the written bytes, and undo and redo give the same bytes.
class TestRandomEdits : public QObject {
    Q_OBJECT

private slots:
    void staysConsistent_data();
    void staysConsistent();
    void appliesEveryKind();

private:
    QTemporaryDir m_folder;
    std::map<std::string, int> m_applied; ///< by operation
    int m_refused = 0;
};

void TestRandomEdits::staysConsistent_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("seed");
    int seed = 1;
    const auto add = [&](const fs::path& folder, int seeds) {
        for (const auto& path : models(folder))
            for (int i = 0; i < seeds; ++i, ++seed)
                QTest::addRow("%s %d", path.filename().c_str(), seed)
                    << QString::fromStdString(path.string()) << seed;
    };
    add(testing::sourceDir() / "tests/data/features", 20);
    add(testing::sourceDir() / "resources/samples", 10);
    for (const auto* const folder : { "tiny", "nested-loops-30", "nested-ifs-torchlib",
             "loop-tiny-nuphar", "stft-functions", "scan-cntk", "silero-vad-half" })
        add(testing::dataDir() / "models" / folder, 3); // none without the shared data
}

void TestRandomEdits::staysConsistent()
{
    QFETCH(QString, path);
    QFETCH(int, seed);
    auto opened = Document::open(path.toStdString());
    if (!opened)
        return; // malformed
    auto& document = **opened;
    const auto original = testing::editedBytes(document);
    const auto originalText = testing::fullModelText(*document.model());
    testing::RandomOperations random(static_cast<std::uint32_t>(seed));
    for (int i = 0; i < operationsPerSequence; ++i) {
        const auto operation = random.next(*document.model());
        const auto before = testing::editedBytes(document);
        const auto applied = document.apply(operation, m_folder.path().toStdString());
        if (applied) {
            ++m_applied[operation.name];
            continue;
        }
        ++m_refused;
        QVERIFY2(applied.error().kind() != support::ErrorKind::Failed,
            (edit::textOf(operation) + " " + applied.error().message()).c_str());
        QVERIFY2(testing::editedBytes(document) == before, edit::textOf(operation).c_str());
    }
    const auto edited = testing::editedBytes(document);
    const auto editedText = testing::fullModelText(*document.model());
    const auto target = fs::path(m_folder.path().toStdString()) / "edited.onnx";
    QVERIFY(document.file().save(target));
    const auto read = onnx::openModel(target);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    // External data is not in the other folder, so its findings and contents are not compared.
    if (editedText.find("external-data") == std::string::npos
        && testing::fullModelText(**read).find("external-data") == std::string::npos)
        QCOMPARE(testing::fullModelText(**read), editedText);
    const auto script = document.script();
    while (document.canUndo())
        QVERIFY(document.undo());
    QVERIFY(testing::editedBytes(document) == original);
    QVERIFY(testing::fullModelText(*document.model()) == originalText);
    while (document.canRedo())
        QVERIFY(document.redo());
    QVERIFY2(testing::editedBytes(document) == edited, script.c_str());
}

void TestRandomEdits::appliesEveryKind()
{
    int total = 0;
    std::string rare;
    for (const auto& kind : operationKinds()) {
        const auto count = m_applied[std::string(kind.name)];
        total += count;
        // Few of these models have weights that are worth it.
        const bool isRare = kind.name.starts_with("quantize");
        if (count == 0 && !isRare)
            rare += std::string(kind.name) + " ";
    }
    if (total == 0)
        QSKIP("no sequence ran before");
    qInfo("%d operations applied, %d refused; never applied: %s", total, m_refused, rare.c_str());
    QVERIFY(total > 1000);
    QVERIFY2(rare.empty() || rare == "addFunction " || rare == "addFunction removeFunction ",
        rare.c_str());
}

QTEST_GUILESS_MAIN(TestRandomEdits)
#include "tst_random_edits.moc"
