#include "model/compare/quantised_pairs.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>

namespace model {
namespace {

/// Largest number of quantising nodes before or after an operator.
constexpr std::size_t farthest = 4;

struct Form {
    std::string_view quantised;
    std::string_view floats;
};
constexpr std::array forms { Form { "MatMulInteger", "MatMul" },
    Form { "MatMulIntegerToFloat", "MatMul" }, Form { "DynamicQuantizeMatMul", "MatMul" },
    Form { "QGemm", "Gemm" }, Form { "ConvInteger", "Conv" }, Form { "QAttention", "Attention" },
    Form { "DynamicQuantizeLSTM", "LSTM" } };

/// Returns the float operator of an integer operator: `MatMul` of `QLinearMatMul`. Empty for other
/// operators.
std::string_view floatType(const Node& node)
{
    constexpr std::string_view linear = "QLinear";
    const std::string_view type = node.type;
    if (!node.domain.empty() && node.domain != "com.microsoft")
        return {};
    if (const auto found = std::ranges::find(forms, type, &Form::quantised); found != forms.end())
        return found->floats;
    return type.starts_with(linear) ? type.substr(linear.size()) : std::string_view();
}

bool isBefore(const Node& node)
{
    return node.type == "QuantizeLinear" || node.type == "DequantizeLinear"
        || node.type == "DynamicQuantizeLinear";
}
bool isBehind(const Node& node)
{
    return node.type == "Cast" || node.type == "Mul" || node.type == "DequantizeLinear";
}
/// Returns the node that alone reads a value and dequantises it; invalid if there is none.
NodeId nodeBehind(const Model& model, ValueId id)
{
    const auto& value = model.value(id);
    const bool isBetween
        = value.uses.size() == 1 && !value.isOutput && isBehind(model.node(value.uses[0].node));
    return isBetween ? value.uses[0].node : NodeId();
}
/// Quantisers remove these, because the range of the integers has the same effect.
bool isClamp(const Node& node) { return node.type == "Relu" || node.type == "Clip"; }

ValueId first(const std::vector<ValueId>& values)
{
    return values.empty() ? ValueId() : values.front();
}

std::string_view without(std::string_view text, std::string_view ending)
{
    if (text.ends_with(ending))
        text.remove_suffix(ending.size());
    return text;
}

/// Returns a value's name without the endings that quantisers add.
std::string_view plainName(std::string_view name)
{
    for (const auto* ending :
        { "_QuantizeLinear_Output", "_output_quantized", "_quantized", "_QuantizeLinear_Input" })
        name = without(name, ending);
    return name;
}

/// True for names with a counter: `t12`, `onnx::MatMul_37`.
bool isCounted(std::string_view name)
{
    return name.empty() || (name.back() >= '0' && name.back() <= '9');
}

/// Returns the weight of a matrix product or convolution; null if that operand is computed.
const Tensor* weightOf(const Model& model, const Node& node)
{
    // Operators of the QLinear family have a scale and a zero point after each operand.
    const std::size_t place = node.type.starts_with("QLinear") ? 3 : 1;
    if (node.inputs.size() <= place || !node.inputs[place].isValid())
        return nullptr;
    const auto tensor = model.value(node.inputs[place]).initializer;
    return tensor.isValid() ? &model.tensor(tensor) : nullptr;
}

class Pairing {
public:
    Pairing(const Model& floats, const Model& quantised, std::vector<NodeId> inQuantised,
        std::vector<NodeId> inFloats)
        : m_floats(floats)
        , m_quantised(quantised)
        , m_inQuantised(std::move(inQuantised))
        , m_inFloats(std::move(inFloats))
    {
        for (const auto node : quantised.main().order)
            if (isFreeQuantised(node) && !floatType(quantised.node(node)).empty())
                m_operators.push_back(node);
    }

