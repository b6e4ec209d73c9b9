#pragma once

#include "engine/cuda/check.h"
#include "engine/device/work_capture.h"

#include <functional>

namespace engine::cuda {

/// The captured work of a stream, ready to be launched.
class CudaGraph final : public CapturedWork {
public:
    /// Ends the capture of the stream. `onLaunch` is called before each launch.
    static support::Result<std::unique_ptr<CudaGraph>> endCapture(
        cudaStream_t stream, std::function<void()> onLaunch);
    ~CudaGraph() override;

    support::Result<void> launch() override;
    std::size_t operations() const override { return m_operations; }

private:
    CudaGraph(cudaStream_t stream, std::function<void()> onLaunch);

    cudaStream_t m_stream;
    std::function<void()> m_onLaunch;
    cudaGraphExec_t m_exec = nullptr;
    std::size_t m_operations = 0;
};

support::Result<void> beginCapture(cudaStream_t stream);
void abandonCapture(cudaStream_t stream);

} // namespace engine::cuda
