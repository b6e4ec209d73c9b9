#include "engine/reference/conv.h"
#include "engine/cpu/onednn/activation.h"
#include "engine/tuning/kernel_variants.h"

#include <algorithm>
#include <array>

// Conv and com.microsoft FusedConv (activation and an added tensor in the same primitive), and
// their forms that engine/passes/lower_products.h makes: images of bfloat16, a result of bfloat16
// or fp32, sums in fp32. fp32 else, one to three spatial axes, groups, dilations, any padding that
// is not negative. 3x3 kernels with stride 1 have a second variant, Winograd; f32-strict forbids
// it. Constant weights are reordered once to the layout that the primitive prefers. Images are
// reordered before and after it if plain ones would be slow. Source: ONNX Conv-1 and -11; oneDNN
// developer guide, "Convolution".

namespace engine::onednn {

namespace {

struct ConvLayout {
    ConvShape shape;
    ElementType element = ElementType::Float; ///< of the operands of products
    Descriptor source;
    Descriptor weights;
    Descriptor destination;
    Window window;
    TensorType output;
};

/// Dims of the weights [O, I/g, k...]; with groups [g, O/g, I/g, k...], which are the same bytes.
Dims weightDims(const ConvShape& shape)
{
    Dims dims;
    if (shape.groups > 1)
        dims.push_back(shape.groups);
    dims.push_back(shape.outputsPerGroup);
    dims.push_back(shape.inputsPerGroup);
    dims.insert(dims.end(), shape.window.kernel.begin(), shape.window.kernel.end());
    return dims;
}

Result<Window> windowOf(const WindowShape& shape)
{
    Window window;
    for (std::size_t axis = 0; axis < shape.image.size(); ++axis) {
        if (shape.padsBefore[axis] < 0 || shape.padsAfter[axis] < 0)
            return fail("oneDNN takes no negative pads");
        window.strides.push_back(shape.strides[axis]);
        window.dilations.push_back(shape.dilations[axis] - 1);
        window.padBegin.push_back(shape.padsBefore[axis]);
        window.padEnd.push_back(shape.padsAfter[axis]);
    }
    return window;
}

Result<ConvLayout> layoutOf(const KernelRequest& request)
{
    const auto& input = request.input(0).tensor;
    const auto& weights = request.input(1).tensor;
    ConvLayout layout;
    layout.shape = TRY(convShape(request.node, input.dims, weights.dims));
    if (layout.shape.window.image.size() > 3)
        return fail("oneDNN convolves along one to three axes, these are ",
            layout.shape.window.image.size());
    layout.window = TRY(windowOf(layout.shape.window));
    TRY(requireUsualSize(layout.window));
    layout.element = input.element;
    layout.output = { resultElement(request), convOutputDims(layout.shape) };
    TRY(requireOutput(layout.output));
    layout.source = described(request.input(0));
    layout.weights = plain(weightDims(layout.shape), weights.element);
    layout.destination = described(layout.output, outputLayout(request));
    const auto depth = layout.shape.inputsPerGroup * layout.shape.window.kernelCount();
    TRY(requireWork(request, elementCount(std::array { layout.output.count(), depth })));
    return layout;
}

/// Operations on the result of the convolution.
struct ConvEnd {
    std::vector<Epilogue> epilogues;
    PrimitiveKernel::Finish after;
};

Result<ConvEnd> endOf(const KernelRequest& request, const ConvLayout& layout)
{
    ConvEnd end;
    if (request.hasInput(3)) {
        if (request.input(3).tensor.dims != layout.output.dims)
            return fail("the added tensor is ", request.input(3).tensor.dims, ", the output ",
                layout.output.dims);
        end.epilogues.push_back({ Epilogue::Kind::Sum, {}, 0, 0, {} });
    }
    const auto name = request.node.text("activation", "");
    if (name.empty())
        return end;
    const auto parameters = request.node.reals("activation_params", {});
    const auto activation = TRY(fusedActivation(name, parameters));
    if (activation.epilogue)
        end.epilogues.push_back(*activation.epilogue);
    end.after = activation.after;
    return end;
}

bool isSlow(const Primitive& primitive)
{
    return primitive.implementation.find("gemm") != std::string::npos
        || primitive.implementation.find("ref") != std::string::npos;
}

/// A convolution, before its algorithm is chosen.
struct ConvStep {
    ConvLayout layout;
    ConvEnd end;
    std::optional<Descriptor> bias;
    dnnl::primitive_attr attributes;

