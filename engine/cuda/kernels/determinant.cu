#include "engine/cuda/kernels/strided.h"

#include <cmath>

// Det: one block per matrix, by Gaussian elimination with partial pivoting, in double. Source: ONNX
// Det-22.

namespace engine::cuda {

namespace {

constexpr int threads = 128;

struct Pivot {
    double magnitude;
    std::int64_t row;
};

template <typename T>
struct Eliminate {
    const T* x;
    T* y;
    double* work; ///< a copy of all matrices
    std::int64_t n;

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t number) const
    {
        double* const matrix = work + number * n * n;
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < n * n; i += threads)
                matrix[i] = static_cast<double>(widen(x[number * n * n + i]));
        });
        double result = 1;
        for (std::int64_t k = 0; k < n && result != 0; ++k) {
            const auto pivot = pivotOf(block, matrix, k);
            if (pivot != k)
                result = -result;
            block.phase([&](int thread) {
                for (std::int64_t j = thread; pivot != k && j < n; j += threads) {
                    const double held = matrix[k * n + j];
                    matrix[k * n + j] = matrix[pivot * n + j];
                    matrix[pivot * n + j] = held;
                }
            });
            const double corner = matrix[k * n + k];
            result *= corner;
            if (corner != 0)
                eliminateBelow(block, matrix, k, corner);
        }
        block.phase([&](int thread) {
            if (thread == 0)
                y[number] = static_cast<T>(static_cast<Arithmetic<T>>(result));
        });
    }

    OPSCOPE_KERNEL std::int64_t pivotOf(
        Block<threads>& block, const double* matrix, std::int64_t k) const
    {
        PerThread<Pivot, threads> best;
        block.phase([&](int thread) {
            best[thread] = { -1, k };
            for (auto i = k + thread; i < n; i += threads) {
                const double magnitude = std::fabs(matrix[i * n + k]);
                if (magnitude > best[thread].magnitude)
                    best[thread] = { magnitude, i };
            }
        });
        return block
            .reduce(best,
                [](const Pivot& a, const Pivot& b) {
                    if (a.magnitude == b.magnitude)
                        return a.row < b.row ? a : b;
                    return b.magnitude > a.magnitude ? b : a;
                })
            .row;
    }

    /// Updates only the columns after the pivot's: those before are not read again.
    OPSCOPE_KERNEL void eliminateBelow(
        Block<threads>& block, double* matrix, std::int64_t k, double corner) const
    {
        const auto rest = n - k - 1;
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < rest * rest; i += threads) {
                const auto row = k + 1 + i / rest;
                const auto column = k + 1 + i % rest;
                matrix[row * n + column] -= matrix[row * n + k] / corner * matrix[k * n + column];
            }
        });
    }
};

Result<std::unique_ptr<Kernel>> prepareDet(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& input = inputType(request, 0);
    const auto rank = input.dims.size();
    if (rank < 2 || input.dims[rank - 1] != input.dims[rank - 2])
        return fail("Det takes square matrices, found ", dimsText(input.dims));
    const auto n = input.dims.back();
    const TensorType type { input.element, Dims(input.dims.begin(), input.dims.end() - 2) };
    const auto workBytes
        = static_cast<std::size_t>(std::max<std::int64_t>(input.count(), 1)) * sizeof(double);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "determinant"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            const auto work = TRY(context.scratch(workBytes));
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<threads>(*device, type.count(),
                    Eliminate<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        reinterpret_cast<double*>(work.data()), n });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels det({ "Det" }, prepareDet);

} // namespace

} // namespace engine::cuda
