#include "engine/cuda/cudnn/graph.h"
#include "engine/cuda/cudnn/images.h"
#include "engine/cuda/device_libraries.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/cuda/tuning.h"
#include "engine/reference/window.h"

// MaxPool without indices, AveragePool and their global forms by cuDNN's resampling, in fp32, fp64,
// fp16 and bfloat16. If tuning is on, the faster one of the library and our own kernel runs.
// Without tuning it is the library, except for GlobalMaxPool.

namespace engine::cuda::cudnn {

namespace {

struct Pool {
    TensorType type; ///< of the output
    DataType data = DataType::Float;
    Dims x;
    Dims y;
    ResampleSpec how;
};

/// Returns padding after the image such that the library's number of windows, rounded down, equals
/// ONNX's.
Dims paddingBehind(const WindowShape& window)
{
    Dims pads = window.padsAfter;
    for (std::size_t d = 0; d < pads.size(); ++d) {
        const auto reach = (window.positions[d] - 1) * window.strides[d] + window.kernel[d];
        pads[d] = std::max(pads[d], reach - window.image[d] - window.padsBefore[d]);
    }
    return pads;
}

Result<WindowShape> windowOf(const KernelRequest& request, bool isGlobal)
{
    const auto& input = inputType(request, 0);
    if (input.dims.size() < 3)
        return fail(request.node.type, " of ", dimsText(input.dims));
    const auto image = std::span(input.dims).subspan(2);
    if (isGlobal) {
        const Dims all(image.begin(), image.end());
        const Dims ones(all.size(), 1);
        const Dims zeros(all.size(), 0);
        return WindowShape { all, all, ones, ones, zeros, zeros, ones };
    }
    const auto kernel = request.node.integers("kernel_shape");
    if (!kernel)
        return fail(request.node.type, " without kernel_shape");
    return windowShape(request.node, image, *kernel,
        request.node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor);
}

Result<Pool> poolOf(const KernelRequest& request, bool isMax, bool isGlobal)
{
    const auto& input = inputType(request, 0);
    const auto row = TRY(elementRow(input.element));
    const auto window = TRY(windowOf(request, isGlobal));
    if (request.hasOutput(1))
        return fail("MaxPool with indices: our own kernel runs");
    if (window.image.size() > 3)
        return fail("an image of ", window.image.size(), " axes, cuDNN takes up to 3");
    if (std::ranges::any_of(window.dilations, [](auto step) { return step != 1; }))
        return fail("cuDNN's pools have no dilations");
    const auto behind = paddingBehind(window);
    for (std::size_t d = 0; d < behind.size(); ++d) {
        if (std::max(behind[d], window.padsBefore[d]) >= window.kernel[d])
            return fail("a window may lie entirely in the padding: our own kernel runs");
    }
    const bool countsPadding = request.node.flag("count_include_pad");
    if (countsPadding && behind != window.padsAfter)
        return fail("count_include_pad with ceil_mode: our own kernel runs");
    Pool pool;
    pool.type = { input.element, { input.dims[0], input.dims[1] } };
    pool.type.dims.insert(pool.type.dims.end(), window.positions.begin(), window.positions.end());
    if (input.count() == 0 || pool.type.count() == 0)
        return fail("nothing to pool");
    pool.data = row.type;
    pool.x = imageDims(input.dims);
    pool.y = imageDims(pool.type.dims);
    pool.how = { isMax                  ? ResampleMode::Max
            : countsPadding || isGlobal ? ResampleMode::AverageWithPadding
                                        : ResampleMode::AverageWithoutPadding,
        withTwoAxes(window.kernel, 1), withTwoAxes(window.strides, 1),
        withTwoAxes(window.padsBefore, 0), withTwoAxes(behind, 0), row.math };
    return pool;
}

class PoolKernel final : public Kernel {
public:
    PoolKernel(TensorType type, std::shared_ptr<PreparedGraph> graph)
        : m_type(std::move(type))
        , m_graph(std::move(graph))
        , m_notTaken(m_graph->notTaken())
    {
    }
    Result<void> run(RunContext& context) override
    {
        auto* const output = TRY(outputOf(context, 0, m_type));
        std::span<std::byte> workspace;
        if (m_graph->workspaceBytes() > 0)
            workspace = TRY(context.scratch(m_graph->workspaceBytes()));
        return m_graph->run({ context.tensor(0).data, output->data }, workspace);
    }
    std::string implementation() const override { return m_graph->implementation(); }
    std::vector<std::string> notTaken() const override { return m_notTaken; }
    std::uint64_t workspaceBytes() const override { return m_graph->workspaceBytes(); }

