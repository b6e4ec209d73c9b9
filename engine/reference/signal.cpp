#include "engine/reference/attention_core.h"

#include "engine/element_dispatch.h"
#include "engine/shapes.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

// DFT (17, 20), STFT, window functions, MelWeightMatrix. Everything is computed in double and rounded once: tests expect exact zeros.

namespace engine {

namespace {

using Complex = std::complex<double>;
using Signal = std::vector<Complex>;

/// e^(sign * 2 pi i * k / n) for k = 0..n-1; exact where sine or cosine is 0 or 1.
Signal roots(std::size_t n, double sign)
{
    Signal table(n);
    for (std::size_t k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
        table[k] = { 4 * k % n == 0 && 2 * k % n != 0 ? 0.0 : std::cos(angle), 2 * k % n == 0 ? 0.0 : sign * std::sin(angle) };
    }
    return table;
}

/// The transform of every `stride`-th element from `first`, `n` of them; halves while n is even, sums directly otherwise.
Signal transform(const Signal& x, std::size_t first, std::size_t stride, std::size_t n, const Signal& table)
{
    const auto step = table.size() / std::max<std::size_t>(n, 1);
    Signal result(n);
    if (n % 2 != 0 || n < 8) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j)
                result[k] += x[first + j * stride] * table[k * j % n * step];
        }
        return result;
    }
    const auto even = transform(x, first, stride * 2, n / 2, table);
    const auto odd = transform(x, first + stride, stride * 2, n / 2, table);
    for (std::size_t k = 0; k < n / 2; ++k) {
        const auto turned = odd[k] * table[k * step];
        result[k] = even[k] + turned;
        result[k + n / 2] = even[k] - turned;
    }
    return result;
}

Signal fourier(const Signal& x, double sign) { return x.empty() ? x : transform(x, 0, 1, x.size(), roots(x.size(), sign)); }

struct DftPlan {
    AxisFold fold; ///< of the signal axis; inner excludes the last axis of parts
    std::int64_t parts = 1; ///< 1 real, 2 complex
    std::size_t length = 0;
    bool isInverse = false;
    bool isOneSided = false;

    std::size_t outputLength() const { return isOneSided && !isInverse ? length / 2 + 1 : length; }
    std::int64_t outputParts() const { return isOneSided && isInverse ? 1 : 2; }
};

/// One signal: cut or filled with zeros to the transform's length. A one-sided spectrum gets its mirror image.
Signal loadSignal(const std::vector<double>& values, const DftPlan& plan, std::int64_t outer, std::int64_t inner)
{
    Signal x(plan.length);
    const auto available = static_cast<std::size_t>(plan.fold.axis);
    for (std::size_t i = 0; i < std::min(available, plan.length); ++i) {
        const auto at = static_cast<std::size_t>(((outer * plan.fold.axis + static_cast<std::int64_t>(i)) * plan.fold.inner + inner) * plan.parts);
        x[i] = { values[at], plan.parts == 2 ? values[at + 1] : 0.0 };
    }
    if (plan.isInverse && plan.isOneSided) {
        for (std::size_t i = plan.length / 2 + 1; i < plan.length; ++i)
            x[i] = std::conj(x[plan.length - i]);
    }
    return x;
}

std::vector<double> runTransforms(const std::vector<double>& values, const DftPlan& plan)
{
    const auto length = static_cast<std::int64_t>(plan.outputLength());
    std::vector<double> result(static_cast<std::size_t>(plan.fold.outer * length * plan.fold.inner * plan.outputParts()));
    const double scale = plan.isInverse ? 1.0 / static_cast<double>(plan.length) : 1.0;
    for (std::int64_t outer = 0; outer < plan.fold.outer; ++outer) {
        for (std::int64_t inner = 0; inner < plan.fold.inner; ++inner) {
            const auto y = fourier(loadSignal(values, plan, outer, inner), plan.isInverse ? 1.0 : -1.0);
            for (std::int64_t k = 0; k < length; ++k) {
                const auto at = static_cast<std::size_t>(((outer * length + k) * plan.fold.inner + inner) * plan.outputParts());
                result[at] = y[static_cast<std::size_t>(k)].real() * scale;
                if (plan.outputParts() == 2)
                    result[at + 1] = y[static_cast<std::size_t>(k)].imag() * scale;
            }
        }
    }
    return result;
}

