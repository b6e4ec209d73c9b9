#include "engine/passes/fuse_chains.h"

#include "engine/cpu/native_chain.h"
#include "engine/passes/elementwise_terms.h"
#include "engine/passes/pattern.h"
#include "model/inference/cost_context.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace engine {

namespace {

/// The operators of one chain, in execution order.
struct Gathered {
    std::vector<OpId> ops;
    ElementwiseChain chain;
    std::vector<ProgramValueId> inputs;
};

class Chains {
public:
    Chains(const Program& program, const PassContext& context,
        const std::unordered_set<OpId>& apart, const AcceptsChain& accepts)
        : m_program(program)
        , m_context(context)
        , m_accepts(accepts)
        , m_pattern(patternOf(program, context))
        , m_terms(program.ops.size())
        , m_positions(program.ops.size())
    {
        const auto& ops = program.main().ops;
        for (std::size_t i = 0; i < ops.size(); ++i) {
            m_positions[ops[i].value()] = i;
            const auto& op = program.op(ops[i]);
            if (!op.isRemoved && op.device == context.request.device && op.bodies.empty()
                && !apart.contains(ops[i]))
                m_terms[ops[i].value()] = elementwiseTerms(op, context.facts);
        }
    }

    Patch run()
    {
        const auto& ops = m_program.main().ops;
        for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
            if (isFree(*op))
                growFrom(*op);
        }
        std::ranges::reverse(m_patch.edits); // in the order of the program
        return std::move(m_patch);
    }

private:
    bool isFree(OpId id) const { return m_terms[id.value()].has_value(); }

    ProgramValueId outputOf(OpId id) const { return m_program.op(id).outputs.front(); }

    /// Grows a chain from `root`: adds operators that make its inputs, as long as one fits.
    void growFrom(OpId root)
    {
        auto best = gather({ root });
        if (!best)
            return;
        for (bool hasGrown = true; hasGrown;) {
            hasGrown = false;
            for (const auto maker : makersFor(best->ops)) {
                auto ops = best->ops;
                ops.push_back(maker);
                if (auto larger = gather(std::move(ops))) {
                    best = std::move(larger);
                    hasGrown = true;
                    break;
                }
            }
        }
        if (best->ops.size() > 1)
            fuse(*best);
    }

    /// Returns the operators outside of `ops` whose outputs only `ops` read.
    std::vector<OpId> makersFor(const std::vector<OpId>& ops) const
    {
        const auto& dims = m_terms[ops.back().value()]->output.dims;
        std::vector<OpId> makers;
        for (const auto id : ops) {
            for (const auto input : m_program.op(id).inputs) {
                const auto maker = m_pattern.makerOf(input);
                const bool isNew = maker.isValid() && isFree(maker)
                    && std::ranges::find(ops, maker) == ops.end()
                    && std::ranges::find(makers, maker) == makers.end();
                if (isNew && m_terms[maker.value()]->output.dims == dims
                    && isReadOnlyBy(outputOf(maker), ops))
                    makers.push_back(maker);
            }
        }
        return makers;
    }

    bool isReadOnlyBy(ProgramValueId value, const std::vector<OpId>& ops) const
    {
        const auto& readers = m_pattern.readersOf(value);
        return m_pattern.usesOf(value) == readers.size()
            && std::ranges::all_of(
                readers, [&](OpId reader) { return std::ranges::find(ops, reader) != ops.end(); });
    }

    /// The chain of these operators; nothing if it is too large.
    std::optional<Gathered> gather(std::vector<OpId> ops) const
    {
        std::ranges::sort(ops, {}, [this](OpId id) { return m_positions[id.value()]; });
        Gathered gathered { std::move(ops), {}, {} };
        std::unordered_map<ProgramValueId, std::uint32_t> made;
        for (const auto id : gathered.ops) {
            addTerms(gathered, id, made);
            made[outputOf(id)] = static_cast<std::uint32_t>(gathered.chain.terms.size() - 1);
        }
        gathered.chain.output = m_terms[gathered.ops.back().value()]->output;
        const bool fits = gathered.chain.terms.size() <= ElementwiseChain::maxTerms
            && gathered.inputs.size() <= ElementwiseChain::maxInputs;
        return fits && isAccepted(gathered) ? std::optional(std::move(gathered)) : std::nullopt;
    }

    bool isAccepted(const Gathered& gathered) const
    {
        if (!m_accepts)
            return true;
        std::vector<Layout> layouts;
        for (const auto input : gathered.inputs)
            layouts.push_back(m_program.value(input).layout);
        const auto output = outputOf(gathered.ops.back());
        return m_accepts(gathered.chain, layouts, m_program.value(output).layout);
    }

