// Comparisons, logical operators and selection.

#include "model/ops/cost_rules.h"
#include "model/ops/folding.h"
#include "model/ops/old_broadcast.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <functional>

namespace model::ops {

namespace {

enum class Order { Less, Equal, Greater };

/// Returns how two elements compare; nothing if it is known only at run time. Names stand for
/// sizes, so an expression of names is not negative.
std::optional<Order> order(const Dimension& a, const Dimension& b)
{
    const auto ordered = [](std::int64_t difference) {
        return difference < 0 ? Order::Less : difference > 0 ? Order::Greater : Order::Equal;
    };
    if (a.isUnknown() || b.isUnknown())
        return std::nullopt;
    if (const auto difference = (a - b).value())
        return ordered(*difference);
    if (a.value().value_or(0) < 0)
        return Order::Less;
    if (b.value().value_or(0) < 0)
        return Order::Greater;
    return std::nullopt;
}

/// A bool tensor, whose elements are folded if they are known.
OperatorVersions::InferenceRule logical(const DimensionFunction& onIntegers)
{
    return [=](InferenceContext& context) {
        setBroadcast(context, ElementType::Bool, 7);
        const auto* a = context.elements(0);
        const auto* b = context.elements(1);
        if (a == nullptr || b == nullptr)
            return;
        if (auto result = combine(*a, *b, ElementType::Bool, onIntegers, {}))
            context.setElements(0, std::move(*result));
    };
}

OperatorVersions::InferenceRule compare(bool (*holds)(Order))
{
    return logical([=](const Dimension& a, const Dimension& b) {
        const auto found = order(a, b);
        return found ? Dimension::number(holds(*found) ? 1 : 0) : Dimension();
    });
}

/// Returns the element that a condition selects. If both are equal, the condition is not needed.
Dimension chosen(const Dimension& condition, const Dimension& ifTrue, const Dimension& ifFalse)
{
    if (ifTrue.isSameAs(ifFalse))
        return ifTrue;
    if (!condition.isNumber())
        return {};
    return condition.value() != 0 ? ifTrue : ifFalse;
}

void where(InferenceContext& context)
{
    context.setTensor(0, context.element(1), broadcastInputs(context));
    const auto* condition = context.elements(0);
    const auto* ifTrue = context.elements(1);
    const auto* ifFalse = context.elements(2);
    if (condition == nullptr || ifTrue == nullptr || ifFalse == nullptr
        || isFloating(context.element(1)))
        return;
    // The functions take two operands, so all three are broadcast to the result's shape first.
    const auto first = [](const Dimension& a, const Dimension&) { return a; };
    const auto spread
        = [&](const KnownElements& wanted, const KnownElements& a, const KnownElements& b) {
              const auto once = combine(wanted, a, ElementType::Int64, first, {});
              return once ? combine(*once, b, ElementType::Int64, first, {}) : std::nullopt;
          };
    const auto c = spread(*condition, *ifTrue, *ifFalse);
    const auto x = spread(*ifTrue, *condition, *ifFalse);
    const auto y = spread(*ifFalse, *condition, *ifTrue);
    if (!c || !x || !y || c->integers.size() != x->integers.size()
        || x->integers.size() != y->integers.size())
        return;
    KnownElements result { c->dims, {}, {} };
    for (std::size_t i = 0; i < c->integers.size(); ++i)
        result.integers.push_back(chosen(c->integers[i], x->integers[i], y->integers[i]));
    context.setElements(0, std::move(result));
}

/// Greater and Less.
void ordering(OperatorVersions& versions)
{
    versions.since(1, "A: T, B: T -> C: T1", "T: floats; T1: bool")
        .attributes("axis: int, broadcast: int = 0")
        .since(7)
        .without("axis, broadcast")
        .since(9, "T: numbers")
        .since(13, "T: numbers bfloat16");
}

/// GreaterOrEqual and LessOrEqual.
void orderingOrEqual(OperatorVersions& versions)
{
    versions.since(12, "A: T, B: T -> C: T1", "T: numbers; T1: bool")
        .since(16, "T: numbers bfloat16");
}

/// And, Or and Xor.
void logicalVersions(OperatorVersions& versions)
{
    versions.since(1, "A: T, B: T -> C: T1", "T: bool; T1: bool")
        .attributes("axis: int, broadcast: int = 0")
        .since(7)
        .without("axis, broadcast");
}

const RegisterOperators logicOperators {
    op("Equal", "True where two elements are equal.")
        .since(1, "A: T, B: T -> C: T1", "T: bool int32 int64; T1: bool")
        .attributes("axis: int, broadcast: int = 0")
        .since(7)
        .without("axis, broadcast")
        .since(11, "T: numbers bool")
        .since(13, "T: numbers bool bfloat16")
        .since(19, "T: numbers bool bfloat16 string")
        .rules(compare([](Order found) { return found == Order::Equal; }), costElementwise),

    op("Greater", "True where the first element is larger.")
        .history(ordering)
        .rules(compare([](Order found) { return found == Order::Greater; }), costElementwise),

    op("GreaterOrEqual", "True where the first element is larger or equal.")
        .history(orderingOrEqual)
        .rules(compare([](Order found) { return found != Order::Less; }), costElementwise),

    op("Less", "True where the first element is smaller.")
        .history(ordering)
        .rules(compare([](Order found) { return found == Order::Less; }), costElementwise),

    op("LessOrEqual", "True where the first element is smaller or equal.")
        .history(orderingOrEqual)
        .rules(compare([](Order found) { return found != Order::Greater; }), costElementwise),

    op("And", "True where both elements are true.")
        .history(logicalVersions)
        .rules(logical(std::multiplies<Dimension>()), costElementwise),

    op("Or", "True where at least one element is true.")
        .history(logicalVersions)
        .rules(logical([](const Dimension& a, const Dimension& b) { return max(a, b); }),
            costElementwise),

    op("Xor", "True where exactly one element is true.")
        .history(logicalVersions)
        .rules(logical([](const Dimension& a, const Dimension& b) {
            return a + b - Dimension::number(2) * a * b;
        }),
            costElementwise),

    op("Where",
        "Takes each element from X where the condition is true and from Y where it is false.")
        .since(9, "condition: B, X: T, Y: T -> output: T", "B: bool; T: basic")
        .since(16, "T: ir4")
        .rules(where, costElementwise),
};

} // namespace

} // namespace model::ops