Result<void> writeDoubles(RunContext& context, ElementType element, const Dims& dims, const std::vector<double>& values)
{
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, element, dims));
    auto write = [&]<typename T>() -> Result<void> {
        for (std::size_t i = 0; i < values.size(); ++i)
            output->as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(values[i]));
        return {};
    };
    return visitElement(NumberTypes {}, element, write);
}

constexpr std::int64_t longestTransform = std::int64_t(1) << 28;

Result<void> runDft(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto rank = input.rank();
    if (rank < 2 || (input.dims().back() != 1 && input.dims().back() != 2))
        return fail("DFT takes [..., signal, 1 or 2], found ", dimsText(input.dims()));
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
    return writeDoubles(context, input.element(), dims, runTransforms(values, plan));
}

/// STFT: signal [batch, length, 1 or 2] (or [batch, length]), frame_step, window, frame_length.
Result<void> runStft(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto step = TRY(readInteger(context.tensor(1)));
    if (input.rank() < 2 || input.rank() > 3)
        return fail("STFT takes [batch, length, 1 or 2], found ", dimsText(input.dims()));
    const auto batch = input.dims()[0];
    const auto length = input.dims()[1];
    const auto parts = input.rank() == 3 ? input.dims()[2] : 1;
    std::int64_t frame = context.hasInput(2) ? context.tensor(2).count() : length;
    if (context.hasInput(3))
        frame = TRY(readInteger(context.tensor(3)));
    if (step < 1 || frame < 1 || frame > length || (parts != 1 && parts != 2))
        return fail("frames of ", frame, " every ", step, " do not fit a signal of ", dimsText(input.dims()));
    std::vector<double> window(static_cast<std::size_t>(frame), 1.0);
    if (context.hasInput(2)) {
        const auto given = TRY(readNumbers(context.tensor(2)));
        if (static_cast<std::int64_t>(given.size()) > frame)
            return fail("a window of ", given.size(), " is longer than a frame of ", frame);
        // A shorter window stands in the middle of the frame.
        std::ranges::fill(window, 0.0);
        std::ranges::copy(given, window.begin() + (frame - static_cast<std::int64_t>(given.size())) / 2);
    }
    const auto frames = 1 + (length - frame) / step;
    const auto bins = node.integer("onesided", 1) != 0 && parts == 1 ? frame / 2 + 1 : frame;
    const auto values = TRY(readNumbers(input));
    std::vector<double> result;
    result.reserve(static_cast<std::size_t>(batch * frames * bins * 2));
    for (std::int64_t b = 0; b < batch; ++b) {
        for (std::int64_t f = 0; f < frames; ++f) {
            Signal x(static_cast<std::size_t>(frame));
            for (std::int64_t i = 0; i < frame; ++i) {
                const auto at = static_cast<std::size_t>((b * length + f * step + i) * parts);
                x[static_cast<std::size_t>(i)] = Complex(values[at], parts == 2 ? values[at + 1] : 0.0) * window[static_cast<std::size_t>(i)];
            }
            const auto y = fourier(x, -1.0);
            for (std::int64_t k = 0; k < bins; ++k)
                result.insert(result.end(), { y[static_cast<std::size_t>(k)].real(), y[static_cast<std::size_t>(k)].imag() });
        }
    }
    return writeDoubles(context, input.element(), { batch, frames, bins, 2 }, result);
}

/// a - b cos(2 pi i / n) + c cos(4 pi i / n)
struct WindowTerms {
    double a, b, c;
};

