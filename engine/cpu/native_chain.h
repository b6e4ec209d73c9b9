#pragma once

#include "engine/cpu/vector_table.h"
#include "engine/kernel/elementwise_chain.h"
#include "engine/kernel/kernel.h"

#include <span>
#include <vector>

namespace engine {

/// A chain of elementwise operators on floats, computed by tiles that stay in the cache: each term
/// is one call of a row function on a tile. Inputs have the output's elements in its order, one
/// element, or a row that repeats along the output.
class NativeChain {
public:
    /// Layouts are those of the inputs and of the output. Fails for other element types, functions
    /// without vector code and other broadcasts.
    static Result<NativeChain> make(
        const ElementwiseChain& chain, std::span<const Layout> inputs, Layout output);

    /// Elements of scratch memory that a thread needs.
    std::int64_t scratchPerThread() const;
    /// Number of threads that the work of one run justifies, at least one.
    int threadsFor(int available) const;
    /// Computes the whole output. `scratch` has scratchPerThread() elements for each thread.
    void run(
        std::span<const float* const> inputs, float* output, float* scratch, int threads) const;

private:
    struct Operand {
        enum class Kind : std::uint8_t { Dense, Row, Scalar, Constant, Slot, Output };
        Kind kind = Kind::Dense;
        std::size_t number = 0; ///< of the input, constant or slot
        bool isOne() const { return kind == Kind::Scalar || kind == Kind::Constant; }
    };
    struct Term {
        VectorTable::Unary unary = nullptr; ///< null: binary
        VectorTable::Binary binary = nullptr;
        float alpha = 0;
        float beta = 0;
        Operand a;
        Operand b;
        Operand result;
    };
    struct Tile;

    class Builder;
    const float* pointerTo(const Operand& operand, const Tile& tile) const;
    void runTile(const Tile& tile) const;

    std::vector<Term> m_terms;
    std::vector<float> m_constants;
    std::vector<std::size_t> m_rows; ///< numbers of the inputs that are rows
    std::size_t m_slots = 0;
    std::int64_t m_count = 0; ///< elements of the output
    std::int64_t m_period = 0; ///< elements of a row; 0 if there is none
    std::int64_t m_tile = 0; ///< elements: whole rows, or a part of one
};

} // namespace engine
