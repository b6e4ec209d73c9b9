#include "engine/cuda/kernels/device_lists.h"
#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/kernels/strided.h"

// NonZero: the data decide the size of the result, so the host waits for the number of elements
// that are not zero.

namespace engine::cuda {

namespace {

using NonZeroTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

/// Whether any bit of an element is set, other than the sign of a float.
template <typename T>
struct FlagNonZero {
    const T* x;
    std::uint8_t* flags;
    bool isFloat;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto bits = static_cast<T>(isFloat ? x[i] << 1 : x[i]);
        flags[i] = bits != 0 ? 1 : 0;
    }
};

/// Writes y [rank, total]: coordinate k of nonzero element n is y[k * total + n].
struct WritePositions {
    NumberList found;
    std::int64_t* y;
    int rank;
    std::int64_t dims[maxAxes];

    OPSCOPE_KERNEL void operator()(std::int64_t n) const
    {
        auto i = found.numbers[n];
        for (int d = rank; d-- > 0;) {
            y[d * found.count + n] = i % dims[d];
            i /= dims[d];
        }
    }
};

Result<void> runNonZero(ModuleBackend& device, RunContext& context, const TensorType& type)
{
    auto* const flags = TRY(memoryFor<std::uint8_t>(context, type.count()));
    const bool isFloat = model::isFloating(type.element);
    auto flag = [&]<typename T>() -> Result<void> {
        return forEach(device, type.count(), FlagNonZero<T> { in<T>(context, 0), flags, isFloat });
    };
    TRY(visitBytes(type.element, flag));
    const auto found = TRY(numbersOfFlags(device, context, flags, type.count()));
    // A scalar has no axes.
    const auto rank = static_cast<std::int64_t>(type.dims.size());
    auto* const output = TRY(context.output(0, ElementType::Int64, Dims { rank, found.count }));
    if (rank == 0)
        return {};
    WritePositions positions { found, reinterpret_cast<std::int64_t*>(output->data),
        static_cast<int>(rank), {} };
    std::ranges::copy(type.dims, positions.dims);
    return forEach(device, found.count, positions);
}

Result<std::unique_ptr<Kernel>> prepareNonZero(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NonZeroTypes {}));
    const auto type = inputType(request, 0);
    if (type.dims.size() > maxAxes)
        return fail("shapes of more than ", maxAxes, " axes are not for the device");
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "non-zero"),
        [=](RunContext& context) { return runNonZero(*device, context, type); });
}

const RegisterKernels nonZero({ "NonZero" }, prepareNonZero);

} // namespace

} // namespace engine::cuda
