#include "engine/passes/widen_half.h"

#include "engine/cpu/vector_table.h"
#include "engine/kernel/small_float.h"
#include "engine/passes/pattern.h"
#include "engine/plugins/operator_plugin.h"
#include "engine/program/node_check.h"
#include "model/inference/type_constraints.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace engine {

namespace {

/// Ends the name of an fp32 value beside one of the model's type.
constexpr std::string_view floatText = " in float";

/// Operators whose result jumps where its input changes by a rounding error.
constexpr std::string_view jumpingOperators[] { "Floor", "Ceil", "Round", "Sign", "Mod" };

bool isHalfTensor(const model::ValueType& type) { return type.isTensor() && isHalf(type.element); }

bool isAnyFloat(ElementType element)
{
    return isHalf(element) || element == ElementType::Float || element == ElementType::Double;
}

bool isStandard(const OpNode& node, std::string_view type)
{
    return node.domain.empty() && node.type == type;
}

/// Whether the program has a value that may be of a half type.
bool mentionsHalf(const Program& program)
{
    return std::ranges::any_of(program.values, [](const ProgramValue& value) {
        return isHalfTensor(value.declared)
            || (value.constant && isHalf(value.constant->element()));
    });
}

void widenNumbers(const Tensor& half, std::span<float> to, int threads)
{
    constexpr std::int64_t grain = 64 * 1024;
    const auto from = half.as<std::uint16_t>();
    auto* const byVectors = vectorTable().halfToFloat;
    const bool isBfloat = half.element() == ElementType::Bfloat16;
    parallelFor(std::ssize(from), grain, threads, [&](std::int64_t first, std::int64_t last) {
        if (!isBfloat && byVectors != nullptr)
            return byVectors(from.data() + first, to.data() + first, last - first);
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
            to[i] = isBfloat ? static_cast<float>(half.as<Bfloat16>()[i]) : halfValue(from[i]);
    });
}

class HalfWidening {
public:
    HalfWidening(Program& program, const Facts& facts, const RunRequest& request, MemoryPool& pool)
        : m_program(program)
        , m_facts(facts)
        , m_request(request)
        , m_pool(pool)
    {
    }

    Result<WidenedHalf> run()
    {
        TRY(widenBlock(BlockId(0u)));
        dropUnreadWeights();
        std::erase_if(m_single, [this](ProgramValueId id) {
            return m_facts.type(id).element != ElementType::Bfloat16;
        });
        return WidenedHalf { std::move(m_single) };
    }

private:
    /// Recursion is bounded by maxBodyDepth (program_builder.h). No reference into the program's
    /// tables is kept: adding a Cast moves them.
    Result<void> widenBlock(BlockId block)
    {
        auto outer = std::exchange(m_open, { .block = block });
        const auto ops = m_program.block(block).ops;
        for (const auto id : ops) {
            if (m_program.op(id).isRemoved)
                continue;
            TRY(visit(id));
            m_open.ops.push_back(id);
            roundKept(id);
        }
        auto outputs = m_program.block(block).outputs;
        for (auto& output : outputs)
            output = halfOf(output);
        m_program.block(block).outputs = std::move(outputs);
        m_program.block(block).ops = std::move(m_open.ops);
        for (const auto id : m_open.castHere)
            m_casts.erase(id); // they do not exist outside of this block
        m_open = std::move(outer);
        return {};
    }

    Result<void> visit(OpId id)
    {
        const auto& node = m_program.op(id).node;
        if (isStandard(node, "Shape") || isStandard(node, "Size"))
            return {};
        const auto widened = inputsToWiden(id);
        const bool isRounded = showsRounding(id);
        auto inputs = m_program.op(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (widened.empty() || !widened[i])
                inputs[i] = halfOf(inputs[i]);
            else
                inputs[i] = TRY(isRounded ? roundedOf(inputs[i]) : singleOf(inputs[i]));
        }
        m_program.op(id).inputs = std::move(inputs);
        const auto bodies = m_program.op(id).bodies;
        for (const auto& body : bodies)
            TRY(widenBlock(body.block));
        return {};
    }

