// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/inference/analysis.h"
#include "model/inference/shape_inference.h"
#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

using namespace model;
namespace wire = testing::wire;

namespace {

constexpr int fp32 = 1;
constexpr int int64 = 7;

template <typename T>
std::string rawData(const std::vector<T>& values)
{
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return wire::bytes(9, bytes);
}

std::string call(std::string_view function, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, std::string_view rest = {})
{
    return wire::nodeField(function, inputs, outputs, wire::bytes(7, "local") + std::string(rest));
}

/// As a field of a function, where it has another number than in a model.
std::string operatorSet(std::string_view domain, std::int64_t version)
{
    return wire::bytes(9, wire::bytes(1, domain) + wire::number(2, version));
}

/// A field of the model. `nodes` are messages; `rest` holds further fields.
std::string function(std::string_view name, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, const std::vector<std::string>& nodes,
    std::string_view rest = {})
{
    auto message = wire::bytes(1, name);
    for (const auto& input : inputs)
        message += wire::bytes(4, input);
    for (const auto& output : outputs)
        message += wire::bytes(5, output);
    for (const auto& node : nodes)
        message += wire::bytes(7, node);
    return wire::bytes(25,
        message + std::string(rest) + operatorSet("", 17) + operatorSet("local", 1)
            + wire::bytes(10, "local"));
}

std::shared_ptr<const Model> parsed(const std::string& graph, const std::string& functions = {})
{
    const auto bytes = wire::model(wire::bytes(2, "main") + graph)
        + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1)) + functions;
    const auto model = onnx::parseModel(std::as_bytes(std::span(bytes)));
    return model ? *model : nullptr;
}

QString typeOf(const Model& model, const InferredTypes& inferred, std::string_view name)
{
    for (const auto id : model.main().values)
        if (model.value(id).name == name)
            return QString::fromStdString(typeText(inferred.types[id.value()]));
    return "no such value";
}

std::string input(std::string_view name, const std::vector<std::int64_t>& dims)
{
    return wire::inputField(name, wire::tensorType(fp32, dims));
}

std::string floats(std::string_view name, const std::vector<float>& values)
{
    return wire::initializerField(
        wire::tensor(name, fp32, { static_cast<std::int64_t>(values.size()) }, rawData(values)));
}

std::string tensorAttribute(std::string_view name, const std::vector<std::int64_t>& values)
{
    return wire::bytes(5,
        wire::bytes(1, name) + wire::number(20, 4)
            + wire::bytes(5,
                wire::tensor(
                    "", int64, { static_cast<std::int64_t>(values.size()) }, rawData(values))));
}

std::string referenceAttribute(std::string_view name, std::string_view reference)
{
    return wire::bytes(5, wire::bytes(1, name) + wire::number(20, 4) + wire::bytes(21, reference));
}

/// A graph for a body of Loop: trip, condition and what is carried.
std::string loopBody(const std::vector<std::string>& carried,
    const std::vector<std::string>& results, const std::string& nodes)
{
    auto graph = wire::bytes(2, "body") + wire::inputField("turn", wire::tensorType(int64, {}))
        + wire::inputField("more", wire::tensorType(9, {}));
    for (const auto& name : carried)
        graph += wire::inputField(name);
    graph += nodes + wire::outputField("more");
    for (const auto& name : results)
        graph += wire::outputField(name);
    return graph;
}

}

/// Types of what is inferred more than once: functions, once per call, and the bodies of control
/// flow.
class TestCallInference : public QObject {
    Q_OBJECT

