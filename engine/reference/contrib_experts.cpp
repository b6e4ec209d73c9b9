#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/movement.h"
#include "engine/reference/multiply.h"
#include "engine/reference/quantization.h"
#include "engine/reference/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

// MoE, QMoE and GatherBlockQuantized of com.microsoft.

namespace engine {

namespace {

/// Sizes and rules of a mixture of experts.
struct Mixture {
    std::int64_t tokens = 0;
    std::int64_t features = 0;
    std::int64_t experts = 0;
    std::int64_t inner = 0;
    std::int64_t chosen = 1;
    bool isNormalised = false;
    bool isQuantized = false; ///< QMoE, which computes the weights of experts by another rule
    std::string activation;
    std::int64_t fusion = 0;
    float alpha = 1;
    float beta = 0;
    float limit = std::numeric_limits<float>::infinity();

    bool isGated() const { return activation == "swiglu"; }
    std::int64_t firstWidth() const { return isGated() && fusion != 0 ? 2 * inner : inner; }
};

/// Weights [experts, rows, columns] and bias [experts, rows] of one layer of all experts.
struct Layer {
    std::vector<float> weights;
    std::vector<float> bias;
    std::int64_t rows = 0;
    std::int64_t columns = 0;

    std::vector<float> apply(std::int64_t expert, const float* x) const
    {
        std::vector<float> y(rows, 0.0F);
        if (!bias.empty())
            std::copy_n(bias.begin() + expert * rows, rows, y.begin());
        multiplyAdd<float>({ x, columns, 1 },
            { weights.data() + expert * rows * columns, 1, columns }, y.data(), rows, 1, columns,
            rows);
        return y;
    }
};

Result<Layer> readLayer(const RunContext& context, std::size_t input, std::int64_t experts,
    std::int64_t rows, std::int64_t columns)
{
    Layer layer;
    layer.rows = rows;
    layer.columns = columns;
    const auto& weights = context.tensor(input);
    if (weights.dims() != Dims { experts, rows, columns })
        return fail("input ", input, " is ", weights.dims(), ", expected ",
            Dims { experts, rows, columns });
    layer.weights = TRY(readFloats(weights));
    layer.bias = TRY(optionalValues<float>(context, input + 1, experts * rows));
    return layer;
}

float activated(const Mixture& mixture, float x)
{
    if (mixture.activation == "relu")
        return std::max(x, 0.0F);
    if (mixture.activation == "gelu")
        return 0.5F * x * (1.0F + std::erf(x * 0.70710678F));
    if (mixture.activation == "silu")
        return x / (1.0F + std::exp(-x));
    return x; // identity
}

float swiGlu(const Mixture& mixture, float gate, float linear)
{
    gate = std::min(gate, mixture.limit);
    linear = std::clamp(linear, -mixture.limit, mixture.limit);
    return gate / (1.0F + std::exp(-mixture.alpha * gate)) * (linear + mixture.beta);
}

/// Returns the values between the two layers of an expert. `first` and `third` are the products of
/// the first and the third layer; `third` is empty if there is no third layer.
std::vector<float> innerValues(
    const Mixture& mixture, const std::vector<float>& first, const std::vector<float>& third)
{
    std::vector<float> inner(mixture.inner);
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (mixture.isGated() && mixture.fusion == 1)
            inner[i] = swiGlu(mixture, first[2 * i], first[2 * i + 1]);
        else if (mixture.isGated() && mixture.fusion == 2)
            inner[i] = swiGlu(mixture, first[i], first[i + inner.size()]);
        else if (mixture.isGated())
            inner[i] = swiGlu(mixture, first[i], third[i]);
        else
            inner[i] = activated(mixture, first[i]) * (third.empty() ? 1.0F : third[i]);
    }
    return inner;
}

/// Returns the experts of one token and their weights. These are the largest entries of the softmax
/// over all experts (QMoE: over the chosen ones), or the entries of `given`. QMoE sets a weight to
/// 0 if it is not above 0, as ONNX Runtime does.
std::vector<std::pair<std::int64_t, float>> route(
    const Mixture& mixture, const float* scores, const float* given)
{
    auto order = countUp(mixture.experts);
    std::ranges::stable_sort(
        order, [&](std::int64_t a, std::int64_t b) { return scores[a] > scores[b]; });
    const float shift = scores[order.front()];
    float all = 0;
    for (const auto expert : order)
        all += std::exp(scores[expert] - shift);
    std::vector<std::pair<std::int64_t, float>> routed;
    float share = 0;
    for (std::int64_t i = 0; i < mixture.chosen; ++i) {
        const auto expert = order[i];
        routed.emplace_back(
            expert, given != nullptr ? given[expert] : std::exp(scores[expert] - shift) / all);
        share += routed.back().second;
    }
    const bool divides = mixture.isNormalised || (mixture.isQuantized && given == nullptr);
    for (auto& [expert, weight] : routed) {
        weight = divides ? weight / share : weight;
        if (mixture.isQuantized && !(weight > 0 && std::isfinite(weight)))
            weight = 0;
    }
    return routed;
}

/// Indices of the inputs of one kind of mixture.
struct MixtureInputs {
    std::size_t firstWeights, secondWeights, thirdWeights;
    std::optional<std::size_t> routerWeights;
};

Result<Mixture> mixtureOf(
    const OpNode& node, const RunContext& context, const MixtureInputs& places)
{
    const auto& input = context.tensor(0);
    const auto& scores = context.tensor(1);
    const auto& first = context.tensor(places.firstWeights);
    const auto& second = context.tensor(places.secondWeights);
    if (input.rank() < 2 || input.rank() > 3 || scores.rank() != 2 || first.rank() != 3
        || second.rank() != 3)
        return fail("an input of ", input.dims(), ", routing of ", scores.dims(),
            " and weights of ", first.dims(), " and ", second.dims(), " are no mixture of experts");
    Mixture mixture;
    mixture.features = input.dims().back();
    mixture.tokens = scores.dims()[0];
    mixture.experts = scores.dims()[1];
    mixture.chosen = node.integer("k", 1);
    mixture.isNormalised = node.flag("normalize_routing_weights");
    mixture.activation = node.text("activation_type", "relu");
    mixture.fusion = node.integer("swiglu_fusion", 0);
    mixture.alpha = node.real("activation_alpha", 1.0F);
    mixture.beta = node.real("activation_beta", 0.0F);
    mixture.limit = node.real("swiglu_limit", mixture.limit);
    if (mixture.isGated() && (mixture.fusion < 0 || mixture.fusion > 2))
        return fail("swiglu_fusion is ", mixture.fusion, ", expected 0, 1 or 2");
    if (mixture.isGated() && !(mixture.limit >= 0))
        return fail("swiglu_limit is ", mixture.limit, ", expected 0 or more");
    const bool isFused = mixture.isGated() && mixture.fusion != 0;
    mixture.inner = first.dims()[1] / (isFused ? 2 : 1);
    if (TRY(checkedProduct(mixture.tokens, mixture.features)) != input.count())
        return fail(
            "routing for ", mixture.tokens, " tokens does not fit an input of ", input.dims());
    if (mixture.chosen < 1 || mixture.chosen > mixture.experts)
        return fail("k is ", mixture.chosen, " of ", mixture.experts, " experts");
    if (mixture.isGated() && !isFused && !context.hasInput(places.thirdWeights))
        return fail("swiglu without fusion needs the weights of fc3");
    return mixture;
}

/// Runs the mixture. `third` has no rows if there is no third layer.
Result<void> mix(RunContext& context, const Mixture& mixture, const std::array<Layer, 3>& layers,
    const MixtureInputs& places)
{
    const auto& [first, second, third] = layers;
    const auto& input = context.tensor(0);
    const auto x = TRY(readFloats(input));
    const auto scores = TRY(readFloats(context.tensor(1)));
    const bool areGiven = places.routerWeights && context.hasInput(*places.routerWeights);
    const auto given
        = areGiven ? TRY(readFloats(context.tensor(*places.routerWeights))) : std::vector<float> {};
    if (areGiven && given.size() != scores.size())
        return fail("router_weights has ", given.size(), " entries, expected ", scores.size());
    std::vector<float> result(x.size(), 0.0F);
    for (std::int64_t token = 0; token < mixture.tokens; ++token) {
        const float* row = x.data() + token * mixture.features;
        const auto place = token * mixture.experts;
        for (const auto& [expert, weight] :
            route(mixture, scores.data() + place, areGiven ? given.data() + place : nullptr)) {
            const auto inner = innerValues(mixture, first.apply(expert, row),
                third.rows > 0 ? third.apply(expert, row) : std::vector<float> {});
            const auto part = second.apply(expert, inner.data());
            for (std::size_t i = 0; i < part.size(); ++i)
                result[static_cast<std::size_t>(token) * part.size() + i] += weight * part[i];
        }
    }
    return writeFloats(context, 0, input.element(), input.dims(), result);
}

Result<void> runMixture(const OpNode& node, RunContext& context)
{
    constexpr MixtureInputs places { 2, 4, 6, std::nullopt };
    const auto mixture = TRY(mixtureOf(node, context, places));
    const auto [e, h, i] = std::array { mixture.experts, mixture.features, mixture.inner };
    auto first = TRY(readLayer(context, 2, e, mixture.firstWidth(), h));
    auto second = TRY(readLayer(context, 4, e, h, i));
    auto third = context.hasInput(6) ? TRY(readLayer(context, 6, e, i, h)) : Layer {};
    const std::array layers { std::move(first), std::move(second), std::move(third) };
    return mix(context, mixture, layers, places);
}

Result<void> checkMixture(const KernelRequest& request)
{
    const auto name = request.node.text("activation_type", "relu");
    if (request.node.flag("use_sparse_mixer"))
        return fail("MoE with use_sparse_mixer is not supported");
    if (name != "relu" && name != "gelu" && name != "silu" && name != "swiglu"
        && name != "identity")
        return fail(
            "MoE has the activation \"", name, "\", expected relu, gelu, silu, swiglu or identity");
    return onSingleOrHalf(request);
}

/// Unpacks codes of 8 or fewer bits from bytes (integers of 0 to 255), along the last axis, low
/// bits first.
std::vector<double> unpackedBytes(const std::vector<double>& bytes, std::int64_t bits)
{
    std::vector<double> codes;
    for (const auto byte : bytes) {
        for (std::int64_t bit = 0; bit < 8; bit += bits)
            codes.push_back(
                static_cast<double>(static_cast<unsigned>(byte) >> bit & ((1u << bits) - 1)));
    }
    return codes;
}

/// A quantised table. Each block along one axis has a scale and a zero point.
struct QuantizedTable {
    std::vector<double> codes;
    std::vector<double> scales;
    std::vector<double> zeros; ///< empty = `zero` everywhere
    Dims dims;
    Dims scaleStrides; ///< 0 along axes that share one scale
    Dims zeroStrides;
    std::size_t axis = 0;
    std::int64_t block = 1;
    double zero = 0;

