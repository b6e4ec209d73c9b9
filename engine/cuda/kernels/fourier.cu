#include "engine/cuda/kernels/strided.h"
#include "engine/reference/fourier.h"

#include <cmath>
#include <numbers>

// DFT (versions 17 and 20), STFT and window functions. A transform is a sequence of passes, as in
// the reference (engine/reference/fourier.h): one launch per factor of the length, over all signals
// at once. Forward transforms are computed in double and rounded once, inverse transforms of float
// in float.

namespace engine::cuda {

namespace {

template <typename R>
struct Complex {
    R real;
    R imaginary;
};

/// Index of element j of a signal, in numbers: a complex element has two.
struct SignalWalk {
    std::int64_t inner = 1; ///< signal number = outer * inner + index of inner
    std::int64_t outerStride = 0;
    std::int64_t innerStride = 0;
    std::int64_t stride = 0;

    OPSCOPE_KERNEL std::int64_t at(std::int64_t signal, std::int64_t j) const
    {
        return signal / inner * outerStride + signal % inner * innerStride + j * stride;
    }
};

struct FourierPlan {
    TensorType input;
    TensorType output;
    std::int64_t signals = 0;
    std::int64_t length = 0;
    std::int64_t available = 0; ///< elements of a signal in memory; the rest is 0
    std::int64_t parts = 1; ///< 1 real, 2 complex
    std::int64_t bins = 0; ///< of the result
    std::int64_t outputParts = 2;
    bool isInverse = false;
    bool isMirrored = false; ///< the input has only the first half of a spectrum; the second half
                             ///< is its conjugate
    SignalWalk from;
    SignalWalk to;
    std::int64_t windowFirst = 0; ///< elements of a frame before the window
    std::int64_t windowLength = 0;
    bool hasWindow = false;
};

template <typename T, typename R>
struct LoadSignals {
    const T* x;
    const T* window;
    Complex<R>* y;
    std::int64_t length, available, parts, windowFirst, windowLength;
    bool isMirrored;
    SignalWalk walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto signal = i / length;
        auto j = i % length;
        const bool isConjugated = isMirrored && j > length / 2;
        if (isConjugated)
            j = length - j;
        Complex<R> value { 0, 0 };
        if (j < available) {
            const auto at = walk.at(signal, j);
            value.real = static_cast<R>(widen(x[at]));
            if (parts == 2)
                value.imaginary = static_cast<R>(widen(x[at + 1]));
        }
        if (window != nullptr) {
            const auto at = j - windowFirst;
            const R weight
                = at >= 0 && at < windowLength ? static_cast<R>(widen(window[at])) : R(0);
            value = { value.real * weight, value.imaginary * weight };
        }
        y[i] = isConjugated ? Complex<R> { value.real, -value.imaginary } : value;
    }
};

/// One pass over signals of `length` elements; see Pass of the reference.
template <typename R>
struct FourierPass {
    const Complex<R>* x;
    Complex<R>* y;
    const Complex<R>* roots;
    std::int64_t length;
    std::int64_t factor;
    std::int64_t done;

    OPSCOPE_KERNEL static Complex<R> product(const Complex<R>& a, const Complex<R>& b)
    {
        return { a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real };
    }

    OPSCOPE_KERNEL void operator()(std::int64_t number) const
    {
        const auto rest = length / (factor * done);
        const auto place = number % length;
        const auto i = place % rest;
        const auto group = place / rest % done;
        const auto k = place / rest / done;
        const Complex<R>* const own = x + (number - place) + i + rest * factor * group;
        Complex<R> sum { 0, 0 };
        std::int64_t turn = 0; // j * k % factor
        for (std::int64_t j = 0; j < factor; ++j) {
            const auto term = product(own[rest * j], roots[turn * (length / factor)]);
            sum = { sum.real + term.real, sum.imaginary + term.imaginary };
            turn += k;
            turn -= turn >= factor ? factor : 0;
        }
        y[number] = product(sum, roots[i * k * done % length]);
    }
};

template <typename T, typename R>
struct StoreSignals {
    const Complex<R>* x;
    T* y;
    std::int64_t length, bins, parts;
    R scale;
    SignalWalk walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto signal = i / bins;
        const auto k = i % bins;
        const auto value = x[signal * length + k];
        const auto at = walk.at(signal, k);
        y[at] = static_cast<T>(static_cast<Arithmetic<T>>(value.real * scale));
        if (parts == 2)
            y[at + 1] = static_cast<T>(static_cast<Arithmetic<T>>(value.imaginary * scale));
    }
};

