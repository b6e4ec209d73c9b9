#include "engine/cpu/native_chain.h"

#include "engine/cpu/native.h"
#include "engine/kernel/elementwise_functions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>

namespace engine {

namespace {

/// Elements of a tile: a few tiles fit the first-level cache.
constexpr std::int64_t largestTile = 1024;
constexpr std::size_t mostSlots = 6;

struct BinaryFunction {
    std::string_view name; ///< of a term
    BinaryOp op;
    bool isJoin = false; ///< takes any number of operands
};
constexpr std::array binaryFunctions {
    BinaryFunction { "Plus", BinaryOp::Add, true },
    BinaryFunction { "Minus", BinaryOp::Sub },
    BinaryFunction { "Times", BinaryOp::Mul },
    BinaryFunction { "Quotient", BinaryOp::Div },
    BinaryFunction { "Larger", BinaryOp::Max, true },
    BinaryFunction { "Smaller", BinaryOp::Min, true },
    BinaryFunction { "PRelu", BinaryOp::PRelu },
};

#define OPSCOPE_TEXT(name, ...) #name,
constexpr std::array unaryNames { OPSCOPE_UNARY_OPERATORS(OPSCOPE_TEXT, OPSCOPE_TEXT) };
#undef OPSCOPE_TEXT

VectorTable::Unary unaryOf(std::string_view name)
{
    const auto* const found = std::ranges::find(unaryNames, name);
    return found == unaryNames.end() ? nullptr : vectorTable().unary[found - unaryNames.begin()];
}

/// The row function of Pow with an exponent of 2, 1/2 or -1; null for others.
VectorTable::Unary powerOf(float exponent)
{
    const auto op = exponent == 2.0f ? std::optional(UnaryOp::Square)
        : exponent == 0.5f           ? std::optional(UnaryOp::PowerOfHalf)
        : exponent == -1.0f          ? std::optional(UnaryOp::Reciprocal)
                                     : std::nullopt;
    return op ? vectorTable().unary[static_cast<int>(*op)] : nullptr;
}

/// Number of elements after which an input repeats along the output, in the order of memory; 0 if
/// it has no such order.
std::int64_t periodOf(const Dims& input, const Dims& output, Layout layout)
{
    Dims aligned(output.size() - std::min(output.size(), input.size()), 1);
    aligned.insert(aligned.end(), input.begin(), input.end());
    auto target = output;
    if (layout == Layout::ChannelsLast && output.size() > 1) {
        std::rotate(aligned.begin() + 1, aligned.begin() + 2, aligned.end());
        std::rotate(target.begin() + 1, target.begin() + 2, target.end());
    }
    const auto first = std::ranges::find_if(aligned, [](std::int64_t dim) { return dim != 1; });
    const auto rank = first - aligned.begin();
    return aligned.size() == target.size()
            && std::equal(first, aligned.end(), target.begin() + rank)
        ? elementCount(std::span(aligned).subspan(static_cast<std::size_t>(rank)))
        : 0;
}

} // namespace

struct NativeChain::Tile {
    std::span<const float* const> inputs;
    std::int64_t first = 0; ///< place in the output
    std::int64_t count = 0;
    float* output = nullptr; ///< of the whole output
    float* slots = nullptr;
    const float* rows = nullptr; ///< repeated rows; null if tiles are shorter than a row
};

/// Translates terms in order. Slots are reused after the last term that reads them.
class NativeChain::Builder {
public:
    Builder(const ElementwiseChain& chain, std::span<const Layout> inputs, Layout output)
        : m_chain(chain)
        , m_layouts(inputs)
        , m_output(output)
    {
    }

    Result<NativeChain> run()
    {
        if (m_chain.output.element != ElementType::Float || m_chain.output.count() == 0
            || m_chain.terms.empty())
            return fail("the native chain gives floats, this one has ",
                model::name(m_chain.output.element), " ", m_chain.output.dims);
        m_result.m_count = m_chain.output.count();
        TRY(findInputs());
        TRY(findConstants());
        findLastReaders();
        for (std::size_t i = 0; i < m_chain.terms.size(); ++i)
            TRY(addTerm(i));
        m_result.m_slots = m_free.size();
        if (m_result.m_slots > mostSlots)
            return fail("the native chain keeps up to ", mostSlots, " values, this one has ",
                m_result.m_slots);
        const auto period = m_result.m_period;
        const bool isShort = period > 0 && period < largestTile;
        m_result.m_tile
            = std::min(isShort ? largestTile / period * period : largestTile, m_result.m_count);
        return std::move(m_result);
    }

private:
    Result<void> findInputs()
    {
        for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
            const auto& type = m_chain.inputs[i];
            if (type.element != ElementType::Float)
                return fail("the native chain takes floats, input ", i, " is not");
            if (type.count() == 1) {
                m_inputs.push_back({ Operand::Kind::Scalar, i });
                continue;
            }
            // With one axis the order is the same in each layout.
            const auto axes = std::ranges::count_if(type.dims, [](auto dim) { return dim != 1; });
            if (m_layouts[i] != m_output && axes > 1)
                return fail("the native chain cannot change the layout of images");
            const auto period = periodOf(type.dims, m_chain.output.dims, m_output);
            if (period == m_result.m_count) {
                m_inputs.push_back({ Operand::Kind::Dense, i });
                continue;
            }
            if (period == 0 || (m_result.m_period != 0 && m_result.m_period != period))
                return fail("input ", i, " of ", type.dims, " does not repeat along ",
                    m_chain.output.dims, " as a row");
            m_result.m_period = period;
            m_inputs.push_back({ Operand::Kind::Row, m_result.m_rows.size() });
            m_result.m_rows.push_back(i);
        }
        return {};
    }

