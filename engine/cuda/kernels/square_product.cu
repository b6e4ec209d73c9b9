#include "engine/cuda/kernels/product.h"
#include "engine/cuda/peaks.h"

// The product that peaks are measured by where no library multiplies.

namespace engine::cuda {

namespace {

template <typename T>
struct Square {
    const T* first;
    std::int64_t side;

    OPSCOPE_KERNEL ProductSum<T> operator()(
        std::int64_t, std::int64_t row, std::int64_t column) const
    {
        return static_cast<ProductSum<T>>(widen(first[row * side + column]));
    }
};

template <typename T>
struct StoreSquare {
    T* y;
    std::int64_t side;

    OPSCOPE_KERNEL void operator()(
        std::int64_t, std::int64_t row, std::int64_t column, ProductSum<T> sum) const
    {
        y[row * side + column] = static_cast<T>(sum);
    }
};

template <typename T>
Result<void> run(ModuleBackend& device, const void* a, const void* b, void* y, std::int64_t n)
{
    using Product = TiledProduct<ProductSum<T>, Square<T>, Square<T>, StoreSquare<T>>;
    return runProduct(device,
        Product { { static_cast<const T*>(a), n }, { static_cast<const T*>(b), n },
            { static_cast<T*>(y), n }, n, n, n },
        1);
}

} // namespace

Result<void> runSquareProduct(ModuleBackend& device, ElementType element, const void* a,
    const void* b, void* y, std::int64_t n)
{
    switch (element) {
    case ElementType::Float:
        return run<float>(device, a, b, y, n);
    case ElementType::Float16:
        return run<Float16>(device, a, b, y, n);
    case ElementType::Bfloat16:
        return run<Bfloat16>(device, a, b, y, n);
    default:
        return fail("no product of this element type is measured");
    }
}

} // namespace engine::cuda
