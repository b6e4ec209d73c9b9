#include "engine/plugins/plugin_operator.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>

namespace engine::plugins {

// The layout of version 1. For a member added at the end of a structure, change the size here and
// leave `first` below as it is: plug-ins that were built before still load.
static_assert(sizeof(void*) != 8
    || (sizeof(OpscopeOperator) == 136 && sizeof(OpscopeParameter) == 40
        && sizeof(OpscopeAttribute) == 80));

namespace {

constexpr std::size_t maxEntries = 10'000;
constexpr std::size_t longestName = 200;
constexpr std::size_t longestText = 10'000;

/// Sizes that a structure may have: that of version 1, and that of the header of this build.
struct KnownSizes {
    std::string_view structure;
    std::size_t first;
    std::size_t newest;
};
constexpr KnownSizes operatorSizes { "OpscopeOperator", sizeof(OpscopeOperator),
    sizeof(OpscopeOperator) };
constexpr KnownSizes parameterSizes { "OpscopeParameter", sizeof(OpscopeParameter),
    sizeof(OpscopeParameter) };
constexpr KnownSizes attributeSizes { "OpscopeAttribute", sizeof(OpscopeAttribute),
    sizeof(OpscopeAttribute) };

Result<void> checkSize(const KnownSizes& known, std::size_t size)
{
    if (size > known.newest)
        return fail(known.structure, " has ", size, " bytes, expected at most ", known.newest,
            ": the plug-in was built with a newer opscope_operator.h; build it with the header of "
            "this version, or update Opscope");
    if (size < known.first)
        return fail(known.structure, " has ", size, " bytes, expected ", known.first,
            ": set its sizes to OPSCOPE_SIZES");
    return {};
}

/// Returns a copy of the structure; members that an older plug-in does not have are zero.
template <typename Structure>
Structure copied(const void* from, std::size_t size)
{
    Structure copy {};
    std::memcpy(&copy, from, std::min(size, sizeof(Structure)));
    return copy;
}

Result<std::string> textOf(const char* given, std::string_view what, std::size_t longest)
{
    if (given == nullptr)
        return fail(what, " is missing (null)");
    const std::string text(given, ::strnlen(given, longest + 1));
    if (text.size() > longest)
        return fail(what, " has more than ", longest, " bytes");
    if (support::validUtf8(text) != text)
        return fail(what, " is not UTF-8: ", support::quote(text));
    return text;
}

Result<std::string> nameOf(const char* given, std::string_view what)
{
    auto name = TRY(textOf(given, what, longestName));
    if (name.empty())
        return fail(what, " is empty");
    if (support::sanitise(name) != name || name.find(' ') != std::string::npos)
        return fail(what, " is ", support::quote(name), ", expected visible characters only");
    return name;
}

Result<std::string> description(const char* given, std::string_view what)
{
    return given == nullptr ? Result<std::string>(std::string()) : textOf(given, what, longestText);
}

template <typename Entry>
Result<std::vector<Entry>> entriesOf(const Entry* first, std::size_t count, std::size_t stride,
    const KnownSizes& sizes, std::string_view what)
{
    if (count > maxEntries)
        return fail(what, " are ", count, ", expected at most ", maxEntries);
    if (first == nullptr && count > 0)
        return fail(what, " are ", count, ", but where they are is missing (null)");
    std::vector<Entry> entries;
    if (count > 0)
        TRY(checkSize(sizes, stride));
    for (std::size_t i = 0; i < count; ++i)
        entries.push_back(
            copied<Entry>(reinterpret_cast<const std::byte*>(first) + i * stride, stride));
    return entries;
}

Result<std::vector<std::string>> typesNamed(const std::string& names)
{
    std::vector<std::string> types;
    std::istringstream words(names);
    for (std::string word; words >> word;) {
        for (const auto& row : model::allElementTypes()) {
            if (row.type != model::ElementType::Undefined
                && (row.onnxName == word || word == "all"))
                types.push_back("tensor(" + std::string(row.onnxName) + ")");
        }
        const auto wanted = "tensor(" + word + ")";
        if (word != "all" && std::ranges::find(types, wanted) == types.end())
            return fail("names the element type ", support::quote(word),
                ", expected names of ONNX such as float, int64, string, or all");
    }
    if (types.empty())
        return fail("names no element type");
    return types;
}

/// Converts descriptions of parameters into those of a schema, and their types into constraints.
class Parameters {
public:
    explicit Parameters(model::OperatorSchema& schema)
        : m_schema(schema)
    {
    }

