#include "engine/passes/lower_precision.h"

#include "engine/kernel/copy_kernel.h"
#include "engine/kernel/small_float.h"
#include "engine/passes/pattern.h"
#include "model/inference/type_constraints.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace engine {

namespace {

/// Operators that read any type and choose the type of their output themselves.
constexpr std::string_view anyTypeReaders[] { "Cast", "Shape", "Size" };
/// Operators that stay in fp32. An attribute may choose the type of their output, or they sum over
/// so many elements that a small type would lose them.
constexpr std::string_view keptInSingle[] { "RandomNormalLike", "RandomUniformLike", "EyeLike",
    "Bernoulli", "CastLike", "CumSum", "Range" };

bool isOneOf(std::span<const std::string_view> names, const OpNode& node)
{
    return node.domain.empty() && std::ranges::find(names, node.type) != names.end();
}

class PrecisionLowering {
public:
    PrecisionLowering(Program& program, const Facts& facts, ElementType lowered, MemoryPool& pool,
        const DeviceRefusals& refused)
        : m_program(program)
        , m_facts(facts)
        , m_lowered(lowered)
        , m_typeText(model::onnxTypeText(model::ValueType::tensor(lowered)))
        , m_pool(pool)
        , m_refused(refused)
    {
    }

    Result<LoweredPrecision> run()
    {
        TRY(lowerBlock(BlockId(0u)));
        return m_report;
    }

private:
    /// Recursion is bounded by maxBodyDepth (program_builder.h).
    Result<void> lowerBlock(BlockId block)
    {
        const auto outerBlock = std::exchange(m_block, block);
        const auto outerCasts = m_casts;
        auto outerOps = std::exchange(m_ops, {});
        // No reference into the program's tables is kept: adding a Cast moves them.
        const auto ops = m_program.block(block).ops;
        for (const auto id : ops) {
            if (m_program.op(id).isRemoved)
                continue;
            const auto variables = variablesToLower(id);
            if (!variables.empty())
                TRY(lower(id, variables));
            else if (!isOneOf(anyTypeReaders, m_program.op(id).node))
                replaceInputs(
                    m_program, id, [this](ProgramValueId input) { return singleOf(input); });
            const auto bodies = m_program.op(id).bodies;
            for (const auto& body : bodies)
                TRY(lowerBlock(body.block));
            m_ops.push_back(id);
        }
        auto outputs = m_program.block(block).outputs;
        for (auto& output : outputs)
            output = singleOf(output);
        m_program.block(block).outputs = std::move(outputs);
        m_program.block(block).ops = std::exchange(m_ops, std::move(outerOps));
        m_casts = outerCasts;
        m_block = outerBlock;
        return {};
    }

    static std::string_view variableOf(
        const OpNode& node, std::span<const model::FormalParameter> formals, std::size_t i)
    {
        // Our own operators have the schema of the operator they were made of, and may have more
        // inputs.
        const auto* formal = model::parameterAt(formals, i);
        if (formal == nullptr && node.domain == "opscope" && !formals.empty())
            formal = &formals.front();
        return formal != nullptr ? std::string_view(formal->type) : std::string_view();
    }

    bool allowsBoth(const model::OperatorSchema& schema, std::string_view variable) const
    {
        const auto found
            = std::ranges::find(schema.constraints, variable, &model::TypeConstraint::name);
        if (found == schema.constraints.end())
            return false;
        const auto lists = [&](std::string_view type) {
            return std::ranges::find(found->types, type) != found->types.end();
        };
        // Older versions of operators do not list bfloat16; kernels that take fp16 take it too.
        return lists("tensor(float)") && (lists(m_typeText) || lists("tensor(float16)"));
    }

    bool isLow(ProgramValueId id) const { return id.isValid() && m_low.contains(id); }

    /// The shape may be unknown, as in many bodies.
    bool isSingle(ProgramValueId id) const
    {
        if (!id.isValid() || id.value() >= m_facts.types.size())
            return false;
        const auto& type = m_facts.type(id);
        return type.isTensor() && type.element == ElementType::Float;
    }

    /// Returns the schema's type variables that become the smaller type; empty: the operator stays
    /// as it is.
    std::vector<std::string_view> variablesToLower(OpId id) const
    {
        const auto& op = m_program.op(id);
        if (op.device == DeviceKind::Cpu || isCopy(op.node) || op.node.schema == nullptr
            || !op.bodies.empty() || m_refused.contains(id) || isOneOf(anyTypeReaders, op.node)
            || isOneOf(keptInSingle, op.node))
            return {};
        const auto& schema = *op.node.schema;
        std::vector<std::string_view> variables;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const auto variable = variableOf(op.node, schema.inputs, i);
            if (!isSingle(op.inputs[i]) || !allowsBoth(schema, variable))
                continue;
            const bool isMade = std::ranges::any_of(
                schema.outputs, [&](const auto& formal) { return formal.type == variable; });
            if (isMade || isLow(op.inputs[i]))
                variables.push_back(variable);
        }
        return mayConvert(op, variables) ? variables : std::vector<std::string_view>();
    }

