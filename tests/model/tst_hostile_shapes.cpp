// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/inference/analysis.h"
#include "model/inference/shape_inference.h"
#include "model/onnx/parser.h"
#include "tests/support/node_text.h"
#include "tests/support/wire.h"

#include <QElapsedTimer>
#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <sys/resource.h>

using namespace model;
namespace wire = testing::wire;

namespace {

constexpr int fp32 = 1;
constexpr int int64 = 7;
constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
/// What takes longer is quadratic in the size of the file: minutes.
constexpr qint64 longestMs = 20'000;

std::string rawData(const std::vector<std::int64_t>& values)
{
    std::string bytes(values.size() * sizeof(std::int64_t), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return wire::bytes(9, bytes);
}

std::string weight(std::string_view name, const std::vector<std::int64_t>& dims,
    const std::vector<std::int64_t>& values)
{
    return wire::initializerField(wire::tensor(name, int64, dims, rawData(values)));
}

std::string list(std::string_view name, const std::vector<std::int64_t>& values)
{
    return weight(name, { static_cast<std::int64_t>(values.size()) }, values);
}

std::string declared(std::string_view name, const std::vector<std::int64_t>& dims)
{
    return wire::bytes(13, wire::valueInfo(name, wire::tensorType(int64, dims)));
}

std::string integers(
    std::string_view name, std::size_t count, std::int64_t first, std::int64_t step)
{
    auto fields = wire::bytes(1, name) + wire::number(20, 7);
    for (std::size_t i = 0; i < count; ++i)
        fields += wire::number(8, first + step * static_cast<std::int64_t>(i));
    return wire::bytes(5, fields);
}

std::shared_ptr<const Model> parsed(
    const std::string& graph, std::int64_t opset = 17, const std::string& rest = {})
{
    const auto file = wire::model(wire::bytes(2, "g") + graph, 8, opset) + rest;
    const auto model = onnx::parseModel(std::as_bytes(std::span(file)));
    return model ? *model : nullptr;
}

QString typeOf(const Model& model, const InferredTypes& inferred, std::string_view name)
{
    for (const auto id : model.main().values)
        if (model.value(id).name == name)
            return QString::fromStdString(typeText(inferred.types[id.value()]));
    return "no such value";
}

/// Whether the elements fill their own dims and are those of a tensor of this type.
bool belong(const KnownElements& elements, const ValueType& type)
{
    const auto dims = type.shape ? concrete(*type.shape) : std::nullopt;
    return type.isTensor() && elementCount(elements.dims) == elements.count()
        && (!dims || *dims == elements.dims);
}

QString findingsOf(const support::Diagnostics& findings)
{
    QString all;
    for (const auto& finding : findings)
        all += QString::fromStdString(finding.message) + '\n';
    return all;
}

}

/// Shapes, types and attributes of a file that make rules read beyond their elements, recurse
/// without end, or work longer than the file is large.
class TestHostileShapes : public QObject {
    Q_OBJECT

private slots:
    void elementsBelongToTheirType_data();
    void elementsBelongToTheirType();
    void elementsThatDoNotFillTheirShapeAreNotJoined();
    void dividesTheSmallestIntegerByMinusOne();
    void isReported_data();
    void isReported();
    void typesNestUpToALimit();
    void refusesAWindowWhoseDoubleOverflows();
    void aValueThatIsManyInputsIsHeldOnce();
    void followedElementsAreLimited();
    void aNodeHasALimitedNumberOfFindings();
    void unsqueezeOfManyAxes();
    void scanOfManyInputs();
    void chainOfManyFunctions();
};

void TestHostileShapes::elementsBelongToTheirType_data()
{
    QTest::addColumn<QByteArray>("graph");
    const auto row = [](const char* name, const std::string& graph) {
        QTest::newRow(name) << QByteArray::fromStdString(graph);
    };
    // y has one element, but is declared with 1000. The joined list is written at 999.
    const auto rest = declared("y", { 1000 })
        + wire::inputField("u", wire::tensorType(int64, { 1 }))
        + wire::nodeField("Concat", { "y", "u" }, { "c" }, wire::intAttribute("axis", 0))
        + weight("i", { 1, 1 }, { 999 }) + list("p", { 7 })
        + wire::nodeField("ScatterND", { "c", "i", "p" }, { "s" })
        + list("k", std::vector<std::int64_t>(1001, 1))
        + wire::nodeField("Add", { "c", "k" }, { "z" })
        + wire::outputField("s", wire::tensorType(int64, { 1001 }));
    row("of a rank that is not supported",
        weight("w", std::vector<std::int64_t>(65, 1), { 5 })
            + wire::nodeField("Identity", { "w" }, { "y" }) + rest);
    const auto sequence = wire::bytes(4, wire::bytes(1, wire::tensorType(int64, { 1 })));
    row("of a sequence",
        wire::inputField("w", sequence) + list("w", { 5 })
            + wire::nodeField("Cast", { "w" }, { "y" }, wire::intAttribute("to", int64)) + rest);
}

void TestHostileShapes::elementsBelongToTheirType()
{
    QFETCH(QByteArray, graph);
    const auto model = parsed(graph.toStdString());
    QVERIFY(model != nullptr);
    const auto inferred = inferTypes(*model);
    for (std::size_t i = 0; i < model->values.size(); ++i)
        QVERIFY2(!inferred.elements[i] || belong(*inferred.elements[i], inferred.types[i]),
            model->values[i].name.c_str());
}

void TestHostileShapes::elementsThatDoNotFillTheirShapeAreNotJoined()
{
    QCOMPARE(testing::inferText("Concat-13(int64[1000]={7}, int64[1]) {axis: 0}"), "int64[1001]");
    QCOMPARE(testing::inferText("Concat-13(int64[1]={7}, int64[1]) {axis: 0}"), "int64[2]={7,?}");
    QCOMPARE(testing::inferText("Identity-13(int64[3]={7})"), "int64[3]");
}

void TestHostileShapes::dividesTheSmallestIntegerByMinusOne()
{
    const auto minusOne = Dimension::number(-1);
    const auto n = Dimension::symbol("n");
    const auto a = n + Dimension::number(smallest);
    QVERIFY(floorDiv(a, minusOne).isUnknown());
    QVERIFY(ceilDiv(a, minusOne).isUnknown());
    QCOMPARE(ceilDiv(n - Dimension::number(2), minusOne).text(), "-n + 2");

    const auto model = parsed(
        wire::inputField("x",
            wire::bytes(
                1, wire::number(1, fp32) + wire::bytes(2, wire::bytes(1, wire::bytes(2, "n")))))
        + list("w", { smallest }) + list("m", { -1 }) + wire::nodeField("Shape", { "x" }, { "s" })
        + wire::nodeField("Add", { "s", "w" }, { "a" })
        + wire::nodeField("Div", { "a", "m" }, { "d" })
        + wire::nodeField("Mod", { "a", "m" }, { "r" }) + wire::outputField("d"));
    QVERIFY(model != nullptr);
    QCOMPARE(typeOf(*model, inferTypes(*model), "d"), QString("1 int64"));
}

void TestHostileShapes::isReported_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& graph, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(graph) << QString(words);
    };
    const auto x = wire::inputField("x", wire::tensorType(fp32, { 2, 3 }));
    const auto nested = [&](const char* type) {
        // Nothing is known of what an operator of an unknown domain gives.
        auto graph = x + wire::nodeField("Make", { "x" }, { "s0" }, wire::bytes(7, "other"));
        for (int i = 1; i <= 20; ++i)
            graph += wire::nodeField(
                type, { "s" + std::to_string(i - 1) }, { "s" + std::to_string(i) });
        return graph + wire::outputField("s20");
    };
    const auto tooDeep = "the type of output 0 has more than 16 sequences and optionals in each "
                         "other, the most that are supported";
    row("sequences in sequences", nested("SequenceConstruct"), tooDeep);
    row("optionals in optionals", nested("Optional"), tooDeep);
    const auto withoutValue = [&](int kind) {
        return x
            + wire::nodeField("ConstantOfShape", { "x" }, { "y" },
                wire::bytes(5, wire::bytes(1, "value") + wire::number(20, kind)))
            + wire::outputField("y");
    };
    row("a tensor without a value", withoutValue(4), "the attribute has a type, but no value");
    row("a graph without a value", withoutValue(5), "the attribute has a type, but no value");
}

