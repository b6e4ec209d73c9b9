#include "engine/plugins/callback.h"

#include "model/support/text.h"

#include <type_traits>

namespace engine::plugins {

namespace {

/// Calls the host's side of a question. An exception becomes a failure and never reaches the
/// plug-in.
template <typename Call>
auto ask(OpscopeNode* node, std::invoke_result_t<Call, Answers&> otherwise, Call call)
{
    if (node == nullptr)
        return otherwise;
    try {
        return call(node->answers);
    } catch (const std::exception& error) {
        node->answers.fail(error.what(), support::ErrorKind::Resource);
        return otherwise;
    }
}

int say(OpscopeNode* node, const char* message)
{
    return ask(node, 0, [&](Answers& answers) {
        answers.fail(support::sanitise(message != nullptr ? message : ""));
        return 0;
    });
}

/// Returns the value of an attribute; null if there is none of this kind.
template <typename Value>
const Value* heldBy(Answers& answers, const char* name, model::AttributeKind kind)
{
    const auto* found = answers.attribute(name, kind);
    return found != nullptr ? std::get_if<Value>(found) : nullptr;
}

/// Writes the place and the number of the elements of `held`; returns 0 if it is null.
template <typename Held, typename Value>
int give(const Held* held, const Value** values, std::size_t* count)
{
    if (held == nullptr)
        return 0;
    if (values != nullptr)
        *values = held->data();
    if (count != nullptr)
        *count = held->size();
    return 1;
}

/// Writes a scalar attribute to `value`; returns 1 if there is one.
template <typename Value>
int scalar(OpscopeNode* node, const char* name, Value* value, model::AttributeKind kind)
{
    return ask(node, 0, [&](Answers& answers) {
        const auto* held = heldBy<Value>(answers, name, kind);
        if (held != nullptr && value != nullptr)
            *value = *held;
        return held != nullptr ? 1 : 0;
    });
}

template <typename Value>
int list(OpscopeNode* node, const char* name, const Value** values, std::size_t* count,
    model::AttributeKind kind)
{
    return ask(node, 0, [&](Answers& answers) {
        return give(heldBy<std::vector<Value>>(answers, name, kind), values, count);
    });
}

int textAttribute(OpscopeNode* node, const char* name, const char** text, std::size_t* length)
{
    return ask(node, 0, [&](Answers& answers) {
        return give(heldBy<std::string>(answers, name, model::AttributeKind::String), text, length);
    });
}

int textsAttribute(
    OpscopeNode* node, const char* name, std::size_t index, const char** text, std::size_t* length)
{
    return ask(node, 0, [&](Answers& answers) {
        const auto* held
            = heldBy<std::vector<std::string>>(answers, name, model::AttributeKind::Strings);
        const bool isThere = held != nullptr && index < held->size();
        return give(isThere ? &(*held)[index] : nullptr, text, length);
    });
}

template <typename Fill>
int tensor(OpscopeNode* node, OpscopeTensor* target, Fill fill)
{
    return ask(node, 0, [&](Answers& answers) {
        OpscopeTensor shown {};
        const bool isThere = fill(answers, shown);
        if (isThere && target != nullptr)
            *target = shown;
        return isThere ? 1 : 0;
    });
}

int integersOf(OpscopeNode* node, std::size_t i, const std::int64_t** values, std::size_t* count)
{
    return ask(
        node, 0, [&](Answers& answers) { return give(answers.inputIntegers(i), values, count); });
}

int makeOutput(OpscopeNode* node, std::size_t i, OpscopeElementType element, std::int32_t rank,
    const std::int64_t* dims, void** data)
{
    return ask(node, 0, [&](Answers& answers) {
        void* place = nullptr;
        const bool isMade
            = answers.output(i, static_cast<model::ElementType>(element), rank, dims, place);
        if (data != nullptr)
            *data = place;
        return isMade ? 1 : 0;
    });
}

int makeText(
    OpscopeNode* node, std::size_t i, std::uint64_t index, const char* text, std::size_t length)
{
    return ask(node, 0, [&](Answers& answers) {
        if (text == nullptr && length > 0) {
            answers.fail("run sets a text that is missing (null)");
            return 0;
        }
        auto copy = length > 0 ? std::string(text, length) : std::string();
        return answers.setOutputString(i, index, std::move(copy)) ? 1 : 0;
    });
}

template <auto Question, typename Answer>
Answer about(OpscopeNode* node, std::size_t i, Answer otherwise)
{
    return ask(node, otherwise,
        [&](Answers& answers) { return static_cast<Answer>((answers.*Question)(i)); });
}

using Node = OpscopeNode*;
using Name = const char*;

void fillCommon(OpscopeHost& table)
{
    table.fail = say;
    table.node_name = [](Node node) { return ask(node, "", [](Answers& a) { return a.name(); }); };
    table.input_count
        = [](Node node) { return ask(node, 0, [](Answers& a) { return a.inputCount(); }); };
    table.output_count
        = [](Node node) { return ask(node, 0, [](Answers& a) { return a.outputCount(); }); };
    table.has_input
        = [](Node node, std::size_t i) { return about<&Answers::hasInput>(node, i, 0); };
    table.has_output
        = [](Node node, std::size_t i) { return about<&Answers::hasOutput>(node, i, 0); };
}

void fillAttributes(OpscopeHost& table)
{
    using Kind = model::AttributeKind;
    table.attribute_int = [](Node node, Name name, std::int64_t* value) {
        return scalar(node, name, value, Kind::Int);
    };
    table.attribute_float
        = [](Node node, Name name, float* value) { return scalar(node, name, value, Kind::Float); };
    table.attribute_string = textAttribute;
    table.attribute_ints = [](Node node, Name name, const std::int64_t** values, std::size_t* n) {
        return list(node, name, values, n, Kind::Ints);
    };
    table.attribute_floats = [](Node node, Name name, const float** values, std::size_t* n) {
        return list(node, name, values, n, Kind::Floats);
    };
    table.attribute_strings = textsAttribute;
    table.attribute_tensor = [](Node node, Name name, OpscopeTensor* target) {
        return tensor(node, target,
            [&](Answers& a, OpscopeTensor& shown) { return a.attributeTensor(name, shown); });
    };
}

void fillShapes(OpscopeHost& table)
{
    table.input_element = [](Node node, std::size_t i) {
        return about<&Answers::inputElement>(node, i, OpscopeElementType(OPSCOPE_UNKNOWN));
    };
    table.input_rank = [](Node node, std::size_t i) {
        return about<&Answers::inputRank>(node, i, std::int32_t(-1));
    };
    table.output_rank = [](Node node, std::size_t i) {
        return about<&Answers::outputRank>(node, i, std::int32_t(-1));
    };
    table.input_dim = [](Node node, std::size_t i, std::size_t axis) {
        return ask(node, { -1, nullptr }, [&](Answers& a) { return a.inputDim(i, axis); });
    };
    table.output_dim = [](Node node, std::size_t i, std::size_t axis) {
        return ask(node, { -1, nullptr }, [&](Answers& a) { return a.outputDim(i, axis); });
    };
    table.input_integers = integersOf;
    table.combine = [](Node node, OpscopeDimOperation operation, OpscopeDim a, OpscopeDim b) {
        return ask(
            node, { -1, nullptr }, [&](Answers& all) { return all.combine(operation, a, b); });
    };
    table.set_output = [](Node node, std::size_t i, OpscopeElementType element, std::int32_t rank,
                           const OpscopeDim* dims) {
        const auto type = static_cast<model::ElementType>(element);
        return ask(node, 0, [&](Answers& a) { return a.setOutput(i, type, rank, dims) ? 1 : 0; });
    };
}

void fillValues(OpscopeHost& table)
{
    table.input = [](Node node, std::size_t i, OpscopeTensor* target) {
        return tensor(
            node, target, [&](Answers& a, OpscopeTensor& shown) { return a.input(i, shown); });
    };
    table.input_string = [](Node node, std::size_t i, std::uint64_t index, const char** text,
                             std::size_t* length) {
        return ask(
            node, 0, [&](Answers& a) { return give(a.inputString(i, index), text, length); });
    };
    table.output = makeOutput;
    table.output_string = makeText;
    table.scratch = [](Node node, std::size_t bytes) {
        return ask(node, static_cast<void*>(nullptr), [&](Answers& a) { return a.scratch(bytes); });
    };
    table.threads = [](Node node) { return ask(node, 1, [](Answers& a) { return a.threads(); }); };
    table.is_stopped
        = [](Node node) { return ask(node, 0, [](Answers& a) { return a.isStopped() ? 1 : 0; }); };
}

OpscopeHost makeHost()
{
    OpscopeHost table {};
    table.size = sizeof(OpscopeHost);
    table.abi = OPSCOPE_OPERATOR_ABI;
    fillCommon(table);
    fillAttributes(table);
    fillShapes(table);
    fillValues(table);
    return table;
}

} // namespace

const OpscopeHost& host()
{
    static const OpscopeHost table = makeHost();
    return table;
}

} // namespace engine::plugins