template <auto terms>
Result<void> runWindow(const OpNode& node, RunContext& context)
{
    const auto size = TRY(readInteger(context.tensor(0)));
    if (size < 0)
        return fail("a window of ", size);
    const double n = static_cast<double>(node.integer("periodic", 1) != 0 ? size : size - 1);
    const auto element = static_cast<ElementType>(node.integer("output_datatype", 1));
    TRY(checkedProduct(size, 16));
    auto* output = TRY(context.output(0, element, Dims { size }));
    auto write = [&]<typename T>() -> Result<void> {
        constexpr WindowTerms t = terms();
        for (std::int64_t i = 0; i < size; ++i) {
            const double angle = n > 0 ? 2 * std::numbers::pi * static_cast<double>(i) / n : 0.0;
            const double value = t.a - t.b * std::cos(angle) + t.c * std::cos(2 * angle);
            output->as<T>()[static_cast<std::size_t>(i)] = static_cast<T>(static_cast<Arithmetic<T>>(value));
        }
        return {};
    };
    return visitElement(NumberTypes {}, element, write);
}

/// Triangles on the mel scale between the two edges; rows are spectrogram bins.
Result<void> runMelWeights(const OpNode& node, RunContext& context)
{
    const auto bins = TRY(readInteger(context.tensor(0)));
    const auto length = TRY(readInteger(context.tensor(1)));
    const auto rate = TRY(readInteger(context.tensor(2)));
    const auto low = TRY(readNumber(context.tensor(3)));
    const auto high = TRY(readNumber(context.tensor(4)));
    if (bins < 0 || bins > longestTransform || length < 0 || length > longestTransform || rate < 1 || !(low >= 0) || !(high >= low))
        return fail("a mel matrix of ", bins, " bins, length ", length, ", rate ", rate, ", from ", low, " to ", high, " Hz");
    auto toMel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const auto rows = length / 2 + 1;
    std::vector<std::int64_t> points;
    const double melStep = (toMel(high) - toMel(low)) / static_cast<double>(bins + 2);
    for (std::int64_t i = 0; i < bins + 2; ++i) {
        const double hertz = 700 * (std::pow(10.0, (static_cast<double>(i) * melStep + toMel(low)) / 2595) - 1);
        const auto point = static_cast<std::int64_t>(std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate)));
        points.push_back(std::clamp<std::int64_t>(point, 0, rows - 1));
    }
    TRY(checkedProduct(rows, bins));
    std::vector<double> matrix(static_cast<std::size_t>(rows * bins), 0.0);
    auto at = [&](std::int64_t row, std::int64_t bin) -> double& { return matrix[static_cast<std::size_t>(row * bins + bin)]; };
    for (std::int64_t i = 0; i < bins; ++i) {
        const auto left = points[static_cast<std::size_t>(i)];
        const auto centre = points[static_cast<std::size_t>(i) + 1];
        const auto right = points[static_cast<std::size_t>(i) + 2];
        for (auto j = left; j <= centre; ++j)
            at(j, i) = centre == left ? 1.0 : static_cast<double>(j - left) / static_cast<double>(centre - left);
        for (auto j = centre; j < right; ++j)
            at(j, i) = static_cast<double>(right - j) / static_cast<double>(right - centre);
    }
    const auto element = static_cast<ElementType>(node.integer("output_datatype", 1));
    return writeDoubles(context, element, { rows, bins }, matrix);
}

const RegisterReference signals[] = {
    { "DFT", runDft, checkFirstInput<FloatTypes> },
    { "STFT", runStft, checkFirstInput<FloatTypes> },
    { "HannWindow", runWindow<[] { return WindowTerms { 0.5, 0.5, 0.0 }; }> },
    { "HammingWindow", runWindow<[] { return WindowTerms { 25.0 / 46.0, 21.0 / 46.0, 0.0 }; }> },
    { "BlackmanWindow", runWindow<[] { return WindowTerms { 0.42, 0.5, 0.08 }; }> },
    { "MelWeightMatrix", runMelWeights },
};

} // namespace

} // namespace engine
