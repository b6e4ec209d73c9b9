#include "engine/cuda/kernels/attention.h"
#include "engine/cuda/kernels/numbers.h"
#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/run_memory.h"
#include "engine/functors/activation.h"

#include <cmath>

// MoE and QMoE of com.microsoft. Each token chooses its experts, and each expert gets a list of its
// tokens, in order. Each layer is one product over all experts; tiles after an expert's last token
// end at once. Weights are numbers, or codes of 2, 4 or 8 bits with a scale and a zero point for
// each row or block of columns. Sums are float.

namespace engine::cuda {

namespace {

enum class Activation { Identity, Relu, Gelu, Silu, SwiGlu };

/// Sizes and rules of com.microsoft's MoE and QMoE.
struct Mixture {
    TensorType type; ///< of the input
    std::int64_t tokens = 0;
    std::int64_t features = 0;
    std::int64_t experts = 0;
    std::int64_t inner = 0;
    std::int64_t chosen = 1;
    bool isNormalised = false;
    bool isQuantized = false;
    Activation activation = Activation::Relu;
    std::int64_t fusion = 0;
    float alpha = 1;
    float beta = 0;
    float limit = std::numeric_limits<float>::infinity();
    bool hasThird = false;

    std::int64_t pairs() const { return tokens * chosen; }
    std::int64_t firstWidth() const
    {
        return activation == Activation::SwiGlu && fusion != 0 ? 2 * inner : inner;
    }
};

/// Chooses the experts of a token and their weights. The experts have the largest scores. The
/// weights are their softmax over all experts (QMoE: over the chosen ones), or are read from
/// `given`.
struct Route {
    NumberReader scores; ///< [tokens, experts]
    NumberReader given;
    std::int64_t experts;
    std::int64_t chosen;
    bool divides;
    bool zeroesInvalidWeights;
    std::int32_t* expertOf; ///< [tokens, chosen]
    float* weightOf;

    OPSCOPE_KERNEL float score(std::int64_t token, std::int64_t expert) const
    {
        return static_cast<float>(scores.at(token * experts + expert));
    }

    /// Returns the best expert that is not among the first `count`.
    OPSCOPE_KERNEL std::int64_t next(std::int64_t token, std::int64_t count) const
    {
        std::int64_t best = -1;
        for (std::int64_t e = 0; e < experts; ++e) {
            bool isTaken = false;
            for (std::int64_t i = 0; i < count; ++i)
                isTaken = isTaken || expertOf[token * chosen + i] == e;
            if (!isTaken && (best < 0 || score(token, best) < score(token, e)))
                best = e;
        }
        return best;
    }

    OPSCOPE_KERNEL void operator()(std::int64_t token) const
    {
        for (std::int64_t i = 0; i < chosen; ++i)
            expertOf[token * chosen + i] = static_cast<std::int32_t>(next(token, i));
        const float shift = score(token, expertOf[token * chosen]);
        float all = 0;
        for (std::int64_t e = 0; e < experts; ++e)
            all += std::exp(score(token, e) - shift);
        float share = 0;
        for (std::int64_t i = 0; i < chosen; ++i) {
            const auto expert = expertOf[token * chosen + i];
            const float weight = given.isPresent()
                ? static_cast<float>(given.at(token * experts + expert))
                : std::exp(score(token, expert) - shift) / all;
            weightOf[token * chosen + i] = weight;
            share += weight;
        }
        for (std::int64_t i = 0; i < chosen; ++i) {
            auto& weight = weightOf[token * chosen + i];
            weight = divides ? weight / share : weight;
            const bool isWorth = weight > 0 && weight < std::numeric_limits<float>::infinity();
            weight = zeroesInvalidWeights && !isWorth ? 0.0f : weight;
        }
    }
};

/// For each expert the pairs (token, choice) that it computes, in order.
struct ExpertLists {
    std::int32_t* pairs; ///< [experts, capacity]
    std::int32_t* counts; ///< [experts]
    std::int64_t capacity;

    OPSCOPE_KERNEL bool has(std::int64_t expert, std::int64_t row) const
    {
        return row < counts[expert];
    }
    OPSCOPE_KERNEL std::int64_t pair(std::int64_t expert, std::int64_t row) const
    {
        return pairs[expert * capacity + row];
    }
};

constexpr int listThreads = 256;

struct CollectPairs {
    const std::int32_t* expertOf;
    std::int64_t count; ///< of pairs
    ExpertLists lists;

