#include "engine/reference/fourier.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/rounding.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

// DFT (17, 20), STFT, window functions, MelWeightMatrix. Forward transforms are computed in double
// and rounded once, so that exact zeros stay zero. Inverse transforms of float are computed in
// float as in ONNX's reference evaluator, because its test suite expects that rounding.

namespace engine {

namespace {

struct DftPlan {
    AxisFold fold; ///< of the signal axis; inner excludes the last axis of parts
    std::int64_t parts = 1; ///< 1 real, 2 complex
    std::size_t length = 0;
    bool isInverse = false;
    bool isOneSided = false;

    std::size_t outputLength() const { return isOneSided && !isInverse ? length / 2 + 1 : length; }
    std::int64_t outputParts() const { return isOneSided && isInverse ? 1 : 2; }
};

/// Reads one signal, cut off or padded with zeros to the transform's length. A one-sided spectrum
/// is completed by its mirror image.
template <typename T>
std::vector<std::complex<T>> loadSignal(
    const std::vector<double>& values, const DftPlan& plan, std::int64_t outer, std::int64_t inner)
{
    std::vector<std::complex<T>> x(plan.length);
    const auto available = static_cast<std::size_t>(plan.fold.axis);
    for (std::size_t i = 0; i < std::min(available, plan.length); ++i) {
        const auto at = static_cast<std::size_t>(
            ((outer * plan.fold.axis + static_cast<std::int64_t>(i)) * plan.fold.inner + inner)
            * plan.parts);
        x[i] = { static_cast<T>(values[at]),
            plan.parts == 2 ? static_cast<T>(values[at + 1]) : T(0) };
    }
    if (plan.isInverse && plan.isOneSided) {
        for (std::size_t i = plan.length / 2 + 1; i < plan.length; ++i)
            x[i] = std::conj(x[plan.length - i]);
    }
    return x;
}

template <typename T>
std::vector<double> runTransforms(const std::vector<double>& values, const DftPlan& plan)
{
    const auto length = static_cast<std::int64_t>(plan.outputLength());
    std::vector<double> result(plan.fold.outer * length * plan.fold.inner * plan.outputParts());
    const T scale = plan.isInverse ? static_cast<T>(1.0 / static_cast<double>(plan.length)) : T(1);
    const auto sign = plan.isInverse ? FourierSign::Inverse : FourierSign::Forward;
    for (std::int64_t outer = 0; outer < plan.fold.outer; ++outer) {
        for (std::int64_t inner = 0; inner < plan.fold.inner; ++inner) {
            const auto y = fourier(loadSignal<T>(values, plan, outer, inner), sign);
            for (std::int64_t k = 0; k < length; ++k) {
                const auto at = static_cast<std::size_t>(
                    ((outer * length + k) * plan.fold.inner + inner) * plan.outputParts());
                result[at] = y[k].real() * scale;
                if (plan.outputParts() == 2)
                    result[at + 1] = y[k].imag() * scale;
            }
        }
    }
    return result;
}

/// Writes what `compute()` returns to output 0, which is asked for first: numbers for an output
/// that is refused are not computed.
template <typename Compute>
Result<void> writeDoubles(
    RunContext& context, ElementType element, const Dims& dims, const Compute& compute)
{
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, element, dims));
    const auto values = output->count() > 0 ? compute() : std::vector<double> {};
    return visitElement(NumberTypes {}, element, [&]<typename T>() {
        for (std::size_t i = 0; i < values.size(); ++i)
            output->as<T>()[i] = static_cast<T>(functors::narrowedTo<Arithmetic<T>>(values[i]));
    });
}

constexpr std::int64_t longestTransform = std::int64_t(1) << 26;

