#include "tests/support/ui/walkthrough_models.h"

#include "tests/support/wire.h"

#include <QFile>
#include <QTest>

namespace testing {

namespace {

constexpr int floats = 1;
constexpr int width = 16; ///< of the decoder
constexpr std::uint32_t nodeName = 3;
constexpr std::uint32_t nodeDomain = 7;
constexpr std::uint32_t rawData = 9;
constexpr std::uint32_t graphName = 2;

std::string node(const std::string& name, const char* type, const std::vector<std::string>& inputs,
    const std::string& output, const std::string& rest = {})
{
    return wire::nodeField(type, inputs, { output }, wire::bytes(nodeName, name) + rest);
}

std::string weight(const std::string& name, int rows, int columns)
{
    const std::string zeros(static_cast<std::size_t>(rows * columns) * sizeof(float), '\0');
    return wire::initializerField(
        wire::tensor(name, floats, { rows, columns }, wire::bytes(rawData, zeros)));
}

/// A TypeProto of a float tensor whose dimensions are names or numbers.
std::string namedType(const std::vector<std::string>& dims)
{
    std::string shape;
    for (const auto& dim : dims) {
        const bool isNumber = dim.find_first_not_of("0123456789") == std::string::npos;
        shape += wire::bytes(1, isNumber ? wire::number(1, std::stoll(dim)) : wire::bytes(2, dim));
    }
    return wire::bytes(1, wire::number(1, floats) + wire::bytes(2, shape));
}

std::string layer(int index, const std::string& input, const std::string& output)
{
    const auto scope = "/model/layers." + std::to_string(index);
    const auto value = [&](const char* name) { return scope + "/" + name; };
    return weight(value("q.weight"), width, width) + weight(value("k.weight"), width, width)
        + weight(value("up.weight"), width, 2 * width)
        + weight(value("down.weight"), 2 * width, width)
        + node(
            scope + "/self_attn/q_proj/MatMul", "MatMul", { input, value("q.weight") }, value("q"))
        + node(
            scope + "/self_attn/k_proj/MatMul", "MatMul", { input, value("k.weight") }, value("k"))
        + node(scope + "/self_attn/Mul", "Mul", { value("q"), value("k") }, value("scores"))
        + node(scope + "/self_attn/Add", "Add", { value("scores"), "mask" }, value("masked"))
        + node(scope + "/self_attn/Softmax", "Softmax", { value("masked") }, value("probabilities"),
            wire::intAttribute("axis", -1))
        + node(scope + "/mlp/up_proj/MatMul", "MatMul",
            { value("probabilities"), value("up.weight") }, value("up"))
        + node(scope + "/mlp/act/Relu", "Relu", { value("up") }, value("act"))
        + node(scope + "/mlp/down_proj/MatMul", "MatMul", { value("act"), value("down.weight") },
            output);
}

std::string smallInput() { return wire::inputField("x", wire::tensorType(floats, { 4, 4 })); }
std::string smallOutput(const char* name)
{
    return wire::outputField(name, wire::tensorType(floats, { 4, 4 }));
}

} // namespace

std::string decoderModel(int layers)
{
    std::string graph = wire::bytes(graphName, "main_graph");
    std::string last = "hidden";
    for (int i = 0; i < layers; ++i) {
        const auto next = i + 1 == layers ? std::string("logits") : "hidden." + std::to_string(i);
        graph += layer(i, last, next);
        last = next;
    }
    const auto size = std::to_string(width);
    return wire::model(graph + wire::inputField("hidden", namedType({ "batch", "sequence", size }))
        + wire::inputField("mask", namedType({ "batch", "1", size }))
        + wire::outputField("logits", namedType({ "batch", "sequence", size })));
}

std::string externalWeightsModel()
{
    std::string graph = wire::bytes(graphName, "main_graph") + smallInput() + smallOutput("y");
    std::string last = "x";
    for (int i = 0; i < externalWeights; ++i) {
        const auto name = "stage" + std::to_string(i);
        const auto next = i + 1 == externalWeights ? std::string("y") : name + ".out";
        graph += node(name, "MatMul", { last, name + ".weight" }, next)
            + wire::initializerField(wire::tensor(name + ".weight", floats, { 4, 4 },
                wire::externalFields("weights.data", std::to_string(i * externalWeightBytes),
                    std::to_string(externalWeightBytes))));
        last = next;
    }
    return wire::model(graph);
}

std::string customOperatorModel()
{
    const auto domain = wire::bytes(nodeDomain, "com.example");
    return wire::model(wire::bytes(graphName, "main_graph") + smallInput() + smallOutput("y")
               + node("before", "Relu", { "x" }, "a")
               + node("fancy", "FancyNorm", { "a" }, "b", domain)
               + node("between", "Relu", { "b" }, "c")
               + node("second", "OtherNorm", { "c" }, "d", domain)
               + node("after", "Relu", { "d" }, "y"))
        + wire::operatorSet("com.example", 1);
}

std::string nestedModel()
{
    const auto branch = [](const std::string& name) {
        return wire::bytes(graphName, name)
            + node(name + "/conv", "Conv", { "x4", "w" }, name + "_out")
            + wire::outputField(name + "_out");
    };
    const auto function = wire::bytes(1, "Twice") + wire::bytes(4, "a") + wire::bytes(5, "b")
        + wire::bytes(7, wire::node("Conv", { "a", "a" }, { "b" }, wire::bytes(nodeName, "inner")))
        + wire::bytes(9, wire::bytes(1, "") + wire::number(2, 17)) + wire::bytes(10, "local");
    const auto image = wire::tensorType(floats, { 1, 1, 4, 4 });
    const auto graph = wire::bytes(graphName, "main_graph") + wire::inputField("x4", image)
        + wire::inputField("choice", wire::tensorType(9, {})) + wire::outputField("y4")
        + wire::initializerField(wire::tensor(
            "w", floats, { 1, 1, 1, 1 }, wire::bytes(rawData, std::string(sizeof(float), '\0'))))
        + node("first", "Conv", { "x4", "w" }, "c")
        + node("branching", "If", { "choice" }, "chosen",
            wire::graphAttribute("then_branch", branch("then"))
                + wire::graphAttribute("else_branch", branch("else")))
        + node("call", "Twice", { "chosen" }, "called", wire::bytes(nodeDomain, "local"))
        + node("last", "Add", { "called", "c" }, "y4");
    return wire::model(graph) + wire::bytes(25, function) + wire::operatorSet("local", 1);
}

std::string chainModel(int nodes, const std::string& firstName)
{
    std::string graph = wire::bytes(graphName, "main_graph") + smallInput() + smallOutput("y");
    std::string last = "x";
    for (int i = 0; i < nodes; ++i) {
        const auto next = i + 1 == nodes ? std::string("y") : "v" + std::to_string(i);
        graph += node(i == 0 ? firstName : "n" + std::to_string(i), "Relu", { last }, next);
        last = next;
    }
    return wire::model(graph);
}

std::string outsideWeightsModel(const std::string& location)
{
    return wire::model(wire::bytes(graphName, "main_graph") + smallInput() + smallOutput("y")
        + node("product", "MatMul", { "x", "secret" }, "y")
        + wire::initializerField(wire::tensor("secret", floats, { 4, 4 },
            wire::externalFields(location, "0", std::to_string(externalWeightBytes)))));
}

void writeFile(const QString& path, const std::string& bytes)
{
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
}

} // namespace testing