    Result<void> add(std::span<const OpscopeParameter> given, std::string_view role,
        std::vector<model::FormalParameter>& list)
    {
        for (std::size_t i = 0; i < given.size(); ++i) {
            const auto what = std::string(role) + " " + std::to_string(i);
            auto parameter = TRY(read(given[i], what));
            if (std::ranges::find(list, parameter.name, &model::FormalParameter::name)
                != list.end())
                return fail(what, " is named ", support::quote(parameter.name), " like another");
            const bool isVariadic = parameter.option == model::FormalParameter::Option::Variadic;
            if (isVariadic && i + 1 < given.size())
                return fail(what, " is variadic, which only the last one may be");
            list.push_back(std::move(parameter));
        }
        return {};
    }

private:
    Result<model::FormalParameter> read(const OpscopeParameter& given, const std::string& what)
    {
        model::FormalParameter parameter;
        parameter.name = TRY(nameOf(given.name, "the name of " + what));
        parameter.description = TRY(description(given.description, "the description of " + what));
        if (given.option < OPSCOPE_SINGLE || given.option > OPSCOPE_VARIADIC)
            return fail("the option of ", what, " is ", given.option,
                ", expected OPSCOPE_SINGLE, OPSCOPE_OPTIONAL or OPSCOPE_VARIADIC");
        parameter.option = static_cast<model::FormalParameter::Option>(given.option);
        parameter.isHomogeneous = given.variable != nullptr || given.option != OPSCOPE_VARIADIC;
        if (given.variable == nullptr)
            parameter.type = TRY(ownType(given, parameter.name, what));
        else
            parameter.type = TRY(variable(given, what));
        return parameter;
    }

    model::TypeConstraint* find(const std::string& name)
    {
        const auto found
            = std::ranges::find(m_schema.constraints, name, &model::TypeConstraint::name);
        return found == m_schema.constraints.end() ? nullptr : &*found;
    }

    Result<std::string> ownType(
        const OpscopeParameter& given, const std::string& name, const std::string& what)
    {
        const auto names = TRY(textOf(given.types, "the types of " + what, longestText));
        auto types = TRY(typesNamed(names).within(what));
        if (types.size() == 1)
            return types.front();
        auto constraint = "types of " + name;
        while (find(constraint) != nullptr) // an input and an output may have one name
            constraint += "'";
        m_schema.constraints.push_back({ constraint, std::move(types) });
        return constraint;
    }

    Result<std::string> variable(const OpscopeParameter& given, const std::string& what)
    {
        auto name = TRY(nameOf(given.variable, "the type variable of " + what));
        auto* known = find(name);
        if (given.types == nullptr) {
            if (known == nullptr)
                return fail(what,
                    " gives no types, and no parameter before it has the type "
                    "variable ",
                    support::quote(name));
            return name;
        }
        const auto names = TRY(textOf(given.types, "the types of " + what, longestText));
        auto types = TRY(typesNamed(names).within(what));
        if (known != nullptr && known->types != types)
            return fail(what, " gives the type variable ", support::quote(name),
                " other types than a parameter before it");
        if (known == nullptr)
            m_schema.constraints.push_back({ name, std::move(types) });
        return name;
    }