template <typename T, typename R>
Result<void> runFourier(ModuleBackend& device, RunContext& context, const FourierPlan& plan,
    const std::vector<std::size_t>& factors, const DeviceArray& roots)
{
    auto* const output = TRY(outputOf(context, 0, plan.output));
    const auto count = plan.signals * plan.length;
    const auto bytes = static_cast<std::size_t>(count) * sizeof(Complex<R>);
    auto* x = reinterpret_cast<Complex<R>*>(TRY(context.scratch(bytes)).data());
    auto* y = reinterpret_cast<Complex<R>*>(TRY(context.scratch(bytes)).data());
    TRY(forEach(device, count,
        LoadSignals<T, R> { in<T>(context, 0), plan.hasWindow ? in<T>(context, 2) : nullptr, x,
            plan.length, plan.available, plan.parts, plan.windowFirst, plan.windowLength,
            plan.isMirrored, plan.from }));
    std::int64_t done = 1;
    for (const auto factor : factors) {
        const auto size = static_cast<std::int64_t>(factor);
        TRY(forEach(device, count,
            FourierPass<R> { x, y, roots.as<Complex<R>>(), plan.length, size, done }));
        std::swap(x, y);
        done *= size;
    }
    const R scale = plan.isInverse ? static_cast<R>(1.0 / static_cast<double>(plan.length)) : R(1);
    return forEach(device, plan.signals * plan.bins,
        StoreSignals<T, R> { x, reinterpret_cast<T*>(output->data), plan.length, plan.bins,
            plan.outputParts, scale, plan.to });
}

/// A pass takes time proportional to its factor for each element. For large primes the CPU's
/// convolution is better.
constexpr std::size_t largestPrime = 4096;

template <typename R>
Result<std::unique_ptr<Kernel>> fourierKernel(const KernelRequest& request, FourierPlan plan)
{
    const auto length = static_cast<std::size_t>(plan.length);
    const auto factors = length > 1 ? fourierFactors(length) : std::vector<std::size_t> {};
    if (!factors.empty() && factors.back() > largestPrime)
        return fail("a transform of ", length, ", which has the prime factor ", factors.back());
    std::vector<Complex<R>> table;
    for (const auto& root :
        unitRoots<R>(length, plan.isInverse ? FourierSign::Inverse : FourierSign::Forward))
        table.push_back({ root.real(), root.imag() });
    auto* const device = &deviceOf(request);
    auto roots = TRY(DeviceArray::of(*device, table));
    return makeKernel(implementationName(request, "Fourier transform"),
        [device, plan = std::move(plan), factors, roots = std::move(roots)](
            RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() {
                return runFourier<T, R>(*device, context, plan, factors, roots);
            };
            return visitElement(FloatTypes {}, plan.input.element, run);
        });
}

constexpr std::int64_t longestTransform = std::int64_t(1) << 26;

Result<std::int64_t> integerInput(
    const KernelRequest& request, std::size_t input, std::int64_t absent)
{
    return request.hasInput(input) ? readInteger(*TRY(constantInput(request, input))) : absent;
}

Result<std::unique_ptr<Kernel>> prepareDft(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& node = request.node;
    FourierPlan plan { inputType(request, 0), {} };
    const auto& dims = plan.input.dims;
    if (dims.size() < 2 || (dims.back() != 1 && dims.back() != 2))
        return fail("takes [..., signal, 1 or 2], found ", dimsText(dims));
    const auto written
        = node.version < 20 ? node.integer("axis", 1) : TRY(integerInput(request, 2, -2));
    const auto axis = TRY(normalizeAxis(written, dims.size()));
    if (axis + 1 == dims.size())
        return fail("axis ", written, " is that of real and imaginary parts");
    const auto fold = foldAt(std::span(dims).first(dims.size() - 1), axis);
    const bool isOneSided = node.flag("onesided");
    plan.parts = dims.back();
    plan.isInverse = node.flag("inverse");
    plan.isMirrored = plan.isInverse && isOneSided;
    plan.length = TRY(integerInput(request, 1, plan.isMirrored ? 2 * (fold.axis - 1) : fold.axis));
    if (plan.length < 1 || plan.length > longestTransform)
        return fail("a transform of length ", plan.length);
    plan.signals = fold.outer * fold.inner;
    plan.available = std::min(fold.axis, plan.length);
    plan.bins = isOneSided && !plan.isInverse ? plan.length / 2 + 1 : plan.length;
    plan.outputParts = plan.isMirrored ? 1 : 2;
    plan.output = plan.input;
    plan.output.dims[axis] = plan.bins;
    plan.output.dims.back() = plan.outputParts;
    plan.from
        = { fold.inner, fold.axis * fold.inner * plan.parts, plan.parts, fold.inner * plan.parts };
    plan.to = { fold.inner, plan.bins * fold.inner * plan.outputParts, plan.outputParts,
        fold.inner * plan.outputParts };
    const bool isFloat = plan.isInverse && plan.input.element != ElementType::Double;
    return isFloat ? fourierKernel<float>(request, std::move(plan))
                   : fourierKernel<double>(request, std::move(plan));
}

