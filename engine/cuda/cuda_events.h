#pragma once

#include "engine/cuda/check.h"
#include "engine/device/device_events.h"

#include <vector>

namespace engine::cuda {

/// CUDA events of one stream. Their times are those of the device's clock.
class CudaEvents final : public DeviceEvents {
public:
    /// `isCapturing` is true while the stream captures a graph. Events are not recorded then,
    /// because they would become part of the graph.
    CudaEvents(const cudaStream_t& stream, const bool& isCapturing)
        : m_stream(stream)
        , m_isCapturing(isCapturing)
    {
    }
    CudaEvents(const CudaEvents&) = delete;
    CudaEvents& operator=(const CudaEvents&) = delete;
    ~CudaEvents() override { clear(); }

    support::Result<void> reserve(std::size_t count) override;
    bool record(std::size_t event) override;
    support::Result<double> nsBetween(std::size_t first, std::size_t later) override;
    double resolutionNs() const override { return 500; } // CUDA runtime API, cudaEventElapsedTime
    /// Destroys the events. Must be called while the device's context exists.
    void clear();

private:
    const cudaStream_t& m_stream;
    const bool& m_isCapturing;
    std::vector<cudaEvent_t> m_events;
};

} // namespace engine::cuda