    model::OperatorSchema& m_schema;
};

template <typename Element>
Result<std::vector<Element>> listOf(
    const Element* first, std::size_t count, const std::string& what)
{
    if (count > maxEntries)
        return fail(what, " has ", count, " elements, expected at most ", maxEntries);
    if (first == nullptr && count > 0)
        return fail(what, " has ", count, " elements, but where they are is missing (null)");
    return std::vector<Element>(first, first + count);
}

Result<model::Attribute::Value> defaultOf(const OpscopeAttribute& given, const std::string& what)
{
    switch (given.kind) {
    case OPSCOPE_ATTRIBUTE_FLOAT:
        return model::Attribute::Value(given.default_float);
    case OPSCOPE_ATTRIBUTE_INT:
        return model::Attribute::Value(given.default_int);
    case OPSCOPE_ATTRIBUTE_STRING:
        return model::Attribute::Value(TRY(textOf(given.default_string, what, longestText)));
    case OPSCOPE_ATTRIBUTE_FLOATS:
        return model::Attribute::Value(
            TRY(listOf(given.default_floats, given.default_count, what)));
    case OPSCOPE_ATTRIBUTE_INTS:
        return model::Attribute::Value(TRY(listOf(given.default_ints, given.default_count, what)));
    case OPSCOPE_ATTRIBUTE_STRINGS: {
        std::vector<std::string> texts;
        for (const auto* text : TRY(listOf(given.default_strings, given.default_count, what)))
            texts.push_back(TRY(textOf(text, what, longestText)));
        return model::Attribute::Value(std::move(texts));
    }
    case OPSCOPE_ATTRIBUTE_TENSOR:
        break;
    }
    return fail(what, " is not possible: an attribute of kind tensor has none");
}

constexpr std::array attributeKinds { OPSCOPE_ATTRIBUTE_FLOAT, OPSCOPE_ATTRIBUTE_INT,
    OPSCOPE_ATTRIBUTE_STRING, OPSCOPE_ATTRIBUTE_TENSOR, OPSCOPE_ATTRIBUTE_FLOATS,
    OPSCOPE_ATTRIBUTE_INTS, OPSCOPE_ATTRIBUTE_STRINGS };

Result<model::AttributeSpec> attributeOf(const OpscopeAttribute& given, std::size_t i)
{
    model::AttributeSpec spec;
    spec.name = TRY(nameOf(given.name, "the name of attribute " + std::to_string(i)));
    const auto what = "attribute " + spec.name;
    if (std::ranges::find(attributeKinds, given.kind) == attributeKinds.end())
        return fail(
            "the kind of ", what, " is ", given.kind, ", expected one of OPSCOPE_ATTRIBUTE_...");
    spec.kind = static_cast<model::AttributeKind>(given.kind);
    if (given.presence < OPSCOPE_ABSENT || given.presence > OPSCOPE_DEFAULT)
        return fail("the presence of ", what, " is ", given.presence,
            ", expected OPSCOPE_ABSENT, OPSCOPE_REQUIRED or OPSCOPE_DEFAULT");
    spec.required = given.presence == OPSCOPE_REQUIRED;
    spec.description = TRY(description(given.description, "the description of " + what));
    if (given.presence == OPSCOPE_DEFAULT)
        spec.defaultValue = TRY(defaultOf(given, "the default of " + what));
    return spec;
}

Result<void> readParts(const OpscopeOperator& given, model::OperatorSchema& schema)
{
    const auto& sizes = given.sizes;
    const auto inputs = TRY(entriesOf(
        given.inputs, given.input_count, sizes.parameter_size, parameterSizes, "its inputs"));
    const auto outputs = TRY(entriesOf(
        given.outputs, given.output_count, sizes.parameter_size, parameterSizes, "its outputs"));
    const auto attributes = TRY(entriesOf(given.attributes, given.attribute_count,
        sizes.attribute_size, attributeSizes, "its attributes"));
    if (outputs.empty())
        return fail("it has no outputs");
    Parameters parameters(schema);
    TRY(parameters.add(inputs, "input", schema.inputs));
    TRY(parameters.add(outputs, "output", schema.outputs));
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        auto spec = TRY(attributeOf(attributes[i], i));
        if (schema.attribute(spec.name) != nullptr)
            return fail("two attributes are named ", support::quote(spec.name));
        schema.attributes.push_back(std::move(spec));
    }
    return {};
}

} // namespace

Result<PluginOperator> describe(const OpscopeOperator* given, std::string library)
{
    if (given == nullptr)
        return fail("its description is missing (null)");
    const std::size_t size = given->sizes.operator_size;
    TRY(checkSize(operatorSizes, size));
    PluginOperator result { std::move(library), {}, copied<OpscopeOperator>(given, size) };
    const auto& described = result.described;
    auto& schema = result.schema;
    schema.domain = TRY(nameOf(described.domain, "its domain"));
    schema.name = TRY(nameOf(described.name, "its name"));
    if (described.since_version < 1)
        return fail(
            schema.name, ": since_version is ", described.since_version, ", expected 1 or more");
    schema.sinceVersion = described.since_version;
    schema.summary = TRY(description(described.summary, "the summary").within(schema.name));
    TRY(readParts(described, schema).within(schema.name));
    return result;
}

std::span<const std::string> typesOf(
    const model::OperatorSchema& schema, const model::FormalParameter& parameter)
{
    const auto found
        = std::ranges::find(schema.constraints, parameter.type, &model::TypeConstraint::name);
    return found != schema.constraints.end() ? std::span(found->types)
                                             : std::span(&parameter.type, 1);
}

} // namespace engine::plugins
