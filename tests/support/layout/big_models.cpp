#include "tests/support/layout/big_models.h"

#include "tests/support/wire.h"

#include <map>
#include <vector>

namespace testing {
namespace {

constexpr std::size_t experts = 256;
constexpr int floatElement = 1;
constexpr int boolElement = 9;
constexpr int int64Element = 7;

using Names = std::vector<std::string>;

/// Writes the nodes of one graph in the order of the calls.
class GraphWriter {
public:
    explicit GraphWriter(std::size_t& counter)
        : m_counter(counter)
    {
    }

    void enter(std::string scope) { m_scope = std::move(scope); }
    const std::string& scope() const { return m_scope; }

    /// Adds a node. Returns the name of its first output; outputOf() gives the names of the others.
    std::string add(std::string_view type, const Names& inputs, std::string_view part = {},
        std::string_view rest = {}, std::size_t outputs = 1)
    {
        const std::string name = freshName(type, part);
        Names out;
        for (std::size_t i = 0; i < outputs; ++i)
            out.push_back(outputOf(name, i));
        m_fields += wire::nodeField(type, inputs, out, wire::bytes(3, name) + std::string(rest));
        ++m_counter;
        return out.front();
    }

    static std::string outputOf(const std::string& name, std::size_t index)
    {
        return name + "_output_" + std::to_string(index);
    }

    std::string weight()
    {
        const std::string name = m_scope + ".weight_" + std::to_string(m_weights++);
        m_fields += wire::initializerField(
            wire::tensor(name, floatElement, { 4 }, wire::bytes(9, std::string(16, '\0'))));
        return name;
    }

    void addField(const std::string& field) { m_fields += field; }
    std::string take(std::string_view name) { return wire::bytes(2, name) + std::move(m_fields); }

private:
    std::string freshName(std::string_view type, std::string_view part)
    {
        std::string stem = "/" + m_scope + "/";
        if (!part.empty())
            stem.append(part) += "/";
        stem += type;
        const std::size_t used = m_used[stem]++;
        return used == 0 ? stem : stem + "_" + std::to_string(used);
    }

    std::size_t& m_counter;
    std::size_t m_weights = 0;
    std::string m_scope;
    std::string m_fields;
    std::map<std::string, std::size_t> m_used;
};

struct SharedValues {
    std::string mask;
    std::string cosine;
    std::string sine;
};

class DecoderWriter {
public:
    explicit DecoderWriter(BigVariant variant)
        : m_variant(variant)
        , m_main(m_nodes)
    {
    }

    void begin()
    {
        for (const auto* name : { "input_ids", "attention_mask", "position_ids" })
            m_main.addField(wire::inputField(name, wire::tensorType(floatElement, { 1, 8 })));
        if (m_variant == BigVariant::Nested) {
            m_main.addField(wire::inputField("trips", wire::tensorType(int64Element, {})));
            m_main.addField(wire::inputField("goes_on", wire::tensorType(boolElement, {})));
        }
        m_main.enter("model");
        m_state = m_main.add("Gather", { m_main.weight(), "input_ids" }, "embed");
        const auto cast
            = m_main.add("Cast", { m_main.add("Unsqueeze", { "attention_mask" }) }, "mask");
        m_shared = { m_main.add("Mul", { m_main.add("Neg", { cast }, "mask"), m_main.weight() }),
            m_main.add("Cos", { "position_ids" }, "rotary"),
            m_main.add("Sin", { "position_ids" }, "rotary") };
    }

    void layer(std::size_t index)
    {
        const std::string number = std::to_string(index);
        // Only names with scopes distinguish layers by more than a number.
        m_main.enter(
            m_variant == BigVariant::Scoped ? "model/layers." + number : "layer_" + number);
        if (m_variant == BigVariant::Nested && index % 8 == 7)
            m_state = loop(number);
        else if (m_variant == BigVariant::Nested && index % 4 == 3)
            m_state = branch();
        else
            m_state = decode(m_main, m_state);
    }

    BigModel finish()
    {
        m_main.enter("model");
        const auto logits = m_main.add("MatMul", { m_state, m_main.weight() }, "lm_head");
        m_main.addField(wire::outputField(logits, wire::tensorType(floatElement, { 1, 8 })));
        return { wire::model(m_main.take("main"), 8, 18), m_nodes };
    }

    std::size_t nodes() const { return m_nodes; }

private:
    static std::string normalise(GraphWriter& g, const std::string& x, const char* part)
    {
        const auto squares = g.add("Pow", { x, g.weight() }, part);
        const auto mean = g.add("ReduceMean", { squares }, part);
        const auto root = g.add("Sqrt", { g.add("Add", { mean, g.weight() }, part) }, part);
        const auto scaled = g.add("Mul", { x, g.add("Div", { g.weight(), root }, part) }, part);
        return g.add("Mul", { scaled, g.weight() }, part);
    }

    static std::string project(GraphWriter& g, const std::string& x, const char* part)
    {
        const auto product = g.add("MatMul", { x, g.weight() }, part);
        return g.add("Transpose", { g.add("Reshape", { product, g.weight() }, part) }, part);
    }