    std::vector<QuantisedPair> run() &&
    {
        if (m_operators.empty())
            return {};
        pairByName();
        pairByResult(Names::Given);
        const auto groups = bySource();
        // Forward, so that each pair helps the nodes after it; backward; then forward again with
        // the new pairs.
        pairBehind(groups);
        pairBefore();
        pairBehind(groups);
        // Names with a counter are used last, because one more node renumbers all that follow.
        pairByResult(Names::Counted);
        pairBehind(groups);
        return std::move(m_pairs);
    }

private:
    using Groups = std::vector<std::pair<ValueId, std::vector<NodeId>>>;
    enum class Names { Given, Counted };

    bool isFreeFloat(NodeId node) const { return !m_inQuantised[node.value()].isValid(); }
    bool isFreeQuantised(NodeId node) const { return !m_inFloats[node.value()].isValid(); }
    bool canPair(NodeId floats, NodeId quantised) const
    {
        return floats.isValid() && isFreeFloat(floats) && isFreeQuantised(quantised)
            && isQuantisedForm(m_floats.node(floats), m_quantised.node(quantised));
    }
    void pair(NodeId floats, NodeId quantised, QuantisedPair::By by)
    {
        m_inQuantised[floats.value()] = quantised;
        m_inFloats[quantised.value()] = floats;
        m_pairs.push_back({ floats, quantised, by });
    }

    void pairByName()
    {
        std::map<std::string_view, std::optional<NodeId>> named; // nothing: several nodes
        for (const auto node : m_floats.main().order)
            if (const auto [place, isNew] = named.try_emplace(m_floats.node(node).name, node);
                !isNew)
                place->second.reset();
        for (const auto quantised : m_operators) {
            const std::string_view name = m_quantised.node(quantised).name;
            const auto plain = without(name, "_quant");
            // Quantisers convert a Gemm to a MatMul with this ending first.
            for (const auto wanted : { plain, without(plain, "_MatMul") }) {
                const auto found = named.find(wanted);
                if (wanted.empty() || found == named.end() || !found->second
                    || !canPair(*found->second, quantised))
                    continue;
                pair(*found->second, quantised, QuantisedPair::By::Name);
                break;
            }
        }
    }

    /// Returns the value after the quantising nodes, which other nodes read, and the names of the
    /// values on the way.
    ValueId resultOf(NodeId quantised, std::vector<std::string_view>* names = nullptr) const
    {
        auto value = first(m_quantised.node(quantised).outputs);
        for (std::size_t i = 0; value.isValid(); ++i) {
            if (names != nullptr)
                names->push_back(m_quantised.value(value).name);
            const auto next = i < farthest ? nodeBehind(m_quantised, value) : NodeId();
            if (!next.isValid() || !isFreeQuantised(next))
                break;
            value = first(m_quantised.node(next).outputs);
        }
        return value;
    }

    void pairByResult(Names names)
    {
        std::map<std::string_view, NodeId> makers;
        for (const auto node : m_floats.main().order)
            if (const auto value = first(m_floats.node(node).outputs);
                isFreeFloat(node) && value.isValid() && !m_floats.value(value).name.empty())
                makers.emplace(m_floats.value(value).name, node);
        for (const auto quantised : m_operators) {
            std::vector<std::string_view> results;
            resultOf(quantised, &results);
            for (const auto result : results) {
                const auto name = plainName(result);
                const auto found = makers.find(name);
                if (found == makers.end() || isCounted(name) != (names == Names::Counted)
                    || !canPair(found->second, quantised)
                    || !haveSameWeights(found->second, quantised))
                    continue;
                pair(found->second, quantised, QuantisedPair::By::Result);
                break;
            }
        }
    }

    /// Returns the operator's first operand before it is quantised.
    ValueId sourceOf(NodeId quantised) const
    {
        auto value = first(m_quantised.node(quantised).inputs);
        for (std::size_t i = 0; i < farthest && value.isValid(); ++i) {
            const auto producer = m_quantised.value(value).producer;
            if (!producer.isValid() || !isBefore(m_quantised.node(producer)))
                break;
            value = first(m_quantised.node(producer).inputs);
        }
        return value;
    }

