#include "engine/gradient/gradient.h"

#include "engine/gradient/gradient_rules.h"
#include "engine/program/program_builder.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace engine {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view trainingDomain = "ai.onnx.preview.training";

/// Gradients that a program may hold: each one looks at all operators and values.
constexpr std::size_t maxGradients = 1000;

/// Fails if expansion has made too many operators. A Gradient of a Gradient has several times the
/// operators of the inner one.
Result<void> checkSize(const Program& program)
{
    if (program.ops.size() <= maxOps)
        return {};
    return failAs(ErrorKind::Unsupported, "the Gradient operators make more than ", maxOps,
        " operators, the most that are run");
}

/// Expansion of one Gradient node into operators.
class GradientExpansion {
public:
    GradientExpansion(Program& program, BlockId block, OpId gradient)
        : m_program(program)
        , m_block(block)
        , m_gradient(program.op(gradient))
        , m_id(gradient)
        , m_builder(program, block, m_gradient)
    {
    }

    Result<void> run()
    {
        TRY(readNames());
        collectForward();
        placeForward();
        TRY(goBack());
        giveOutputs();
        insert();
        return {};
    }

private:
    /// Whether the node can see a value: it is of the node's block or of one around it, and of the
    /// same call of a local function. Bodies and calls beside it may use the same names.
    bool isVisible(const ProgramValue& value) const
    {
        if (value.producer.isValid() && m_program.op(value.producer).calls != m_gradient.calls)
            return false;
        if (!value.definedIn.isValid())
            return true; // a weight
        for (auto block = m_block;;) {
            if (value.definedIn == block)
                return true;
            const auto owner = m_program.block(block).owner;
            if (!owner.isValid())
                return false;
            block = m_program.op(owner).block;
        }
    }

    using ValuesByName = std::unordered_map<std::string_view, std::vector<ProgramValueId>>;

    /// Returns all values by name, in the order of the program. Valid until a value is added.
    ValuesByName valuesByName() const
    {
        ValuesByName values;
        for (std::size_t i = 0; i < m_program.values.size(); ++i)
            values[m_program.values[i].name].emplace_back(i);
        return values;
    }

    /// Returns the latest value with this name that the node can see. Removes later ones from
    /// `values`.
    Result<ProgramValueId> named(ValuesByName& values, const std::string& name) const
    {
        auto& candidates = values[name];
        while (!candidates.empty() && !isVisible(m_program.value(candidates.back())))
            candidates.pop_back();
        if (!candidates.empty())
            return candidates.back();
        return failAs(ErrorKind::File, "Gradient '", m_gradient.node.label, "' names a value '",
            name, "', which the graph does not have");
    }

    Result<void> readNames()
    {
        const auto xs = m_gradient.node.texts("xs", {});
        const auto zs = m_gradient.node.texts("zs", {});
        if (xs.empty() || xs.size() + zs.size() != m_gradient.inputs.size())
            return failAs(ErrorKind::File, "Gradient '", m_gradient.node.label, "' names ",
                xs.size(), " and ", zs.size(), " values in xs and zs, and has ",
                m_gradient.inputs.size(), " inputs");
        const auto y = m_gradient.node.text("y", "");
        auto values = valuesByName();
        for (const auto* names : { &xs, &zs }) {
            for (const auto& name : *names)
                m_variables.push_back(TRY(named(values, name)));
        }
        m_differentiated = xs.size();
        m_result = TRY(named(values, y));
        return {};
    }

