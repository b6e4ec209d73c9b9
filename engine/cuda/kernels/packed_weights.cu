#include "engine/cuda/kernels/attention.h"
#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/kernels/numbers.h"

#include <bit>

// MatMulNBits of com.microsoft: weights of 2, 4 or 8 bits with a scale and a zero point per block.

namespace engine::cuda {

namespace {

/// The second matrix [n, k] of MatMulNBits, dequantised when it is read.
template <typename T>
struct PackedMatrix {
    const std::uint8_t* codes;
    const T* scales; ///< [n, blocks]
    const std::uint8_t* packedZeros; ///< codes, a row of bytes per column; null: not packed
    const T* zeros; ///< zero points as numbers; if both are null: the middle of the range
    Integers groups; ///< the block of each k (input g_idx); absent: in order
    std::int64_t blocks;
    std::int64_t blockShift; ///< log2 of the block size
    std::int64_t rowBytes;
    std::int64_t zeroBytes;
    int bits;
    std::uint32_t* fault;

    OPSCOPE_KERNEL float at(std::int64_t column, std::int64_t k) const
    {
        auto block = k >> blockShift;
        if (groups.isPresent()) {
            block = groups.at(k);
            if (block < 0 || block >= blocks) {
                *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
                block = 0;
            }
        }
        const auto entry = column * blocks + block;
        float zero = static_cast<float>(1 << (bits - 1));
        if (packedZeros != nullptr)
            zero = packedCode(packedZeros + column * zeroBytes, block, bits);
        else if (zeros != nullptr)
            zero = static_cast<float>(widen(zeros[entry]));
        return (packedCode(codes + column * rowBytes, k, bits) - zero)
            * static_cast<float>(widen(scales[entry]));
    }
    OPSCOPE_KERNEL float operator()(std::int64_t, std::int64_t k, std::int64_t column) const
    {
        return at(column, k);
    }
};

constexpr int vectorThreads = 128;
constexpr int vectorRows = 4; ///< rows of A that a block handles at a time

/// For few rows of A: one block per column, so that neighbouring threads read neighbouring codes,
/// and each code once.
template <typename T>
struct PackedVectors {
    PackedMatrix<T> matrix;
    const T* a;
    StoreWithBias<T> store;
    std::int64_t rows;
    std::int64_t k;

    struct Sums {
        float values[vectorRows];
    };

