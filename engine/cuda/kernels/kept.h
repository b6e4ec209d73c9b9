#pragma once

#include "engine/cuda/kernels/strided.h"

namespace engine::cuda {

/// Copies numbers to the device for the kernel's lifetime. An empty vector gets memory for one
/// element.
template <typename T>
Result<std::shared_ptr<const DeviceArray>> kept(ModuleBackend& device, std::vector<T> values)
{
    if (values.empty())
        values.emplace_back();
    auto array = TRY(DeviceArray::of<T>(device, values));
    return std::make_shared<const DeviceArray>(std::move(array));
}

} // namespace engine::cuda
