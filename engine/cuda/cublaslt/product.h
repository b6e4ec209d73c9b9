#pragma once

#include "engine/cuda/cublaslt/library.h"
#include "engine/cuda/tuning.h"

#include <memory>
#include <string>
#include <vector>

namespace engine::cuda::cublaslt {

/// y = epilogue(alpha · a · b + beta · c) for a batch of products of one shape. All matrices are
/// dense and row-major, as in ONNX:
///
///     a [m, k]  ·  b [k, n]  =  y [m, n]          bias [n]
///
/// The library's matrices are column-major. A row-major matrix is the transpose of the column-major
/// matrix in the same memory, so the library computes yᵀ = bᵀ · aᵀ: the operands change places, n
/// is the result's number of rows, and the library's bias (one number per row of its result) is our
/// row of n numbers.
///
/// For int8 operands y is int32, and alpha and beta are integers. The library requires then that b
/// is transposed, a is not, and n and k are multiples of four.
struct Product {
    ElementType element = ElementType::Float;
    std::int64_t m = 1;
    std::int64_t n = 1;
    std::int64_t k = 1;
    bool transposesA = false; ///< a is stored as [k, m]
    bool turnsB = false; ///< b is stored as [n, k]
    std::int64_t batches = 1;
    std::int64_t strideA = 0; ///< elements from one matrix to the next; 0: one matrix for all
    std::int64_t strideB = 0;
    std::int64_t strideY = 0;
    double alpha = 1;
    double beta = 0; ///< 0: c is not read
    Epilogue epilogue = Epilogue::None;
    std::uint32_t alignment = 256; ///< of the memory of every operand, in bytes; a power of two
};
/// Element type of y and c.
ElementType resultOf(ElementType element);

/// A product with the library's descriptors and the chosen algorithm.
class PreparedProduct {
public:
    /// Fails if the library is missing or has no algorithm for the product.
    static Result<std::unique_ptr<PreparedProduct>> prepare(
        ModuleBackend& device, const Product& product, Precision precision);
    ~PreparedProduct();
    PreparedProduct(const PreparedProduct&) = delete;
    PreparedProduct& operator=(const PreparedProduct&) = delete;

    struct Operands {
        const void* a = nullptr;
        const void* b = nullptr;
        const void* c = nullptr; ///< [m, n], read if beta is not 0
        const void* bias = nullptr; ///< [n], read by epilogues with a bias
        void* y = nullptr;
    };
    /// `workspace` must have at least workspaceBytes().
    Result<void> run(const Operands& operands, std::span<std::byte> workspace);

    std::uint64_t workspaceBytes() const { return m_chosen.workspaceBytes; }
    /// `cuBLASLt 13.1.0 algorithm 21 (fastest of 5)`
    std::string implementation() const;
    /// The other algorithms with their times, if they were timed.
    const std::vector<std::string>& notTaken() const { return m_notTaken; }

private:
    PreparedProduct(ModuleBackend& device, Library& library, const Product& product);
    Result<void> describe(Precision precision);
    Result<void> layout(MatrixLayout& layout, ElementType element, std::int64_t rows,
        std::int64_t columns, std::int64_t stride);
    Result<std::vector<HeuristicResult>> proposals();
    Result<void> choose(Precision precision);
    Result<bool> chooseRemembered(const std::string& key);
    Result<void> chooseFastest(
        const std::string& key, const std::vector<HeuristicResult>& proposals);
    Result<void> multiply(
        const HeuristicResult& chosen, const Operands& operands, std::span<std::byte> workspace);
    std::string keyText(Precision precision) const;
    std::string nameOf(const Algorithm& algorithm) const;

    ModuleBackend& m_device;
    Library& m_library;
    Product m_product;
    MatmulDesc m_desc = nullptr;
    MatrixLayout m_left = nullptr; ///< the library's A, which is our b
    MatrixLayout m_right = nullptr; ///< the library's B, which is our a
    MatrixLayout m_result = nullptr;
    HeuristicResult m_chosen {};
    std::string m_how; ///< `first of 5 proposals`
    std::vector<std::string> m_notTaken;
};

/// Limit of the library's workspace, in bytes.
inline constexpr std::uint64_t maxWorkspaceBytes = std::uint64_t(32) << 20;

bool hasBias(Epilogue epilogue);
/// Allocates operands of the product's sizes and fills them with noise.
Result<PreparedProduct::Operands> noiseFor(TuneMemory& memory, const Product& product);

} // namespace engine::cuda::cublaslt
