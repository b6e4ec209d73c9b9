#include "model/onnx/parser.h"
#include "model/onnx/tensor_file.h"
#include "model/tensor_store.h"
#include "tests/support/paths.h"

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <sys/resource.h>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesBelow(const fs::path& folder, std::string_view extension = ".onnx")
{
    std::vector<fs::path> files;
    std::error_code failure;
    for (const auto& entry : fs::recursive_directory_iterator(folder, failure)) {
        if (entry.path().extension() == extension)
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

long peakMebibytes()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

void addRows(const fs::path& folder)
{
    QTest::addColumn<QString>("file");
    for (const auto& file : filesBelow(testing::dataDir() / folder))
        QTest::newRow(fs::relative(file, testing::dataDir() / folder).c_str())
            << QString::fromStdString(file.string());
}

bool hasData(const char* folder) { return fs::is_directory(testing::dataDir() / folder); }

} // namespace

/// Whole files of the shared test material.
class TestOpenData : public QObject {
    Q_OBJECT

private slots:
    void opensRealModels_data() { addRows("models"); }
    void opensRealModels();
    void readsTestData_data() { addRows("models"); }
    void readsTestData();
    void opensZooModels_data() { addRows("zoo"); }
    void opensZooModels();
    void survivesMalformedFiles_data() { addRows("malformed"); }
    void survivesMalformedFiles();
};

void TestOpenData::opensRealModels()
{
    if (!hasData("models"))
        QSKIP("the shared test models are not here (OPSCOPE_TEST_DATA)");
    QFETCH(QString, file);
    const auto model = model::onnx::openModel(file.toStdString());
    QVERIFY2(model, model ? "" : model.error().message().c_str());
    for (const auto& finding : (*model)->diagnostics) {
        if (finding.severity == support::Severity::Error)
            qInfo() << finding.code.c_str() << finding.where.path.c_str()
                    << finding.message.c_str();
    }
    for (const auto& tensor : (*model)->tensors) {
        if (tensor.ref.problem.empty() && tensor.ref.place != model::TensorRef::Place::Strings)
            QVERIFY((*model)->store->bytes(tensor));
    }
}

void TestOpenData::readsTestData()
{
    if (!hasData("models"))
        QSKIP("the shared test models are not here (OPSCOPE_TEST_DATA)");
    QFETCH(QString, file);
    const auto opened = model::onnx::openModel(file.toStdString());
    QVERIFY(opened);
    const auto& model = **opened;
    std::vector<model::ValueId> inputs;
    for (const auto id : model.main().inputs) {
        if (!model.value(id).initializer.isValid())
            inputs.push_back(id);
    }
    for (const auto& path : filesBelow(fs::path(file.toStdString()).parent_path(), ".pb")) {
        const auto stem = path.stem().string();
        const bool isInput = stem.starts_with("input_");
        const auto& values = isInput ? inputs : model.main().outputs;
        const auto number = std::stoul(stem.substr(stem.rfind('_') + 1));
        if (number >= values.size())
            continue;
        const auto& type = model.value(values[number]).type;
        const auto value = model::onnx::readTensorFile(path, type.kind);
        QVERIFY2(value, value ? "" : value.error().message().c_str());
        if (isInput && type.isTensor())
            QCOMPARE(value->tensor.element, type.element);
    }
}

void TestOpenData::opensZooModels()
{
    if (!hasData("zoo"))
        QSKIP("the zoo is not here (OPSCOPE_TEST_DATA)");
    QFETCH(QString, file);
    const auto model = model::onnx::openModel(file.toStdString());
    QVERIFY2(model, model ? "" : model.error().message().c_str());
    QVERIFY(std::ranges::any_of((*model)->diagnostics,
        [](const auto& finding) { return finding.code == "external-data-missing"; }));
}

void TestOpenData::survivesMalformedFiles()
{
    if (!hasData("malformed"))
        QSKIP("the malformed files are not here (OPSCOPE_TEST_DATA)");
    QFETCH(QString, file);
    QElapsedTimer timer;
    timer.start();
    const auto model = model::onnx::openModel(file.toStdString());
    if (!model)
        qInfo() << "refused:" << model.error().message().c_str();
    else
        for (const auto& finding : (*model)->diagnostics)
            qInfo() << finding.code.c_str() << finding.where.path.c_str()
                    << finding.message.c_str();
    QVERIFY(timer.elapsed() < 10'000);
    QVERIFY(peakMebibytes() < 1024);
}

QTEST_GUILESS_MAIN(TestOpenData)
#include "tst_open_data.moc"