    const Descriptor* biasOrNull() const { return bias ? &*bias : nullptr; }
};

Result<ConvStep> stepOf(const KernelRequest& request)
{
    ConvStep step;
    step.layout = TRY(layoutOf(request));
    step.end = TRY(endOf(request, step.layout));
    const auto channels = step.layout.shape.outputChannels;
    if (request.hasInput(2) && request.input(2).tensor.count() != channels)
        return fail("bias has ", request.input(2).tensor.count(), " elements, expected ", channels);
    if (request.hasInput(2))
        step.bias = plain(Dims { channels });
    step.attributes = TRY(guarded("attributes", [&] { return attributesOf(step.end.epilogues); }));
    return step;
}

Result<Primitive> createConv(const ConvStep& step, const Descriptor& source,
    const Descriptor& destination, dnnl::algorithm algorithm)
{
    const auto& layout = step.layout;
    const bool isDirect = algorithm == dnnl::algorithm::convolution_direct;
    return guarded("convolution", [&] {
        const auto weights
            = anyLayout(weightDims(layout.shape), isDirect ? layout.element : ElementType::Float);
        return convolution(source, weights, step.biasOrNull(), destination, layout.window,
            step.attributes, algorithm);
    });
}

/// Creates the primitive for images in any layout. Winograd computes in fp32.
Result<Primitive> createForAnyLayout(const ConvStep& step, dnnl::algorithm algorithm)
{
    const auto& layout = step.layout;
    const bool isDirect = algorithm == dnnl::algorithm::convolution_direct;
    const auto single = ElementType::Float;
    return createConv(step, anyLayout(dimsOf(layout.source), isDirect ? layout.element : single),
        anyLayout(dimsOf(layout.destination), isDirect ? layout.output.element : single),
        algorithm);
}

/// Creates the primitive for images in their layout or, if only a slow implementation takes them,
/// for the layout that it prefers.
Result<Primitive> createDirect(const ConvStep& step)
{
    constexpr auto algorithm = dnnl::algorithm::convolution_direct;
    auto asGiven = createConv(step, step.layout.source, step.layout.destination, algorithm);
    if (asGiven && !isSlow(*asGiven))
        return asGiven;
    auto withAny = createForAnyLayout(step, algorithm);
    return withAny ? withAny : asGiven;
}

Result<std::unique_ptr<Kernel>> convolve(
    const KernelRequest& request, const ConvStep& step, Result<Primitive> created)
{
    auto primitive = TRY(std::move(created));
    const auto& layout = step.layout;
    auto kernel = TRY(convolutionKernel(request, std::move(primitive), layout.source,
        layout.weights, step.biasOrNull(), layout.destination, layout.output));
    if (request.hasInput(3))
        TRY(kernel->initialiseOutputFrom(3, described(request.input(3))));
    kernel->finishWith(step.end.after);
    return std::unique_ptr<Kernel>(std::move(kernel));
}

/// Version 3 has Winograd for other processors only.
constexpr bool hasWinograd = DNNL_VERSION_MAJOR < 3;
/// With less work the reorders around it cost what it saves.
constexpr std::int64_t minWinogradMultiplyAdds = 4'000'000;
/// The scratch memory grows with the batch.
constexpr std::size_t maxWinogradScratch = std::size_t(256) << 20;

bool mayUseWinograd(const KernelRequest& request, const ConvShape& shape)
{
    const auto& window = shape.window;
    const auto areAll = [](const Dims& numbers, std::int64_t wanted) {
        return std::ranges::all_of(numbers, [=](std::int64_t number) { return number == wanted; });
    };
    const auto depth = shape.inputsPerGroup * window.kernelCount();
    return hasWinograd && request.settings.precision != Precision::Float32Strict
        && request.input(1).constant != nullptr && shape.groups == 1 && window.image.size() == 2
        && areAll(window.kernel, 3) && areAll(window.strides, 1) && areAll(window.dilations, 1)
        && elementCount(std::array { elementCount(convOutputDims(shape)), depth })
        >= minWinogradMultiplyAdds;
}

/// F(2x2, 3x3) or F(4x4, 3x3), which the library chooses. Images are reordered to blocks of 16
/// channels and back. The largest errors, as shares of the sum of magnitudes of a window, are 2e-7
/// and 5e-7 (8e-7 where the window contains pads); those of direct convolutions are 3e-7.
Result<std::unique_ptr<Kernel>> prepareWinograd(const KernelRequest& request, const ConvStep& step)
{
    auto primitive = TRY(createForAnyLayout(step, dnnl::algorithm::convolution_winograd));
    if (primitive.implementation.find("wino") == std::string::npos)
        return fail("oneDNN has no Winograd for this processor");
    const auto scratch = primitive.scratchpad.get_size();
    if (scratch > maxWinogradScratch)
        return fail(
            "needs ", scratch, " bytes of scratch memory, the most is ", maxWinogradScratch);
    return convolve(request, step, std::move(primitive));
}

/// Names all that the time of the convolution depends on.
std::string tuningKey(const KernelRequest& request, const Window& window)
{
    auto key = "Conv, oneDNN " + version() + " isa "
        + std::to_string(static_cast<int>(dnnl::get_effective_cpu_isa()));
    const auto add = [&](std::string_view name, const InputType& type) {
        if (type.isPresent())
            key += ", " + std::string(name) + " " + dimsText(type.tensor.dims)
                + (type.tensor.element == ElementType::Bfloat16 ? " bf16" : "")
                + (type.layout == Layout::ChannelsLast ? " last" : "");
    };
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
        add(std::array { "x", "w", "b", "z" }[std::min<std::size_t>(i, 3)], request.input(i));
    if (!request.outputs.empty())
        add("y", request.outputs.front());
    key += ", pads " + dimsText(window.padBegin) + " " + dimsText(window.padEnd);
    const auto activation = request.node.text("activation", "");
    return activation.empty() ? key : key + ", " + std::string(activation);
}

Result<std::unique_ptr<Kernel>> prepareConv(const KernelRequest& request)
{
    TRY(requireFloatsOrBfloats(request, 4));
    const auto step = TRY(stepOf(request));
    setLibraryThreads(request.settings.threads);
    const auto direct = [&] { return convolve(request, step, createDirect(step)); };
    if (request.variants == nullptr || !mayUseWinograd(request, step.layout.shape))
        return direct();
    return request.variants->choose(request, tuningKey(request, step.layout.window),
        std::array { KernelVariant { "direct", direct },
            KernelVariant { "Winograd", [&] { return prepareWinograd(request, step); } } });
}

const RegisterLibrary conv("Conv", prepareConv);
const RegisterLibrary fusedConv("FusedConv", prepareConv, "com.microsoft");
const RegisterLibrary loweredConv("Conv", prepareConv, "opscope");
const RegisterLibrary loweredFusedConv("FusedConv", prepareConv, "opscope");

} // namespace

} // namespace engine::onednn
