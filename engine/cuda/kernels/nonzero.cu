#include "engine/cuda/kernels/strided.h"

// NonZero: the data decide the size of the result. Each block counts the nonzero elements of its
// part, the host adds the counts, and the same blocks write the positions in order.

namespace engine::cuda {

namespace {

constexpr int threads = 256;
constexpr int run = 8; ///< adjacent elements per thread
constexpr std::int64_t part = threads * run; ///< elements per block

using NonZeroTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

template <typename T>
struct Kept {
    const T* x;
    std::int64_t count;

    OPSCOPE_KERNEL bool at(std::int64_t i) const { return i < count && widen(x[i]) != 0; }
    OPSCOPE_KERNEL std::int32_t inRun(std::int64_t first) const
    {
        std::int32_t sum = 0;
        for (int k = 0; k < run; ++k)
            sum += at(first + k) ? 1 : 0;
        return sum;
    }
};

template <typename T>
struct CountParts {
    Kept<T> kept;
    std::int64_t* counts;

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t number) const
    {
        PerThread<std::int32_t, threads> sum;
        block.phase([&](int thread) { sum[thread] = kept.inRun(number * part + thread * run); });
        const auto total = block.reduce(sum, [](std::int32_t a, std::int32_t b) { return a + b; });
        block.phase([&](int thread) {
            if (thread == 0)
                counts[number] = total;
        });
    }
};

/// Writes y [rank, total]: coordinate k of nonzero element n is y[k * total + n].
template <typename T>
struct WritePositions {
    Kept<T> kept;
    const std::int64_t* firsts; ///< nonzero elements before each part
    std::int64_t* y;
    std::int64_t total;
    int rank;
    std::int64_t dims[mostAxes];

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t number) const
    {
        OPSCOPE_SHARED std::int32_t before[threads];
        block.phase([&](int thread) { before[thread] = kept.inRun(number * part + thread * run); });
        block.phase([&](int thread) {
            if (thread != 0)
                return;
            std::int32_t sum = 0;
            for (auto& count : before) {
                const auto own = count;
                count = sum;
                sum += own;
            }
        });
        block.phase([&](int thread) {
            auto place = firsts[number] + before[thread];
            for (int k = 0; k < run; ++k) {
                const auto i = number * part + thread * run + k;
                if (kept.at(i))
                    write(i, place++);
            }
        });
    }

    OPSCOPE_KERNEL void write(std::int64_t i, std::int64_t place) const
    {
        for (int d = rank; d-- > 0;) {
            y[d * total + place] = i % dims[d];
            i /= dims[d];
        }
    }
};

template <typename T>
Result<void> runNonZero(ModuleBackend& device, RunContext& context, const TensorType& type)
{
    const Kept<T> kept { in<T>(context, 0), type.count() };
    const auto parts = (kept.count + part - 1) / part;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(parts));
    const auto bytes = counts.size() * sizeof(std::int64_t);
    std::byte* memory = nullptr;
    if (parts > 0) {
        memory = TRY(context.scratch(bytes)).data();
        TRY(forEachBlock<threads>(
            device, parts, CountParts<T> { kept, reinterpret_cast<std::int64_t*>(memory) }));
        TRY(device.toHost(reinterpret_cast<std::byte*>(counts.data()), memory, bytes));
    }
    std::int64_t total = 0;
    for (auto& count : counts)
        total += std::exchange(count, total);
    // A scalar has no axes.
    const auto rank = static_cast<std::int64_t>(type.dims.size());
    auto* const output = TRY(context.output(0, ElementType::Int64, Dims { rank, total }));
    if (total == 0 || rank == 0)
        return {};
    TRY(device.toDevice(memory, reinterpret_cast<const std::byte*>(counts.data()), bytes));
    WritePositions<T> positions { kept, reinterpret_cast<const std::int64_t*>(memory),
        reinterpret_cast<std::int64_t*>(output->data), total, static_cast<int>(rank), {} };
    std::ranges::copy(type.dims, positions.dims);
    return forEachBlock<threads>(device, parts, positions);
}

Result<std::unique_ptr<Kernel>> prepareNonZero(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NonZeroTypes {}));
    const auto type = inputType(request, 0);
    if (type.dims.size() > mostAxes)
        return fail("shapes of more than ", mostAxes, " axes are not for the device");
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "non-zero"), [=](RunContext& context) -> Result<void> {
            auto visit = [&]<typename T>() { return runNonZero<T>(*device, context, type); };
            return visitElement(NonZeroTypes {}, type.element, visit);
        });
}

const RegisterKernels nonZero({ "NonZero" }, prepareNonZero);

} // namespace

} // namespace engine::cuda
