#include "model/inference/data_value.h"
#include "model/inference/shape_inference.h"
#include "model/onnx/parser.h"
#include "model/onnx/tensor_file.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTest>
#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;
using namespace model;

namespace {

QString typeOf(const Model& model, const InferredTypes& inferred, std::string_view name)
{
    for (std::size_t i = 0; i < model.values.size(); ++i)
        if (model.values[i].name == name)
            return QString::fromStdString(typeText(inferred.types[i]));
    return "no such value";
}

/// Expected output of a test folder: element type and shape.
struct Expected {
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
};

std::optional<Expected> expectedOutput(const fs::path& folder, std::size_t index)
{
    const auto data = onnx::readTensorFile(
        folder / "test_data_set_0" / ("output_" + std::to_string(index) + ".pb"));
    if (!data || data->kind != DataValue::Kind::Tensor)
        return std::nullopt;
    return Expected { data->tensor.element, data->tensor.dims };
}

enum class Agreement { Full, Partly, Contradicts };

Agreement compare(const ValueType& inferred, const Expected& expected)
{
    if (inferred.kind == ValueType::Kind::Unknown || inferred.element == ElementType::Undefined)
        return Agreement::Partly;
    if (!inferred.isTensor() || inferred.element != expected.element)
        return Agreement::Contradicts;
    if (!inferred.shape)
        return Agreement::Partly;
    if (inferred.shape->size() != expected.dims.size())
        return Agreement::Contradicts;
    auto result = Agreement::Full;
    for (std::size_t i = 0; i < expected.dims.size(); ++i) {
        const auto value = (*inferred.shape)[i].value();
        if (value && *value != expected.dims[i])
            return Agreement::Contradicts;
        result = value ? result : Agreement::Partly;
    }
    return result;
}

/// The model without the types it declares for what it computes, so that only inference speaks.
std::shared_ptr<Model> undeclared(const Model& model)
{
    auto copy = std::make_shared<Model>(model);
    for (auto& value : copy->values)
        if (value.producer.isValid())
            value.type = {};
    return copy;
}

/// Makes the inputs of a test folder constants, so that shapes that depend on them can be known.
void bindInputs(Model& model, const fs::path& folder)
{
    std::size_t index = 0;
    for (const auto id : model.graphs.front().inputs) {
        auto& value = model.values[id.value()];
        if (value.initializer.isValid())
            continue;
        const auto data = onnx::readTensorFile(
            folder / "test_data_set_0" / ("input_" + std::to_string(index++) + ".pb"));
        if (!value.type.isTensor() || !data || data->kind != DataValue::Kind::Tensor
            || data->tensor.element == ElementType::String)
            continue;
        Tensor tensor;
        tensor.element = data->tensor.element;
        tensor.dims = data->tensor.dims;
        tensor.ref = TensorRef::inMemory(TensorBytes::copyOf(data->tensor.bytes));
        model.tensors.push_back(std::move(tensor));
        value.initializer = TensorId(model.tensors.size() - 1);
    }
}

std::vector<fs::path> testFolders()
{
    std::vector<fs::path> folders;
    std::error_code failure;
    for (const auto& entry :
        fs::recursive_directory_iterator(testing::dataDir() / "models" / "onnx-1.23", failure))
        if (entry.path().filename() == "model.onnx")
            folders.push_back(entry.path().parent_path());
    std::ranges::sort(folders);
    return folders;
}

} // namespace

/// Types of whole graphs.
class TestShapeInference : public QObject {
    Q_OBJECT

private slots:
    void infersValues_data();
    void infersValues();
    void keepsNamesUntilTheyAreBound();
    void declaredAndInferredTypesMeet();
    void stopsWhenAsked();
    void contradictsNoNodeTest_data();
    void contradictsNoNodeTest();
};

void TestShapeInference::infersValues_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("type"); // of y
    QTest::newRow("in a chain") << "x: float[batch,3]\na = Relu(x)\ny = Transpose(a)\ny ->"
                                << "3×batch fp32";
    QTest::newRow("through shape arithmetic")
        << "x: float[batch,seq,768]\ns = Shape(x)\ni: int64[1] = {0}\nj: int64[1] = {1}\nb = "
           "Gather(s, i)\nt = Gather(s, j)\nk: int64[2] = {12,64}\n"
           "n = Concat(b, t, k) {axis: 0}\ny = Reshape(x, n)\ny ->"
        << "batch×seq×12×64 fp32";
    QTest::newRow("nodes in any order") << "x: float[2]\ny = Relu(a)\na = Relu(x)\ny ->"
                                        << "2 fp32";
    QTest::newRow("behind an unknown operator")
        << "x: float[2]\na = Frobnicate(x)\ny = Relu(a)\ny ->"
        << "?";
    QTest::newRow("choice between a known type and an unknown one")
        << "x: float[2]\nc: bool[2]\na = Frobnicate(x)\ny = Where(c, x, a)\ny ->"
        << "? fp32";
    QTest::newRow("sizes from data") << "x: float[2,3]\na = NonZero(x)\ny = Transpose(a)\ny ->"
                                     << "NonZero_0_count×2 int64";
}

