#include "engine/passes/all_passes.h"
#include "engine/passes/quantised_values.h"

#include <algorithm>
#include <array>
#include <unordered_map>

// An operator between DequantizeLinear and QuantizeLinear becomes one on the quantised values:
//
//     x = DequantizeLinear(q, s, z)
//     w = DequantizeLinear(p, t, o)                 ->  y = QLinearConv(q, s, z, p, t, o, u, v, c)
//     y = QuantizeLinear(Relu(Conv(x, w, b)), u, v)     with c = round(b / (s * t))
//
//     Conv                QLinearConv; opscope FusedQLinearConv {low, high} where an activation
//                         limits the codes further than their type does
//     MatMul, Gemm        QLinearMatMul, QGemm
//     Add, Mul            QLinearAdd, QLinearMul
//     Concat              QLinearConcat
//     GlobalAveragePool   QLinearGlobalAveragePool
//     MaxPool, Reshape, Transpose ... between equal scales: themselves, on codes
//
// Scales and zero points are constant: one, or for weights one per output channel. A
// DequantizeLinear with several readers belongs to the step of the last one. Codes differ from
// those of the float operators by at most 1, near the middle between two codes.

namespace engine {

namespace {

/// Operators that only move elements of their first input, and the first version for bytes.
struct Mover {
    std::string_view type;
    int minVersion;
};
constexpr std::array movers { Mover { "MaxPool", 12 }, Mover { "Reshape", 5 },
    Mover { "Flatten", 9 }, Mover { "Transpose", 1 }, Mover { "Squeeze", 1 },
    Mover { "Unsqueeze", 1 } };

class QuantisedFuser {
public:
    QuantisedFuser(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
        , m_values(program, context)
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) {
            const auto& node = m_program.op(id).node;
            if (node.type == "QuantizeLinear" && node.domain.empty())
                tryBefore(id);
        });
        return std::move(m_patch);
    }

private:
    /// A step on quantised values, in the making.
    struct Step {
        const Op& core;
        Quantised result;
        CodeRange limits;
        std::vector<Quantised> sources; ///< in the order of the core's inputs
        std::vector<OpId> biases; ///< operators that make the bias
        OpNode node;
        std::vector<ProgramValueId> inputs;
        Edit edit;

        bool isLimited() const { return limits != codesOf(result.element); }
    };

    using Match = bool (QuantisedFuser::*)(Step& step);
    struct Row {
        std::string_view type;
        Match match;
    };
    static const std::array<Row, 7> rows;

    void tryBefore(OpId quantise)
    {
        const auto result = m_values.quantisation(quantise);
        if (!result)
            return;
        auto core = onlyMakerOf(m_program.op(quantise).inputs[0], quantise);
        const auto limits = core.isValid() ? m_values.limitsOf(core, *result) : std::nullopt;
        const auto activation = limits ? core : OpId();
        if (limits)
            core = onlyMakerOf(m_program.op(core).inputs[0], quantise);
        if (!core.isValid() || !m_program.op(core).node.domain.empty()
            || m_program.op(core).outputs.size() != 1)
            return;
        Step step { m_program.op(core), *result, limits.value_or(codesOf(result->element)), {}, {},
            m_program.op(core).node, {}, {} };
        const auto row = std::ranges::find(rows, step.node.type, &Row::type);
        if (!(row != rows.end() ? (this->*row->match)(step) : matchMover(step)))
            return;
        std::vector<OpId> taken { core };
        if (activation.isValid())
            taken.push_back(activation);
        finish(std::move(step), std::move(taken));
    }

    /// The operator that makes the value, if it is in the same block and nothing else reads it.
    OpId onlyMakerOf(ProgramValueId value, OpId reader) const
    {
        const auto maker = m_pattern.makerOf(value);
        const bool isOnly = maker.isValid() && m_pattern.usesOf(value) == 1
            && m_program.op(maker).block == m_program.op(reader).block
            && !m_program.op(maker).inputs.empty();
        return isOnly ? maker : OpId();
    }