    /// Each of 40 functions calls the next one twice, the last one is `leaf`.
    static std::shared_ptr<const model::Model> callsInCalls(const std::string& leaf)
    {
        constexpr int depth = 40;
        std::string functions;
        for (int i = 0; i < depth; ++i) {
            const auto next = "F" + std::to_string(i + 1);
            functions += function("F" + std::to_string(i), { "x" }, { "y" },
                { wire::node(next, { "x" }, { "t" }, wire::bytes(7, "local")),
                    wire::node(next, { "t" }, { "y" }, wire::bytes(7, "local")) });
        }
        functions += function(
            "F" + std::to_string(depth), { "x" }, { "y" }, { wire::node(leaf, { "x" }, { "y" }) });
        return parsed(input("x", { 2, 3 }) + call("F0", { "x" }, { "y" }) + wire::outputField("y"),
            functions);
    }

private slots:
    /// y1 and y2 have the shapes that ONNX Runtime 1.32 gives.
    void callsThatDifferInRealsHaveTheirOwnShapes()
    {
        const auto model = parsed(input("x", { 1, 1, 4, 4 }) + floats("s1", { 1, 1, 2, 2 })
                + floats("s2", { 1, 1, 3, 3 }) + call("F", { "x", "s1" }, { "y1" })
                + call("F", { "x", "s2" }, { "y2" }) + wire::outputField("y1")
                + wire::outputField("y2"),
            function(
                "F", { "x", "s" }, { "y" }, { wire::node("Resize", { "x", "", "s" }, { "y" }) }));
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        QCOMPARE(typeOf(*model, inferred, "y1"), "1×1×8×8 fp32");
        QCOMPARE(typeOf(*model, inferred, "y2"), "1×1×12×12 fp32");
    }

    void callsThatDifferInATensorAttributeHaveTheirOwnShapes()
    {
        const auto body = function("F", { "x" }, { "y" },
            { wire::node("Constant", {}, { "s" }, referenceAttribute("value", "shape")),
                wire::node("Reshape", { "x", "s" }, { "y" }) },
            wire::bytes(6, "shape"));
        const auto model = parsed(input("x", { 6 })
                + call("F", { "x" }, { "y1" }, tensorAttribute("shape", { 2, 3 }))
                + call("F", { "x" }, { "y2" }, tensorAttribute("shape", { 3, 2 }))
                + wire::outputField("y1") + wire::outputField("y2"),
            body);
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        QCOMPARE(typeOf(*model, inferred, "y1"), "2×3 fp32");
        QCOMPARE(typeOf(*model, inferred, "y2"), "3×2 fp32");
    }

    /// The positions of two inputs are not equally many because one function finds both.
    void sizesFromDataAreOtherOnesInEachCall()
    {
        const auto model = parsed(input("a", { 2, 3 }) + input("b", { 2, 3 })
                + call("Outer", { "a" }, { "y1" }) + call("Outer", { "b" }, { "y2" })
                + wire::nodeField("Concat", { "y1", "y2" }, { "y" }, wire::intAttribute("axis", 0))
                + wire::outputField("y"),
            function("Inner", { "x" }, { "y" }, { wire::node("NonZero", { "x" }, { "y" }) })
                + function("Outer", { "x" }, { "y" },
                    { wire::node("Inner", { "x" }, { "y" }, wire::bytes(7, "local")) }));
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        const auto first = typeOf(*model, inferred, "y1");
        const auto second = typeOf(*model, inferred, "y2");
        QVERIFY2(first.startsWith("2×NonZero_") && second.startsWith("2×NonZero_"),
            qPrintable(first + " and " + second));
        QVERIFY2(first != second, qPrintable(first));
    }

    void aBranchOfUnknownTypeLeavesTheResultUnknown()
    {
        const auto branch = [](std::string_view type) {
            return wire::bytes(2, "branch") + wire::nodeField(type, { "x" }, { "r" })
                + wire::outputField("r");
        };
        const auto model
            = parsed(wire::inputField("c", wire::tensorType(9, {})) + input("x", { 2, 3 })
                + wire::nodeField("If", { "c" }, { "y" },
                    wire::graphAttribute("then_branch", branch("Relu"))
                        + wire::graphAttribute("else_branch", branch("Frobnicate")))
                + wire::outputField("y"));
        QVERIFY(model != nullptr);
        QCOMPARE(typeOf(*model, inferTypes(*model), "y"), "?");
    }