    OPSCOPE_KERNEL void operator()(Block<listThreads>& block, std::int64_t expert) const
    {
        OPSCOPE_SHARED std::int32_t before[listThreads];
        const auto run = (count + listThreads - 1) / listThreads;
        block.phase([&](int thread) {
            std::int32_t own = 0;
            for (auto i = thread * run; i < (thread + 1) * run && i < count; ++i)
                own += expertOf[i] == expert ? 1 : 0;
            before[thread] = own;
        });
        block.phase([&](int thread) {
            if (thread != 0)
                return;
            std::int32_t sum = 0;
            for (auto& each : before) {
                const auto own = each;
                each = sum;
                sum += own;
            }
            lists.counts[expert] = sum;
        });
        block.phase([&](int thread) {
            auto place = before[thread];
            for (auto i = thread * run; i < (thread + 1) * run && i < count; ++i) {
                if (expertOf[i] == expert)
                    lists.pairs[expert * lists.capacity + place++] = static_cast<std::int32_t>(i);
            }
        });
    }
};

/// Weights [experts, rows, columns] of one layer, dequantised when they are read.
template <typename T>
struct ExpertWeights {
    const T* values = nullptr; ///< null: the weights are codes
    const std::uint8_t* codes = nullptr;
    NumberReader scales; ///< [experts * rows, blocks]
    const std::uint8_t* zeros = nullptr; ///< null: the middle of the range
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t block = 1;
    std::int64_t blocks = 1;
    std::int64_t run = 1; ///< after this many zero points the next byte begins
    std::int64_t stride = 1; ///< codes from one such run to the next
    int bits = 8;

    OPSCOPE_KERNEL float operator()(
        std::int64_t expert, std::int64_t column, std::int64_t row) const
    {
        const auto at = (expert * rows + row) * columns + column;
        if (values != nullptr)
            return static_cast<float>(widen(values[at]));
        const auto scale = (expert * rows + row) * blocks + column / block;
        const float zero = zeros != nullptr
            ? packedCode(zeros, scale / run * stride + scale % run, bits)
            : static_cast<float>(1 << (bits - 1));
        return (packedCode(codes, at, bits) - zero) * static_cast<float>(scales.at(scale));
    }
};

/// The input rows of an expert: rows of tokens, or of pairs.
template <typename X>
struct ExpertRows {
    const X* x;
    ExpertLists lists;
    std::int64_t width;
    std::int64_t perRow; ///< pairs that use the same row of x

    OPSCOPE_KERNEL float operator()(std::int64_t expert, std::int64_t row, std::int64_t depth) const
    {
        if (!lists.has(expert, row))
            return 0;
        return static_cast<float>(widen(x[lists.pair(expert, row) / perRow * width + depth]));
    }
};

struct StorePairs {
    float* y; ///< [pairs, width]
    ExpertLists lists;
    std::int64_t width;
    NumberReader bias; ///< [experts, width]

    OPSCOPE_KERNEL void operator()(
        std::int64_t expert, std::int64_t row, std::int64_t column, float sum) const
    {
        if (!lists.has(expert, row))
            return;
        if (bias.isPresent())
            sum += static_cast<float>(bias.at(expert * width + column));
        y[lists.pair(expert, row) * width + column] = sum;
    }
};

/// One layer of all experts. Skips tiles without tokens.
template <typename X, typename T>
struct ExpertProduct {
    TiledProduct<float, ExpertRows<X>, ExpertWeights<T>, StorePairs> product;

    OPSCOPE_KERNEL void operator()(Block<productThreads>& block, std::int64_t tile) const
    {
        const auto across = product.tilesAcross();
        const auto down = product.tilesDown();
        if (product.left.lists.has(tile / (across * down), tile / across % down * tileSide))
            product(block, tile);
    }
};

/// The activation between the two layers of an expert.
struct Activate {
    const float* first; ///< [pairs, firstWidth]
    const float* third; ///< null: there is no third layer
    float* y; ///< [pairs, inner]
    std::int64_t inner;
    Activation activation;
    std::int64_t fusion;
    float alpha;
    float beta;
    float limit;

