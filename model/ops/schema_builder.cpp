#include "model/ops/schema_builder.h"

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/support/text.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace model::ops {

namespace {

using support::trimmed;

struct TypeGroup {
    std::string_view name;
    std::string_view members;
};

/// Named sets of element types that occur in ONNX's type constraints.
constexpr TypeGroup typeGroups[] {
    { "floats", "float16 float double" },
    { "signed", "int8 int16 int32 int64" },
    { "unsigned", "uint8 uint16 uint32 uint64" },
    { "integers", "uint8 uint16 uint32 uint64 int8 int16 int32 int64" },
    { "wide", "uint32 uint64 int32 int64" },
    { "numbers", "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float double" },
    { "complex", "complex64 complex128" },
    // All element types of the first opsets.
    { "basic",
        "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float double string bool "
        "complex64 complex128" },
    { "float8", "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz" },
    { "nibbles", "uint4 int4" },
    // All element types of an IR version, as all_tensor_types_ir4 ... in ONNX.
    { "ir4", "basic bfloat16" },
    { "ir9", "basic float8 bfloat16" },
    { "ir10", "basic float8 nibbles bfloat16" },
    { "ir11", "ir10 float4e2m1" },
    { "ir12", "ir11 float8e8m0" },
    { "ir13", "ir12 int2 uint2" },
    { "ir14", "ir11 float6e2m3 float6e3m2 float8e8m0 int2 uint2" },
};

/// Returns the non-empty parts between separators.
std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(separators), text.size());
        if (const auto part = trimmed(text.substr(0, end)); !part.empty())
            parts.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Splits `name: rest`.
std::pair<std::string_view, std::string_view> divide(std::string_view text)
{
    const auto colon = text.find(':');
    assert(colon != std::string_view::npos && "a schema entry is written 'name: rest'");
    return { trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)) };
}

bool removeSuffix(std::string_view& text, std::string_view suffix)
{
    if (!text.ends_with(suffix))
        return false;
    text.remove_suffix(suffix.size());
    return true;
}

FormalParameter parameterFrom(std::string_view text)
{
    auto [name, type] = divide(text);
    FormalParameter parameter;
    const auto mayBeAbsent = removeSuffix(name, "?");
    const auto isMixed = removeSuffix(name, "*");
    if (isMixed || removeSuffix(name, "...")) {
        parameter.option = FormalParameter::Option::Variadic;
        parameter.isHomogeneous = !isMixed;
        parameter.minArity = mayBeAbsent ? 0 : 1;
    } else if (mayBeAbsent) {
        parameter.option = FormalParameter::Option::Optional;
    }
    parameter.name = name;
    parameter.type
        = elementTypeFromName(type) ? "tensor(" + std::string(type) + ")" : std::string(type);
    return parameter;
}

std::vector<FormalParameter> parametersFrom(std::string_view text)
{
    std::vector<FormalParameter> parameters;
    for (const auto part : split(text, ","))
        parameters.push_back(parameterFrom(part));
    return parameters;
}

struct KindName {
    std::string_view name;
    AttributeKind kind;
};

constexpr KindName kindNames[] {
    { "float", AttributeKind::Float },
    { "int", AttributeKind::Int },
    { "string", AttributeKind::String },
    { "tensor", AttributeKind::Tensor },
    { "graph", AttributeKind::Graph },
    { "floats", AttributeKind::Floats },
    { "ints", AttributeKind::Ints },
    { "strings", AttributeKind::Strings },
    { "tensors", AttributeKind::Tensors },
    { "graphs", AttributeKind::Graphs },
    { "sparse_tensor", AttributeKind::SparseTensor },
    { "type_proto", AttributeKind::TypeProto },
};

AttributeKind kindFrom(std::string_view name)
{
    const auto found = std::ranges::find(kindNames, name, &KindName::name);
    assert(found != std::end(kindNames) && "unknown attribute kind in a schema");
    return found->kind;
}

