#include "tests/fuzz/node_generator.h"

#include "model/element_type.h"
#include "model/inference/type_constraints.h"
#include "tests/support/wire.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <random>

namespace fuzz {

namespace wire = testing::wire;
using model::AttributeKind;
using model::ElementType;

namespace {

using Dims = std::vector<std::int64_t>;

constexpr std::array words { "constant", "edge", "reflect", "wrap", "linear", "nearest", "cubic",
    "bilinear", "bicubic", "zeros", "border", "reflection", "none", "mul", "add", "max", "min",
    "SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET", "DCR", "CRD", "forward", "reverse",
    "bidirectional", "BILINEAR", "asymmetric", "half_pixel", "align_corners", "floor",
    "round_prefer_ceil", "sum", "mean", "avg", "tanh", "Relu", "Tanh", "Sigmoid", "ij,jk->ik",
    "ii->i", "ij->", "...i,...i->...", "TF", "IDF", "TFIDF", "LEFT", "RIGHT", "LOWER", "UPPER",
    "en_US", "BRANCH_LEQ", "LEAF", "LOGISTIC", "SOFTMAX", "MAX", "L1", "L2", "NCHW", "NHWC", "",
    "a", "é" };

constexpr std::array odd { std::int64_t { -1 }, std::int64_t { -2 }, std::int64_t { -9 },
    std::int64_t { 5 }, std::int64_t { 7 }, std::int64_t { 16 }, std::int64_t { 64 },
    std::int64_t { 1000 }, std::int64_t { 1 } << 31, std::int64_t { 1 } << 40,
    std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min() };

std::string dimsText(const Dims& dims)
{
    std::string text = "[";
    for (const auto dim : dims)
        text += (text.size() > 1 ? "," : "") + std::to_string(dim);
    return text + "]";
}

class Maker {
public:
    explicit Maker(std::function<std::uint32_t()> next)
        : m_next(std::move(next))
    {
        const auto all = model::OperatorRegistry::instance().all();
        m_case.schema = all[below(all.size())];
    }

    NodeCase make()
    {
        m_case.defect = below(3) == 0 ? static_cast<Defect>(1 + below(6)) : Defect::None;
        m_shape = shape();
        chooseTypes();
        const auto& schema = *m_case.schema;
        m_case.text = schema.domain + (schema.domain.empty() ? "" : ".") + schema.name + "-"
            + std::to_string(schema.sinceVersion) + "(";
        makeInputs();
        m_case.text += ")";
        makeAttributes();
        const auto outputs = outputNames();
        m_nodes += wire::nodeField(schema.name, m_inputs, outputs,
            m_attributes + (schema.domain.empty() ? "" : wire::bytes(7, schema.domain)));
        std::string graph = m_nodes + wire::bytes(2, "main") + m_values;
        for (const auto& name : outputs)
            graph += wire::outputField(name);
        const auto version = schema.sinceVersion;
        m_case.bytes = wire::number(1, 8) + wire::bytes(7, graph)
            + wire::operatorSet("", schema.domain.empty() ? version : 17);
        if (!schema.domain.empty())
            m_case.bytes += wire::operatorSet(schema.domain, version);
        return std::move(m_case);
    }

private:
    std::size_t below(std::size_t limit) { return m_next() % limit; }
    bool oneIn(std::size_t times) { return below(times) == 0; }

    std::int64_t number()
    {
        return oneIn(8) ? odd[below(odd.size())] : static_cast<std::int64_t>(below(4));
    }

    Dims shape()
    {
        Dims dims(below(5));
        for (auto& dim : dims)
            dim = oneIn(12) ? 0 : static_cast<std::int64_t>(1 + below(4));
        return dims;
    }

    void chooseTypes()
    {
        for (const auto& constraint : m_case.schema->constraints)
            if (!constraint.types.empty())
                m_types[constraint.name] = oneIn(3) || constraint.types.size() < 2
                    ? constraint.types[below(constraint.types.size())]
                    : preferred(constraint.types);
    }

    /// Float and int64 meet more kernels than the rest.
    std::string preferred(const std::vector<std::string>& types)
    {
        for (const auto* wanted : { "tensor(float)", "tensor(int64)" })
            if (std::ranges::find(types, wanted) != types.end())
                return wanted;
        return types[below(types.size())];
    }

    std::string typeOf(const model::FormalParameter& parameter)
    {
        const auto found = m_types.find(parameter.type);
        if (found == m_types.end())
            return parameter.type;
        return parameter.isHomogeneous ? found->second : preferred({ found->second });
    }

