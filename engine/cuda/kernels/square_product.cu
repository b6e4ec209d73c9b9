#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/peaks.h"

// The matrix product that measurePeaks() uses if no library multiplies.

namespace engine::cuda {

namespace {

template <typename T>
Result<void> run(ModuleBackend& device, const void* a, const void* b, void* y, std::int64_t n)
{
    using Elements = MatrixElements<T>;
    return runProduct(device,
        TiledProduct<Arithmetic<T>, Elements, Elements, StoreWithBias<T>> {
            { static_cast<const T*>(a), n }, { static_cast<const T*>(b), n },
            { static_cast<T*>(y), nullptr, n }, n, n, n },
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
