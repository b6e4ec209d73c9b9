#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::TensorShapeProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'
        || static_cast<unsigned char>(c) >= 0x80;
}

bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'
        || static_cast<unsigned char>(c) >= 0x80;
}

/// Replaces a name in an expression such as `2*seq + 1`. Longer names that contain it stay.
std::string replacedIn(std::string_view expression, std::string_view name, std::string_view by)
{
    if (expression == name)
        return std::string(by);
    std::string text;
    for (std::size_t i = 0; i < expression.size();) {
        auto end = i;
        while (end < expression.size() && isNameCharacter(expression[end]))
            ++end;
        if (end == i)
            ++end;
        const auto word = expression.substr(i, end - i);
        text += word == name ? by : word;
        i = end;
    }
    return text;
}

/// Replaces a dimension in every type of the model.
class DimensionReplacer {
public:
    DimensionReplacer(Editing& editing, std::string name, std::string by)
        : m_editing(editing)
        , m_name(std::move(name))
        , m_by(std::move(by))
        , m_size(support::numberFrom<std::int64_t>(m_by))
    {
    }

    Result<std::size_t> run()
    {
        for (const auto& graph : m_editing.model.graphs) {
            const auto fields = m_editing.fieldsOf(graph.id);
            auto& message = *TRY(m_editing.graphMessage(graph.id));
            TRY(inFields(message, fields.valueInfo));
            if (fields.hasTypedInterface) {
                TRY(inFields(message, fields.input));
                TRY(inFields(message, fields.output));
            }
        }
        return m_places;
    }

private:
    Result<void> inFields(Message& message, std::uint32_t number)
    {
        for (const auto position : positionsOf(message, number)) {
            const auto& field = message.fields[position];
            if (!field.child && field.text().find(m_name) == std::string_view::npos)
                continue;
            auto* const info = TRY(m_editing.change.open(message, position));
            TRY(inMessage(*info));
        }
        return {};
    }

    // Types are nested at most as deep as indexWire() allows.
    Result<void> inMessage(Message& message) // NOLINT(misc-no-recursion)
    {
        if (message.rule == &onnx::messageRule("TensorShapeProto.Dimension")) {
            inDimension(message);
            return {};
        }
        for (std::size_t i = 0; i < message.fields.size(); ++i) {
            const auto* const rule = message.rule->field(message.fields[i].number);
            if (!rule || !rule->message || message.fields[i].type != onnx::WireType::Bytes
                || rule->message->name == "StringStringEntryProto")
                continue;
            auto* const inner = TRY(m_editing.change.open(message, i));
            TRY(inMessage(*inner));
        }
        return {};
    }

    void inDimension(Message& dimension)
    {
        using Dimension = TensorShapeProto::Dimension;
        const auto before = std::string(textOf(dimension, Dimension::kDimParamFieldNumber));
        const auto after = replacedIn(before, m_name, m_by);
        if (before.empty() || after == before)
            return;
        ++m_places;
        if (m_size && before == m_name) {
            m_editing.change.removeAll(dimension, Dimension::kDimParamFieldNumber);
            m_editing.change.setInteger(dimension, Dimension::kDimValueFieldNumber, *m_size);
        } else if (m_size && std::ranges::none_of(after, isLetter)) {
            // An expression of numbers alone is no name; inference finds the size where it can.
            m_editing.change.removeAll(dimension, Dimension::kDimParamFieldNumber);
        } else {
            m_editing.change.setText(dimension, Dimension::kDimParamFieldNumber, after);
        }
    }

    Editing& m_editing;
    const std::string m_name;
    const std::string m_by;
    const std::optional<std::int64_t> m_size;
    std::size_t m_places = 0;
};

Result<std::size_t> replaceDimension(Editing& editing, const std::string& name, std::string by)
{
    if (name.empty())
        return failAs(ErrorKind::Usage, "the name of the dimension is empty");
    const auto places = TRY(DimensionReplacer(editing, name, std::move(by)).run());
    if (places == 0)
        return failAs(ErrorKind::Usage, "no type has a dimension ", quote(name));
    return places;
}

bool hasDimension(const Model& model, std::string_view name)
{
    return std::ranges::any_of(model.values, [&](const Value& value) {
        return value.type.shape
            && std::ranges::any_of(*value.type.shape,
                [&](const Dimension& dimension) { return dimension.text() == name; });
    });
}

Result<std::string> renameDimension(Editing& editing, const OperationArguments& arguments)
{
    const auto from = TRY(arguments.text("dimension"));
    const auto to = TRY(arguments.text("to"));
    if (to.empty() || support::numberFrom<std::int64_t>(to))
        return failAs(ErrorKind::Usage, quote(to),
            " is no name for a dimension; fixDimension gives it a size");
    const bool isMerged = hasDimension(editing.model, to);
    const auto places = TRY(replaceDimension(editing, from, to));
    return "renamed dimension " + quote(from) + " to " + quote(to) + " ("
        + support::countOf(places, "place", "places") + ")"
        + (isMerged ? ", which joins it with the dimension of this name" : "");
}

Result<std::string> fixDimension(Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("dimension"));
    const auto size = TRY(arguments.integer("size"));
    if (size < 0)
        return failAs(ErrorKind::Usage, "size is ", size, ", expected 0 or more");
    const auto places = TRY(replaceDimension(editing, name, std::to_string(size)));
    return "fixed dimension " + quote(name) + " to " + std::to_string(size) + " ("
        + support::countOf(places, "place", "places") + ")";
}

} // namespace

std::span<const OperationKind> dimensionOperations()
{
    static constexpr std::array kinds {
        OperationKind { "renameDimension", "dimension to",
            "renames a dimension in all types, also in bodies and expressions", renameDimension },
        OperationKind { "fixDimension", "dimension size",
            "gives a dimension a size in all types; what was an expression of it is unknown then",
            fixDimension },
    };
    return kinds;
}

} // namespace model::edit