Result<void> runDft(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rank = input.rank();
    if (rank < 2 || (input.dims().back() != 1 && input.dims().back() != 2))
        return fail("DFT takes [..., signal, 1 or 2], found ", input.dims());
    std::int64_t written = node.version < 20 ? node.integer("axis", 1) : -2;
    if (node.version >= 20 && context.hasInput(2))
        written = TRY(readInteger(context.tensor(2)));
    const auto axis = TRY(normalizeAxis(written, rank));
    if (axis + 1 == rank)
        return fail("axis ", written, " is that of real and imaginary parts");
    DftPlan plan;
    plan.fold = foldAt(std::span(input.dims()).first(rank - 1), axis);
    plan.parts = input.dims().back();
    plan.isInverse = node.flag("inverse");
    plan.isOneSided = node.flag("onesided");
    auto length = plan.isInverse && plan.isOneSided ? 2 * (plan.fold.axis - 1) : plan.fold.axis;
    if (context.hasInput(1))
        length = TRY(readInteger(context.tensor(1)));
    if (length < 1 || length > longestTransform)
        return fail("a transform of length ", length);
    plan.length = static_cast<std::size_t>(length);
    auto dims = input.dims();
    dims[axis] = static_cast<std::int64_t>(plan.outputLength());
    dims.back() = plan.outputParts();
    const auto values = TRY(readNumbers(input));
    const bool inFloat = plan.isInverse && input.element() != ElementType::Double;
    return writeDoubles(context, input.element(), dims, [&] {
        return inFloat ? runTransforms<float>(values, plan) : runTransforms<double>(values, plan);
    });
}

struct StftPlan {
    std::int64_t batch = 0;
    std::int64_t length = 0;
    std::int64_t parts = 1; ///< 1 real, 2 complex
    std::int64_t step = 0;
    std::int64_t frame = 0;
    std::int64_t bins = 0;
    std::vector<double> window; ///< as long as a frame

    std::int64_t frames() const { return 1 + (length - frame) / step; }
};

/// Returns the window of a frame. A shorter window is centred.
Result<std::vector<double>> frameWindow(const RunContext& context, std::int64_t frame)
{
    if (!context.hasInput(2))
        return std::vector<double>(frame, 1.0);
    const auto given = TRY(readNumbers(context.tensor(2)));
    if (std::ssize(given) > frame)
        return fail("a window of ", given.size(), " is longer than a frame of ", frame);
    std::vector<double> window(frame, 0.0);
    std::ranges::copy(given, window.begin() + (frame - std::ssize(given)) / 2);
    return window;
}

/// Reads the inputs of STFT: signal [batch, length, 1 or 2] (or [batch, length]), frame_step,
/// window, frame_length.
Result<StftPlan> stftPlan(const OpNode& node, const RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 2 || input.rank() > 3)
        return fail("STFT takes [batch, length, 1 or 2], found ", input.dims());
    StftPlan plan { .batch = input.dims()[0],
        .length = input.dims()[1],
        .parts = input.rank() == 3 ? input.dims()[2] : 1,
        .window = {} };
    plan.step = TRY(readInteger(context.tensor(1)));
    plan.frame = context.hasInput(2) ? context.tensor(2).count() : plan.length;
    if (context.hasInput(3))
        plan.frame = TRY(readInteger(context.tensor(3)));
    if (plan.step < 1 || plan.frame < 1 || plan.frame > plan.length || plan.frame > longestTransform
        || (plan.parts != 1 && plan.parts != 2))
        return fail("frames of ", plan.frame, " every ", plan.step, " do not fit a signal of ",
            input.dims());
    plan.bins
        = node.integer("onesided", 1) != 0 && plan.parts == 1 ? plan.frame / 2 + 1 : plan.frame;
    plan.window = TRY(frameWindow(context, plan.frame));
    return plan;
}

std::vector<double> runFrames(const std::vector<double>& values, const StftPlan& plan)
{
    std::vector<double> result;
    result.reserve(plan.batch * plan.frames() * plan.bins * 2);
    for (std::int64_t start = 0; start < plan.batch * plan.frames(); ++start) {
        std::vector<std::complex<double>> x(plan.frame);
        const auto first = start / plan.frames() * plan.length + start % plan.frames() * plan.step;
        for (std::int64_t i = 0; i < plan.frame; ++i) {
            const auto at = static_cast<std::size_t>((first + i) * plan.parts);
            const auto weight = plan.window[i];
            x[i] = { values[at] * weight, plan.parts == 2 ? values[at + 1] * weight : 0.0 };
        }
        const auto y = fourier(std::move(x), FourierSign::Forward);
        for (std::int64_t k = 0; k < plan.bins; ++k)
            result.insert(result.end(), { y[k].real(), y[k].imag() });
    }
    return result;
}

Result<void> runStft(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto plan = TRY(stftPlan(node, context));
    const Dims dims { plan.batch, plan.frames(), plan.bins, 2 };
    TRY(checkedCount(dims));
    const auto values = TRY(readNumbers(input));
    return writeDoubles(context, input.element(), dims, [&] { return runFrames(values, plan); });
}