void TestHostileShapes::isReported()
{
    QFETCH(QByteArray, graph);
    QFETCH(QString, words);
    const auto model = parsed(graph.toStdString());
    QVERIFY(model != nullptr);
    const auto all = findingsOf(allFindings(*analyse(model)));
    QVERIFY2(all.contains(words), qPrintable(all));
}

/// A type is released level by level, which is a recursion.
void TestHostileShapes::typesNestUpToALimit()
{
    ValueType sequence;
    ValueType optional;
    for (int i = 0; i < 200'000; ++i) {
        sequence = ValueType::sequence(std::move(sequence));
        optional = ValueType::optionalOf(std::move(optional));
    }
    auto type = ValueType::tensor(ElementType::Float);
    for (int i = 0; i < maximumNesting; ++i)
        type = ValueType::sequence(std::move(type));
    QVERIFY(type.kind == ValueType::Kind::Sequence);
    QVERIFY(ValueType::sequence(type).kind == ValueType::Kind::Unknown);
    QVERIFY(ValueType::optionalOf(type).kind == ValueType::Kind::Unknown);
}

void TestHostileShapes::refusesAWindowWhoseDoubleOverflows()
{
    const auto text = QString::fromStdString(
        testing::inferText("com.microsoft:LongformerAttention-1(float[1,8,4], float[4,12], "
                           "float[12], float[1,8], float[4,12], float[12], int32[1,8]) "
                           "{num_heads: 2; window: 4611686018427387904}"));
    QVERIFY2(text.contains("attribute 'window' is 4611686018427387904, expected less than 2^62"),
        qPrintable(text));
}