    OPSCOPE_KERNEL void operator()(Block<vectorThreads>& block, std::int64_t number) const
    {
        const auto column = number % store.columns;
        const auto first = number / store.columns * vectorRows;
        PerThread<Sums, vectorThreads> sums;
        block.phase([&](int thread) {
            for (auto& value : sums[thread].values)
                value = 0;
            for (std::int64_t i = thread; i < k; i += vectorThreads) {
                const float weight = matrix.at(column, i);
                for (int r = 0; r < vectorRows; ++r) {
                    if (first + r < rows)
                        sums[thread].values[r]
                            += weight * static_cast<float>(widen(a[(first + r) * k + i]));
                }
            }
        });
        for (int r = 0; r < vectorRows && first + r < rows; ++r) {
            PerThread<float, vectorThreads> value;
            block.phase([&](int thread) { value[thread] = sums[thread].values[r]; });
            const float sum = block.reduce(value, [](float x, float y) { return x + y; });
            block.phase([&](int thread) {
                if (thread == 0)
                    store(0, first + r, column, sum);
            });
        }
    }
};

/// Up to this many rows use PackedVectors, which reads the matrix once per vectorRows rows.
constexpr std::int64_t fewRows = 8;

enum class ZeroKind { None, Packed, Own };

struct PackedPlan {
    TensorType type; ///< of A
    TensorType output;
    std::int64_t rows = 0;
    std::int64_t k = 0;
    std::int64_t n = 0;
    std::int64_t block = 0;
    std::int64_t blocks = 0;
    int bits = 4;
    ZeroKind zeros = ZeroKind::None;
};

Result<void> planZeros(const KernelRequest& request, PackedPlan& plan)
{
    if (!request.hasInput(3))
        return {};
    const auto& zeros = inputType(request, 3);
    const bool isPacked = zeros.element == ElementType::Uint8;
    const auto expected = plan.n * (isPacked ? (plan.blocks * plan.bits + 7) / 8 : plan.blocks);
    if ((!isPacked && zeros.element != plan.type.element) || zeros.count() != expected)
        return fail("zero points of ", dimsText(zeros.dims), " ", model::name(zeros.element),
            ", expected ", expected, " bytes, or numbers of A's type");
    plan.zeros = isPacked ? ZeroKind::Packed : ZeroKind::Own;
    return {};
}

Result<PackedPlan> planPacked(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    PackedPlan plan { inputType(request, 0), {} };
    plan.k = node.integer("K", 0);
    plan.n = node.integer("N", 0);
    plan.block = node.integer("block_size", 0);
    const auto bits = node.integer("bits", 4);
    const bool isPower
        = plan.block >= 16 && std::has_single_bit(static_cast<std::uint64_t>(plan.block));
    const auto& dims = plan.type.dims;
    if (plan.k < 1 || plan.n < 1 || !isPower || (bits != 2 && bits != 4 && bits != 8)
        || dims.empty() || dims.back() != plan.k)
        return fail("A of ", dimsText(dims), " does not fit K ", plan.k, ", N ", plan.n,
            ", block_size ", plan.block, " and ", bits, " bits");
    plan.bits = static_cast<int>(bits);
    plan.blocks = (plan.k - 1) / plan.block + 1;
    const auto& codes = inputType(request, 1);
    const auto& scales = inputType(request, 2);
    const auto bytes = TRY(checkedProduct(plan.n, plan.blocks * (plan.block * bits / 8)));
    if (codes.element != ElementType::Uint8 || codes.count() != bytes
        || scales.element != plan.type.element || scales.count() != plan.n * plan.blocks)
        return fail("B of ", dimsText(codes.dims), " and scales of ", dimsText(scales.dims),
            ", expected ", bytes, " bytes and ", plan.n * plan.blocks, " scales of A's type");
    TRY(planZeros(request, plan));
    if (request.hasInput(4)) {
        TRY(requireElement(request, 4, IndexTypes {}));
        if (inputType(request, 4).count() < plan.k)
            return fail("g_idx has ", inputType(request, 4).count(), " entries, expected ", plan.k);
    }
    if (request.hasInput(5)
        && (inputType(request, 5).count() != plan.n
            || inputType(request, 5).element != plan.type.element))
        return fail("a bias of ", dimsText(inputType(request, 5).dims), ", expected ", plan.n);
    plan.rows = plan.type.count() / plan.k;
    plan.output = plan.type;
    plan.output.dims.back() = plan.n;
    return plan;
}

template <typename T>
Result<void> runPacked(ModuleBackend& device, RunContext& context, const PackedPlan& plan)
{
    auto* const output = TRY(outputOf(context, 0, plan.output));
    PackedMatrix<T> matrix {};
    matrix.codes = in<std::uint8_t>(context, 1);
    matrix.scales = in<T>(context, 2);
    matrix.packedZeros = plan.zeros == ZeroKind::Packed ? in<std::uint8_t>(context, 3) : nullptr;
    matrix.zeros = plan.zeros == ZeroKind::Own ? in<T>(context, 3) : nullptr;
    matrix.groups = integersIn(context, 4);
    matrix.blocks = plan.blocks;
    matrix.blockShift = std::countr_zero(static_cast<std::uint64_t>(plan.block));
    matrix.rowBytes = plan.blocks * (plan.block * plan.bits / 8);
    matrix.zeroBytes = (plan.blocks * plan.bits + 7) / 8;
    matrix.bits = plan.bits;
    matrix.fault = device.faultWord();
    const StoreWithBias<T> store { reinterpret_cast<T*>(output->data), in<T>(context, 5), plan.n };
    if (plan.rows <= fewRows)
        return forEachBlock<vectorThreads>(device,
            plan.n * ((plan.rows + vectorRows - 1) / vectorRows),
            PackedVectors<T> { matrix, in<T>(context, 0), store, plan.rows, plan.k });
    const TiledProduct<float, MatrixElements<T>, PackedMatrix<T>, StoreWithBias<T>> product {
        { in<T>(context, 0), plan.k }, matrix, store, plan.rows, plan.n, plan.k
    };
    return runProduct(device, product, 1);
}

Result<std::unique_ptr<Kernel>> preparePacked(const KernelRequest& request)
{
    const auto plan = TRY(planPacked(request));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "product of packed weights"),
        [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runPacked<T>(*device, context, plan); };
            return visitElement(AttentionTypes {}, plan.type.element, run);
        });
}

const RegisterKernels packedProduct(
    { "MatMulNBits" }, preparePacked, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