    bool matchConv(Step& step)
    {
        const auto& inputs = step.core.inputs;
        const auto x = m_values.dequantised(inputs[0]);
        const auto w = inputs.size() > 1 ? m_values.weights(inputs[1], 0) : std::nullopt;
        if (!x || !w)
            return false;
        step.node.type = "QLinearConv";
        step.node.version = 10;
        step.node.schema = model::OperatorRegistry::instance().find("", "QLinearConv", 10);
        if (step.isLimited()) {
            step.node.type = "FusedQLinearConv";
            step.node.domain = "opscope"; // with the schema of QLinearConv
            step.node.attributes.push_back(attributeOf("low", step.limits.low));
            step.node.attributes.push_back(attributeOf("high", step.limits.high));
        }
        addSource(step, *x);
        addSource(step, *w);
        addResult(step);
        return addBias(step, 2, m_values.typeOf(w->codes)->dims[0]);
    }

    bool matchMatMul(Step& step)
    {
        const auto& inputs = step.core.inputs;
        if (inputs.size() != 2)
            return false;
        const auto a = m_values.dequantised(inputs[0]);
        const auto type = m_values.typeOf(inputs[1]);
        auto b = type && type->dims.size() == 2 ? m_values.weights(inputs[1], 1) : std::nullopt;
        if (!b)
            b = m_values.dequantised(inputs[1]);
        if (!a || !b || step.isLimited())
            return false;
        become(step, "", "QLinearMatMul", 10);
        step.node.attributes.clear();
        addSource(step, *a);
        addSource(step, *b);
        addResult(step);
        return true;
    }

    bool matchGemm(Step& step)
    {
        const auto& inputs = step.core.inputs;
        const auto& node = step.core.node;
        if (inputs.size() < 2 || node.flag("transA") || node.real("alpha", 1.0F) != 1.0F
            || node.real("beta", 1.0F) != 1.0F || step.isLimited())
            return false;
        const std::size_t axis = node.flag("transB") ? 0 : 1;
        const auto a = m_values.dequantised(inputs[0]);
        const auto b = m_values.weights(inputs[1], axis);
        if (!a || !b)
            return false;
        become(step, "com.microsoft", "QGemm", 1);
        step.node.attributes = { attributeOf("transB", std::int64_t(axis == 0 ? 1 : 0)) };
        addSource(step, *a);
        addSource(step, *b);
        if (!addBias(step, 2, m_values.typeOf(b->codes)->dims[axis]))
            return false;
        step.inputs.resize(7);
        addResult(step);
        return true;
    }

    bool matchBinary(Step& step)
    {
        const auto& inputs = step.core.inputs;
        if (step.core.node.version < 7 || inputs.size() != 2 || step.isLimited())
            return false;
        auto a = m_values.dequantised(inputs[0]);
        auto b = m_values.dequantised(inputs[1]);
        if (!a || !b || a->element != b->element || a->element != step.result.element)
            return false;
        const auto typeA = m_values.typeOf(a->codes);
        const auto typeB = m_values.typeOf(b->codes);
        if (!typeA || !typeB)
            return false;
        if (typeB->count() > typeA->count())
            std::swap(a, b);
        become(step, "com.microsoft", "QLinear" + step.core.node.type, 1);
        addSource(step, *a);
        addSource(step, *b);
        addResult(step);
        return true;
    }

    bool matchConcat(Step& step)
    {
        if (step.core.node.version < 4 || step.isLimited())
            return false;
        become(step, "com.microsoft", "QLinearConcat", 1);
        addResult(step);
        for (const auto input : step.core.inputs) {
            const auto part = m_values.dequantised(input);
            if (!part || part->element != step.result.element)
                return false;
            addSource(step, *part);
        }
        return true;
    }

    bool matchGlobalAverage(Step& step)
    {
        const auto x = m_values.dequantised(step.core.inputs[0]);
        if (!x || x->element != step.result.element || step.isLimited())
            return false;
        become(step, "com.microsoft", "QLinearGlobalAveragePool", 1);
        addSource(step, *x);
        addResult(step);
        return true;
    }

    bool matchMover(Step& step)
    {
        const auto row = std::ranges::find(movers, step.node.type, &Mover::type);
        if (row == movers.end() || step.node.version < row->minVersion || step.isLimited())
            return false;
        const auto x = m_values.dequantised(step.core.inputs[0]);
        if (!x || !m_values.isSame(*x, step.result))
            return false;
        step.sources = { *x };
        step.inputs = step.core.inputs;
        step.inputs[0] = x->codes;
        return true;
    }