    /// Whether all inputs can be converted. Those that a kernel reads on the host must be
    /// constants.
    bool mayConvert(const Op& op, const std::vector<std::string_view>& variables) const
    {
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const auto input = op.inputs[i];
            const auto variable = variableOf(op.node, op.node.schema->inputs, i);
            if (isSingle(input) && std::ranges::find(variables, variable) != variables.end()
                && m_program.value(input).device == DeviceKind::Cpu && !m_program.isConstant(input))
                return false;
        }
        return true;
    }

    Result<void> lower(OpId id, const std::vector<std::string_view>& variables)
    {
        const auto isChosen = [&](std::string_view variable) {
            return std::ranges::find(variables, variable) != variables.end();
        };
        const auto& schema = *m_program.op(id).node.schema;
        auto inputs = m_program.op(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool follows = isChosen(variableOf(m_program.op(id).node, schema.inputs, i));
            if (follows && isSingle(inputs[i]) && !isLow(inputs[i]))
                inputs[i] = TRY(lowOf(inputs[i]));
            else if (!follows)
                inputs[i] = singleOf(inputs[i]);
        }
        const auto outputs = m_program.op(id).outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (isSingle(outputs[i])
                && isChosen(variableOf(m_program.op(id).node, schema.outputs, i)))
                m_low.insert(outputs[i]);
        }
        m_program.op(id).inputs = std::move(inputs);
        ++m_report.operators;
        return {};
    }

    ProgramValueId singleOf(ProgramValueId id)
    {
        return isLow(id) ? castOf(id, ElementType::Float) : id;
    }

    Result<ProgramValueId> lowOf(ProgramValueId id)
    {
        if (!m_program.isConstant(id))
            return castOf(id, m_lowered);
        if (const auto found = m_weights.find(id); found != m_weights.end())
            return found->second;
        auto value = m_program.value(id);
        value.constant = TRY(converted(*value.constant));
        value.declared = valueTypeOf(value.constant->type);
        const auto twin = m_program.addValue(std::move(value));
        m_weights.emplace(id, twin);
        ++m_report.weights;
        return twin;
    }

    Result<Tensor> converted(const Tensor& tensor)
    {
        auto low = TRY(m_pool.allocate(m_lowered, tensor.dims()));
        const auto values = tensor.as<float>();
        const auto bits = low.as<std::uint16_t>();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool isHalf = m_lowered == ElementType::Float16;
            bits[i] = isHalf ? halfBits(values[i]) : bfloatBits(values[i]);
            const std::uint16_t infinity = isHalf ? 0x7c00u : 0x7f80u;
            if ((bits[i] & 0x7fffu) == infinity && std::isfinite(values[i]))
                ++m_report.overflowed;
        }
        return low;
    }

    /// Returns the value in the other type. A Cast before its first reader makes it, once per body.
    ProgramValueId castOf(ProgramValueId id, ElementType element)
    {
        if (const auto found = m_casts.find(id); found != m_casts.end())
            return found->second;
        auto value = m_program.value(id);
        value.producer = {};
        value.declared = {};
        const auto twin = m_program.addValue(std::move(value));
        m_casts.emplace(id, twin);
        m_ops.push_back(m_program.addOp(castOperator(m_program, id, twin, element, m_block)));
        return twin;
    }

    Program& m_program;
    const Facts& m_facts;
    ElementType m_lowered;
    std::string m_typeText; ///< `tensor(float16)`
    MemoryPool& m_pool;
    const DeviceRefusals& m_refused;
    std::unordered_set<ProgramValueId> m_low; ///< values that are of the smaller type now
    std::unordered_map<ProgramValueId, ProgramValueId> m_weights; ///< constants and their twins
    std::unordered_map<ProgramValueId, ProgramValueId> m_casts; ///< in this block or around it
    BlockId m_block;
    std::vector<OpId> m_ops; ///< of the block
    LoweredPrecision m_report;
};

} // namespace

std::optional<ElementType> loweredElement(Precision precision)
{
    if (precision == Precision::Float16)
        return ElementType::Float16;
    return precision == Precision::Bfloat16 ? std::optional(ElementType::Bfloat16) : std::nullopt;
}

Result<LoweredPrecision> lowerPrecision(Program& program, const Facts& facts, Precision precision,
    MemoryPool& pool, const DeviceRefusals& refused)
{
    const auto lowered = loweredElement(precision);
    if (!lowered)
        return LoweredPrecision {};
    return PrecisionLowering(program, facts, *lowered, pool, refused).run();
}

} // namespace engine