    /// Returns for each input whether it becomes fp32, and notes the outputs that do. Empty: the
    /// operator computes in half.
    std::vector<bool> inputsToWiden(OpId id)
    {
        const auto& op = m_program.op(id);
        if (op.node.schema == nullptr || !op.bodies.empty() || op.node.domain == passDomain
            || op.inputs.empty())
            return {};
        const bool readsSingle = isSingle(op.inputs[0]);
        // A Cast of a half value converts it in one step; a Gather of a weight only copies.
        if ((isStandard(op.node, "Cast") && !readsSingle)
            || (isStandard(op.node, "Gather") && m_program.isConstant(op.inputs[0])))
            return {};
        std::vector<bool> widened(op.inputs.size());
        std::vector<model::InferenceArgument> arguments;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const auto input = op.inputs[i];
            if (!input.isValid()) {
                arguments.push_back({ false, {}, {} });
                continue;
            }
            auto type = m_facts.type(input);
            if (!type.isTensor() || type.element == ElementType::Undefined)
                return {};
            widened[i] = isHalf(type.element) && takesFloat(op.node, i);
            if (widened[i])
                type.element = ElementType::Float;
            arguments.push_back(argumentOf(std::move(type), m_facts.knownTensor(input)));
        }
        const bool isAny = std::ranges::find(widened, true) != widened.end();
        const bool mayWiden = isAny && !isOfPlugin(op.node) && followOutputs(op, arguments);
        return mayWiden ? widened : std::vector<bool>();
    }

    static bool isOfPlugin(const OpNode& node)
    {
        return std::ranges::any_of(operatorPlugins(), [&](const OperatorPlugin* plugin) {
            return std::ranges::find(plugin->operators, node.schema) != plugin->operators.end();
        });
    }

    static bool takesFloat(const OpNode& node, std::size_t input)
    {
        const auto* formal = model::parameterAt(node.schema->inputs, input);
        if (formal == nullptr)
            return false;
        const auto found = std::ranges::find(
            node.schema->constraints, formal->type, &model::TypeConstraint::name);
        return found != node.schema->constraints.end()
            && std::ranges::find(found->types, "tensor(float)") != found->types.end();
    }