    void makeInputs()
    {
        const auto& schema = *m_case.schema;
        const auto least = schema.minInputs();
        const auto most = std::min(schema.maxInputs(), least + 4);
        auto count = least + below(most - least + 1);
        if (m_case.defect == Defect::TooFewInputs && !(least > 0 && (count = least - 1, true)))
            m_case.defect = Defect::None;
        if (m_case.defect == Defect::TooManyInputs
            && !(schema.maxInputs() < 100 && (count = schema.maxInputs() + 1, true)))
            m_case.defect = Defect::None;
        const auto wrong = below(std::max<std::size_t>(count, 1));
        if (m_case.defect == Defect::WrongType && !canBeWrong(wrong, count))
            m_case.defect = Defect::None;
        for (std::size_t i = 0; i < count; ++i) {
            const auto* parameter = model::parameterAt(schema.inputs, i);
            const bool isOptional = parameter != nullptr
                && parameter->option == model::FormalParameter::Option::Optional;
            const bool isWrong = m_case.defect == Defect::WrongType && i == wrong;
            if (isOptional && !isWrong && i + 1 < count && oneIn(3)) {
                m_inputs.emplace_back();
                m_case.text += "-, ";
                continue;
            }
            const auto type = isWrong  ? wrongType(*parameter)
                : parameter != nullptr ? typeOf(*parameter)
                                       : "tensor(float)";
            m_inputs.push_back(makeValue(type, "x" + std::to_string(i)));
            m_case.text += type + ", ";
        }
    }

    /// Whether another type at this input is surely an error: the operator lists its types, and
    /// does not list all of them.
    bool canBeWrong(std::size_t input, std::size_t count) const
    {
        const auto* parameter = model::parameterAt(m_case.schema->inputs, input);
        return parameter != nullptr && input < count && !wrongType(*parameter).empty();
    }

    std::string wrongType(const model::FormalParameter& parameter) const
    {
        const auto& constraints = m_case.schema->constraints;
        const auto constraint
            = std::ranges::find(constraints, parameter.type, &model::TypeConstraint::name);
        for (const std::string type : { "tensor(string)", "tensor(bool)", "tensor(float)" }) {
            const bool isListed = constraint == constraints.end()
                ? parameter.type == type
                : std::ranges::find(constraint->types, type) != constraint->types.end();
            if (!isListed)
                return type;
        }
        return {};
    }

    /// The name of a value of this type: a graph input, an initializer, or what a helper node
    /// makes.
    std::string makeValue(const std::string& type, const std::string& name)
    {
        const auto inner = [&](std::string_view prefix) {
            return type.substr(prefix.size(), type.size() - prefix.size() - 1);
        };
        if (type.starts_with("seq(")) {
            const auto element = makeValue(inner("seq("), name + "e");
            m_nodes += wire::nodeField("SequenceConstruct", { element, element }, { name });
            return name;
        }
        if (type.starts_with("optional(")) {
            const auto element = makeValue(inner("optional("), name + "o");
            m_nodes += wire::nodeField("Optional", { element }, { name });
            return name;
        }
        const auto element = type.starts_with("tensor(")
            ? model::elementTypeFromName(type).value_or(ElementType::Undefined)
            : ElementType::Undefined;
        const auto dims = oneIn(3) ? shape()
            : oneIn(4)             ? Dims { static_cast<std::int64_t>(below(5)) }
                                   : m_shape;
        m_case.text += dimsText(dims);
        if (element == ElementType::Undefined)
            m_values += wire::inputField(name);
        else if (oneIn(2) || element == ElementType::String)
            m_values += wire::initializerField(tensor(name, element, dims));
        else
            m_values += wire::inputField(name, wire::tensorType(static_cast<int>(element), dims));
        return name;
    }

    std::string tensor(const std::string& name, ElementType element, const Dims& dims)
    {
        std::uint64_t count = 1;
        for (const auto dim : dims)
            count *= static_cast<std::uint64_t>(dim);
        std::string data;
        if (element == ElementType::String) {
            for (std::uint64_t i = 0; i < count; ++i)
                data += wire::bytes(6, words[below(words.size())]);
            return wire::tensor(name, static_cast<int>(element), dims, data);
        }
        data.resize(model::packedBytes(element, count).value_or(0));
        fill(data, element);
        return wire::tensor(name, static_cast<int>(element), dims, wire::bytes(9, data));
    }

    void fill(std::string& data, ElementType element)
    {
        const auto put = [&](auto sample) {
            for (std::size_t at = 0; at + sizeof sample <= data.size(); at += sizeof sample) {
                sample = static_cast<decltype(sample)>(number());
                std::memcpy(data.data() + at, &sample, sizeof sample);
            }
        };
        if (element == ElementType::Float)
            put(0.0F);
        else if (element == ElementType::Double)
            put(0.0);
        else if (element == ElementType::Int64)
            put(std::int64_t {});
        else if (element == ElementType::Int32)
            put(std::int32_t {});
        else
            for (auto& byte : data)
                byte = static_cast<char>(element == ElementType::Bool ? below(2) : below(256));
    }

    void makeAttributes()
    {
        const auto& specs = m_case.schema->attributes;
        const auto required = std::ranges::find(specs, true, &model::AttributeSpec::required);
        if (m_case.defect == Defect::MissingAttribute && required == specs.end())
            m_case.defect = Defect::None;
        for (const auto& spec : specs) {
            const bool isLeftOut
                = m_case.defect == Defect::MissingAttribute && spec.name == required->name;
            if (isLeftOut || (!spec.required && oneIn(2)))
                continue;
            m_attributes += attribute(spec.name, spec.kind);
        }
        if (m_case.defect == Defect::UnknownAttribute)
            m_attributes += wire::intAttribute("no_such_attribute", 1);
        if (m_case.defect == Defect::WrongKind)
            makeWrongKind();
    }

