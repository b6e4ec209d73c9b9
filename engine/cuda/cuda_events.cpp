#include "engine/cuda/cuda_events.h"

namespace engine::cuda {

using support::Result;

Result<void> CudaEvents::reserve(std::size_t count)
{
    m_events.reserve(count);
    while (m_events.size() < count) {
        cudaEvent_t event = nullptr;
        TRY(check(cudaEventCreate(&event), "making an event"));
        m_events.push_back(event);
    }
    return {};
}

bool CudaEvents::record(std::size_t event)
{
    return !m_isCapturing && event < m_events.size()
        && cudaEventRecord(m_events[event], m_stream) == cudaSuccess;
}

Result<double> CudaEvents::nsBetween(std::size_t first, std::size_t later)
{
    float milliseconds = 0;
    TRY(check(
        cudaEventElapsedTime(&milliseconds, m_events[first], m_events[later]), "reading a clock"));
    return static_cast<double>(milliseconds) * 1e6;
}

void CudaEvents::clear()
{
    for (auto* const event : m_events)
        cudaEventDestroy(event);
    m_events.clear();
}

} // namespace engine::cuda