    /// Whether shape inference gives fp32, or the same type as before, for each output. If so, it
    /// notes those of fp32.
    bool followOutputs(const Op& op, std::span<const model::InferenceArgument> arguments)
    {
        const auto after = inferOutputs(op.node, arguments, op.outputs.size());
        std::vector<ProgramValueId> single;
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            if (!op.outputs[i].isValid())
                continue;
            const auto& before = m_facts.type(op.outputs[i]);
            if (!before.isTensor() || !after[i].isTensor())
                return false;
            const bool isSame = before.element == after[i].element;
            const bool follows = isHalf(before.element) && after[i].element == ElementType::Float;
            if (!isSame && !follows)
                return false;
            if (follows)
                single.push_back(op.outputs[i]);
        }
        m_single.insert(single.begin(), single.end());
        return true;
    }

    /// Whether the operator makes more of a rounding error than a rounding error.
    bool showsRounding(OpId id) const
    {
        const auto& op = m_program.op(id);
        if (op.node.domain.empty()
            && std::ranges::find(jumpingOperators, op.node.type) != std::end(jumpingOperators))
            return true;
        return std::ranges::any_of(op.outputs, [this](ProgramValueId output) {
            return output.isValid() && m_facts.type(output).isTensor()
                && !isAnyFloat(m_facts.type(output).element);
        });
    }

    bool isSingle(ProgramValueId id) const { return m_single.contains(id); }

    ProgramValueId halfOf(ProgramValueId id)
    {
        return isSingle(id) ? castOf(id, m_facts.type(id).element) : id;
    }

    Result<ProgramValueId> singleOf(ProgramValueId id)
    {
        if (isSingle(id))
            return id;
        return m_program.isConstant(id) ? weightOf(id)
                                        : Result<ProgramValueId>(castOf(id, ElementType::Float));
    }

    Result<ProgramValueId> roundedOf(ProgramValueId id)
    {
        return isSingle(id) ? castOf(halfOf(id), ElementType::Float) : singleOf(id);
    }

    Result<ProgramValueId> weightOf(ProgramValueId id)
    {
        if (const auto found = m_weights.find(id); found != m_weights.end())
            return found->second;
        auto value = m_program.value(id);
        const auto half = *value.constant;
        auto single = TRY(m_pool.allocate(ElementType::Float, half.dims()));
        widenNumbers(half, single.as<float>(), threadCount(m_request));
        value.constant = std::move(single);
        value.declared = valueTypeOf(value.constant->type);
        const auto twin = m_program.addValue(std::move(value));
        m_weights.emplace(id, twin);
        return twin;
    }

    /// Returns the value in the other type. A Cast before its first reader in a block makes it.
    ProgramValueId castOf(ProgramValueId id, ElementType element)
    {
        if (const auto found = m_casts.find(id); found != m_casts.end())
            return found->second;
        auto value = m_program.value(id);
        value.producer = {};
        if (element == ElementType::Float) {
            value.name += floatText;
            value.declared = {};
        }
        const auto twin = m_program.addValue(std::move(value));
        m_casts.emplace(id, twin);
        m_open.castHere.push_back(id);
        m_open.ops.push_back(
            m_program.addOp(castOperator(m_program, id, twin, element, m_open.block)));
        return twin;
    }

    /// The run returns kept values in the model's type: the name goes to the rounded value.
    void roundKept(OpId id)
    {
        const auto outputs = m_program.op(id).outputs;
        for (const auto output : outputs) {
            if (!isSingle(output)
                || std::ranges::find(m_request.keep, m_program.value(output).name)
                    == m_request.keep.end())
                continue;
            halfOf(output);
            m_program.value(output).name += floatText;
        }
    }

    void dropUnreadWeights()
    {
        const auto uses = countUses(m_program);
        for (const auto& [half, single] : m_weights) {
            if (uses[half.value()] == 0)
                m_program.value(half).constant.reset();
        }
    }

    Program& m_program;
    const Facts& m_facts;
    const RunRequest& m_request;
    MemoryPool& m_pool;
    std::unordered_set<ProgramValueId> m_single; ///< values that are fp32 now
    std::unordered_map<ProgramValueId, ProgramValueId> m_weights; ///< the fp32 copy of each
    std::unordered_map<ProgramValueId, ProgramValueId> m_casts; ///< of this block and those around
    /// A block that is being widened.
    struct OpenBlock {
        BlockId block;
        std::vector<OpId> ops; ///< its new list
        std::vector<ProgramValueId> castHere; ///< sources of its Casts
    };
    OpenBlock m_open; ///< the innermost one
};

} // namespace

bool widensHalf(const RunRequest& request)
{
    switch (request.halfArithmetic) {
    case HalfArithmetic::Auto:
        break;
    case HalfArithmetic::Single:
        return true;
    case HalfArithmetic::Half:
        return false;
    }
    return request.device == DeviceKind::Cpu && request.optimisation == Optimisation::Full;
}

Result<WidenedHalf> widenHalf(Program& program, std::span<const model::ValueType> inputs,
    const RunRequest& request, MemoryPool& pool)
{
    if (!widensHalf(request) || !mentionsHalf(program))
        return WidenedHalf {};
    const auto facts = findFacts(program, inputs, { .settings = settingsOf(request) }, pool);
    return HalfWidening(program, facts, request, pool).run();
}

} // namespace engine