std::int64_t integerFrom(std::string_view text)
{
    return std::strtoll(std::string(text).c_str(), nullptr, 10);
}

Attribute::Value valueFrom(AttributeKind kind, std::string_view text)
{
    const auto elements = text.starts_with('[') ? split(text.substr(1, text.size() - 2), " ")
                                                : std::vector<std::string_view> {};
    switch (kind) {
    case AttributeKind::Float:
        return std::strtof(std::string(text).c_str(), nullptr);
    case AttributeKind::Int:
        return integerFrom(text);
    case AttributeKind::String:
        return std::string(text == "''" ? std::string_view() : text);
    case AttributeKind::Strings:
        return std::vector<std::string>(elements.begin(), elements.end());
    case AttributeKind::Ints: {
        std::vector<std::int64_t> values;
        std::ranges::transform(elements, std::back_inserter(values), integerFrom);
        return values;
    }
    default:
        assert(false && "a schema gives a default to an attribute of a kind that has none");
        return {};
    }
}

AttributeSpec attributeFrom(std::string_view text)
{
    auto [name, rest] = divide(text);
    AttributeSpec spec;
    spec.name = name;
    spec.required = removeSuffix(rest, " required");
    const auto equals = rest.find('=');
    spec.kind = kindFrom(trimmed(rest.substr(0, equals)));
    if (equals != std::string_view::npos)
        spec.defaultValue = valueFrom(spec.kind, trimmed(rest.substr(equals + 1)));
    return spec;
}

std::vector<std::string> typesFrom(std::string_view words);

/// Returns the types that one word stands for.
std::vector<std::string> typesOfWord(std::string_view word)
{
    if (const auto group = std::ranges::find(typeGroups, word, &TypeGroup::name);
        group != std::end(typeGroups)) {
        // Hundreds of schemas name a group, when the program starts.
        static std::map<std::string_view, std::vector<std::string>> known;
        const auto found = known.find(group->name);
        return found != known.end()
            ? found->second
            : known.emplace(group->name, typesFrom(group->members)).first->second;
    }
    for (const std::string_view wrapper : { "seq(", "optional(" }) {
        if (!word.starts_with(wrapper))
            continue;
        auto types = typesOfWord(word.substr(wrapper.size(), word.size() - wrapper.size() - 1));
        for (auto& type : types)
            type = std::string(wrapper) + type + ")";
        return types;
    }
    if (elementTypeFromName(word))
        return { "tensor(" + std::string(word) + ")" };
    return { std::string(word) };
}

std::vector<std::string> typesFrom(std::string_view words)
{
    std::vector<std::string> types;
    for (const auto word : split(words, " "))
        std::ranges::move(typesOfWord(word), std::back_inserter(types));
    return types;
}

template <typename T>
void addOrReplace(std::vector<T>& list, T entry)
{
    const auto found = std::ranges::find(list, entry.name, &T::name);
    if (found != list.end())
        *found = std::move(entry);
    else
        list.push_back(std::move(entry));
}

template <typename T>
void removeNamed(std::vector<T>& list, std::string_view names)
{
    for (const auto name : split(names, ","))
        std::erase_if(list, [&](const T& entry) { return entry.name == name; });
}

} // namespace

OperatorVersions::OperatorVersions(std::string_view name, std::string_view summary)
{
    const auto colon = name.find(':');
    if (colon != std::string_view::npos)
        m_start.domain = name.substr(0, colon);
    m_start.name = name.substr(colon == std::string_view::npos ? 0 : colon + 1);
    m_start.summary = summary;
}

OperatorVersions& OperatorVersions::since(int version, std::string_view types)
{
    m_versions.push_back(m_versions.empty() ? m_start : m_versions.back());
    current().sinceVersion = version;
    current().isDeprecated = false;
    for (const auto part : split(types, ";")) {
        const auto [name, words] = divide(part);
        addOrReplace(current().constraints, TypeConstraint { std::string(name), typesFrom(words) });
    }
    return *this;
}