void TestShapeInference::infersValues()
{
    QFETCH(QString, graph);
    QFETCH(QString, type);
    const auto model = testing::modelFromGraphText(graph.toStdString());
    QCOMPARE(typeOf(*model, inferTypes(*model), "y"), type);
}

void TestShapeInference::keepsNamesUntilTheyAreBound()
{
    const auto model
        = testing::modelFromGraphText("x: float[batch,seq]\ny = Flatten(x) {axis: 0}\ny ->");
    QCOMPARE(typeOf(*model, inferTypes(*model), "y"), QString("1×batch*seq fp32"));
    QCOMPARE(typeOf(*model, inferTypes(*model, { { "batch", 2 } }), "y"), QString("1×2*seq fp32"));
    QCOMPARE(typeOf(*model, inferTypes(*model, { { "batch", 2 }, { "seq", 5 } }), "y"),
        QString("1×10 fp32"));
}

void TestShapeInference::declaredAndInferredTypesMeet()
{
    const auto open
        = testing::modelFromGraphText("x: float[2]\na = Frobnicate(x)\na -> float[n,3]\n");
    QCOMPARE(typeOf(*open, inferTypes(*open), "a"), QString("n×3 fp32"));
    const auto conflict = testing::modelFromGraphText("x: float[2]\ny = Relu(x)\ny -> float[3]");
    const auto inferred = inferTypes(*conflict);
    QCOMPARE(typeOf(*conflict, inferred, "y"), QString("2 fp32"));
    QCOMPARE(inferred.diagnostics.size(), std::size_t(1));
    QVERIFY(inferred.diagnostics[0].severity == support::Severity::Warning);
    QCOMPARE(inferred.diagnostics[0].where.path, std::string("graph/node[0] (Relu)/output[0]"));
}

void TestShapeInference::stopsWhenAsked()
{
    std::string graph = "x: float[2]\nv0 = Relu(x)\n";
    for (int i = 1; i < 2000; ++i)
        graph += "v" + std::to_string(i) + " = Relu(v" + std::to_string(i - 1) + ")\n";
    const auto model = testing::modelFromGraphText(graph);
    std::stop_source source;
    source.request_stop();
    QCOMPARE(typeOf(*model, inferTypes(*model, {}, source.get_token()), "v1999"), QString("?"));
    QCOMPARE(typeOf(*model, inferTypes(*model), "v1999"), QString("2 fp32"));
}

void TestShapeInference::contradictsNoNodeTest_data()
{
    QTest::addColumn<bool>("withData");
    QTest::newRow("from types alone") << false;
    QTest::newRow("with the data of the inputs") << true;
}

void TestShapeInference::contradictsNoNodeTest()
{
    QFETCH(bool, withData);
    const auto folders = testFolders();
    if (folders.empty())
        QSKIP("ONNX's node tests are not here (OPSCOPE_TEST_DATA)");
    std::size_t counts[3] = {};
    QStringList wrong;
    for (const auto& folder : folders) {
        const auto model = onnx::openModel(folder / "model.onnx");
        if (!model)
            continue;
        auto bare = undeclared(**model);
        if (withData)
            bindInputs(*bare, folder);
        const auto inferred = inferTypes(*bare);
        auto worst = Agreement::Full;
        for (std::size_t i = 0; i < bare->main().outputs.size(); ++i) {
            const auto expected = expectedOutput(folder, i);
            if (!expected || !(*model)->value(bare->main().outputs[i]).type.isTensor())
                continue;
            worst = std::max(
                worst, compare(inferred.types[bare->main().outputs[i].value()], *expected));
        }
        ++counts[static_cast<std::size_t>(worst)];
        if (worst == Agreement::Contradicts)
            wrong.push_back(folder.filename().c_str());
    }
    qInfo("%zu inferred fully, %zu partly, %zu contradict", counts[0], counts[1], counts[2]);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(' ')));
}

QTEST_GUILESS_MAIN(TestShapeInference)
#include "tst_shape_inference.moc"