    double at(std::int64_t element) const
    {
        std::int64_t scale = 0;
        std::int64_t zeroPlace = 0;
        auto rest = element;
        for (std::size_t d = dims.size(); d-- > 0;) {
            const auto position = d == axis ? rest % dims[d] / block : rest % dims[d];
            scale += position * scaleStrides[d];
            zeroPlace += zeros.empty() ? 0 : position * zeroStrides[d];
            rest /= dims[d];
        }
        const double base = zeros.empty() ? zero : zeros[zeroPlace];
        return (codes[element] - base) * scales[scale];
    }
};

Result<QuantizedTable> quantizedTable(const OpNode& node, const RunContext& context)
{
    const auto& data = context.tensor(0);
    const auto& scales = context.tensor(2);
    const bool isBytes = data.element() == ElementType::Uint8;
    const auto bits = isBytes ? node.integer("bits", 4) : 8;
    if (bits != 2 && bits != 4 && bits != 8)
        return fail("bits is ", bits, ", expected 2, 4 or 8");
    QuantizedTable table;
    table.dims = data.dims();
    table.codes = TRY(readCodes(data));
    if (bits < 8) {
        table.codes = unpackedBytes(table.codes, bits);
        table.dims.back() *= 8 / bits;
    }
    table.axis = TRY(normalizeAxis(node.integer("quantize_axis", 1), table.dims.size()));
    table.block = node.integer("block_size", 128);
    if (table.block == 0)
        table.block = std::max<std::int64_t>(table.dims[table.axis], 1);
    table.zero = isBytes ? static_cast<double>(1 << (bits - 1)) : 0.0;
    Dims expected = table.dims;
    expected[table.axis] = table.block < 1 ? 0 : blockCount(expected[table.axis], table.block);
    if (table.block < 1 || scales.rank() != expected.size()
        || TRY(broadcastDims(scales.dims(), expected)) != expected)
        return fail("scales of ", scales.dims(), ", expected ", expected);
    table.scales = TRY(readNumbers(scales));
    table.scaleStrides = broadcastStrides(scales.dims(), expected);
    if (!context.hasInput(3))
        return table;
    TRY(requireSameElement(context, 3, 0));
    auto zeroDims = context.tensor(3).dims();
    table.zeros = TRY(readCodes(context.tensor(3)));
    if (bits < 8 && !zeroDims.empty()) {
        table.zeros = unpackedBytes(table.zeros, bits);
        zeroDims.back() *= 8 / bits;
        if (zeroDims.size() == expected.size() && zeroDims.back() >= expected.back())
            expected.back() = zeroDims.back(); // the last byte may have unused codes
    }
    if (zeroDims != expected)
        return fail(
            "zero points of ", context.tensor(3).dims(), " do not fit scales of ", scales.dims());
    table.zeroStrides = denseStrides(zeroDims);
    return table;
}

struct LayerPlaces {
    std::size_t weights, zeros;
    std::string_view bits; ///< attribute of this layer; the default is expert_weight_bits
};

/// Reads the numbers of an input that must have the type uint8.
Result<std::vector<double>> readBytes(const RunContext& context, std::size_t input)
{
    const auto& tensor = context.tensor(input);
    if (tensor.element() != ElementType::Uint8)
        return fail("input ", input, " has element type ", tensor.element(), ", expected uint8");
    return readNumbers(tensor);
}

/// Reads weights [experts, rows, columns] in codes of a few bits, with a scale and a zero point for
/// each row or for each block of its columns, and the bias.
Result<Layer> readPackedLayer(const OpNode& node, const RunContext& context,
    const LayerPlaces& places, std::int64_t experts, std::int64_t rows, std::int64_t columns)
{
    const auto& codes = context.tensor(places.weights);
    const auto bits = node.integer(places.bits, node.integer("expert_weight_bits", 4));
    const auto block = node.integer("block_size", 0) > 0 ? node.integer("block_size", 0) : columns;
    if (bits != 2 && bits != 4 && bits != 8)
        return fail("weights of ", bits, " bits, expected 2, 4 or 8");
    if (columns % (8 / bits) != 0)
        return fail(columns, " columns of ", bits, " bits do not fill whole bytes");
    if (!context.hasInput(places.weights + 1)
        || codes.dims() != Dims { experts, rows, columns * bits / 8 })
        return fail("input ", places.weights, " is ", codes.dims(), ", expected ",
            Dims { experts, rows, columns * bits / 8 }, " of codes of ", bits, " bits, and scales");
    const auto blocks = block < 1 ? 0 : blockCount(columns, block);
    const auto scales = TRY(readFloats(context.tensor(places.weights + 1)));
    if (std::ssize(scales) != experts * rows * blocks)
        return fail("input ", places.weights + 1, " is ", context.tensor(places.weights + 1).dims(),
            ", expected ", blocks, " scales for each of ", rows, " rows");
    const auto numbers = unpackedBytes(TRY(readBytes(context, places.weights)), bits);
    std::vector<double> zeros;
    const bool hasBlocks = node.integer("block_size", 0) > 0;
    // Zero points begin at a new byte for each row of blocks, or for each expert.
    const auto run = hasBlocks ? blocks : rows;
    const auto stride = (run * bits + 7) / 8 * 8 / bits;
    if (context.hasInput(places.zeros)) {
        if (run < 1)
            return fail("input ", places.zeros, " has zero points of a layer of ", rows,
                " rows and ", columns, " columns, which has none");
        zeros = unpackedBytes(TRY(readBytes(context, places.zeros)), bits);
        if (std::ssize(zeros) != experts * rows * blocks / run * stride)
            return fail("input ", places.zeros, " is ", context.tensor(places.zeros).dims(),
                ", which fits no ", run, " zero points in a row");
    }
    Layer layer;
    layer.rows = rows;
    layer.columns = columns;
    layer.weights.reserve(numbers.size());
    for (std::int64_t i = 0; i < experts * rows * columns; ++i) {
        const auto at = i / columns * blocks + i % columns / block;
        const double zero = zeros.empty() ? static_cast<double>(1 << (bits - 1))
                                          : zeros[at / run * stride + at % run];
        layer.weights.push_back(static_cast<float>(numbers[i] - zero) * scales[at]);
    }
    layer.bias = TRY(optionalValues<float>(context, places.weights + 2, experts * rows));
    return layer;
}

Result<void> runPackedMixture(const OpNode& node, RunContext& context)
{
    constexpr MixtureInputs places { 2, 5, 8, 14 };
    auto mixture = TRY(mixtureOf(node, context, places));
    mixture.isQuantized = true;
    const auto [e, h, i] = std::array { mixture.experts, mixture.features, mixture.inner };
    auto first = TRY(readPackedLayer(
        node, context, { 2, 11, "fc1_expert_weight_bits" }, e, mixture.firstWidth(), h));
    auto second = TRY(readPackedLayer(node, context, { 5, 12, "fc2_expert_weight_bits" }, e, h, i));
    auto third = context.hasInput(8)
        ? TRY(readPackedLayer(node, context, { 8, 13, "fc3_expert_weight_bits" }, e, i, h))
        : Layer {};
    const std::array layers { std::move(first), std::move(second), std::move(third) };
    return mix(context, mixture, layers, places);
}

/// Gather from a table that is quantised in blocks. An index out of range gives zeros.
Result<void> runGatherBlocks(const OpNode& node, RunContext& context)
{
    const auto& indices = context.tensor(1);
    if (context.tensor(0).rank() == 0)
        return fail("the table is a scalar");
    const auto table = TRY(quantizedTable(node, context));
    const auto axis = TRY(normalizeAxis(node.integer("gather_axis", 0), table.dims.size()));
    const auto wanted = TRY(readIntegers(indices));
    const auto dims = gatheredDims(table.dims, axis, indices.dims());
    const auto [outer, length, inner] = foldAt(table.dims, axis);
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, context.tensor(2).element(), dims));
    return visitElement(FloatTypes {}, output->element(), [&]<typename T>() {
        T* target = storage<T>(*output);
        for (std::int64_t o = 0; o < outer && output->count() > 0; ++o) {
            for (auto index : wanted) {
                index += index < 0 ? length : 0;
                const bool isInside = index >= 0 && index < length;
                for (std::int64_t i = 0; i < inner; ++i) {
                    const double x = isInside ? table.at((o * length + index) * inner + i) : 0.0;
                    *target++ = static_cast<T>(static_cast<Arithmetic<T>>(static_cast<float>(x)));
                }
            }
        }
    });
}

const RegisterReference experts[] = {
    { "MoE", runMixture, checkMixture, "com.microsoft" },
    { "QMoE", runPackedMixture, checkMixture, "com.microsoft" },
    { "GatherBlockQuantized", runGatherBlocks, nullptr, "com.microsoft" },
};

} // namespace

} // namespace engine