    OPSCOPE_KERNEL float swiGlu(float gate, float linear) const
    {
        gate = gate > limit ? limit : gate;
        linear = linear > limit ? limit : linear < -limit ? -limit : linear;
        return functors::Swish { alpha }(gate) * (linear + beta);
    }
    OPSCOPE_KERNEL float activated(float x) const
    {
        if (activation == Activation::Relu)
            return functors::Relu {}(x);
        if (activation == Activation::Gelu)
            return functors::GeluByErf {}(x);
        return activation == Activation::Silu ? functors::Swish { 1.0f }(x) : x;
    }
    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto pair = i / inner;
        const auto k = i % inner;
        if (activation != Activation::SwiGlu)
            y[i] = activated(first[i]) * (third != nullptr ? third[i] : 1.0f);
        else if (fusion == 1)
            y[i] = swiGlu(first[2 * i], first[2 * i + 1]);
        else if (fusion == 2)
            y[i] = swiGlu(first[pair * 2 * inner + k], first[pair * 2 * inner + inner + k]);
        else
            y[i] = swiGlu(first[i], third[i]);
    }
};

template <typename T>
struct JoinExperts {
    const float* parts; ///< [pairs, features]
    const float* weightOf;
    T* y;
    std::int64_t features;
    std::int64_t chosen;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto token = i / features;
        float sum = 0;
        for (std::int64_t c = 0; c < chosen; ++c) {
            const auto pair = token * chosen + c;
            sum += weightOf[pair] * parts[pair * features + i % features];
        }
        y[i] = static_cast<T>(sum);
    }
};

/// Input numbers and sizes of a layer.
struct LayerPlan {
    std::size_t weights = 0;
    std::size_t bias = 0;
    std::size_t zeros = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t block = 1;
    std::int64_t blocks = 1;
    std::int64_t run = 1;
    std::int64_t stride = 1;
    int bits = 0; ///< 0: the weights are numbers
};

struct MixturePlan {
    Mixture mixture;
    LayerPlan first, second, third;
    std::size_t given = 0; ///< number of the input with router weights; 0: none
};

Result<Activation> activationNamed(const OpNode& node)
{
    constexpr std::pair<std::string_view, Activation> names[] = {
        { "relu", Activation::Relu },
        { "gelu", Activation::Gelu },
        { "silu", Activation::Silu },
        { "swiglu", Activation::SwiGlu },
        { "identity", Activation::Identity },
    };
    const auto name = node.text("activation_type", "relu");
    for (const auto& [known, activation] : names) {
        if (name == known)
            return activation;
    }
    return fail("the activation \"", name, "\" is not known");
}

Result<Mixture> mixtureOf(const KernelRequest& request, std::size_t first, std::size_t third)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    TRY(requireNumber(request, 1));
    const auto& node = request.node;
    if (node.flag("use_sparse_mixer"))
        return fail("use_sparse_mixer is not supported");
    Mixture mixture;
    mixture.type = inputType(request, 0);
    const auto& x = mixture.type.dims;
    const auto& scores = inputType(request, 1).dims;
    const auto& weights = inputType(request, first).dims;
    if (x.size() < 2 || x.size() > 3 || scores.size() != 2 || weights.size() != 3)
        return fail("an input of ", dimsText(x), ", routing of ", dimsText(scores),
            " and weights of ", dimsText(weights), " are no mixture of experts");
    mixture.features = x.back();
    mixture.tokens = scores[0];
    mixture.experts = scores[1];
    mixture.chosen = node.integer("k", 1);
    mixture.isNormalised = node.flag("normalize_routing_weights");
    mixture.activation = TRY(activationNamed(node));
    mixture.fusion = node.integer("swiglu_fusion", 0);
    mixture.alpha = node.real("activation_alpha", 1.0f);
    mixture.beta = node.real("activation_beta", 0.0f);
    mixture.limit = node.real("swiglu_limit", mixture.limit);
    mixture.hasThird = request.hasInput(third);
    const bool isGated = mixture.activation == Activation::SwiGlu;
    mixture.inner = weights[1] / (isGated && mixture.fusion != 0 ? 2 : 1);
    if (mixture.tokens * mixture.features != mixture.type.count()
        || mixture.pairs() > std::numeric_limits<std::int32_t>::max())
        return fail(
            "routing for ", mixture.tokens, " tokens does not fit an input of ", dimsText(x));
    if (mixture.chosen < 1 || mixture.chosen > mixture.experts)
        return fail("k is ", mixture.chosen, " of ", mixture.experts, " experts");
    if (isGated && mixture.fusion == 0 && !mixture.hasThird)
        return fail("swiglu without fusion needs the weights of fc3");
    return mixture;
}

Result<void> requireBias(const KernelRequest& request, const LayerPlan& layer, std::int64_t experts)
{
    if (!request.hasInput(layer.bias))
        return {};
    TRY(requireNumber(request, layer.bias));
    if (inputType(request, layer.bias).count() != experts * layer.rows)
        return fail("input ", layer.bias, " is ", dimsText(inputType(request, layer.bias).dims),
            ", expected ", experts * layer.rows, " elements");
    return {};
}

