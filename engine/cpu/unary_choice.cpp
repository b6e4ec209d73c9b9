#include "engine/cpu/unary_choice.h"

#include "model/support/text.h"

#include <limits>

namespace engine {

namespace {

bool isSameName(std::string_view a, std::string_view b)
{
    return support::lowered(a) == support::lowered(b);
}

static_assert(
    static_cast<int>(UnaryOp::ParametricSoftplus) == static_cast<int>(Functor::ParametricSoftplus));
UnaryOp opOf(Functor functor) { return static_cast<UnaryOp>(functor); }

} // namespace

bool hasVectorCode(const ElementwiseOperator& row)
{
    return row.maxInputs == 1
        && baseline::vectorTable.unary[static_cast<int>(row.functor)] != nullptr;
}

UnaryChoice unaryChoice(const ElementwiseOperator& row, const OpNode& node)
{
    return { opOf(functorOf(row, node)), row.a.of(node), row.b.of(node) };
}

std::optional<UnaryChoice> activationChoice(std::string_view name, std::span<const float> constants)
{
    const auto at = [&](std::size_t i, float fallback) {
        return i < constants.size() ? constants[i] : fallback;
    };
    constexpr float unlimited = std::numeric_limits<float>::infinity();
    if (isSameName(name, "Clip"))
        return UnaryChoice { UnaryOp::Clip, at(0, -unlimited), at(1, unlimited) };
    for (const auto& row : elementwiseOperators()) {
        if (row.domain.empty() && isSameName(name, row.type) && hasVectorCode(row))
            return UnaryChoice { opOf(row.functor), at(0, row.a.fallback), at(1, row.b.fallback) };
    }
    return std::nullopt;
}

} // namespace engine