    Result<void> findConstants()
    {
        for (const auto& constant : m_chain.constants) {
            if (constant.element != ElementType::Float)
                return fail("the native chain takes floats, a constant is not");
            m_result.m_constants.push_back(
                std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits)));
        }
        return {};
    }

    void findLastReaders()
    {
        m_lastReader.assign(m_chain.terms.size(), m_chain.terms.size());
        for (std::size_t i = 0; i < m_chain.terms.size(); ++i)
            for (const auto& operand : m_chain.terms[i].operands)
                if (operand.kind == ChainOperand::Kind::Term)
                    m_lastReader[operand.number] = i;
    }

    Operand operandOf(const ChainOperand& operand) const
    {
        switch (operand.kind) {
        case ChainOperand::Kind::Input:
            return m_inputs[operand.number];
        case ChainOperand::Kind::Constant:
            return { Operand::Kind::Constant, operand.number };
        case ChainOperand::Kind::Term:
            break;
        }
        return m_results[operand.number];
    }

    Result<void> addTerm(std::size_t number)
    {
        const auto& source = m_chain.terms[number];
        if (source.element != ElementType::Float)
            return fail(source.function, " of a native chain gives floats, not ",
                model::name(source.element));
        std::vector<Operand> operands;
        for (const auto& operand : source.operands)
            operands.push_back(operandOf(operand));
        for (const auto& operand : source.operands) {
            if (operand.kind == ChainOperand::Kind::Term && m_lastReader[operand.number] == number)
                release(m_results[operand.number]);
        }
        const bool isLast = number + 1 == m_chain.terms.size();
        const auto result = isLast ? Operand { Operand::Kind::Output, 0 } : take();
        m_results.push_back(result);
        Term term;
        term.result = result;
        term.a = operands.front();
        term.alpha = source.parameters.empty() ? 0.0f : source.parameters[0];
        term.beta = source.parameters.size() < 2 ? 0.0f : source.parameters[1];
        if (operands.size() == 1)
            term.unary = unaryOf(source.function);
        else if (operands[1].kind == Operand::Kind::Constant)
            setUnary(term, source.function, m_result.m_constants[operands[1].number]);
        if (term.unary != nullptr && !term.a.isOne()) {
            m_result.m_terms.push_back(term);
            return {};
        }
        return addJoined(source.function, std::move(term), operands);
    }

    /// Limits and powers by a number are functions of one operand.
    static void setUnary(Term& term, std::string_view function, float number)
    {
        constexpr float unlimited = std::numeric_limits<float>::infinity();
        const bool isLow = function == "AtLeast";
        if (function == "Power")
            term.unary = powerOf(number);
        if (!isLow && function != "AtMost")
            return;
        term.unary = vectorTable().unary[static_cast<int>(UnaryOp::Clip)];
        term.alpha = isLow ? number : -unlimited;
        term.beta = isLow ? unlimited : number;
    }

    /// Adds one term for each operand after the first.
    Result<void> addJoined(
        std::string_view function, Term term, const std::vector<Operand>& operands)
    {
        const auto* const row = std::ranges::find(binaryFunctions, function, &BinaryFunction::name);
        if (row == binaryFunctions.end() || operands.size() < 2
            || (operands.size() > 2 && !row->isJoin))
            return fail("there is no vector code for ", function, " of ", operands.size(),
                " operands in a chain");
        for (std::size_t i = 1; i < operands.size(); ++i) {
            term.b = operands[i];
            // The result may lie in the slot of an operand that is still to be read.
            const bool isOverwritten
                = std::ranges::any_of(operands.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    operands.end(), [&](const Operand& later) {
                        return later.kind == Operand::Kind::Slot
                            && term.result.kind == Operand::Kind::Slot
                            && later.number == term.result.number;
                    });
            if ((term.a.isOne() && term.b.isOne()) || isOverwritten)
                return fail(function, " of two numbers, or of a value that is needed again");
            const auto form = term.a.isOne() ? Operands::ScalarLeft
                : term.b.isOne()             ? Operands::ScalarRight
                                             : Operands::Rows;
            term.binary = vectorTable().binary[static_cast<int>(row->op)][static_cast<int>(form)];
            m_result.m_terms.push_back(term);
            term.a = term.result;
        }
        return {};
    }

    Operand take()
    {
        const auto found = std::ranges::find(m_free, true);
        const auto number = static_cast<std::size_t>(found - m_free.begin());
        if (found == m_free.end())
            m_free.push_back(false);
        else
            *found = false;
        return { Operand::Kind::Slot, number };
    }
    void release(const Operand& operand)
    {
        if (operand.kind == Operand::Kind::Slot)
            m_free[operand.number] = true;
    }

    const ElementwiseChain& m_chain;
    std::span<const Layout> m_layouts;
    Layout m_output;
    NativeChain m_result;
    std::vector<Operand> m_inputs; ///< by input of the chain
    std::vector<Operand> m_results; ///< by term of the chain
    std::vector<std::size_t> m_lastReader; ///< by term; the number of terms if none reads it
    std::vector<bool> m_free; ///< by slot
};

