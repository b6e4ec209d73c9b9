#include "engine/program/program_check.h"

namespace engine {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Walks the blocks in execution order with a stack of open blocks. Values that a body defines are
/// undefined again when it is closed.
class DefinitionCheck {
public:
    explicit DefinitionCheck(const Program& program)
        : m_program(program)
        , m_isDefined(program.values.size())
    {
    }

    Result<void> run()
    {
        open(BlockId(0u));
        while (!m_stack.empty())
            TRY(step());
        return {};
    }

private:
    struct Place {
        BlockId block;
        std::size_t next = 0;
        std::size_t body = 0;
        std::vector<ProgramValueId> defined;
    };

    void define(ProgramValueId id)
    {
        if (id.isValid()) {
            m_isDefined[id.value()] = true;
            m_stack.back().defined.push_back(id);
        }
    }

    void open(BlockId id)
    {
        m_stack.push_back({ id, 0, 0, {} });
        for (const auto input : m_program.block(id).inputs)
            define(input);
    }

    Result<void> read(ProgramValueId id, const std::string& reader) const
    {
        if (!id.isValid() || m_isDefined[id.value()] || m_program.isConstant(id))
            return {};
        const auto& value = m_program.value(id);
        if (value.producer.isValid())
            return failAs(ErrorKind::File, reader, " reads '", value.name, "' before '",
                m_program.op(value.producer).node.label, "' makes it: the graph has a cycle");
        return failAs(ErrorKind::File, reader, " reads '", value.name, "', which nothing defines");
    }

    Result<void> step()
    {
        auto& place = m_stack.back();
        const auto& block = m_program.block(place.block);
        if (place.next == block.ops.size())
            return close();
        const auto& op = m_program.op(block.ops[place.next]);
        if (place.body == 0) {
            for (std::size_t i = 0; i < op.inputs.size(); ++i)
                TRY(read(op.inputs[i],
                    "input " + std::to_string(i) + " of " + op.node.type + " '" + op.node.label
                        + "'"));
        }
        if (place.body < op.bodies.size()) {
            open(op.bodies[place.body++].block);
            return {};
        }
        ++place.next;
        place.body = 0;
        for (const auto output : op.outputs) {
            if (output.isValid() && (m_isDefined[output.value()] || m_program.isConstant(output)))
                return failAs(ErrorKind::File, op.node.type, " '", op.node.label, "' defines '",
                    m_program.value(output).name, "' a second time");
            define(output);
        }
        return {};
    }

    Result<void> close()
    {
        const auto& place = m_stack.back();
        const auto& block = m_program.block(place.block);
        const auto reader = block.owner.isValid()
            ? "the body of '" + m_program.op(block.owner).node.label + "' as output"
            : std::string("the graph as output");
        for (const auto output : block.outputs)
            TRY(read(output, reader));
        for (const auto id : place.defined)
            m_isDefined[id.value()] = false;
        m_stack.pop_back();
        return {};
    }

    const Program& m_program;
    std::vector<bool> m_isDefined;
    std::vector<Place> m_stack;
};

} // namespace

Result<void> checkDefinitions(const Program& program) { return DefinitionCheck(program).run(); }

} // namespace engine
