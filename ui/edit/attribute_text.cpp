#include "ui/edit/attribute_text.h"
#include "ui/edit/edit_words.h"

#include "model/decode.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <cmath>

namespace ui {

using model::AttributeKind;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

template <typename Number>
QString joinedNumbers(const std::vector<Number>& numbers)
{
    return QString::fromStdString(
        support::joined(numbers, " ", [](Number number) { return support::shortestText(number); }));
}

std::optional<QString> typedTensor(const model::Model& model, const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    if (!count || *count > maxTypedElements || tensor.element == model::ElementType::String
        || model.store == nullptr)
        return std::nullopt;
    const auto data = model.store->bytes(tensor);
    if (!data)
        return std::nullopt;
    auto text = std::string(model::traits(tensor.element).onnxName) + "["
        + support::joined(tensor.dims, ",", [](std::int64_t size) { return std::to_string(size); })
        + "]";
    for (std::uint64_t i = 0; i < *count; ++i)
        text += " " + model::textAt(tensor.element, data->bytes, i);
    return QString::fromStdString(text);
}

/// Words that are separated by blanks or commas.
std::vector<std::string> wordsOf(const std::string& text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char sign : text + " ") {
        if (sign != ' ' && sign != ',' && sign != '\t' && sign != '\n') {
            word += sign;
            continue;
        }
        if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

Result<void> writeInteger(JsonWriter& json, const std::string& word)
{
    const auto number = support::numberFrom<std::int64_t>(word);
    if (!number)
        return failAs(ErrorKind::Usage, quote(word), " is no whole number");
    json.value(*number);
    return {};
}

Result<void> writeReal(JsonWriter& json, const std::string& word)
{
    const auto number = support::numberFrom<double>(word);
    if (!number)
        return failAs(ErrorKind::Usage, quote(word), " is no number");
    if (std::isfinite(*number))
        json.value(*number);
    else
        json.value(word); // JSON has no such numbers
    return {};
}

/// Whole numbers keep all their digits.
Result<void> writeElement(JsonWriter& json, bool isBool, const std::string& word)
{
    if (isBool && (word == "true" || word == "false" || word == "0" || word == "1")) {
        json.value(word == "true" || word == "1");
        return {};
    }
    return support::numberFrom<std::int64_t>(word) ? writeInteger(json, word)
                                                   : writeReal(json, word);
}

Result<void> writeTensor(JsonWriter& json, const std::string& text)
{
    const auto bracket = text.find('[');
    const auto end = text.find(']');
    if (bracket == std::string::npos || end == std::string::npos || end < bracket)
        return failAs(ErrorKind::Usage,
            "no type and shape at the start, expected a text such as float[2] 0.5 1");
    const std::string type(support::trimmed(std::string_view(text).substr(0, bracket)));
    json.beginObject();
    json.member("type", type);
    json.key("shape").beginArray();
    for (const auto& word : wordsOf(text.substr(bracket + 1, end - bracket - 1)))
        TRY(writeInteger(json, word));
    json.endArray().key("values").beginArray();
    for (const auto& word : wordsOf(text.substr(end + 1)))
        TRY(writeElement(json, type == "bool", word));
    json.endArray().endObject();
    return {};
}

Result<void> writeValue(JsonWriter& json, AttributeKind kind, const std::string& text)
{
    switch (kind) {
    case AttributeKind::Int:
        return writeInteger(json, std::string(support::trimmed(text)));
    case AttributeKind::Float:
        return writeReal(json, std::string(support::trimmed(text)));
    case AttributeKind::String:
        json.value(text);
        return {};
    case AttributeKind::Tensor:
        return writeTensor(json, text);
    case AttributeKind::Strings: {
        const auto list = support::parseJson(text);
        if (!list || list->kind() != support::JsonValue::Kind::Array)
            return failAs(
                ErrorKind::Usage, "no list of texts, expected one such as [\"a\", \"b\"]");
        json.raw(text);
        return {};
    }
    case AttributeKind::Ints:
    case AttributeKind::Floats:
        json.beginArray();
        for (const auto& word : wordsOf(text))
            TRY(kind == AttributeKind::Ints ? writeInteger(json, word) : writeReal(json, word));
        json.endArray();
        return {};
    default:
        return failAs(ErrorKind::Usage, "an attribute of this kind cannot be typed");
    }
}

} // namespace

std::optional<QString> typedAttribute(const model::Model& model, const model::Attribute& attribute)
{
    const auto& value = attribute.value;
    if (!attribute.reference.empty())
        return std::nullopt;
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return QString::number(*number);
    if (const auto* number = std::get_if<float>(&value))
        return QString::fromStdString(support::shortestText(*number));
    if (const auto* text = std::get_if<std::string>(&value))
        return QString::fromStdString(support::validUtf8(*text));
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
        return joinedNumbers(*numbers);
    if (const auto* numbers = std::get_if<std::vector<float>>(&value))
        return joinedNumbers(*numbers);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
        return QString::fromStdString(
            support::jsonLine([&](JsonWriter& json) { json.key("texts").array(*texts); }))
            .sliced(QStringLiteral("{\"texts\":").size())
            .chopped(1);
    if (const auto* tensor = std::get_if<model::Tensor>(&value))
        return typedTensor(model, *tensor);
    return std::nullopt;
}

Result<std::string> attributeJson(AttributeKind kind, const QString& text)
{
    std::string out;
    {
        JsonWriter json(out);
        TRY(writeValue(json, kind, text.toStdString()));
    }
    return out;
}

QString kindText(AttributeKind kind)
{
    switch (kind) {
    case AttributeKind::Int:
        return EditWords::tr("integer");
    case AttributeKind::Float:
        return EditWords::tr("number");
    case AttributeKind::String:
        return EditWords::tr("text");
    case AttributeKind::Ints:
        return EditWords::tr("integers");
    case AttributeKind::Floats:
        return EditWords::tr("numbers");
    case AttributeKind::Strings:
        return EditWords::tr("list of texts");
    case AttributeKind::Tensor:
        return EditWords::tr("tensor");
    default:
        return {};
    }
}

} // namespace ui
