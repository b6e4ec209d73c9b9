#include "engine/cpu/kernels/requantize.h"

#include <algorithm>
#include <mutex>

namespace engine {

Result<void> requireBytes(const KernelRequest& request, std::size_t input)
{
    const auto& type = request.input(input);
    if (type.kind != InputType::Kind::Tensor
        || (type.tensor.element != ElementType::Int8 && type.tensor.element != ElementType::Uint8))
        return fail("native ", request.node.type, " takes bytes, input ", input, " is not");
    return {};
}

ByteRange dynamicRange(const RunContext& context, const Tensor& values)
{
    std::mutex mutex; // guards `ends`
    std::array<float, 2> ends {};
    parallelFor(values.count(), elementsPerThread, context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            float low = 0;
            float high = 0;
            byteTable().widenRange(floats(values) + first, last - first, low, high);
            const std::scoped_lock lock(mutex);
            ends = { std::min(ends[0], low), std::max(ends[1], high) };
        });
    return byteRangeOf(ends);
}

} // namespace engine
