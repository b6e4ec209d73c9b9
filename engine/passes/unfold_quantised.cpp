#include "engine/passes/all_passes.h"

#include "engine/passes/pattern.h"

// Quantised operators of com.microsoft that have no kernel on codes become what their definition
// says: dequantised inputs, the float operator, a quantised result.
//
//     QLinearSoftmax(q, s, z, u, v)   ->  QuantizeLinear(Softmax(DequantizeLinear(q, s, z)), u, v)
//
// So they run on fast kernels. QAttention has a float result; its weights are dequantised while
// preparing. Source: ONNX Runtime, docs/ContribOperators.md.

namespace engine {

namespace {

constexpr int quantisingVersion = 13; // of QuantizeLinear and DequantizeLinear

/// Indices of the inputs of one quantised tensor.
struct Source {
    std::size_t codes, scale, zero;
};

class Unfolder {
public:
    Unfolder(const Program& program, const PassContext& context)
        : m_program(program)
        , m_facts(context.facts)
        , m_pattern(patternOf(program, context))
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) {
            const auto& op = m_program.op(id);
            if (op.node.domain != "com.microsoft")
                return;
            m_edit = {};
            m_edit.taken = { { id, NodeFate::Kind::Replaced } };
            if (matches(op))
                m_patch.edits.push_back(std::move(m_edit));
        });
        return std::move(m_patch);
    }

private:
    bool matches(const Op& op)
    {
        const auto& type = op.node.type;
        if (type == "QLinearAveragePool" && !op.node.flag("channels_last")) {
            auto pool = op.node;
            pool.attributes.erase(
                std::ranges::remove(pool.attributes, "channels_last", &model::Attribute::name)
                    .begin(),
                pool.attributes.end());
            return quantised(op, standardNode("AveragePool", 11, std::move(pool.attributes)),
                { dequantised(op, { 0, 1, 2 }) }, 3);
        }
        if (type == "QLinearSoftmax" && op.node.integer("opset", 13) >= 13) {
            auto softmax
                = standardNode("Softmax", 13, { attributeOf("axis", op.node.integer("axis", -1)) });
            return quantised(op, std::move(softmax), { dequantised(op, { 0, 1, 2 }) }, 3);
        }
        if (type == "QLinearWhere")
            return quantised(op, standardNode("Where", 9, {}),
                { inputOf(op, 0), dequantised(op, { 1, 2, 3 }), dequantised(op, { 4, 5, 6 }) }, 7);
        return type == "QAttention" && matchAttention(op);
    }

    static ProgramValueId inputOf(const Op& op, std::size_t index)
    {
        return index < op.inputs.size() ? op.inputs[index] : ProgramValueId();
    }

    /// Adds a DequantizeLinear. Returns an invalid id if its types are not those of the standard.
    ProgramValueId dequantised(const Op& op, const Source& source, int axis = 1)
    {
        const auto codes = inputOf(op, source.codes);
        const auto scale = inputOf(op, source.scale);
        const auto zero = inputOf(op, source.zero);
        const auto type = typeOf(codes);
        const auto scaleType = typeOf(scale);
        if (!type || !scaleType || scaleType->element != ElementType::Float
            || (type->element != ElementType::Uint8 && type->element != ElementType::Int8))
            return {};
        if (zero.isValid() && typeOf(zero) != TensorType { type->element, scaleType->dims })
            return {};
        Op step;
        step.node = standardNode("DequantizeLinear", quantisingVersion,
            { attributeOf("axis", static_cast<std::int64_t>(axis)) });
        step.inputs = { codes, scale };
        if (zero.isValid())
            step.inputs.push_back(zero);
        return add(op, std::move(step), m_program.value(codes).name + " dequantised");
    }

    /// Adds an operator with a new value as its output.
    ProgramValueId add(const Op& op, Op step, std::string name)
    {
        ProgramValue value;
        value.name = std::move(name);
        value.definedIn = op.block;
        value.device = op.device;
        m_edit.values.push_back(std::move(value));
        const auto output = newValue(m_edit.values.size() - 1);
        step.outputs = { output };
        addStep(op, std::move(step));
        return output;
    }

    void addStep(const Op& op, Op step)
    {
        step.node.label = op.node.label;
        step.block = op.block;
        step.device = op.device;
        m_edit.added.push_back(std::move(step));
    }

    /// Adds the float operator and a QuantizeLinear with the scale at input `scale` and the zero
    /// point behind it.
    bool quantised(const Op& op, OpNode node, std::vector<ProgramValueId> inputs, std::size_t scale)
    {
        const auto zero = inputOf(op, scale + 1);
        // Without a zero point the standard's result is uint8.
        if (std::ranges::any_of(inputs, [](ProgramValueId id) { return !id.isValid(); })
            || !inputOf(op, scale).isValid() || !zero.isValid() || op.outputs.size() != 1
            || !op.outputs.front().isValid())
            return false;
        Op core;
        core.node = std::move(node);
        core.inputs = std::move(inputs);
        Op last;
        last.node = standardNode("QuantizeLinear", quantisingVersion, {});
        const auto result
            = add(op, std::move(core), m_program.value(op.outputs.front()).name + " in float");
        last.inputs = { result, inputOf(op, scale), zero };
        last.outputs = op.outputs;
        addStep(op, std::move(last));
        return true;
    }

    /// Inputs: input, weights, bias, input scale, weight scale, mask, input zero, weight zero,
    /// past.
    bool matchAttention(const Op& op)
    {
        const auto input = dequantised(op, { 0, 3, 6 });
        const auto weights = dequantised(op, { 1, 4, 7 });
        if (!input.isValid() || !weights.isValid())
            return false;
        Op attention;
        attention.node = op.node;
        attention.node.type = "Attention";
        attention.node.schema
            = model::OperatorRegistry::instance().find("com.microsoft", "Attention", 1);
        attention.inputs = { input, weights, inputOf(op, 2), inputOf(op, 5), inputOf(op, 8) };
        while (!attention.inputs.back().isValid())
            attention.inputs.pop_back();
        attention.outputs = op.outputs;
        addStep(op, std::move(attention));
        return true;
    }

    std::optional<TensorType> typeOf(ProgramValueId id) const
    {
        return id.isValid() ? m_facts.tensorType(id) : std::nullopt;
    }

    const Program& m_program;
    const Facts& m_facts;
    const Pattern& m_pattern;
    Patch m_patch;
    Edit m_edit;
};

} // namespace

Patch unfoldQuantised(const Program& program, const PassContext& context)
{
    if (context.request.device != DeviceKind::Cpu || !isRunFast(context.request, "", "Softmax"))
        return {};
    return Unfolder(program, context).run();
}

} // namespace engine
