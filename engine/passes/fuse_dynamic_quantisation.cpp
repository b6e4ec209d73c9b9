#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

#include <algorithm>

// The product of a matrix that is quantised at run time, as exporters write it:
//
//     q, s, z = DynamicQuantizeLinear(x)
//     y = Cast(MatMulInteger(q, b, z, o)) * (s * t) + c
//
// becomes com.microsoft:DynamicQuantizeMatMul(x, b, t, o, c). If other products read q too, it is
// com.microsoft:MatMulIntegerToFloat(q, b, s, t, z, o, c), and q stays. The result is the same to
// the last bit.

namespace engine {

namespace {

class DynamicFuser {
public:
    DynamicFuser(const Program& program, const PassContext& context)
        : m_program(program)
        , m_facts(context.facts)
        , m_pattern(patternOf(program, context))
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) {
            const auto& node = m_program.op(id).node;
            if (node.type == "MatMulInteger" && node.domain.empty())
                tryAt(id);
        });
        return std::move(m_patch);
    }

private:
    static ProgramValueId inputOf(const Op& op, std::size_t i)
    {
        return i < op.inputs.size() ? op.inputs[i] : ProgramValueId();
    }

    /// Whether the value is a constant of floats: one, or a row of `columns`.
    bool isScale(ProgramValueId value, std::int64_t columns) const
    {
        const auto* tensor = m_program.constantOf(value);
        return tensor != nullptr && tensor->element() == ElementType::Float
            && (tensor->count() == 1 || m_pattern.isRow(value, columns, 2));
    }
    bool isNumber(ProgramValueId value) const
    {
        const auto type = m_pattern.floatType(value);
        return type && type->count() == 1;
    }

    void tryAt(OpId product)
    {
        const auto& op = m_program.op(product);
        if (op.inputs.size() < 2 || op.outputs.size() != 1)
            return;
        const auto weights = m_facts.tensorType(op.inputs[1]);
        const auto cast = m_pattern.onlyReaderOf(op.outputs[0], "Cast");
        if (!m_program.isConstant(op.inputs[1]) || !weights || weights->dims.size() != 2
            || !cast.isValid() || !m_pattern.floatType(m_program.op(cast).outputs[0]))
            return;
        const auto floats = m_program.op(cast).outputs[0];
        const auto mul = m_pattern.onlyReaderOf(floats, "Mul");
        const auto scales = mul.isValid() ? m_pattern.otherInput(mul, floats) : ProgramValueId();
        const auto scaling = m_pattern.makerOf(scales, "Mul");
        if (!scaling.isValid() || m_pattern.usesOf(scales) != 1)
            return;
        const auto columns = weights->dims[1];
        auto [left, right]
            = std::pair(m_program.op(scaling).inputs[0], m_program.op(scaling).inputs[1]);
        if (!isScale(right, columns))
            std::swap(left, right);
        if (!isScale(right, columns) || !isNumber(left))
            return;
        std::vector<OpId> taken { scaling, product, cast, mul };
        const auto row = bias(taken, columns);
        finish(std::move(taken), left, right, row);
    }

    /// The constant row that is added last; takes the addition.
    ProgramValueId bias(std::vector<OpId>& taken, std::int64_t columns) const
    {
        const auto output = m_program.op(taken.back()).outputs[0];
        const auto type = m_pattern.floatType(output);
        const auto add = m_pattern.onlyReaderOf(output, "Add");
        const auto row = add.isValid() ? m_pattern.otherInput(add, output) : ProgramValueId();
        if (!row.isValid() || !type || !m_pattern.isRow(row, columns, type->dims.size()))
            return {};
        taken.push_back(add);
        return row;
    }

    void finish(
        std::vector<OpId> taken, ProgramValueId scaleA, ProgramValueId scaleB, ProgramValueId row)
    {
        const auto& product = m_program.op(taken[1]);
        const auto codes = product.inputs[0];
        const auto zeroA = inputOf(product, 2);
        const auto zeroB = inputOf(product, 3);
        const auto quantise = m_pattern.makerOf(codes, "DynamicQuantizeLinear");
        const auto isOwn = [&] {
            const auto& outputs = m_program.op(quantise).outputs;
            const auto isRead = [this](ProgramValueId id) { return m_pattern.usesOf(id) == 1; };
            return outputs.size() == 3 && outputs[1] == scaleA && outputs[2] == zeroA
                && std::ranges::all_of(outputs, isRead);
        };
        const bool takesFloats = quantise.isValid() && isOwn();
        if (takesFloats)
            taken.insert(taken.begin(), quantise);
        if (!m_pattern.isClosed(taken))
            return;
        OpNode node;
        node.domain = "com.microsoft";
        node.type = takesFloats ? "DynamicQuantizeMatMul" : "MatMulIntegerToFloat";
        node.version = 1;
        node.schema = model::OperatorRegistry::instance().find(node.domain, node.type, 1);
        std::vector<ProgramValueId> inputs { codes, product.inputs[1], scaleA, scaleB, zeroA, zeroB,
            row };
        if (takesFloats)
            inputs = { m_program.op(quantise).inputs[0], product.inputs[1], scaleB, zeroB, row };
        while (!inputs.back().isValid())
            inputs.pop_back();
        auto edit = m_pattern.fused(taken, std::move(node), std::move(inputs));
        edit.added.front().node.label = product.node.label;
        m_patch.edits.push_back(std::move(edit));
    }

    const Program& m_program;
    const Facts& m_facts;
    const Pattern& m_pattern;
    Patch m_patch;
};

} // namespace

Patch fuseDynamicQuantisation(const Program& program, const PassContext& context)
{
    if (context.request.device != DeviceKind::Cpu
        || !isRunFast(context.request, "com.microsoft", "MatMulIntegerToFloat"))
        return {};
    return DynamicFuser(program, context).run();
}

} // namespace engine