    void addTerms(Gathered& gathered, OpId id,
        const std::unordered_map<ProgramValueId, std::uint32_t>& made) const
    {
        using Kind = ElementwiseTerms::Operand::Kind;
        auto& chain = gathered.chain;
        const auto& terms = *m_terms[id.value()];
        for (const auto& term : terms.terms) {
            ChainTerm added { term.function, term.element, {}, term.parameters };
            for (const auto& operand : term.operands) {
                if (operand.kind == Kind::Input)
                    added.operands.push_back(operandFor(gathered, made,
                        m_program.op(id).inputs[operand.number], terms.dims[operand.number]));
                else if (operand.kind == Kind::TermBefore)
                    added.operands.push_back({ ChainOperand::Kind::Term,
                        static_cast<std::uint32_t>(chain.terms.size() - 1) });
                else
                    added.operands.push_back(constantFor(chain, terms.constants[operand.number]));
            }
            chain.terms.push_back(std::move(added));
        }
    }

    ChainOperand operandFor(Gathered& gathered,
        const std::unordered_map<ProgramValueId, std::uint32_t>& made, ProgramValueId value,
        const Dims& dims) const
    {
        if (const auto found = made.find(value); found != made.end())
            return { ChainOperand::Kind::Term, found->second };
        if (const auto constant = scalarOf(value))
            return constantFor(gathered.chain, *constant);
        const TensorType type { m_context.facts.inputType(value)->tensor.element, dims };
        for (std::size_t i = 0; i < gathered.inputs.size(); ++i) {
            if (gathered.inputs[i] == value && gathered.chain.inputs[i] == type)
                return { ChainOperand::Kind::Input, static_cast<std::uint32_t>(i) };
        }
        gathered.inputs.push_back(value);
        gathered.chain.inputs.push_back(type);
        return { ChainOperand::Kind::Input,
            static_cast<std::uint32_t>(gathered.inputs.size() - 1) };
    }

    std::optional<ChainConstant> scalarOf(ProgramValueId value) const
    {
        const auto* tensor = m_program.constantOf(value);
        if (tensor == nullptr || tensor->count() != 1 || tensor->data == nullptr
            || tensor->type.bytes() > sizeof(ChainConstant::bits))
            return std::nullopt;
        ChainConstant constant { tensor->element(), 0 };
        std::memcpy(&constant.bits, tensor->data, tensor->type.bytes());
        return constant;
    }

    static ChainOperand constantFor(ElementwiseChain& chain, const ChainConstant& constant)
    {
        const auto found = std::ranges::find(chain.constants, constant);
        const auto number = static_cast<std::uint32_t>(found - chain.constants.begin());
        if (found == chain.constants.end())
            chain.constants.push_back(constant);
        return { ChainOperand::Kind::Constant, number };
    }

    void fuse(const Gathered& gathered)
    {
        for (const auto id : gathered.ops)
            m_terms[id.value()].reset();
        auto node = nodeOf(gathered.chain, m_program.op(gathered.ops.front()).node.label);
        node.attributes.push_back(attributeOf("work", workOf(gathered.ops)));
        m_patch.edits.push_back(m_pattern.fused(gathered.ops, std::move(node), gathered.inputs));
    }

    /// Returns multiply-adds, other operations and transcendental functions of all operators: see
    /// model::Cost.
    std::vector<std::int64_t> workOf(const std::vector<OpId>& ops) const
    {
        std::vector<std::int64_t> work(3);
        for (const auto id : ops) {
            const auto& op = m_program.op(id);
            if (op.node.schema == nullptr)
                continue;
            const auto typesOf = [this](const std::vector<ProgramValueId>& values) {
                std::vector<model::ValueType> types;
                for (const auto value : values)
                    types.push_back(
                        value.isValid() ? m_context.facts.type(value) : model::ValueType());
                return types;
            };
            const auto cost = model::costOf(
                *op.node.schema, op.node.attributes, typesOf(op.inputs), typesOf(op.outputs));
            work[0] += static_cast<std::int64_t>(cost.multiplyAdds);
            work[1] += static_cast<std::int64_t>(cost.otherFlops);
            work[2] += static_cast<std::int64_t>(cost.transcendental);
        }
        return work;
    }

    const Program& m_program;
    const PassContext& m_context;
    const AcceptsChain& m_accepts;
    const Pattern& m_pattern;
    std::vector<std::optional<ElementwiseTerms>> m_terms; ///< by OpId; empty if none or taken
    std::vector<std::size_t> m_positions; ///< by OpId, in the main block
    Patch m_patch;
};

} // namespace

Patch fuseChains(const Program& program, const PassContext& context,
    const std::unordered_set<OpId>& apart, const AcceptsChain& accepts)
{
    return Chains(program, context, apart, accepts).run();
}

void fuseNativeChains(Program& program, const PassContext& context)
{
    const auto& request = context.request;
    if (request.device != DeviceKind::Cpu || request.optimisation != Optimisation::Full
        || std::ranges::find(request.tiers, Tier::Native) == request.tiers.end())
        return;
    auto patch = fuseChains(program, context, {},
        [](const ElementwiseChain& chain, std::span<const Layout> inputs, Layout output) {
            return bool(NativeChain::make(chain, inputs, output));
        });
    apply(program, std::move(patch), fuseChainsName);
}

} // namespace engine