Result<NativeChain> NativeChain::make(
    const ElementwiseChain& chain, std::span<const Layout> inputs, Layout output)
{
    return Builder(chain, inputs, output).run();
}

std::int64_t NativeChain::scratchPerThread() const
{
    const auto rows = m_period <= m_tile ? m_rows.size() : 0;
    return static_cast<std::int64_t>(m_slots + rows) * m_tile;
}

int NativeChain::threadsFor(int available) const
{
    const auto work = m_count * static_cast<std::int64_t>(m_terms.size());
    return static_cast<int>(std::clamp<std::int64_t>(work / elementsPerThread, 1, available));
}

const float* NativeChain::pointerTo(const Operand& operand, const Tile& tile) const
{
    switch (operand.kind) {
    case Operand::Kind::Dense:
        return tile.inputs[operand.number] + tile.first;
    case Operand::Kind::Row:
        return tile.rows != nullptr ? tile.rows + static_cast<std::int64_t>(operand.number) * m_tile
                                    : tile.inputs[m_rows[operand.number]] + tile.first % m_period;
    case Operand::Kind::Scalar:
        return tile.inputs[operand.number];
    case Operand::Kind::Constant:
        return &m_constants[operand.number];
    case Operand::Kind::Slot:
        return tile.slots + static_cast<std::int64_t>(operand.number) * m_tile;
    case Operand::Kind::Output:
        break;
    }
    return tile.output + tile.first;
}

void NativeChain::runTile(const Tile& tile) const
{
    for (const auto& term : m_terms) {
        // Slots and the output are ours to write.
        auto* y = const_cast<float*>(pointerTo(term.result, tile));
        const auto* a = pointerTo(term.a, tile);
        if (term.unary != nullptr)
            term.unary(a, y, tile.count, term.alpha, term.beta);
        else
            term.binary(a, pointerTo(term.b, tile), y, tile.count);
    }
}

void NativeChain::run(
    std::span<const float* const> inputs, float* output, float* scratch, int threads) const
{
    // A tile has whole rows, or lies in one row.
    const bool isLong = m_period > m_tile;
    const auto span = isLong ? m_period : m_count;
    const auto perSpan = (span + m_tile - 1) / m_tile;
    const auto tiles = m_count / span * perSpan;
    parallelFor(threads, 1, threads, [&](std::int64_t begin, std::int64_t end) {
        for (auto thread = begin; thread < end; ++thread) {
            Tile tile { inputs, 0, 0, output, scratch + thread * scratchPerThread(), nullptr };
            if (m_period > 0 && !isLong) {
                auto* rows = tile.slots + static_cast<std::int64_t>(m_slots) * m_tile;
                for (std::size_t r = 0; r < m_rows.size(); ++r)
                    for (std::int64_t at = 0; at < m_tile; at += m_period)
                        std::copy_n(inputs[m_rows[r]], m_period,
                            rows + static_cast<std::int64_t>(r) * m_tile + at);
                tile.rows = rows;
            }
            for (auto i = tiles * thread / threads; i < tiles * (thread + 1) / threads; ++i) {
                tile.first = i / perSpan * span + i % perSpan * m_tile;
                tile.count = std::min(m_tile, (i / perSpan + 1) * span - tile.first);
                runTile(tile);
            }
        }
    });
}

} // namespace engine
