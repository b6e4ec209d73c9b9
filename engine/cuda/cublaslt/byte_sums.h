#pragma once

#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/cublaslt/product_batches.h"
#include "engine/cuda/kernels/byte_packing.h"

/// Products of bytes (kernels/byte_product.h) by cuBLASLt. The results equal those of our own
/// kernel.
///
/// The library multiplies signed bytes and knows no zero points. Let a' = a - 128 for unsigned
/// bytes and a' = a for signed ones, likewise their zero points za', and likewise b' and zb'. Then
///
///     Σ (a - za)(b - zb) = Σ a'b' - zb' Σ a' - za' Σ b' + k za' zb'
///
/// where Σ a' is the sum of a row of a and Σ b' the sum of a column of b. Our own kernels compute
/// these two, and only if a zero point may differ from 0. The library computes Σ a'b', which does
/// not overflow because the depth is limited. The other terms wrap around in 32 bits.
///
/// Tensor cores for integers require that A is transposed and B is not, that dimensions and leading
/// dimensions are multiples of 4, and that memory is aligned to 4 bytes. Source: cuBLAS 13
/// documentation, cublasLtMatmul.
namespace engine::cuda::cublaslt {

inline constexpr int finishThreads = 128;

/// The library's sums, before the terms with zero points are subtracted.
struct RawSums {
    const ByteSum* sums = nullptr; ///< [batches, m, width]
    std::int64_t m = 1;
    std::int64_t n = 1;
    std::int64_t k = 1;
    std::int64_t width = 1;
    Bytes a; ///< for their zero points
    Bytes b;
    const ByteSum* lineSumsA = nullptr; ///< row sums of a'; null if all zero points of b' are 0
    const ByteSum* lineSumsB = nullptr; ///< column sums of b'; null if all zero points of a' are 0
    Strided<1> linesA; ///< index of the first line of each batch's matrix
    Strided<1> linesB;

    OPSCOPE_KERNEL static ByteSum shiftedZero(const Bytes& bytes, std::int64_t entry)
    {
        return static_cast<ByteSum>(bytes.zero(entry) - (bytes.isSigned ? 0 : 128));
    }
    OPSCOPE_KERNEL static const ByteSum* firstLine(
        const ByteSum* sums, const Strided<1>& lines, std::int64_t batch)
    {
        std::int64_t first[1];
        lines.find(batch, first);
        return sums != nullptr ? sums + first[0] : nullptr;
    }
};

/// Calls store(batch, row, column, sum) for each sum of one row.
template <typename Store>
struct FinishRow {
    RawSums raw;
    Store store;

    OPSCOPE_KERNEL void operator()(Block<finishThreads>& block, std::int64_t line) const
    {
        block.phase([&](int thread) {
            const auto batch = line / raw.m;
            const auto row = line % raw.m;
            const auto* const sums = raw.sums + line * raw.width;
            const auto* const rowSums = RawSums::firstLine(raw.lineSumsA, raw.linesA, batch);
            const auto* const columnSums = RawSums::firstLine(raw.lineSumsB, raw.linesB, batch);
            const auto zeroA = RawSums::shiftedZero(raw.a, row);
            const auto ofRow
                = (rowSums != nullptr ? rowSums[row] : 0) - static_cast<ByteSum>(raw.k) * zeroA;
            for (std::int64_t column = thread; column < raw.n; column += finishThreads) {
                auto sum = sums[column] - RawSums::shiftedZero(raw.b, column) * ofRow;
                if (columnSums != nullptr)
                    sum -= zeroA * columnSums[column];
                store(batch, row, column, sum);
            }
        });
    }
};

/// The products of one step: packs the operands, calls the library, then corrects the sums.
class ByteSums {
public:
    /// Fails if the library does not support the product.
    static Result<std::unique_ptr<ByteSums>> prepare(
        const KernelRequest& request, const ByteProduct& product);

    /// Computes the raw sums, in workspaceBytes() of scratch memory. They are valid until the step
    /// ends.
    Result<RawSums> run(RunContext& context);
    /// Subtracts the terms with zero points and calls store(batch, row, column, sum) for each sum.
    template <typename Store>
    Result<void> finish(const RawSums& raw, const Store& store) const
    {
        return forEachBlock<finishThreads>(m_device, m_lines, FinishRow<Store> { raw, store });
    }

    std::uint64_t workspaceBytes() const { return m_workspaceBytes; }
    std::string implementation() const;
    const std::vector<std::string>& notTaken() const { return m_product->notTaken(); }

private:
    /// One operand of the library's product.
    struct Operand {
        ByteOperand from;
        PackedBytes shape;
        bool needsSums = false; ///< of its lines
        std::shared_ptr<const DeviceArray> packed; ///< of a constant that needs packing
        std::shared_ptr<const DeviceArray> sums; ///< of the lines of a constant
        std::uint64_t packedOffset = 0; ///< in the workspace
        std::uint64_t sumsOffset = 0;

        bool isPackedInRuns() const { return !shape.isPacked() && packed == nullptr; }
        bool isSummedInRuns() const { return needsSums && sums == nullptr; }
    };
    struct Ready {
        const std::int8_t* packed = nullptr;
        const ByteSum* sums = nullptr;
    };

    ByteSums(ModuleBackend& device, const ByteProduct& product)
        : m_device(device)
        , m_byteProduct(product)
    {
    }
    Result<void> prepareOperands(const KernelRequest& request);
    Result<void> prepareProduct(Precision precision);
    void planWorkspace();
    Result<void> keepConstant(const KernelRequest& request, Operand& operand);
    Result<Ready> ready(RunContext& context, const Operand& operand, std::byte* workspace);

    ModuleBackend& m_device;
    ByteProduct m_byteProduct;
    Operand m_a;
    Operand m_b;
    std::vector<ProductBatches::Call> m_calls; ///< in elements of packed operands and sums
    std::unique_ptr<PreparedProduct> m_product;
    RawSums m_raw; ///< without pointers
    std::int64_t m_lines = 0; ///< rows of all products
    std::uint64_t m_sumsOffset = 0;
    std::uint64_t m_libraryOffset = 0;
    std::uint64_t m_workspaceBytes = 0;
};

} // namespace engine::cuda::cublaslt
