#pragma once

#include "engine/cuda/cublaslt/library.h"
#include "engine/cuda/tuning.h"

#include <memory>
#include <string>
#include <vector>

namespace engine::cuda::cublaslt {

/// y = epilogue(alpha · a · b + beta · c) for a row of products of one shape. All matrices are
/// dense and row-major, as ONNX has them:
///
///     a [m, k]  ·  b [k, n]  =  y [m, n]          bias [n]
///
/// The library's matrices are column-major. A row-major matrix is its own transpose there, so it is
/// asked for yᵀ = bᵀ · aᵀ: the operands change places, n is its number of rows, and its bias (as
/// long as a column of its result) is our row of n numbers.
///
/// Of int8 y is int32, and alpha and beta are integers; the library takes them where b is turned, a
/// is not, and n and k are multiples of four.
struct Product {
    ElementType element = ElementType::Float;
    std::int64_t m = 1;
    std::int64_t n = 1;
    std::int64_t k = 1;
    bool turnsA = false; ///< a lies as [k, m]
    bool turnsB = false; ///< b lies as [n, k]
    std::int64_t batches = 1;
    std::int64_t strideA = 0; ///< elements from one matrix to the next; 0: all read the same
    std::int64_t strideB = 0;
    std::int64_t strideY = 0;
    double alpha = 1;
    double beta = 0; ///< 0: c is not read
    Epilogue epilogue = Epilogue::None;
    std::uint32_t alignment = 256; ///< of every operand, in bytes: a power of two
};
/// What y and c are of.
ElementType resultOf(ElementType element);

/// A product for which the library has chosen an algorithm. Its descriptors live as long as it.
class PreparedProduct {
public:
    /// Fails with a sentence if the library is not there or has no algorithm for it.
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
    /// `workspace` has at least workspaceBytes().
    Result<void> run(const Operands& operands, std::span<std::byte> workspace);

    std::uint64_t workspaceBytes() const { return m_chosen.workspaceBytes; }
    /// `cuBLASLt 13.1.0 algorithm 21 (fastest of 5)`
    std::string implementation() const;
    /// The other algorithms and their times, where they were measured.
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
    MatrixLayout m_left = nullptr; ///< the library's A: our b
    MatrixLayout m_right = nullptr; ///< the library's B: our a
    MatrixLayout m_result = nullptr;
    HeuristicResult m_chosen {};
    std::string m_how; ///< `first of 5 proposals`
    std::vector<std::string> m_notTaken;
};

/// What the library may take while it computes: a limit of ours, planned per step.
inline constexpr std::uint64_t mostWorkspaceBytes = std::uint64_t(32) << 20;

bool hasBias(Epilogue epilogue);
/// Operands with noise in them, as large as those of the product.
Result<PreparedProduct::Operands> noiseFor(TuneMemory& memory, const Product& product);

} // namespace engine::cuda::cublaslt