    static void become(Step& step, std::string domain, std::string type, int version)
    {
        step.node.schema = model::OperatorRegistry::instance().find(domain, type, version);
        step.node.domain = std::move(domain);
        step.node.type = std::move(type);
        step.node.version = version;
    }

    static void addSource(Step& step, const Quantised& source)
    {
        step.sources.push_back(source);
        step.inputs.insert(step.inputs.end(), { source.codes, source.scale, zeroOf(step, source) });
    }
    static void addResult(Step& step)
    {
        step.inputs.insert(step.inputs.end(), { step.result.scale, zeroOf(step, step.result) });
    }

    static ProgramValueId addConstant(Step& step, Tensor tensor)
    {
        ProgramValue value;
        value.declared = model::ValueType::tensor(tensor.element());
        value.constant = std::move(tensor);
        step.edit.values.push_back(std::move(value));
        return newValue(step.edit.values.size() - 1);
    }

    /// The zero point; a new constant if it is left out.
    static ProgramValueId zeroOf(Step& step, const Quantised& end)
    {
        if (end.zero.isValid())
            return end.zero;
        auto zero = makeTensor(end.element, {});
        zero.data[0] = std::byte();
        return addConstant(step, std::move(zero));
    }

    /// Adds the bias that input `place` of the core is, if it has one.
    bool addBias(Step& step, std::size_t place, std::int64_t count)
    {
        const auto& inputs = step.core.inputs;
        if (inputs.size() <= place || !inputs[place].isValid())
            return true;
        auto bias = m_values.biasOf(inputs[place], step.sources[0], step.sources[1], count);
        if (!bias)
            return false;
        step.inputs.push_back(addConstant(step, std::move(*bias)));
        if (const auto maker = m_values.constantMaker(inputs[place]); maker.isValid())
            step.biases.push_back(maker);
        return true;
    }

    /// Adds the operator to those that the edit takes, if the edit reads its output last.
    void take(Edit& edit, OpId id, BlockId block)
    {
        const auto output = m_program.op(id).outputs[0];
        const bool isLast = ++m_reads[output] == m_pattern.usesOf(output);
        if (isLast && m_program.op(id).block == block)
            edit.taken.push_back({ id, NodeFate::Kind::FusedInto });
    }

    void finish(Step step, std::vector<OpId> inner)
    {
        const auto& quantise = m_program.op(step.result.op);
        for (const auto& source : step.sources)
            take(step.edit, source.op, quantise.block);
        for (const auto bias : step.biases)
            take(step.edit, bias, quantise.block);
        inner.push_back(step.result.op);
        for (const auto id : inner)
            step.edit.taken.push_back({ id, NodeFate::Kind::FusedInto });
        Op fused;
        fused.node = std::move(step.node);
        fused.inputs = std::move(step.inputs);
        fused.outputs = { quantise.outputs[0] };
        fused.device = quantise.device;
        step.edit.added.push_back(std::move(fused));
        m_patch.edits.push_back(std::move(step.edit));
    }

    const Program& m_program;
    const Pattern& m_pattern;
    QuantisedValues m_values;
    std::unordered_map<ProgramValueId, std::uint32_t> m_reads; ///< of outputs, by edits
    Patch m_patch;
};

const std::array<QuantisedFuser::Row, 7> QuantisedFuser::rows {
    Row { "Conv", &QuantisedFuser::matchConv },
    Row { "MatMul", &QuantisedFuser::matchMatMul },
    Row { "Gemm", &QuantisedFuser::matchGemm },
    Row { "Add", &QuantisedFuser::matchBinary },
    Row { "Mul", &QuantisedFuser::matchBinary },
    Row { "Concat", &QuantisedFuser::matchConcat },
    Row { "GlobalAveragePool", &QuantisedFuser::matchGlobalAverage },
};

} // namespace

Patch fuseQuantised(const Program& program, const PassContext& context)
{
    if (context.request.device != DeviceKind::Cpu || !isRunFast(context.request, "", "QLinearConv"))
        return {};
    return QuantisedFuser(program, context).run();
}

} // namespace engine