OperatorVersions& OperatorVersions::since(
    int version, std::string_view signature, std::string_view types)
{
    const auto arrow = signature.find("->");
    assert(arrow != std::string_view::npos && "a signature is written 'inputs -> outputs'");
    return since(version, types)
        .inputs(signature.substr(0, arrow))
        .outputs(signature.substr(arrow + 2));
}

OperatorVersions& OperatorVersions::inputs(std::string_view parameters)
{
    current().inputs = parametersFrom(parameters);
    return *this;
}

OperatorVersions& OperatorVersions::outputs(std::string_view parameters)
{
    current().outputs = parametersFrom(parameters);
    return *this;
}

OperatorVersions& OperatorVersions::attributes(std::string_view specs)
{
    for (const auto part : split(specs, ",;"))
        addOrReplace(current().attributes, attributeFrom(part));
    return *this;
}

OperatorVersions& OperatorVersions::without(std::string_view attributeNames)
{
    removeNamed(current().attributes, attributeNames);
    return *this;
}

OperatorVersions& OperatorVersions::withoutTypes(std::string_view constraintNames)
{
    removeNamed(current().constraints, constraintNames);
    return *this;
}

OperatorVersions& OperatorVersions::deprecated()
{
    current().isDeprecated = true;
    return *this;
}

OperatorVersions& OperatorVersions::history(const History& write)
{
    write(*this);
    return *this;
}

OperatorVersions& OperatorVersions::rules(const InferenceRule& infer, const CostRule& cost)
{
    if (m_versions.empty()) {
        m_start.infer = infer;
        m_start.cost = cost;
    }
    for (auto& version : m_versions) {
        const auto isCurrent = &version == &current();
        if (!version.infer || isCurrent)
            version.infer = infer;
        if (cost && (!version.cost || isCurrent))
            version.cost = cost;
    }
    return *this;
}

OperatorVersions& OperatorVersions::rules(ShapeRule shape, const CostRule& cost)
{
    return rules([=](InferenceContext& context) { setLikeFirst(context, shape(context)); }, cost);
}

OperatorVersions& OperatorVersions::rules(ShapeChange shape, const CostRule& cost)
{
    return rules(
        [=](InferenceContext& context) {
            const auto input = knownShape(context, 0);
            setLikeFirst(context, input ? shape(context, *input) : std::nullopt);
        },
        cost);
}

OperatorVersions elementwise(std::string_view name, std::string_view summary)
{
    return op(name, summary).rules(sameAsFirst, costElementwise);
}

OperatorVersions transcendental(std::string_view name, std::string_view summary)
{
    return op(name, summary).rules(sameAsFirst, costTranscendental);
}

History oldUnary(std::string_view signature)
{
    return [signature](OperatorVersions& versions) {
        versions.since(1, signature, "T: floats")
            .attributes("consumed_inputs: ints")
            .since(6)
            .without("consumed_inputs")
            .since(13, "T: floats bfloat16");
    };
}

History floatUnary(int first, std::string_view signature)
{
    return [first, signature](OperatorVersions& versions) {
        versions.since(first, signature, "T: floats").since(22, "T: floats bfloat16");
    };
}

History typesSince21(std::string_view constraint, std::string_view more)
{
    return [constraint, more](OperatorVersions& versions) {
        const auto start = std::string(constraint) + ": ";
        const auto end = " " + std::string(more);
        versions.since(21, start + "ir10" + end)
            .since(23, start + "ir11" + end)
            .since(24, start + "ir12" + end)
            .since(25, start + "ir13" + end);
    };
}

RegisterOperators::RegisterOperators(std::initializer_list<OperatorVersions> operators)
{
    for (const auto& versions : operators)
        for (const auto& schema : versions.versions())
            OperatorRegistry::instance().add(schema);
}

} // namespace model::ops
