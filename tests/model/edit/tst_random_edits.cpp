#include "model/edit/document.h"
#include "model/edit/fragment.h"
#include "model/onnx/parser.h"
#include "tests/model/edit/model_fields.h"
#include "tests/model/edit/model_text.h"
#include "tests/model/edit/random_operation.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace fs = std::filesystem;
using namespace model;
using namespace model::edit;

namespace {

constexpr std::uintmax_t largestFile = 300'000; // of models whose many snapshots are compared
constexpr int operationsPerSequence = 12;

/// A document's snapshot and the fields of its file, to compare with what follows.
struct Before {
    explicit Before(const Document& document)
        : model(document.model())
        , prints(fingerprintsOf(*model, document.file().root()))
    {
    }
    std::shared_ptr<const Model> model;
    Fingerprints prints;
};

/// Compares the snapshot with what reading the whole file gives; empty if all is equal. `before` is
/// null if the ids shall not be compared.
std::string differenceToFile(const Document& document, const Before* before)
{
    const auto read = document.file().read(document.options());
    if (!read)
        return read.error().message();
    auto text = testing::firstDifference(
        testing::ModelFields::text(*document.model()), testing::ModelFields::text(**read));
    if (before == nullptr || !text.empty())
        return text;
    const auto prints = fingerprintsOf(**read, document.file().root());
    return testing::firstDifference(testing::idsText(document.lastIds()),
        testing::idsText(idMap(*before->model, before->prints, **read, prints)));
}

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
    void initTestCase();
    void staysConsistent_data();
    void staysConsistent();
    void appliesEveryKind();

private:
    QTemporaryDir m_folder;
    std::string m_fragment; ///< nodes with weights, bodies and a function, to be pasted
    std::map<std::string, int> m_applied; ///< by operation
    std::map<std::string, int> m_partly; ///< those after which only what changed was read
    int m_refused = 0;
};

void TestRandomEdits::initTestCase()
{
    std::ofstream(m_folder.filePath("next.onnx").toStdString(), std::ios::binary)
        << testing::modelBytesFromText(R"(
            next_in: float
            w: float[2] = {1,2}
            a = Add(next_in, w) "sum"
            b = Relu(a) "relu"
            b -> float
        )");
    const auto source
        = Document::open(testing::sourceDir() / "tests/data/features/loop_and_scan.onnx");
    QVERIFY(source);
    const auto fragment = fragmentOf(**source, (*source)->model()->main().nodes);
    QVERIFY2(fragment, fragment ? "" : fragment.error().message().c_str());
    m_fragment = *fragment;
}

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
    testing::RandomOperations random(static_cast<std::uint32_t>(seed), m_fragment, "next.onnx");
    for (int i = 0; i < operationsPerSequence; ++i) {
        const auto operation = random.next(*document.model());
        const auto before = testing::editedBytes(document);
        // While others have the snapshot, a copy of it is changed.
        std::optional<Before> shared;
        if (i % 2 == 0)
            shared.emplace(document);
        if (i % 4 == 0)
            document.prepareNext();
        const auto applied = document.apply(operation, m_folder.path().toStdString());
        if (applied) {
            ++m_applied[operation.name];
            m_partly[operation.name] += document.hasReadOnlyChanges();
            const auto difference = differenceToFile(document, shared ? &*shared : nullptr);
            QVERIFY2(difference.empty(), (edit::textOf(operation) + "\n" + difference).c_str());
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
    while (document.canUndo()) {
        const Before before(document);
        QVERIFY(document.undo());
        const auto difference = differenceToFile(document, &before);
        QVERIFY2(difference.empty(), difference.c_str());
    }
    QVERIFY(testing::editedBytes(document) == original);
    QVERIFY(testing::fullModelText(*document.model()) == originalText);
    QVERIFY(document.goTo(document.steps().size() / 2));
    QVERIFY(differenceToFile(document, nullptr).empty());
    while (document.canRedo())
        QVERIFY(document.redo());
    QVERIFY2(testing::editedBytes(document) == edited, script.c_str());
}

void TestRandomEdits::appliesEveryKind()
{
    int total = 0;
    std::string rare;
    // These find something to do in few models only; tst_whole_model has a test of each.
    const std::set<std::string_view> seldom { "addFunction", "removeFunction", "addMissingImports",
        "makeNodeNamesUnique", "inlineFunctions", "removeRepetitions", "removeStaleTypes" };
    for (const auto& kind : operationKinds()) {
        const auto count = m_applied[std::string(kind.name)];
        total += count;
        // Few of these models have weights that are worth it.
        const bool isRare = seldom.contains(kind.name) || kind.name.starts_with("quantize");
        if (count == 0 && !isRare)
            rare += std::string(kind.name) + " ";
    }
    if (total == 0)
        QSKIP("no sequence ran before");
    // In models that are sound these are quick.
    for (const auto* const kind :
        { "renameNode", "renameValue", "setAttribute", "setInput", "removeNode", "insertNode",
            "addNode", "bypassNode", "addGraphOutput", "moveNode", "addInitializer" })
        QVERIFY2(m_partly[kind] > 0, kind);
    qInfo("%d operations applied, %d refused", total, m_refused);
    QVERIFY(total > 1000);
    QVERIFY2(rare.empty(), rare.c_str());
}

QTEST_GUILESS_MAIN(TestRandomEdits)
#include "tst_random_edits.moc"
