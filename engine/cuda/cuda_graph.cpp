#include "engine/cuda/cuda_graph.h"

namespace engine::cuda {

using support::Result;

namespace {

/// Owner of a captured graph. The executable graph is made from it, and it is not needed
/// afterwards.
class Captured {
public:
    Captured() = default;
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured()
    {
        if (graph != nullptr)
            cudaGraphDestroy(graph);
    }
    cudaGraph_t graph = nullptr;
};

} // namespace

CudaGraph::CudaGraph(cudaStream_t stream, std::function<void()> onLaunch)
    : m_stream(stream)
    , m_onLaunch(std::move(onLaunch))
{
}

CudaGraph::~CudaGraph()
{
    if (m_exec != nullptr)
        cudaGraphExecDestroy(m_exec);
}

Result<std::unique_ptr<CudaGraph>> CudaGraph::endCapture(
    cudaStream_t stream, std::function<void()> onLaunch)
{
    Captured captured;
    if (const auto ended
        = check(cudaStreamEndCapture(stream, &captured.graph), "capturing a graph");
        !ended) {
        cudaGetLastError(); // otherwise the next launch would report this error
        return ended.error();
    }
    std::unique_ptr<CudaGraph> made(new CudaGraph(stream, std::move(onLaunch)));
    TRY(check(cudaGraphGetNodes(captured.graph, nullptr, &made->m_operations),
        "counting the nodes of a graph"));
    TRY(check(cudaGraphInstantiate(&made->m_exec, captured.graph, 0), "instantiating a graph"));
    TRY(check(cudaGraphUpload(made->m_exec, stream), "uploading a graph"));
    return Result<std::unique_ptr<CudaGraph>>(std::move(made));
}

Result<void> CudaGraph::launch()
{
    m_onLaunch();
    return check(cudaGraphLaunch(m_exec, m_stream), "launching a graph");
}

// Relaxed mode: memory may be allocated while a graph is captured. Only this thread uses the
// stream.
Result<void> beginCapture(cudaStream_t stream)
{
    return check(
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "beginning to capture");
}

void abandonCapture(cudaStream_t stream)
{
    Captured captured;
    cudaStreamEndCapture(stream, &captured.graph);
    cudaGetLastError(); // otherwise the next launch would report a failed capture
}

} // namespace engine::cuda
