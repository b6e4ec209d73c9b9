#include "engine/program/program.h"

#include <algorithm>
#include <unordered_set>

namespace engine {

namespace {

/// Returns `start` and all blocks inside it, each before its bodies.
std::vector<BlockId> blocksBelow(const Program& program, BlockId start)
{
    std::vector<BlockId> found { start };
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const auto op : program.block(found[i]).ops) {
            for (const auto& body : program.op(op).bodies) {
                if (!program.op(op).isRemoved)
                    found.push_back(body.block);
            }
        }
    }
    return found;
}

} // namespace

std::optional<BlockId> Op::body(std::string_view attribute) const
{
    const auto found = std::ranges::find(bodies, attribute, &Body::attribute);
    return found == bodies.end() ? std::nullopt : std::optional(found->block);
}

std::string_view fateName(NodeFate::Kind kind)
{
    switch (kind) {
    case NodeFate::Kind::Kept:
        return "kept";
    case NodeFate::Kind::Folded:
        return "folded";
    case NodeFate::Kind::FusedInto:
        return "fused into";
    case NodeFate::Kind::Removed:
        return "removed";
    case NodeFate::Kind::Replaced:
        return "replaced";
    case NodeFate::Kind::Inlined:
        return "inlined";
    case NodeFate::Kind::NotRun:
        return "not run";
    }
    return "unknown";
}

ProgramValueId Program::addValue(ProgramValue value)
{
    values.push_back(std::move(value));
    return ProgramValueId(values.size() - 1);
}

OpId Program::addOp(Op op)
{
    const OpId id(ops.size());
    for (const auto output : op.outputs) {
        if (output.isValid()) {
            value(output).producer = id;
            value(output).definedIn = op.block;
        }
    }
    ops.push_back(std::move(op));
    return id;
}

std::vector<ProgramValueId> capturesOf(const Program& program, BlockId block)
{
    std::unordered_set<ProgramValueId> own;
    std::vector<ProgramValueId> captured;
    const auto read = [&](ProgramValueId id) {
        if (id.isValid() && own.insert(id).second)
            captured.push_back(id);
    };
    // Collects what all blocks define first, so that a value defined inside `block` is no capture.
    const auto blocks = blocksBelow(program, block);
    for (const auto id : blocks) {
        own.insert(program.block(id).inputs.begin(), program.block(id).inputs.end());
        for (const auto op : program.block(id).ops)
            own.insert(program.op(op).outputs.begin(), program.op(op).outputs.end());
    }
    for (const auto id : blocks) {
        for (const auto op : program.block(id).ops) {
            if (!program.op(op).isRemoved)
                std::ranges::for_each(program.op(op).inputs, read);
        }
        std::ranges::for_each(program.block(id).outputs, read);
    }
    return captured;
}

std::vector<std::uint32_t> countUses(const Program& program)
{
    std::vector<std::uint32_t> uses(program.values.size());
    const auto count = [&](ProgramValueId id) {
        if (id.isValid())
            ++uses[id.value()];
    };
    for (const auto block : blocksBelow(program, BlockId(0u))) {
        for (const auto op : program.block(block).ops) {
            if (!program.op(op).isRemoved)
                std::ranges::for_each(program.op(op).inputs, count);
        }
        std::ranges::for_each(program.block(block).outputs, count);
    }
    return uses;
}

} // namespace engine
