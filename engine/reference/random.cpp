#include "engine/functors/arithmetic.h"
#include "engine/reference/elementwise.h"
#include "engine/reference/movement.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <random>

// Random operators, Dropout. Numbers come from MT19937 with 53-bit uniforms, as in numpy's
// RandomState: Dropout's node tests expect exactly those. Without a seed attribute the run's seed
// is used, so that runs can be repeated.

namespace engine {

namespace {

class RandomNumbers {
public:
    explicit RandomNumbers(std::uint32_t seed)
        : m_engine(seed)
    {
    }
    /// Returns a number in [0, 1).
    double uniform()
    {
        const auto high = static_cast<double>(m_engine() >> 5);
        const auto low = static_cast<double>(m_engine() >> 6);
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    double normal()
    {
        return std::sqrt(-2.0 * std::log(1.0 - uniform()))
            * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    std::mt19937 m_engine;
};

std::uint32_t seedOf(const KernelRequest& request)
{
    const auto& node = request.node;
    if (const auto integer = node.integer("seed"); integer && node.has("seed"))
        return static_cast<std::uint32_t>(*integer);
    if (const auto real = node.real("seed"); real && node.has("seed"))
        return *real == std::floor(*real) && *real >= 0 && *real < 4e9f
            ? static_cast<std::uint32_t>(*real)
            : std::bit_cast<std::uint32_t>(*real);
    return static_cast<std::uint32_t>(request.settings.seed ^ (request.settings.seed >> 32));
}

template <typename Draw>
Result<void> fillRandom(
    RunContext& context, ElementType element, const Dims& dims, const Draw& draw)
{
    auto* output = TRY(context.output(0, element, dims));
    auto fill = [&]<typename T>() {
        for (auto& x : output->as<T>()) {
            if constexpr (std::is_same_v<T, bool>)
                x = draw() != 0;
            else
                x = static_cast<T>(functors::narrowedTo<Arithmetic<T>>(draw()));
        }
    };
    return visitElement(
        TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t, bool> {}, element,
        fill);
}

enum class Distribution { Uniform, Normal };
enum class ShapeFrom { Attribute, Input };

template <Distribution distribution, ShapeFrom shapeFrom>
Result<void> runRandom(const OpNode& node, RunContext& context, RandomNumbers& numbers)
{
    Dims dims;
    auto element = ElementType::Float;
    if constexpr (shapeFrom == ShapeFrom::Input) {
        dims = context.tensor(0).dims();
        element = context.tensor(0).element();
    } else {
        dims = node.integers("shape", {});
    }
    TRY(checkedCount(dims));
    element = node.element("dtype", element);
    if constexpr (distribution == Distribution::Uniform) {
        const auto low = static_cast<double>(node.real("low", 0.0f));
        const auto high = static_cast<double>(node.real("high", 1.0f));
        return fillRandom(
            context, element, dims, [&] { return low + (high - low) * numbers.uniform(); });
    }
    const auto mean = static_cast<double>(node.real("mean", 0.0f));
    const auto scale = static_cast<double>(node.real("scale", 1.0f));
    return fillRandom(context, element, dims, [&] { return mean + scale * numbers.normal(); });
}

/// Draws 1 with the probability that the input gives.
Result<void> runBernoulli(const OpNode& node, RunContext& context, RandomNumbers& numbers)
{
    const auto& input = context.tensor(0);
    const auto probabilities = TRY(readNumbers(input));
    std::size_t i = 0;
    return fillRandom(context, node.element("dtype", input.element()), input.dims(),
        [&] { return numbers.uniform() < probabilities[i++] ? 1.0 : 0.0; });
}

/// Draws class indices from rows of unnormalised log probabilities.
Result<void> runMultinomial(const OpNode& node, RunContext& context, RandomNumbers& numbers)
{
    const auto& input = context.tensor(0);
    const auto samples = node.integer("sample_size", 1);
    if (input.rank() != 2 || input.dims()[1] == 0 || samples < 1)
        return fail("Multinomial takes rows of classes, found ", input.dims(), " for ", samples,
            " samples");
    const auto values = TRY(readNumbers(input));
    const auto classes = static_cast<std::size_t>(input.dims()[1]);
    std::size_t drawn = 0;
    std::vector<double> cumulative(classes);
    auto draw = [&] {
        const auto row = drawn / static_cast<std::size_t>(samples);
        if (drawn++ % static_cast<std::size_t>(samples) == 0) {
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c)
                cumulative[c] = sum += std::exp(values[row * classes + c]);
        }
        const double target = numbers.uniform() * cumulative.back();
        std::size_t c = 0;
        while (c + 1 < classes && cumulative[c] <= target)
            ++c;
        return static_cast<double>(c);
    };
    return fillRandom(
        context, node.element("dtype", ElementType::Int32), { input.dims()[0], samples }, draw);
}

/// Writes the mask of inference, which is all true. Before version 10 it has the input's type.
Result<void> writeFullMask(const OpNode& node, RunContext& context)
{
    if (!context.hasOutput(1))
        return {};
    const auto& input = context.tensor(0);
    auto* mask = TRY(
        context.output(1, node.version < 10 ? input.element() : ElementType::Bool, input.dims()));
    auto fill = [&]<typename T>() { std::ranges::fill(mask->as<T>(), static_cast<T>(1.0f)); };
    return visitElement(TypeList<float, double, Float16, Bfloat16, bool> {}, mask->element(), fill);
}

Result<void> dropInTraining(RunContext& context, double ratio, RandomNumbers& numbers)
{
    const auto& input = context.tensor(0);
    if (!(ratio >= 0 && ratio < 1))
        return fail("the ratio of Dropout is ", ratio);
    Tensor* mask = nullptr;
    if (context.hasOutput(1))
        mask = TRY(context.output(1, ElementType::Bool, input.dims()));
    const double scale = 1.0 / (1.0 - ratio);
    return mapElements<FloatTypes>(context, [&](auto x, std::size_t i) {
        const bool isKept = numbers.uniform() >= ratio;
        if (mask != nullptr)
            mask->as<bool>()[i] = isKept;
        return isKept ? x * static_cast<decltype(x)>(scale) : decltype(x)(0);
    });
}

/// Before version 12 Dropout only does inference: the attribute is_test of versions 1 and 6 is
/// ignored, as in other engines.
Result<void> runDropout(const OpNode& node, RunContext& context, RandomNumbers& numbers)
{
    const bool trains
        = node.version >= 12 && context.hasInput(2) && TRY(readNumber(context.tensor(2))) != 0;
    const double ratio = context.hasInput(1) ? TRY(readNumber(context.tensor(1))) : 0.5;
    if (trains && ratio != 0)
        return dropInTraining(context, ratio, numbers);
    TRY(writeFullMask(node, context));
    return context.forward(0, 0, context.tensor(0).dims());
}

/// Prepares a kernel whose every run draws the same numbers.
template <Result<void> (*run)(const OpNode&, RunContext&, RandomNumbers&)>
Result<std::unique_ptr<Kernel>> prepareSeeded(const KernelRequest& request)
{
    return referenceKernel([node = request.node, seed = seedOf(request)](RunContext& context) {
        RandomNumbers numbers(seed);
        return run(node, context, numbers);
    });
}

const RegisterReference randomOperators[] = {
    { "RandomUniform", prepareSeeded<runRandom<Distribution::Uniform, ShapeFrom::Attribute>> },
    { "RandomUniformLike", prepareSeeded<runRandom<Distribution::Uniform, ShapeFrom::Input>> },
    { "RandomNormal", prepareSeeded<runRandom<Distribution::Normal, ShapeFrom::Attribute>> },
    { "RandomNormalLike", prepareSeeded<runRandom<Distribution::Normal, ShapeFrom::Input>> },
    { "Bernoulli", prepareSeeded<runBernoulli> },
    { "Multinomial", prepareSeeded<runMultinomial> },
    { "Dropout", prepareSeeded<runDropout> },
};

} // namespace

} // namespace engine
