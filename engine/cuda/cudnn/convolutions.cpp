#include "engine/cuda/cudnn/graph.h"
#include "engine/cuda/cudnn/images.h"
#include "engine/cuda/device_libraries.h"
#include "engine/cuda/kernels/epilogue.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/reference/conv.h"

// Conv, FusedConv and ConvTranspose with one to three spatial axes and groups by cuDNN, in fp32,
// fp64, fp16 and bfloat16, channels first. Bias, residual and activation are in one graph with the
// convolution if an engine supports it. Otherwise the graph has only the convolution and one more
// launch of ours does the rest in place. Tanh is always ours: the library's is NaN for infinite
// numbers (measured on an H200). With f32-strict, activations other than Relu and LeakyRelu
// are ours: the library's are up to 4e-6 off and turn denormal numbers into 0.

namespace engine::cuda::cudnn {

namespace {

/// One operator, before the library is asked. Dims have at least two spatial axes, as the library
/// requires.
struct Work {
    TensorType type; ///< of the output
    DataType data = DataType::Float;
    Dims x;
    Dims w;
    Dims y;
    ConvolutionSpec convolution;
    bool hasBias = false; ///< input 2
    bool hasAdded = false; ///< input 3
    Activation activation;
};

std::optional<PointwiseSpec> pointwiseOf(const Activation& activation)
{
    struct Row {
        ActivationKind kind;
        PointwiseMode mode;
        bool takesParameter;
    };
    constexpr std::array rows { Row { ActivationKind::Relu, PointwiseMode::Relu, false },
        Row { ActivationKind::LeakyRelu, PointwiseMode::Relu, true },
        Row { ActivationKind::Sigmoid, PointwiseMode::Sigmoid, false },
        Row { ActivationKind::Elu, PointwiseMode::Elu, true },
        Row { ActivationKind::Swish, PointwiseMode::Swish, true },
        Row { ActivationKind::GeluTanh, PointwiseMode::GeluTanh, false } };
    const auto row = std::ranges::find(rows, activation.kind, &Row::kind);
    if (row == rows.end())
        return std::nullopt;
    return PointwiseSpec { row->mode,
        row->takesParameter ? static_cast<double>(activation.first) : 0.0 };
}

bool mayJoin(const Activation& activation, Precision precision)
{
    const auto kind = activation.kind;
    const bool isExact = kind == ActivationKind::None || kind == ActivationKind::Relu
        || kind == ActivationKind::LeakyRelu;
    return isExact || (precision != Precision::Float32Strict && pointwiseOf(activation));
}

enum class Joined { Nothing, Everything };

/// Adds the operations one after the other. All but the last write to virtual tensors.
class ConvolutionGraph {
public:
    ConvolutionGraph(Library& library, const Work& work, Joined joined)
        : m_graph(library)
        , m_work(work)
        , m_rest(joined == Joined::Nothing ? 0
                                           : int(work.hasBias) + int(work.hasAdded)
                      + int(work.activation.kind != ActivationKind::None))
    {
    }

    /// The pointers of PreparedGraph::run are x, w, [bias], [added], y.
    Result<std::shared_ptr<PreparedGraph>> prepare(ModuleBackend& device, Precision precision)
    {
        const bool joins = m_rest > 0;
        const auto x = TRY(outside(m_work.x));
        const auto w = TRY(outside(m_work.w));
        Dims channels(m_work.y.size(), 1);
        channels[1] = m_work.y[1];
        const auto bias = joins && m_work.hasBias ? TRY(outside(channels)) : nullptr;
        const auto added = joins && m_work.hasAdded ? TRY(outside(m_work.y)) : nullptr;
        m_y = TRY(outside(m_work.y));
        auto last = TRY(result());
        TRY(m_graph.convolution(m_work.convolution, x, w, last));
        for (const auto other : { bias, added }) {
            if (other != nullptr)
                last = TRY(next({ PointwiseMode::Add }, last, other));
        }
        if (joins && m_work.activation.kind != ActivationKind::None)
            last = TRY(next(*pointwiseOf(m_work.activation), last, nullptr));
        return m_graph.prepare(device, precision, m_work.data);
    }

private:
    Result<Descriptor> outside(const Dims& dims)
    {
        return m_graph.tensor({ .type = m_work.data, .dims = dims });
    }
    /// Returns the tensor that the next operation writes: the output if it is the last one.
    Result<Descriptor> result()
    {
        if (m_rest-- == 0)
            return m_y;
        return m_graph.tensor({ m_work.convolution.math, m_work.y, true, {} });
    }
    Result<Descriptor> next(PointwiseSpec spec, Descriptor x, Descriptor b)
    {
        spec.math = m_work.convolution.math;
        const auto y = TRY(result());
        TRY(m_graph.pointwise(spec, { x, b, nullptr }, y));
        return y;
    }

    GraphBuilder m_graph;
    const Work& m_work;
    int m_rest; ///< operations that remain
    Descriptor m_y = nullptr;
};

class ConvolutionKernel final : public Kernel {
public:
    ConvolutionKernel(ModuleBackend& device, Work work, std::shared_ptr<PreparedGraph> graph,
        Joined joined, ElementEpilogue after)
        : m_device(device)
        , m_work(std::move(work))
        , m_graph(std::move(graph))
        , m_joined(joined)
        , m_after(after)
    {
    }