    std::string rotate(GraphWriter& g, const std::string& x) const
    {
        const bool isShared = m_variant != BigVariant::Chain;
        const char* part = "self_attn";
        const auto straight = g.add("Mul", { x, isShared ? m_shared.cosine : g.weight() }, part);
        const auto first = g.add("Slice", { x, g.weight() }, part);
        const auto second = g.add("Neg", { g.add("Slice", { x, g.weight() }, part) }, part);
        const auto turned = g.add("Concat", { second, first }, part);
        const auto product = g.add("Mul", { turned, isShared ? m_shared.sine : g.weight() }, part);
        return g.add("Add", { straight, product }, part);
    }

    std::string attend(GraphWriter& g, const std::string& x) const
    {
        const char* part = "self_attn";
        const auto h = normalise(g, x, "input_layernorm");
        const auto q = rotate(g, project(g, h, "self_attn/q_proj"));
        const auto k = rotate(g, project(g, h, "self_attn/k_proj"));
        const auto v = project(g, h, "self_attn/v_proj");
        auto scores = g.add("MatMul", { q, g.add("Transpose", { k }, part) }, part);
        scores = g.add("Div", { scores, g.weight() }, part);
        const bool isShared = m_variant != BigVariant::Chain;
        scores = g.add("Add", { scores, isShared ? m_shared.mask : g.weight() }, part);
        auto mixed = g.add("MatMul", { g.add("Softmax", { scores }, part), v }, part);
        mixed = g.add("Transpose", { mixed }, part);
        mixed = g.add("Reshape", { mixed, g.weight() }, part);
        mixed = g.add("MatMul", { mixed, g.weight() }, "self_attn/o_proj");
        return g.add("Add", { x, mixed });
    }

    static std::string feedForward(GraphWriter& g, const std::string& h, const std::string& part)
    {
        const auto gate = g.add("MatMul", { h, g.weight() }, part + "/gate_proj");
        const auto gated
            = g.add("Mul", { gate, g.add("Sigmoid", { gate }, part + "/act") }, part + "/act");
        const auto up = g.add("MatMul", { h, g.weight() }, part + "/up_proj");
        const auto product = g.add("Mul", { gated, up }, part);
        return g.add("MatMul", { product, g.weight() }, part + "/down_proj");
    }

    std::string mixture(GraphWriter& g, const std::string& h) const
    {
        const auto weights
            = g.add("Softmax", { g.add("MatMul", { h, g.weight() }, "gate") }, "gate");
        const auto first = g.add(
            "Split", { weights }, "gate", wire::intAttribute("num_outputs", experts), experts);
        const std::string split = first.substr(0, first.rfind("_output_"));
        Names outputs;
        for (std::size_t e = 0; e < experts; ++e) {
            const std::string part = "experts." + std::to_string(e);
            outputs.push_back(
                g.add("Mul", { feedForward(g, h, part), GraphWriter::outputOf(split, e) }, part));
        }
        return g.add("Sum", outputs, "mlp");
    }

    std::string decode(GraphWriter& g, const std::string& x) const
    {
        const auto attended = attend(g, x);
        const auto h = normalise(g, attended, "post_attention_layernorm");
        return g.add("Add",
            { attended, m_variant == BigVariant::Wide ? mixture(g, h) : feedForward(g, h, "mlp") });
    }

    /// A subgraph with one layer. `inputs`: encoded fields that come first.
    std::string body(const char* name, const std::string& state, const std::string& inputs,
        const std::string& goesOn)
    {
        GraphWriter inner(m_nodes);
        inner.enter(m_main.scope() + "/" + name);
        inner.addField(inputs);
        if (!goesOn.empty())
            inner.addField(wire::outputField(
                inner.add("Identity", { goesOn }), wire::tensorType(boolElement, {})));
        const auto result = decode(inner, state);
        inner.addField(wire::outputField(result, wire::tensorType(floatElement, { 1, 8 })));
        return wire::graphAttribute(name, inner.take(name));
    }

    std::string branch()
    {
        const auto branches
            = body("then_branch", m_state, {}, {}) + body("else_branch", m_state, {}, {});
        return m_main.add("If", { "goes_on" }, {}, branches);
    }

    std::string loop(const std::string& number)
    {
        const std::string stem = "loop_" + number + ".";
        const auto inputs = wire::inputField(stem + "trip", wire::tensorType(int64Element, {}))
            + wire::inputField(stem + "goes_on", wire::tensorType(boolElement, {}))
            + wire::inputField(stem + "state", wire::tensorType(floatElement, { 1, 8 }));
        return m_main.add("Loop", { "trips", "goes_on", m_state }, {},
            body("body", stem + "state", inputs, stem + "goes_on"));
    }

    BigVariant m_variant;
    std::size_t m_nodes = 0;
    GraphWriter m_main;
    SharedValues m_shared;
    std::string m_state;
};

std::size_t nodesOf(BigVariant variant, std::size_t layers)
{
    DecoderWriter writer(variant);
    writer.begin();
    for (std::size_t layer = 0; layer < layers; ++layer)
        writer.layer(layer);
    return writer.nodes() + 1;
}

}

BigModel bigModel(BigVariant variant, std::size_t nodes)
{
    // Every period of eight layers has the same number of nodes.
    const std::size_t period = nodesOf(variant, 16) - nodesOf(variant, 8);
    std::size_t written = 0;
    DecoderWriter writer(variant);
    writer.begin();
    for (std::size_t layer = 0; layer == 0 || written + period / 8 < nodes; ++layer) {
        writer.layer(layer);
        written = writer.nodes();
    }
    return writer.finish();
}

}
