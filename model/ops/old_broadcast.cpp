#include "model/ops/old_broadcast.h"

#include "model/ops/rules.h"

#include <algorithm>

namespace model::ops {

namespace {

bool fits(const Dimension& from, const Dimension& to)
{
    return !from.isNumber() || !to.isNumber() || from.value() == 1 || from.value() == to.value();
}

void checkFitsIntoFirst(InferenceContext& context)
{
    if (!context.hasShape(0) || !context.hasShape(1))
        return;
    const auto& into = context.shape(0);
    const auto& from = context.shape(1);
    const auto setReason = [&] {
        context.inputError(1,
            "has shape " + shapeText(from) + ", which cannot be broadcast to the first input's "
                + shapeText(into));
    };
    if (from.size() > into.size())
        return setReason();
    const auto isOne
        = std::ranges::all_of(from, [](const Dimension& dim) { return dim.value() == 1; });
    auto start = static_cast<std::int64_t>(into.size() - from.size());
    if (const auto axis = context.integer("axis"); axis && !isOne)
        start = *axis < 0 ? *axis + static_cast<std::int64_t>(into.size()) : *axis;
    if (start < 0 || start > static_cast<std::int64_t>(into.size() - from.size()))
        return setReason();
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!fits(from[i], into[static_cast<std::size_t>(start) + i]))
            return setReason();
}

std::optional<Shape> oldBroadcastShape(InferenceContext& context)
{
    auto result = context.type(0).shape;
    if (context.integer("broadcast", 0) != 0) {
        checkFitsIntoFirst(context);
        return result;
    }
    for (std::size_t i = 1; i < context.inputCount(); ++i) {
        if (!context.hasShape(i))
            continue;
        auto shape = result ? merge(*result, context.shape(i)) : context.shape(i);
        // Old files often omit the attribute if one operand is a scalar.
        if (!shape)
            shape = broadcast(*result, context.shape(i));
        if (!shape) {
            context.inputError(i,
                "has shape " + shapeText(context.shape(i)) + ", expected " + shapeText(*result)
                    + " like the first input");
            break;
        }
        result = std::move(shape);
    }
    return result;
}

} // namespace

void setBroadcast(InferenceContext& context, ElementType element, int sinceVersion)
{
    context.setTensor(0, element,
        context.version() < sinceVersion ? oldBroadcastShape(context) : broadcastInputs(context));
}

} // namespace model::ops