    Groups bySource() const
    {
        Groups groups;
        std::unordered_map<ValueId, std::size_t> places;
        for (const auto quantised : m_operators) {
            const auto source = sourceOf(quantised);
            if (!source.isValid())
                continue;
            const auto [place, isNew] = places.try_emplace(source, groups.size());
            if (isNew)
                groups.push_back({ source, {} });
            groups[place->second].second.push_back(quantised);
        }
        return groups;
    }

    /// Returns the value of the float model that corresponds to a value of the quantised model.
    ValueId floatValueOf(ValueId id) const
    {
        const auto& value = m_quantised.value(id);
        if (value.producer.isValid()) {
            const auto partner = m_inFloats[value.producer.value()];
            if (!partner.isValid())
                return {};
            const auto& outputs = m_floats.node(partner).outputs;
            return value.producerOutput < outputs.size() ? outputs[value.producerOutput]
                                                         : ValueId();
        }
        for (const auto input : m_floats.main().inputs)
            if (m_floats.value(input).name == value.name)
                return input;
        return {};
    }

    /// Returns unpaired nodes that read a value, directly or through an unpaired clamp.
    std::vector<NodeId> freeReaders(ValueId id) const
    {
        std::vector<NodeId> readers;
        for (const auto& use : m_floats.value(id).uses) {
            if (!isFreeFloat(use.node))
                continue;
            const auto& node = m_floats.node(use.node);
            if (!isClamp(node) || !first(node.outputs).isValid()) {
                readers.push_back(use.node);
                continue;
            }
            for (const auto& further : m_floats.value(node.outputs[0]).uses)
                if (isFreeFloat(further.node))
                    readers.push_back(further.node);
        }
        return readers;
    }

    bool haveSameWeights(NodeId floats, NodeId quantised) const
    {
        const auto* a = weightOf(m_floats, m_floats.node(floats));
        const auto* b = weightOf(m_quantised, m_quantised.node(quantised));
        return a == nullptr || b == nullptr || a->dims == b->dims;
    }

    /// Pairs operators that read the same value. The candidates must be unambiguous: the same
    /// number on both sides, and each pair in order must fit.
    void pairBehind(const Groups& groups)
    {
        for (const auto& [source, members] : groups) {
            std::vector<NodeId> quantised;
            std::ranges::copy_if(members, std::back_inserter(quantised),
                [&](NodeId node) { return isFreeQuantised(node); });
            const auto value = quantised.empty() ? ValueId() : floatValueOf(source);
            if (!value.isValid())
                continue;
            auto floats = freeReaders(value);
            std::erase_if(floats, [&](NodeId node) {
                return std::ranges::none_of(
                    quantised, [&](NodeId other) { return canPair(node, other); });
            });
            bool agrees = floats.size() == quantised.size();
            for (std::size_t i = 0; agrees && i < quantised.size(); ++i)
                agrees
                    = canPair(floats[i], quantised[i]) && haveSameWeights(floats[i], quantised[i]);
            for (std::size_t i = 0; agrees && i < quantised.size(); ++i)
                pair(floats[i], quantised[i], QuantisedPair::By::Place);
        }
    }

    /// Pairs the operators that produce values which paired nodes read.
    void pairBefore()
    {
        for (const auto quantised : m_operators | std::views::reverse) {
            const auto result = isFreeQuantised(quantised) ? resultOf(quantised) : ValueId();
            if (!result.isValid())
                continue;
            NodeId maker;
            for (const auto& use : m_quantised.value(result).uses) {
                const auto partner = m_inFloats[use.node.value()];
                // Operators of the QLinear family number their inputs differently, except for the
                // first.
                if (!partner.isValid()
                    || (use.input != 0
                        && m_floats.node(partner).type != m_quantised.node(use.node).type)
                    || use.input >= m_floats.node(partner).inputs.size())
                    continue;
                const auto value = m_floats.node(partner).inputs[use.input];
                maker = value.isValid() ? m_floats.value(value).producer : NodeId();
                break;
            }
            if (canPair(maker, quantised) && haveSameWeights(maker, quantised))
                pair(maker, quantised, QuantisedPair::By::Place);
        }
    }