/// A copy of the elements for each input would take 16 KiB, 1 GiB in all.
void TestHostileShapes::aValueThatIsManyInputsIsHeldOnce()
{
    constexpr std::size_t inputs = 65'536;
    constexpr long maxKiB = 300 * 1024;
    const auto model = parsed(list("w", std::vector<std::int64_t>(1024, 3))
        + wire::nodeField("Max", std::vector<std::string>(inputs, "w"), { "y" })
        + wire::nodeField(
            "Concat", std::vector<std::string>(inputs, "w"), { "z" }, wire::intAttribute("axis", 0))
        + wire::outputField("y") + wire::outputField("z"));
    QVERIFY(model != nullptr);
    struct rusage before { };
    struct rusage after { };
    getrusage(RUSAGE_SELF, &before);
    const auto inferred = inferTypes(*model);
    getrusage(RUSAGE_SELF, &after);
    QCOMPARE(typeOf(*model, inferred, "y"), QString("1024 int64"));
    QCOMPARE(typeOf(*model, inferred, "z"), QString("67108864 int64"));
    QVERIFY(after.ru_maxrss - before.ru_maxrss < maxKiB);
}

/// Each Identity holds 1024 elements of its own.
void TestHostileShapes::followedElementsAreLimited()
{
    auto graph = list("w", std::vector<std::int64_t>(1024, 3));
    for (int i = 0; i < 9000; ++i)
        graph += wire::nodeField("Identity", { "w" }, { "y" + std::to_string(i) });
    const auto model = parsed(graph + wire::outputField("y0"));
    QVERIFY(model != nullptr);
    const auto inferred = inferTypes(*model);
    const auto all = findingsOf(inferred.diagnostics);
    QVERIFY2(all.contains("small values that decide shapes have more than 8532624 elements"),
        qPrintable(all));
    QCOMPARE(typeOf(*model, inferred, "y8999"), QString("1024 int64"));
}

