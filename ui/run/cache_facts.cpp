#include "ui/run/cache_facts.h"

#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// The shape with sizes for names, except for the axis that grows.
model::ValueType boundType(const model::ValueType& type, const model::Binding& sizes,
    std::optional<std::size_t> growingAxis)
{
    if (!type.shape)
        return type;
    auto bound = type;
    model::Shape shape;
    for (std::size_t axis = 0; axis < type.shape->size(); ++axis)
        shape.push_back(
            axis == growingAxis ? (*type.shape)[axis] : (*type.shape)[axis].bound(sizes));
    bound.shape = shape;
    return bound;
}

/// The bytes of a value after `positions` tokens; nothing if a size is unknown.
std::optional<quint64> bytesAfter(
    const model::ValueType& type, std::optional<std::size_t> growingAxis, qint64 positions)
{
    if (!type.shape)
        return std::nullopt;
    model::Shape shape(type.shape->begin(), type.shape->end());
    if (growingAxis)
        shape[*growingAxis] = model::Dimension::number(positions);
    const auto count = model::elementCount(shape);
    return count ? model::packedBytes(type.element, *count) : std::nullopt;
}

/// The common start of two names.
std::string_view commonStart(std::string_view a, std::string_view b)
{
    const auto end = std::ranges::mismatch(a, b).in1;
    return a.substr(0, static_cast<std::size_t>(end - a.begin()));
}

} // namespace

CacheFacts cacheFacts(const model::Model& model, const model::Decoder& decoder,
    const model::Binding& sizes, qint64 positions)
{
    CacheFacts facts;
    facts.positions = positions;
    const auto inputs = model::inputsWithoutWeights(model);
    std::string_view names;
    std::optional<quint64> bytes = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& role = decoder.inputs[i];
        if (role.role != model::DecoderRole::Past)
            continue;
        const auto type = boundType(inputs[i]->type, sizes, role.growingAxis);
        const auto shape = plain(model::typeText(type), 60);
        if (facts.pairs++ == 0) {
            names = inputs[i]->name;
            facts.shape = shape;
            if (role.growingAxis && type.shape)
                facts.axis = plain((*type.shape)[*role.growingAxis].text(), 40);
        }
        names = commonStart(names, inputs[i]->name);
        facts.otherShapes += shape != facts.shape ? 1 : 0;
        const auto more = bytesAfter(type, role.growingAxis, positions);
        bytes = bytes && more ? std::optional(*bytes + *more) : std::nullopt;
    }
    facts.names = plain(names, 40) + (facts.pairs > 1 ? QStringLiteral("*") : QString());
    facts.bytes = bytes.value_or(0);
    return facts;
}

} // namespace ui