    const Model& m_floats;
    const Model& m_quantised;
    std::vector<NodeId> m_inQuantised;
    std::vector<NodeId> m_inFloats;
    std::vector<NodeId> m_operators; // integer operators without a partner at the start
    std::vector<QuantisedPair> m_pairs;
};

/// Collects the quantising neighbours, one operator after the other.
class Company {
public:
    Company(const Model& model, const std::vector<NodeId>& partners)
        : m_model(model)
        , m_partners(partners)
    {
        m_result.leads.resize(model.nodes.size());
    }

    void collect(NodeId lead)
    {
        m_members = { lead };
        m_lead = lead;
        addBehind();
        for (std::size_t i = 0; i < m_members.size() && m_members.size() < 4 * farthest; ++i)
            for (const auto input : m_model.node(m_members[i]).inputs)
                if (input.isValid())
                    addBefore(m_model.value(input).producer);
    }

    QuantisedNeighbours result() && { return std::move(m_result); }

private:
    bool isFree(NodeId node) const
    {
        return node.isValid() && !m_partners[node.value()].isValid()
            && !m_result.leads[node.value()].isValid();
    }
    void add(NodeId node)
    {
        m_result.leads[node.value()] = m_lead;
        m_members.push_back(node);
    }

    void addBehind()
    {
        auto value = first(m_model.node(m_lead).outputs);
        for (std::size_t i = 0; i < farthest && value.isValid(); ++i) {
            const auto next = nodeBehind(m_model, value);
            if (!isFree(next))
                break;
            add(next);
            value = first(m_model.node(next).outputs);
        }
        if (value.isValid() && m_members.size() > 1)
            m_result.results.emplace(m_lead, value);
    }

    /// Also accepts Mul, which multiplies scales.
    void addBefore(NodeId producer)
    {
        if (!isFree(producer)
            || (!isBefore(m_model.node(producer)) && m_model.node(producer).type != "Mul"))
            return;
        const auto isOurs = [&](ValueId output) {
            return !output.isValid()
                || (!m_model.value(output).isOutput
                    && std::ranges::all_of(m_model.value(output).uses, [&](const Value::Use& use) {
                           return std::ranges::find(m_members, use.node) != m_members.end();
                       }));
        };
        if (std::ranges::all_of(m_model.node(producer).outputs, isOurs))
            add(producer);
    }

    const Model& m_model;
    const std::vector<NodeId>& m_partners;
    NodeId m_lead;
    std::vector<NodeId> m_members;
    QuantisedNeighbours m_result;
};

} // namespace

bool isQuantisedForm(const Node& floats, const Node& quantised)
{
    const auto type = floatType(quantised);
    const auto isProduct = [](std::string_view name) { return name == "MatMul" || name == "Gemm"; };
    return !type.empty() && (floats.domain.empty() || floats.domain == "com.microsoft")
        && (type == floats.type || (isProduct(type) && isProduct(floats.type)));
}

std::vector<QuantisedPair> quantisedPairs(const Model& floats, const Model& quantised,
    std::vector<NodeId> inQuantised, std::vector<NodeId> inFloats)
{
    return Pairing(floats, quantised, std::move(inQuantised), std::move(inFloats)).run();
}

QuantisedNeighbours quantisedNeighbours(
    const Model& model, const std::vector<NodeId>& operators, const std::vector<NodeId>& partners)
{
    Company company(model, partners);
    for (const auto node : operators)
        company.collect(node);
    return std::move(company).result();
}

} // namespace model
