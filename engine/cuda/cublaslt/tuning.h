#pragma once

#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/tune_cache.h"

#include <functional>

/// Choosing among the library's proposals by timing them on the device.
namespace engine::cuda::cublaslt {

/// Operands of a product with noise in them, and the largest workspace; given back with the object.
class ProductBuffers {
public:
    static Result<ProductBuffers> take(ModuleBackend& device, const Product& product);

    PreparedProduct::Operands operands() const;
    std::span<std::byte> workspace(std::uint64_t bytes) const
    {
        return { m_blocks.back().get(), static_cast<std::size_t>(bytes) };
    }

private:
    struct Release {
        ModuleBackend* device = nullptr;
        void operator()(std::byte* memory) const { device->release(memory); }
    };
    using Block = std::unique_ptr<std::byte, Release>;
    Result<void> add(ModuleBackend& device, std::uint64_t bytes);

    std::vector<Block> m_blocks; ///< a, b, c, bias, y, workspace
};

struct Timed {
    HeuristicResult result;
    std::string name;
    double medianNs = 0;
};

/// The median of a few runs after one that is not counted. What it took is taken from the budget of
/// the plan.
Result<double> timedOf(ModuleBackend& device, const std::function<Result<void>()>& once);

/// `timed` is sorted by time.
TunedChoice choiceOf(const std::vector<Timed>& timed);
/// `cuBLASLt algorithm 12, tile 20: 53 µs, taken was algorithm 21, tile 18: 41 µs`
std::vector<std::string> runnersUpOf(const TunedChoice& choice);

} // namespace engine::cuda::cublaslt