void TestHostileShapes::aNodeHasALimitedNumberOfFindings()
{
    std::vector<std::string> inputs(1000, "b");
    inputs.front() = "a";
    const auto model = parsed(wire::inputField("a", wire::tensorType(fp32, { 1 }))
        + wire::inputField("b", wire::tensorType(int64, { 1 }))
        + wire::nodeField("Max", inputs, { "y" }) + wire::outputField("y"));
    QVERIFY(model != nullptr);
    QCOMPARE(std::ranges::count(
                 inferTypes(*model).diagnostics, "input-type-mismatch", &support::Diagnostic::code),
        std::ptrdiff_t(100));
}

void TestHostileShapes::unsqueezeOfManyAxes()
{
    constexpr std::size_t axes = 1'000'000;
    const auto model = parsed(wire::inputField("x", wire::tensorType(fp32, { 2, 3 }))
            + wire::nodeField("Unsqueeze", { "x" }, { "y" }, integers("axes", axes, 0, 1))
            + wire::outputField("y"),
        11);
    QVERIFY(model != nullptr);
    QElapsedTimer timer;
    timer.start();
    const auto all = findingsOf(inferTypes(*model).diagnostics);
    QVERIFY2(
        all.contains("rank 1000002 is above 64, the highest that is supported"), qPrintable(all));
    QVERIFY(timer.elapsed() < longestMs);
}

void TestHostileShapes::scanOfManyInputs()
{
    constexpr std::size_t scans = 200'000;
    auto body = wire::bytes(2, "body");
    for (std::size_t i = 0; i < scans; ++i)
        body += wire::inputField("b" + std::to_string(i));
    body += wire::outputField("b0");
    const auto model = parsed(wire::inputField("x", wire::tensorType(fp32, { 2, 3 }))
        + wire::nodeField("Scan", std::vector<std::string>(scans, "x"), { "y" },
            wire::graphAttribute("body", body) + wire::intAttribute("num_scan_inputs", scans)
                + integers("scan_input_axes", scans, 1, 0))
        + wire::outputField("y"));
    QVERIFY(model != nullptr);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(typeOf(*model, inferTypes(*model), "y"), QString("3×2 fp32"));
    QVERIFY(timer.elapsed() < longestMs);
}

void TestHostileShapes::chainOfManyFunctions()
{
    constexpr int functions = 200'000;
    const auto local = wire::bytes(7, "local");
    std::string chain;
    for (int i = 0; i < functions; ++i)
        chain += wire::bytes(25,
            wire::bytes(1, "F" + std::to_string(i)) + wire::bytes(4, "x") + wire::bytes(5, "y")
                + wire::bytes(7,
                    i + 1 < functions
                        ? wire::node("F" + std::to_string(i + 1), { "x" }, { "y" }, local)
                        : wire::node("Relu", { "x" }, { "y" }))
                + wire::bytes(9, wire::number(2, 17))
                + wire::bytes(9, wire::bytes(1, "local") + wire::number(2, 1))
                + wire::bytes(10, "local"));
    const auto model = parsed(wire::inputField("x", wire::tensorType(fp32, { 2, 3 }))
            + wire::nodeField("F0", { "x" }, { "y" }, local) + wire::outputField("y"),
        17, wire::operatorSet("local", 1) + chain);
    QVERIFY(model != nullptr);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(typeOf(*model, inferTypes(*model), "y"), QString("2×3 fp32"));
    QVERIFY(timer.elapsed() < longestMs);
}

QTEST_GUILESS_MAIN(TestHostileShapes)
#include "tst_hostile_shapes.moc"
