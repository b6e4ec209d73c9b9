#pragma once

#include "engine/kernel/tensor.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace engine {

/// Weights in the order in which a kernel reads them, shared by all plans with memory of one pool,
/// such as those of a session: a plan for other sizes packs nothing again. They count once in that
/// pool, and are freed with the last kernel that uses them. Another pool has its own, so that the
/// limit and the peak of each run include all weights that it needs.
///
/// Two kernels share packed weights if source contents and `format` are equal. `format` names
/// everything else that decides the result: kernel, sizes, strides, layout, instruction set.
std::shared_ptr<const void> sharedWeights(const Tensor& source, std::string_view format,
    const std::function<std::shared_ptr<const void>()>& pack);

template <typename Packed, typename Pack>
std::shared_ptr<const Packed> sharedWeightsOf(
    const Tensor& source, std::string_view format, const Pack& pack)
{
    return std::static_pointer_cast<const Packed>(sharedWeights(source, format,
        [&]() -> std::shared_ptr<const void> { return std::shared_ptr<const Packed>(pack()); }));
}

/// How often weights were packed and found in the store since the process started.
struct WeightStoreCounts {
    std::uint64_t packed = 0;
    std::uint64_t shared = 0;
};
WeightStoreCounts weightStoreCounts();

} // namespace engine