Result<LayerPlan> denseLayer(const KernelRequest& request, std::int64_t experts, std::size_t input,
    std::int64_t rows, std::int64_t columns)
{
    const auto& weights = inputType(request, input);
    if (weights.element != inputType(request, 0).element
        || weights.dims != Dims { experts, rows, columns })
        return fail("input ", input, " is ", dimsText(weights.dims), " ",
            model::name(weights.element), ", expected ", dimsText(Dims { experts, rows, columns }),
            " of the input's type");
    LayerPlan layer { .weights = input, .bias = input + 1, .rows = rows, .columns = columns };
    TRY(requireBias(request, layer, experts));
    return layer;
}

struct PackedPlaces {
    std::size_t weights, zeros;
    std::string_view bits; ///< attribute for this layer; preferred to the one for all layers
};

Result<LayerPlan> packedLayer(const KernelRequest& request, std::int64_t experts,
    const PackedPlaces& places, std::int64_t rows, std::int64_t columns)
{
    const auto& node = request.node;
    const auto bits = node.integer(places.bits, node.integer("expert_weight_bits", 4));
    const auto written = node.integer("block_size", 0);
    LayerPlan layer { .weights = places.weights,
        .bias = places.weights + 2,
        .zeros = places.zeros,
        .rows = rows,
        .columns = columns,
        .block = written > 0 ? written : std::max<std::int64_t>(columns, 1),
        .bits = static_cast<int>(bits) };
    if (bits != 2 && bits != 4 && bits != 8)
        return fail("weights of ", bits, " bits, expected 2, 4 or 8");
    layer.blocks = columns / layer.block + (columns % layer.block != 0 ? 1 : 0);
    layer.run = std::max<std::int64_t>(written > 0 ? layer.blocks : rows, 1);
    layer.stride = (layer.run * bits + 7) / 8 * 8 / bits;
    const auto& codes = inputType(request, places.weights);
    const Dims expected { experts, rows, columns * bits / 8 };
    if (codes.element != ElementType::Uint8 || codes.dims != expected || columns * bits % 8 != 0
        || !request.hasInput(places.weights + 1))
        return fail("input ", places.weights, " is ", dimsText(codes.dims), " ",
            model::name(codes.element), ", expected bytes of ", dimsText(expected), ", and scales");
    const auto scales = experts * rows * layer.blocks;
    TRY(requireNumber(request, places.weights + 1));
    if (inputType(request, places.weights + 1).count() != scales)
        return fail("input ", places.weights + 1, " is ",
            dimsText(inputType(request, places.weights + 1).dims), ", expected ", layer.blocks,
            " scales for each of ", rows, " rows");
    if (request.hasInput(places.zeros)) {
        const auto& zeros = inputType(request, places.zeros);
        if (zeros.element != ElementType::Uint8
            || zeros.count() * 8 / bits != scales / layer.run * layer.stride)
            return fail("input ", places.zeros, " is ", dimsText(zeros.dims), ", which fits no ",
                layer.run, " zero points in a row");
    }
    TRY(requireBias(request, layer, experts));
    return layer;
}

template <typename T>
ExpertWeights<T> weightsOf(const RunContext& context, const LayerPlan& layer)
{
    ExpertWeights<T> weights;
    weights.rows = layer.rows;
    weights.columns = layer.columns;
    if (layer.bits == 0) {
        weights.values = in<T>(context, layer.weights);
        return weights;
    }
    weights.codes = in<std::uint8_t>(context, layer.weights);
    weights.scales = numbersOf(context, layer.weights + 1);
    weights.zeros = in<std::uint8_t>(context, layer.zeros);
    weights.block = layer.block;
    weights.blocks = layer.blocks;
    weights.run = layer.run;
    weights.stride = layer.stride;
    weights.bits = layer.bits;
    return weights;
}

/// Computes a layer for all pairs.
template <typename T, typename X>
Result<float*> runLayer(ModuleBackend& device, RunContext& context, const Mixture& mixture,
    const LayerPlan& layer, const ExpertRows<X>& rows)
{
    auto* const y = TRY(memoryFor<float>(context, mixture.pairs() * layer.rows));
    const ExpertProduct<X, T> product { { rows, weightsOf<T>(context, layer),
        { y, rows.lists, layer.rows, numbersOf(context, layer.bias) }, rows.lists.capacity,
        layer.rows, layer.columns } };
    const auto tiles = (rows.lists.capacity + tileSide - 1) / tileSide
        * ((layer.rows + tileSide - 1) / tileSide) * mixture.experts;
    TRY(forEachBlock<productThreads>(device, tiles, product));
    return y;
}