/// a - b cos(2 pi i / n) + c cos(4 pi i / n). A window of one element that is not periodic is 0 /
/// 0, as in the function bodies of the standard.
struct WindowTerms {
    double a, b, c;
};

template <WindowTerms terms>
Result<void> runWindow(const OpNode& node, RunContext& context)
{
    const auto size = TRY(readInteger(context.tensor(0)));
    if (size < 0)
        return fail("a window of ", size);
    const double n = static_cast<double>(node.integer("periodic", 1) != 0 ? size : size - 1);
    const auto element = node.element("output_datatype", ElementType::Float);
    TRY(checkedProduct(size, 16));
    auto* output = TRY(context.output(0, element, Dims { size }));
    return visitElement(NumberTypes {}, element, [&]<typename T>() {
        for (std::int64_t i = 0; i < size; ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / n;
            const double value
                = terms.a - terms.b * std::cos(angle) + terms.c * std::cos(2 * angle);
            output->as<T>()[i] = static_cast<T>(functors::narrowedTo<Arithmetic<T>>(value));
        }
    });
}

/// Returns a matrix [rows, points - 2] with one triangle per column. Triangle i rises from point i
/// to point i + 1 and falls to point i + 2.
std::vector<double> triangles(const std::vector<std::int64_t>& points, std::int64_t rows)
{
    const auto bins = std::ssize(points) - 2;
    std::vector<double> matrix(rows * bins, 0.0);
    auto at
        = [&](std::int64_t row, std::int64_t bin) -> double& { return matrix[row * bins + bin]; };
    for (std::int64_t i = 0; i < bins; ++i) {
        const auto left = points[i];
        const auto centre = points[static_cast<std::size_t>(i) + 1];
        const auto right = points[static_cast<std::size_t>(i) + 2];
        for (auto j = left; j <= centre; ++j)
            at(j, i) = centre == left
                ? 1.0
                : static_cast<double>(j - left) / static_cast<double>(centre - left);
        for (auto j = centre; j < right; ++j)
            at(j, i) = static_cast<double>(right - j) / static_cast<double>(right - centre);
    }
    return matrix;
}

/// Triangles on the mel scale between the two edges; rows are spectrogram bins.
Result<void> runMelWeights(const OpNode& node, RunContext& context)
{
    const auto bins = TRY(readInteger(context.tensor(0)));
    const auto length = TRY(readInteger(context.tensor(1)));
    const auto rate = TRY(readInteger(context.tensor(2)));
    const auto low = TRY(readNumber(context.tensor(3)));
    const auto high = TRY(readNumber(context.tensor(4)));
    if (bins < 0 || bins > longestTransform || length < 0 || length > longestTransform || rate < 1
        || !(low >= 0) || !(high >= low))
        return fail("a mel matrix of ", bins, " bins, length ", length, ", rate ", rate, ", from ",
            low, " to ", high, " Hz");
    auto toMel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const auto rows = length / 2 + 1;
    std::vector<std::int64_t> points;
    const double melStep = (toMel(high) - toMel(low)) / static_cast<double>(bins + 2);
    for (std::int64_t i = 0; i < bins + 2; ++i) {
        const double hertz
            = 700 * (std::pow(10.0, (static_cast<double>(i) * melStep + toMel(low)) / 2595) - 1);
        const double point
            = std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
        // An edge may be infinite, and points may be NaN then: limited before the conversion.
        points.push_back(point > 0
                ? static_cast<std::int64_t>(std::min(point, static_cast<double>(rows - 1)))
                : 0);
    }
    const auto element = node.element("output_datatype", ElementType::Float);
    return writeDoubles(context, element, { rows, bins }, [&] { return triangles(points, rows); });
}

const RegisterReference signals[] = {
    { "DFT", runDft, onFloats },
    { "STFT", runStft, onFloats },
    { "HannWindow", runWindow<WindowTerms { 0.5, 0.5, 0.0 }> },
    { "HammingWindow", runWindow<WindowTerms { 25.0 / 46.0, 21.0 / 46.0, 0.0 }> },
    { "BlackmanWindow", runWindow<WindowTerms { 0.42, 0.5, 0.08 }> },
    { "MelWeightMatrix", runMelWeights },
};

} // namespace

} // namespace engine