    /// Collects the operators between the variables and the result, in execution order.
    void collectForward()
    {
        std::unordered_set<ProgramValueId> seen(m_variables.begin(), m_variables.end());
        std::unordered_set<std::size_t> needed;
        std::vector<ProgramValueId> open { m_result };
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            const auto producer = id.isValid() ? m_program.value(id).producer : OpId();
            if (!id.isValid() || !seen.insert(id).second || !producer.isValid()
                || m_program.op(producer).block != m_block)
                continue;
            needed.insert(producer.value());
            const auto& inputs = m_program.op(producer).inputs;
            open.insert(open.end(), inputs.begin(), inputs.end());
        }
        std::unordered_set<ProgramValueId> depends(m_variables.begin(), m_variables.end());
        for (const auto id : m_program.block(m_block).ops) {
            const auto& op = m_program.op(id);
            const bool isActive = needed.contains(id.value())
                && std::ranges::any_of(
                    op.inputs, [&](auto input) { return depends.contains(input); });
            if (!isActive)
                continue;
            m_forward.push_back(op);
            depends.insert(op.outputs.begin(), op.outputs.end());
        }
    }

    /// Copies the forward part if the inputs are another point; m_forward then holds the copies.
    void placeForward()
    {
        const bool isSamePoint
            = std::equal(m_variables.begin(), m_variables.end(), m_gradient.inputs.begin());
        if (isSamePoint)
            return;
        std::unordered_map<ProgramValueId, ProgramValueId> moved;
        for (std::size_t i = 0; i < m_variables.size(); ++i)
            moved.insert_or_assign(m_variables[i], m_gradient.inputs[i]);
        const auto place = [&](ProgramValueId& id) {
            if (const auto found = moved.find(id); found != moved.end())
                id = found->second;
        };
        for (auto& op : m_forward) {
            std::ranges::for_each(op.inputs, place);
            const auto outputs = m_builder.addLike(op, op.inputs);
            for (std::size_t i = 0; i < outputs.size(); ++i)
                moved.insert_or_assign(op.outputs[i], outputs[i]);
            op.outputs = outputs;
        }
        std::ranges::for_each(m_variables, place);
        place(m_result);
    }

    void accumulate(ProgramValueId value, ProgramValueId derivative)
    {
        const auto [place, isNew] = m_derivatives.try_emplace(value, derivative);
        if (!isNew)
            place->second = m_builder.add("Add", { place->second, derivative });
    }

    Result<void> goBack()
    {
        std::unordered_set<ProgramValueId> active(m_variables.begin(), m_variables.end());
        for (const auto& op : m_forward)
            active.insert(op.outputs.begin(), op.outputs.end());
        m_derivatives.emplace(m_result, m_builder.filled(1, m_result));
        for (auto op = m_forward.rbegin(); op != m_forward.rend(); ++op) {
            const auto found = op->outputs.empty() ? m_derivatives.end()
                                                   : m_derivatives.find(op->outputs.front());
            if (found == m_derivatives.end())
                continue;
            const auto derivatives = TRY(differentiate(m_builder, *op, found->second));
            TRY(checkSize(m_program));
            for (std::size_t i = 0; i < std::min(derivatives.size(), op->inputs.size()); ++i) {
                if (derivatives[i].isValid() && active.contains(op->inputs[i]))
                    accumulate(op->inputs[i], derivatives[i]);
            }
        }
        return {};
    }

    /// A variable on which the result does not depend has derivative zero.
    void giveOutputs()
    {
        for (std::size_t i = 0; i < std::min(m_differentiated, m_gradient.outputs.size()); ++i) {
            if (!m_gradient.outputs[i].isValid())
                continue;
            const auto found = m_derivatives.find(m_variables[i]);
            m_builder.name(
                found != m_derivatives.end() ? found->second : m_builder.filled(0, m_variables[i]),
                m_gradient.outputs[i]);
        }
    }

    /// Inserts the operators at the node's place, but not before the operators of the result: the
    /// node reads values that it only names, so no edge orders it after them.
    void insert()
    {
        auto& ops = m_program.block(m_block).ops;
        std::unordered_set<OpId> before;
        for (const auto& op : m_forward) {
            for (const auto output : op.outputs) {
                if (output.isValid())
                    before.insert(m_program.value(output).producer);
            }
        }
        auto place = std::ranges::find(ops, m_id) - ops.begin();
        for (auto i = std::ssize(ops); i-- > place;) {
            if (before.contains(ops[i]))
                place = i + 1;
        }
        ops.insert(ops.begin() + place, m_builder.added().begin(), m_builder.added().end());
        std::erase(ops, m_id);
        m_program.op(m_id).isRemoved = true;
    }

    Program& m_program;
    BlockId m_block;
    Op m_gradient; ///< a copy: adding operators moves those of the program
    OpId m_id;
    DerivativeBuilder m_builder;
    std::vector<ProgramValueId> m_variables; ///< xs, then zs
    std::size_t m_differentiated = 0; ///< how many of them are xs
    ProgramValueId m_result;
    std::vector<Op> m_forward;
    std::unordered_map<ProgramValueId, ProgramValueId> m_derivatives; ///< of the result, by value
};

} // namespace

bool isGradient(std::string_view domain, std::string_view type)
{
    return type == "Gradient" && domain == trainingDomain;
}

Result<void> expandGradients(Program& program)
{
    const auto count = std::ranges::count_if(
        program.ops, [](const Op& op) { return isGradient(op.node.domain, op.node.type); });
    if (count > static_cast<std::ptrdiff_t>(maxGradients))
        return failAs(ErrorKind::Unsupported, "the model has ", count,
            " Gradient operators, at most ", maxGradients, " are supported");
    for (std::size_t block = 0; block < program.blocks.size(); ++block) {
        const auto ops = program.blocks[block].ops;
        for (const auto id : ops) {
            const auto& node = program.op(id).node;
            if (isGradient(node.domain, node.type))
                TRY(GradientExpansion(program, BlockId(block), id).run());
        }
    }
    return {};
}

} // namespace engine