template <typename T>
Result<void> runMixture(ModuleBackend& device, RunContext& context, const MixturePlan& plan)
{
    const auto& mixture = plan.mixture;
    auto* const output = TRY(outputOf(context, 0, mixture.type));
    auto* const expertOf = TRY(memoryFor<std::int32_t>(context, mixture.pairs()));
    auto* const weightOf = TRY(memoryFor<float>(context, mixture.pairs()));
    auto* const pairLists = TRY(memoryFor<std::int32_t>(context, mixture.experts * mixture.tokens));
    auto* const counts = TRY(memoryFor<std::int32_t>(context, mixture.experts));
    const ExpertLists lists { pairLists, counts, mixture.tokens };
    const auto given = plan.given != 0 ? numbersOf(context, plan.given) : NumberReader {};
    TRY(forEach(device, mixture.tokens,
        Route { numbersOf(context, 1), given, mixture.experts, mixture.chosen,
            mixture.isNormalised || (mixture.isQuantized && plan.given == 0), mixture.isQuantized,
            expertOf, weightOf }));
    TRY(forEachBlock<listThreads>(
        device, mixture.experts, CollectPairs { expertOf, mixture.pairs(), lists }));
    const ExpertRows<T> tokens { in<T>(context, 0), lists, mixture.features, mixture.chosen };
    const auto* const first = TRY((runLayer<T>(device, context, mixture, plan.first, tokens)));
    const float* third = nullptr;
    if (mixture.hasThird)
        third = TRY((runLayer<T>(device, context, mixture, plan.third, tokens)));
    auto* const inner = TRY(memoryFor<float>(context, mixture.pairs() * mixture.inner));
    TRY(forEach(device, mixture.pairs() * mixture.inner,
        Activate { first, third, inner, mixture.inner, mixture.activation, mixture.fusion,
            mixture.alpha, mixture.beta, mixture.limit }));
    const ExpertRows<float> pairs { inner, lists, mixture.inner, 1 };
    const auto* const parts = TRY((runLayer<T>(device, context, mixture, plan.second, pairs)));
    return forEach(device, mixture.type.count(),
        JoinExperts<T> { parts, weightOf, reinterpret_cast<T*>(output->data), mixture.features,
            mixture.chosen });
}

Result<std::unique_ptr<Kernel>> mixtureKernel(const KernelRequest& request, const MixturePlan& plan)
{
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "mixture of experts"),
        [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runMixture<T>(*device, context, plan); };
            return visitElement(AttentionTypes {}, plan.mixture.type.element, run);
        });
}

Result<std::unique_ptr<Kernel>> prepareMixture(const KernelRequest& request)
{
    MixturePlan plan { TRY(mixtureOf(request, 2, 6)), {}, {}, {} };
    const auto& m = plan.mixture;
    plan.first = TRY(denseLayer(request, m.experts, 2, m.firstWidth(), m.features));
    plan.second = TRY(denseLayer(request, m.experts, 4, m.features, m.inner));
    if (m.hasThird)
        plan.third = TRY(denseLayer(request, m.experts, 6, m.inner, m.features));
    return mixtureKernel(request, plan);
}

Result<std::unique_ptr<Kernel>> preparePackedMixture(const KernelRequest& request)
{
    MixturePlan plan { TRY(mixtureOf(request, 2, 8)), {}, {}, {} };
    auto& m = plan.mixture;
    m.isQuantized = true;
    plan.first = TRY(packedLayer(
        request, m.experts, { 2, 11, "fc1_expert_weight_bits" }, m.firstWidth(), m.features));
    plan.second = TRY(
        packedLayer(request, m.experts, { 5, 12, "fc2_expert_weight_bits" }, m.features, m.inner));
    if (m.hasThird)
        plan.third = TRY(packedLayer(
            request, m.experts, { 8, 13, "fc3_expert_weight_bits" }, m.inner, m.features));
    if (request.hasInput(14)) {
        TRY(requireNumber(request, 14));
        plan.given = 14;
        if (inputType(request, 14).count() != m.tokens * m.experts)
            return fail("router_weights has ", inputType(request, 14).count(),
                " entries, expected ", m.tokens * m.experts);
    }
    return mixtureKernel(request, plan);
}

constexpr const char* domain = "com.microsoft";
const RegisterKernels mixtures({ "MoE" }, prepareMixture, 0, Tier::Native, domain);
const RegisterKernels packed({ "QMoE" }, preparePackedMixture, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
