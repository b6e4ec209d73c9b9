// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <algorithm>
#include <cstring>
#include <span>

using namespace model;
namespace wire = testing::wire;

namespace {

constexpr int fp32 = 1;
constexpr int int64 = 7;
constexpr std::int64_t huge = std::int64_t(1) << 40;

std::string list(std::string_view name, const std::vector<std::int64_t>& values)
{
    std::string bytes(values.size() * sizeof(std::int64_t), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return wire::initializerField(wire::tensor(
        name, int64, { static_cast<std::int64_t>(values.size()) }, wire::bytes(9, bytes)));
}

std::string withoutData(std::string_view name, const std::vector<std::int64_t>& dims)
{
    return wire::initializerField(wire::tensor(name, int64, dims));
}

std::string concat(const std::vector<std::string>& inputs)
{
    return wire::nodeField("Concat", inputs, { "y" }, wire::intAttribute("axis", 0));
}

}

/// Sizes of a file that no tensor can have: they are said, and nothing is made of them.
class TestHostileSizes : public QObject {
    Q_OBJECT

private slots:
    void areReported_data();
    void areReported();
};

void TestHostileSizes::areReported_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& graph, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(graph) << QString(words);
    };
    const auto x = wire::inputField("x", wire::tensorType(fp32, { 2, 3 }));
    const auto image = wire::inputField("x", wire::tensorType(fp32, { 1, 1, 2, 2 }));
    row("dims of a weight", withoutData("a", { -5 }) + concat({ "a", "a" }),
        "\"a\" has dimensions -5, which is no valid size");
    row("repeats of Tile",
        list("a", { 1 }) + list("r", { -5 }) + wire::nodeField("Tile", { "a", "r" }, { "t" })
            + concat({ "t", "a" }),
        "-5 has a negative size");
    row("axes of ReduceSum",
        x + withoutData("axes", { -huge })
            + wire::nodeField(
                "ReduceSum", { "x", "axes" }, { "y" }, wire::intAttribute("keepdims", 0)),
        "has dimensions -1099511627776");
    row("target of Expand",
        list("a", { 1 }) + list("r", { -5 }) + wire::nodeField("Expand", { "a", "r" }, { "t" })
            + concat({ "t", "t" }),
        "-5 has a negative size");
    row("samples of Multinomial",
        x + wire::nodeField("Multinomial", { "x" }, { "y" }, wire::intAttribute("sample_size", -1)),
        "2×-1 has a negative size");
    row("sizes of Resize",
        image + list("s", { 1, 1, huge, huge })
            + wire::nodeField("Resize", { "x", "", "", "s" }, { "y" }),
        "1×1×1099511627776×1099511627776 has more than 2^63 - 1 elements");
    row("length of a shape",
        x + list("r", { 100'000'000 }) + wire::nodeField("ConstantOfShape", { "r" }, { "f" })
            + wire::nodeField("Cast", { "f" }, { "s" }, wire::intAttribute("to", int64))
            + wire::nodeField("Expand", { "x", "s" }, { "y" }),
        "asks for a tensor of rank 100000000, the highest that is supported is 64");
    row("dims of a weight, too many",
        withoutData("a", std::vector<std::int64_t>(65, 1)) + concat({ "a", "a" }),
        "has 65 dimensions, more than 64");
    row("dims of an input, too many",
        wire::inputField("x", wire::tensorType(fp32, std::vector<std::int64_t>(65, 1)))
            + wire::nodeField("Relu", { "x" }, { "y" }),
        "is declared with 65 dimensions, more than 64");
}

void TestHostileSizes::areReported()
{
    QFETCH(QByteArray, graph);
    QFETCH(QString, words);
    const auto file = wire::model(wire::bytes(2, "g") + graph.toStdString()
        + wire::outputField("y", wire::tensorType(fp32, {})));
    const auto model = onnx::parseModel(std::as_bytes(std::span(file)));
    QVERIFY2(model, model ? "" : model.error().message().c_str());
    const auto analysis = analyse(*model);
    QString all;
    for (const auto& finding : allFindings(*analysis))
        all += QString::fromStdString(finding.message) + '\n';
    QVERIFY2(all.contains(words), qPrintable(all));
    for (const auto& type : analysis->types) {
        if (!type.shape)
            continue;
        QVERIFY(std::ranges::none_of(
            *type.shape, [](const Dimension& size) { return size.value().value_or(0) < 0; }));
        QVERIFY(!concrete(*type.shape) || elementCount(*type.shape));
    }
}

QTEST_GUILESS_MAIN(TestHostileSizes)
#include "tst_hostile_sizes.moc"
