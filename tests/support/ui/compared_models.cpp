#include "tests/support/ui/compared_models.h"

#include "tests/support/wire.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace testing {

namespace {

constexpr int floats = 1;
constexpr int smallSigned = 3;
constexpr int rows = 32;
constexpr int width = 128;
constexpr float weightScale = 1.0F / 1024;
constexpr std::uint32_t nodeName = 3;
constexpr std::uint32_t rawData = 9;
constexpr std::uint32_t graphName = 2;

std::string node(const std::string& name, const char* type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs, const std::string& rest = {})
{
    return wire::nodeField(type, inputs, outputs, wire::bytes(nodeName, name) + rest);
}

template <typename T>
std::string weight(const std::string& name, int element, const std::vector<std::int64_t>& dims,
    const std::vector<T>& values)
{
    std::string raw(values.size() * sizeof(T), '\0');
    std::memcpy(raw.data(), values.data(), raw.size());
    return wire::initializerField(wire::tensor(name, element, dims, wire::bytes(rawData, raw)));
}

/// Weights from -100 to 100, another sequence for each layer.
std::vector<std::int8_t> integerWeights(int layer)
{
    std::vector<std::int8_t> values;
    auto state = static_cast<std::uint32_t>(layer + 1) * 2'654'435'761U;
    for (int i = 0; i < width * width; ++i) {
        state = state * 1'664'525U + 1'013'904'223U;
        values.push_back(static_cast<std::int8_t>(static_cast<int>((state >> 16) % 201) - 100));
    }
    return values;
}

std::vector<float> floatWeights(int layer)
{
    std::vector<float> values;
    for (const auto value : integerWeights(layer))
        values.push_back(static_cast<float>(value) * weightScale);
    return values;
}

std::string perceptron(
    int layers, std::string (*layer)(int, const std::string&, const std::string&))
{
    std::string graph = wire::bytes(graphName, "main_graph")
        + wire::inputField("x", wire::tensorType(floats, { rows, width }))
        + wire::outputField("y", wire::tensorType(floats, { rows, width }));
    std::string last = "x";
    for (int i = 0; i < layers; ++i) {
        const auto next = i + 1 == layers ? std::string("y") : "h" + std::to_string(i);
        graph += layer(i, last, next);
        last = next;
    }
    return wire::model(graph);
}

std::string biasOf(const std::string& name)
{
    return weight(name, floats, { width }, std::vector<float>(width, 0.125F));
}

std::string floatLayer(int index, const std::string& input, const std::string& output)
{
    const auto scope = "block." + std::to_string(index);
    return weight(scope + ".weight", floats, { width, width }, floatWeights(index))
        + biasOf(scope + ".bias")
        + node(scope + "/dense/MatMul", "MatMul", { input, scope + ".weight" }, { scope + ".mm" })
        + node(scope + "/dense/Add", "Add", { scope + ".mm", scope + ".bias" }, { scope + ".pre" })
        + node(scope + "/act/Relu", "Relu", { scope + ".pre" }, { output });
}

std::string wholeLayer(int index, const std::string& input, const std::string& output)
{
    const auto name = [index](const char* what) { return what + std::to_string(index); };
    return weight(name("w"), smallSigned, { width, width }, integerWeights(index))
        + weight(name("wz"), smallSigned, {}, std::vector<std::int8_t> { 0 })
        + weight(name("ws"), floats, {}, std::vector<float> { weightScale }) + biasOf(name("b"))
        + node(name("quantise"), "DynamicQuantizeLinear", { input },
            { name("q"), name("s"), name("z") })
        + node(name("product"), "MatMulInteger", { name("q"), name("w"), name("z"), name("wz") },
            { name("acc") })
        + node(name("to_float"), "Cast", { name("acc") }, { name("facc") },
            wire::intAttribute("to", floats))
        + node(name("scale"), "Mul", { name("s"), name("ws") }, { name("sc") })
        + node(name("rescale"), "Mul", { name("facc"), name("sc") }, { name("mm") })
        + node(name("bias"), "Add", { name("mm"), name("b") }, { name("pre") })
        + node(name("relu"), "Relu", { name("pre") }, { output });
}

} // namespace

std::string floatPerceptron(int layers) { return perceptron(layers, floatLayer); }

std::string integerPerceptron(int layers) { return perceptron(layers, wholeLayer); }

} // namespace testing