Result<std::unique_ptr<Kernel>> prepareStft(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    FourierPlan plan { inputType(request, 0), {} };
    const auto& dims = plan.input.dims;
    if (dims.size() < 2 || dims.size() > 3)
        return fail("takes [batch, length, 1 or 2], found ", dimsText(dims));
    const auto step = TRY(integerInput(request, 1, 0));
    plan.hasWindow = request.hasInput(2);
    if (plan.hasWindow && inputType(request, 2).element != plan.input.element)
        return fail("signal and window of different types run on the CPU");
    plan.windowLength = plan.hasWindow ? inputType(request, 2).count() : dims[1];
    const auto frame = TRY(integerInput(request, 3, plan.windowLength));
    plan.parts = dims.size() == 3 ? dims[2] : 1;
    if (step < 1 || frame < 1 || frame > dims[1] || frame > longestTransform
        || (plan.parts != 1 && plan.parts != 2) || (plan.hasWindow && plan.windowLength > frame))
        return fail(
            "frames of ", frame, " every ", step, " do not fit a signal of ", dimsText(dims));
    const auto frames = 1 + (dims[1] - frame) / step;
    plan.length = plan.available = frame;
    plan.windowFirst = (frame - plan.windowLength) / 2;
    plan.signals = dims[0] * frames;
    plan.bins = request.node.integer("onesided", 1) != 0 && plan.parts == 1 ? frame / 2 + 1 : frame;
    plan.output = { plan.input.element, { dims[0], frames, plan.bins, 2 } };
    plan.from = { frames, dims[1] * plan.parts, step * plan.parts, plan.parts };
    plan.to = { frames, frames * plan.bins * 2, plan.bins * 2, 2 };
    return fourierKernel<double>(request, std::move(plan));
}

/// Terms of a - b cos(2 pi i / n) + c cos(4 pi i / n).
struct WindowTerms {
    double a, b, c;
};

template <typename T>
struct FillWindow {
    T* y;
    WindowTerms terms;
    double n;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / n;
        const double value = terms.a - terms.b * std::cos(angle) + terms.c * std::cos(2 * angle);
        y[i] = static_cast<T>(static_cast<Arithmetic<T>>(value));
    }
};

template <int which>
Result<std::unique_ptr<Kernel>> prepareWindow(const KernelRequest& request)
{
    constexpr WindowTerms all[] { { 0.5, 0.5, 0.0 }, { 25.0 / 46.0, 21.0 / 46.0, 0.0 },
        { 0.42, 0.5, 0.08 } };
    const auto size = TRY(integerInput(request, 0, 0));
    const auto element = static_cast<ElementType>(request.node.integer("output_datatype", 1));
    if (size < 0 || !contains(FloatTypes {}, element))
        return fail("a window of ", size, " elements of type ", model::name(element));
    const auto n = static_cast<double>(request.node.integer("periodic", 1) != 0 ? size : size - 1);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "window"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, element, Dims { size }));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, size,
                    FillWindow<T> { reinterpret_cast<T*>(output->data), all[which], n });
            };
            return visitElement(FloatTypes {}, element, run);
        });
}

/// Inputs that are read on the host, because lengths, steps and axes decide shapes.
constexpr std::uint32_t lengthAndAxis = 0b110;
constexpr std::uint32_t stepAndLength = 0b1010;

const RegisterKernels dft({ "DFT" }, prepareDft, lengthAndAxis);
const RegisterKernels stft({ "STFT" }, prepareStft, stepAndLength);
const RegisterKernels hann({ "HannWindow" }, prepareWindow<0>, 1);
const RegisterKernels hamming({ "HammingWindow" }, prepareWindow<1>, 1);
const RegisterKernels blackman({ "BlackmanWindow" }, prepareWindow<2>, 1);

} // namespace

} // namespace engine::cuda