    Result<void> run(RunContext& context) override
    {
        auto* const output = TRY(outputOf(context, 0, m_work.type));
        std::span<std::byte> workspace;
        if (m_graph->workspaceBytes() > 0)
            workspace = TRY(context.scratch(m_graph->workspaceBytes()));
        const void* const bias = m_work.hasBias ? context.tensor(2).data : nullptr;
        const void* const added = m_work.hasAdded ? context.tensor(3).data : nullptr;
        std::vector<const void*> pointers { context.tensor(0).data, context.tensor(1).data };
        if (m_joined == Joined::Everything) {
            for (const auto* each : { bias, added }) {
                if (each != nullptr)
                    pointers.push_back(each);
            }
        }
        pointers.push_back(output->data);
        TRY(m_graph->run(pointers, workspace));
        if (m_joined == Joined::Everything)
            return {};
        return applyEpilogue(m_device, m_after, output->data, bias, added);
    }

    std::string implementation() const override
    {
        const bool isOurs = m_joined == Joined::Nothing
            && (m_work.hasBias || m_work.hasAdded
                || m_work.activation.kind != ActivationKind::None);
        return m_graph->implementation() + (isOurs ? " + cuda epilogue" : "");
    }
    std::vector<std::string> notTaken() const override { return m_graph->notTaken(); }
    std::uint64_t workspaceBytes() const override { return m_graph->workspaceBytes(); }

private:
    ModuleBackend& m_device;
    Work m_work;
    std::shared_ptr<PreparedGraph> m_graph;
    Joined m_joined;
    ElementEpilogue m_after;
};

Result<Work> workOf(const KernelRequest& request, const WindowShape& window, Dims output)
{
    const auto& x = inputType(request, 0);
    const auto& w = inputType(request, 1);
    const auto row = TRY(elementRow(x.element));
    if (window.image.size() > 3)
        return fail("an image of ", window.image.size(), " axes, cuDNN takes up to 3");
    if (elementCount(output) == 0 || x.count() == 0 || w.count() == 0)
        return fail("nothing to convolve");
    Work work;
    work.type = { x.element, output };
    work.data = row.type;
    work.x = imageDims(x.dims);
    work.w = imageDims(w.dims);
    work.y = imageDims(std::move(output));
    work.convolution = { false, withTwoAxes(window.strides, 1), withTwoAxes(window.dilations, 1),
        withTwoAxes(window.padsBefore, 0), withTwoAxes(window.padsAfter, 0), row.math };
    work.hasBias = request.hasInput(2);
    work.hasAdded = request.hasInput(3);
    for (std::size_t i = 1; i < 4; ++i) {
        if (request.hasInput(i) && inputType(request, i).element != x.element)
            return fail("input ", i, " is ", model::name(inputType(request, i).element),
                ", the image ", model::name(x.element));
    }
    if (work.hasBias && inputType(request, 2).count() != work.y[1])
        return fail("bias has ", inputType(request, 2).count(), " elements, expected ", work.y[1]);
    if (work.hasAdded && inputType(request, 3).dims != work.type.dims)
        return fail(
            "adds ", dimsText(inputType(request, 3).dims), " to ", dimsText(work.type.dims));
    work.activation = TRY(activationOf(request.node));
    return work;
}

Result<std::unique_ptr<Kernel>> kernelFor(const KernelRequest& request, Work work)
{
    auto& device = deviceOf(request);
    auto* const library = TRY(device.libraries().cudnn());
    const ElementEpilogue after { work.type.element, work.type.count(),
        elementCount(work.y) / (work.y[0] * work.y[1]), work.y[1], work.activation };
    const bool hasMore
        = work.hasBias || work.hasAdded || work.activation.kind != ActivationKind::None;
    if (hasMore && mayJoin(work.activation, request.settings.precision)) {
        auto graph = ConvolutionGraph(*library, work, Joined::Everything)
                         .prepare(device, request.settings.precision);
        if (graph)
            return std::unique_ptr<Kernel>(std::make_unique<ConvolutionKernel>(
                device, std::move(work), std::move(*graph), Joined::Everything, after));
    }
    auto graph = TRY(ConvolutionGraph(*library, work, Joined::Nothing)
                         .prepare(device, request.settings.precision));
    return std::unique_ptr<Kernel>(std::make_unique<ConvolutionKernel>(
        device, std::move(work), std::move(graph), Joined::Nothing, after));
}

Result<std::unique_ptr<Kernel>> prepareConv(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto shape
        = TRY(convShape(request.node, inputType(request, 0).dims, inputType(request, 1).dims));
    return kernelFor(request, TRY(workOf(request, shape.window, convOutputDims(shape))));
}

Result<std::unique_ptr<Kernel>> prepareConvTranspose(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto shape = TRY(
        transposedConvShape(request.node, inputType(request, 0).dims, inputType(request, 1).dims));
    auto work = TRY(workOf(request, shape.conv.window, shape.output));
    work.convolution.isTransposed = true;
    return kernelFor(request, std::move(work));
}

const RegisterKernels conv({ "Conv" }, prepareConv, 0, Tier::Library);
const RegisterKernels fusedConv({ "FusedConv" }, prepareConv, 0, Tier::Library, "com.microsoft");
const RegisterKernels convTranspose({ "ConvTranspose" }, prepareConvTranspose, 0, Tier::Library);

} // namespace

} // namespace engine::cuda::cudnn