    /// Times both kernels; fails if our own one is faster.
    Result<void> compare(ModuleBackend& device, const KernelRequest& request, Kernel& ours)
    {
        TuneMemory memory(device);
        auto context = memory.context();
        const auto timed = [&](Kernel& kernel) {
            return [&context, &kernel] {
                context.restart();
                return kernel.run(context);
            };
        };
        const auto ways = [&]() -> Result<std::vector<TuneCandidate>> {
            context.addInput({ TRY(memory.noise(inputType(request, 0))) });
            return std::vector<TuneCandidate> { { implementation(), {}, timed(*this) },
                { {}, {}, timed(ours) } };
        };
        const auto compared = TRY(compareWithOwnKernel(device, "pool of " + m_graph->key(), ways));
        if (compared.faster == KernelComparison::Faster::Ours)
            return fail(
                compared.notes.empty() ? "only our own kernel runs" : compared.notes.front());
        m_notTaken.insert(m_notTaken.end(), compared.notes.begin(), compared.notes.end());
        return {};
    }

private:
    TensorType m_type;
    std::shared_ptr<PreparedGraph> m_graph;
    std::vector<std::string> m_notTaken;
};

/// Prepares our own kernel for the same request.
Result<std::unique_ptr<Kernel>> prepareOwnKernel(const KernelRequest& request)
{
    const auto entries
        = KernelRegistry::instance().find(request.node.domain, request.node.type, DeviceKind::Cuda);
    const auto own = std::ranges::find(entries, Tier::Native, &KernelEntry::tier);
    if (own == entries.end())
        return fail("no kernel of ours to compare with");
    return (*own)->prepare(request);
}

enum class Kind { Max, Average };
enum class Reach { Window, Image };

template <Kind kind, Reach reach>
Result<std::unique_ptr<Kernel>> preparePool(const KernelRequest& request)
{
    auto& device = deviceOf(request);
    // Checked first: these reasons also hold if our own kernel refuses.
    const auto pool = TRY(poolOf(request, kind == Kind::Max, reach == Reach::Image));
    if (kind == Kind::Max && request.settings.precision == Precision::Float32Strict)
        return fail("cuDNN gives the smallest number, not -inf, for a window of NaN alone: with "
                    "f32-strict our own kernel runs");
    if (kind == Kind::Max && reach == Reach::Image && !device.libraries().mayTune())
        return fail("our own kernel was faster on an H200");
    auto* const library = TRY(device.libraries().cudnn());
    GraphBuilder graph(*library);
    const auto x = TRY(graph.tensor({ .type = pool.data, .dims = pool.x }));
    const auto y = TRY(graph.tensor({ .type = pool.data, .dims = pool.y }));
    TRY(graph.resample(pool.how, x, y));
    auto prepared = TRY(graph.prepare(device, request.settings.precision, pool.data));
    auto kernel = std::make_unique<PoolKernel>(pool.type, std::move(prepared));
    if (device.libraries().mayTune()) {
        const auto ours = TRY(prepareOwnKernel(request));
        TRY(kernel->compare(device, request, *ours));
    }
    return std::unique_ptr<Kernel>(std::move(kernel));
}

const RegisterKernels maxPool(
    { "MaxPool" }, preparePool<Kind::Max, Reach::Window>, 0, Tier::Library);
const RegisterKernels averagePool(
    { "AveragePool" }, preparePool<Kind::Average, Reach::Window>, 0, Tier::Library);
const RegisterKernels globalMax(
    { "GlobalMaxPool" }, preparePool<Kind::Max, Reach::Image>, 0, Tier::Library);
const RegisterKernels globalAverage(
    { "GlobalAveragePool" }, preparePool<Kind::Average, Reach::Image>, 0, Tier::Library);

} // namespace

} // namespace engine::cuda::cudnn