    /// A decoder declares what it reads: the operator does not pass its inputs on.
    void theDecoderOfAGeneratorIsInferred()
    {
        const auto decoder = wire::bytes(2, "decoder") + input("a", { 2, 3 })
            + wire::nodeField("Add", { "a", "k" }, { "r" })
            + wire::nodeField("Transpose", { "a" }, { "t" }) + wire::outputField("t");
        const auto model = parsed(input("x", { 1, 4 }) + input("k", { 2 })
                + wire::nodeField("GreedySearch", { "x", "x" }, { "y" },
                    wire::bytes(7, "com.microsoft") + wire::graphAttribute("decoder", decoder))
                + wire::outputField("y"),
            wire::bytes(8, wire::bytes(1, "com.microsoft") + wire::number(2, 1)));
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        const auto inner = model->graphs.back().outputs.front();
        QCOMPARE(QString::fromStdString(typeText(inferred.types[inner.value()])), "3×2 fp32");
        QVERIFY(std::ranges::any_of(inferred.diagnostics, [](const auto& finding) {
            return finding.message.find("broadcast") != std::string::npos;
        }));
    }

    /// The shape of `a` grows with each turn and reaches the end of the chain some turns later.
    void aLoopThatPassesAGrowingShapeOnClaimsNoSize()
    {
        const std::vector<std::string> carried { "a", "b", "c", "d", "e", "f" };
        const std::vector<std::string> results { "a1", "b1", "c1", "d1", "e1", "f1" };
        auto nodes
            = wire::nodeField("Concat", { "a", "k" }, { "a1" }, wire::intAttribute("axis", 0));
        for (std::size_t i = 1; i < carried.size(); ++i)
            nodes += wire::nodeField("Neg", { carried[i - 1] }, { results[i] });
        std::vector<std::string> inputs { "n", "go" };
        inputs.insert(inputs.end(), carried.size(), "k");
        const auto model = parsed(wire::inputField("n", wire::tensorType(int64, {}))
            + wire::inputField("go", wire::tensorType(9, {})) + input("k", { 1 })
            + wire::nodeField("Loop", inputs, { "ya", "yb", "yc", "yd", "ye", "yf" },
                wire::graphAttribute("body", loopBody(carried, results, nodes)))
            + wire::outputField("yf"));
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        for (const auto* name : { "ya", "yb", "yc", "yd", "ye", "yf" })
            QVERIFY2(!typeOf(*model, inferred, name).startsWith('1'),
                qPrintable(QString(name) + " is " + typeOf(*model, inferred, name)));
    }

    /// More calls than a body may be visited in a row: each is inferred from its own input.
    void everyCallOfALoopIsFollowed()
    {
        const auto body = loopBody({ "a" }, { "r" }, wire::nodeField("Relu", { "a" }, { "r" }));
        std::string graph = wire::inputField("n", wire::tensorType(int64, {}))
            + wire::inputField("go", wire::tensorType(9, {}));
        constexpr int calls = 20;
        for (int i = 1; i <= calls; ++i) {
            const auto number = std::to_string(i);
            graph += input("x" + number, { i, 3 })
                + call("F", { "n", "go", "x" + number }, { "y" + number })
                + wire::outputField("y" + number);
        }
        const auto model = parsed(graph,
            function("F", { "n", "go", "x" }, { "y" },
                { wire::node(
                    "Loop", { "n", "go", "x" }, { "y" }, wire::graphAttribute("body", body)) }));
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        for (int i = 1; i <= calls; ++i)
            QCOMPARE(
                typeOf(*model, inferred, "y" + std::to_string(i)), QString("%1×3 fp32").arg(i));
    }

    /// Each function calls the next one twice: 2^40 calls, of which one per function is new.
    void callsInCallsCostWhatTheFileHolds()
    {
        const auto model = callsInCalls("Relu");
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        QCOMPARE(typeOf(*model, inferred, "y"), "2×3 fp32");
        QVERIFY(std::ranges::none_of(inferred.diagnostics,
            [](const auto& finding) { return finding.code == "shapes-limit"; }));
    }

    /// The same with a size that depends on data, which is another one in each call.
    void whatIsNotFollowedIsSaid()
    {
        const auto model = callsInCalls("NonZero");
        QVERIFY(model != nullptr);
        const auto inferred = inferTypes(*model);
        const auto found
            = std::ranges::find(inferred.diagnostics, "shapes-limit", &support::Diagnostic::code);
        QVERIFY(found != inferred.diagnostics.end());
        QVERIFY2(found->message.find("node visits") != std::string::npos, found->message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCallInference)
#include "tst_call_inference.moc"