    void makeWrongKind()
    {
        const auto& specs = m_case.schema->attributes;
        const auto other = std::ranges::find_if(
            specs, [](const auto& spec) { return spec.kind != AttributeKind::Strings; });
        if (other == specs.end()) {
            m_case.defect = Defect::None;
            return;
        }
        m_attributes = attribute(other->name, AttributeKind::Strings);
        for (const auto& spec : specs)
            if (spec.required && spec.name != other->name)
                m_attributes += attribute(spec.name, spec.kind);
    }

    std::string attribute(const std::string& name, AttributeKind kind)
    {
        std::string value;
        const auto count = below(6);
        switch (kind) {
        case AttributeKind::Float:
            value = wire::fixed32(2, floatBits());
            break;
        case AttributeKind::Int:
            value = wire::number(3,
                name == "to" || name == "dtype" ? static_cast<std::int64_t>(below(28)) : number());
            break;
        case AttributeKind::String:
            value = wire::bytes(4, words[below(words.size())]);
            break;
        case AttributeKind::Tensor:
            value = wire::bytes(5,
                tensor("t", oneIn(2) ? ElementType::Float : ElementType::Int64,
                    oneIn(2) ? Dims { 1 } : shape()));
            break;
        case AttributeKind::Graph:
            value = wire::bytes(6, body(name));
            break;
        case AttributeKind::Floats:
            for (std::size_t i = 0; i < count; ++i)
                value += wire::fixed32(7, floatBits());
            break;
        case AttributeKind::Ints:
            for (std::size_t i = 0; i < count; ++i)
                value += wire::number(8, number());
            break;
        case AttributeKind::Strings:
            for (std::size_t i = 0; i < count; ++i)
                value += wire::bytes(9, words[below(words.size())]);
            break;
        default:
            break;
        }
        m_case.text += " " + name;
        return wire::bytes(
            5, wire::bytes(1, name) + value + wire::number(20, static_cast<std::int64_t>(kind)));
    }

    std::uint32_t floatBits()
    {
        const auto value = oneIn(4) ? 0.5F : static_cast<float>(number());
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
    }

    /// A body for If, Loop or Scan that hands on what it gets; now and then with one input or
    /// output too many.
    std::string body(const std::string& name)
    {
        const auto isBranch = name.ends_with("_branch");
        const auto inputs = isBranch ? 0 : m_inputs.size() + (oneIn(6) ? 1 : 0);
        const auto outputs = isBranch
            ? 1
            : inputs - (m_case.schema->name == "Loop" && inputs > 0 ? 1 : 0) + (oneIn(6) ? 1 : 0);
        std::string graph = wire::bytes(2, name);
        for (std::size_t i = 0; i < inputs; ++i)
            graph += wire::inputField("b" + std::to_string(i));
        for (std::size_t i = 0; i < outputs; ++i) {
            const auto source = m_case.schema->name == "Loop" ? i + 1 : i;
            const auto from = source < inputs ? "b" + std::to_string(source)
                : m_inputs.empty()            ? std::string("b0")
                                              : m_inputs.front();
            graph += wire::nodeField("Identity", { from }, { name + "c" + std::to_string(i) });
            graph += wire::outputField(name + "c" + std::to_string(i));
        }
        return graph;
    }

    std::vector<std::string> outputNames()
    {
        const auto& schema = *m_case.schema;
        const auto least = std::max<std::size_t>(schema.minOutputs(), 1);
        const auto most = std::max(std::min(schema.maxOutputs(), least + 3), least);
        std::vector<std::string> names(least + below(most - least + 1));
        for (std::size_t i = 0; i < names.size(); ++i)
            names[i] = "y" + std::to_string(i);
        return names;
    }

    std::function<std::uint32_t()> m_next;
    NodeCase m_case;
    Dims m_shape;
    std::map<std::string, std::string> m_types;
    std::vector<std::string> m_inputs;
    std::string m_attributes;
    std::string m_nodes;
    std::string m_values;
};

} // namespace

NodeCase makeCase(std::uint32_t seed, std::uint32_t index)
{
    return Maker(std::mt19937(seed * 2'654'435'761U + index)).make();
}

NodeCase makeCase(std::span<const std::uint8_t> choices)
{
    return Maker([choices]() mutable {
        std::uint32_t next = 0;
        for (int i = 0; i < 2 && !choices.empty(); ++i, choices = choices.subspan(1))
            next = next << 8 | choices.front();
        return next;
    }).make();
}

std::string_view defectName(Defect defect)
{
    constexpr std::array names { "none", "too few inputs", "too many inputs", "missing attribute",
        "unknown attribute", "attribute of another kind", "type not taken" };
    return names[static_cast<std::size_t>(defect)];
}

} // namespace fuzz
