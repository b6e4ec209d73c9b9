#include "engine/passes/pattern.h"

#include <algorithm>
#include <cmath>

namespace engine {

Pattern::Pattern(const Program& program, const PassContext& context)
    : m_program(program)
    , m_facts(context.facts)
    , m_uses(countUses(program))
    , m_readers(program.values.size())
{
    forEachOp([this](OpId id) {
        for (const auto input : op(id).inputs) {
            if (input.isValid())
                m_readers[input.value()].push_back(id);
        }
    });
}

const Pattern& patternOf(const Program& program, const PassContext& context)
{
    if (!context.pattern)
        context.pattern = std::make_shared<const Pattern>(program, context);
    return *context.pattern;
}

OpId Pattern::makerOf(ProgramValueId value) const
{
    if (!value.isValid() || m_program.isConstant(value))
        return {};
    const auto maker = m_program.value(value).producer;
    return maker.isValid() && !op(maker).isRemoved ? maker : OpId();
}

OpId Pattern::standardOnly(OpId id, std::string_view type) const
{
    const bool isIt = id.isValid() && op(id).node.type == type && op(id).node.domain.empty();
    return isIt ? id : OpId();
}

OpId Pattern::makerOf(ProgramValueId value, std::string_view type) const
{
    return standardOnly(makerOf(value), type);
}

OpId Pattern::onlyReaderOf(ProgramValueId value) const
{
    const auto& readers = readersOf(value);
    if (usesOf(value) != 1 || readers.size() != 1)
        return {};
    const bool isNear
        = makerOf(value).isValid() && op(makerOf(value)).block == op(readers.front()).block;
    return isNear ? readers.front() : OpId();
}

OpId Pattern::onlyReaderOf(ProgramValueId value, std::string_view type) const
{
    return standardOnly(onlyReaderOf(value), type);
}

std::optional<float> Pattern::scalarOf(ProgramValueId value) const
{
    const auto* tensor = m_program.constantOf(value);
    if (tensor == nullptr || tensor->element() != ElementType::Float || tensor->count() != 1
        || tensor->data == nullptr)
        return std::nullopt;
    return tensor->as<float>().front();
}

bool Pattern::isRow(ProgramValueId value, std::int64_t width, std::size_t rank) const
{
    const auto* row = m_program.constantOf(value);
    return row != nullptr && row->element() == ElementType::Float && row->rank() > 0
        && row->rank() <= rank && row->count() == width && row->dims().back() == width;
}

std::optional<TensorType> Pattern::floatType(ProgramValueId value) const
{
    auto type = m_facts.tensorType(value);
    return type && type->element == ElementType::Float ? std::move(type) : std::nullopt;
}

ProgramValueId Pattern::otherInput(OpId id, ProgramValueId value) const
{
    const auto& inputs = op(id).inputs;
    if (inputs.size() != 2 || (inputs[0] != value && inputs[1] != value))
        return {};
    return inputs[0] == value ? inputs[1] : inputs[0];
}

ProgramValueId Pattern::inputBesideScalar(OpId id, float scalar) const
{
    const auto& inputs = op(id).inputs;
    for (std::size_t i = 0; i < 2 && inputs.size() == 2; ++i) {
        const auto found = scalarOf(inputs[i]);
        // Exporters write square roots with three to seven digits.
        if (found && std::abs(*found - scalar) <= 2e-4F * std::abs(scalar))
            return inputs[1 - i];
    }
    return {};
}

bool Pattern::isClosed(const std::vector<OpId>& ids, std::span<const ProgramValueId> kept) const
{
    const auto isInside = [&](OpId id) { return std::ranges::find(ids, id) != ids.end(); };
    for (const auto id : ids) {
        if (!id.isValid() || op(id).block != op(ids.front()).block
            || std::ranges::count(ids, id) != 1)
            return false;
        for (const auto output : op(id).outputs) {
            if (!output.isValid() || id == ids.back())
                continue;
            const auto& readers = m_readers[output.value()];
            const bool mayLeave = std::ranges::find(kept, output) != kept.end();
            const auto& own = m_program.block(op(id).block).outputs;
            const auto left
                = mayLeave ? static_cast<std::size_t>(std::ranges::count(own, output)) : 0;
            if (m_uses[output.value()] != readers.size() + left
                || !std::ranges::all_of(readers, isInside))
                return false;
        }
    }
    return true;
}

Edit Pattern::fused(
    const std::vector<OpId>& taken, OpNode node, std::vector<ProgramValueId> inputs) const
{
    Edit edit;
    for (const auto id : taken)
        edit.taken.push_back({ id, NodeFate::Kind::FusedInto });
    Op fused;
    fused.node = std::move(node);
    fused.node.label = op(taken.front()).node.label;
    fused.inputs = std::move(inputs);
    fused.outputs = { op(taken.back()).outputs.front() };
    fused.device = op(taken.back()).device;
    edit.added.push_back(std::move(fused));
    return edit;
}

bool isRunFast(const RunRequest& request, std::string_view domain, std::string_view type)
{
    const auto kernels = KernelRegistry::instance().find(domain, type, request.device);
    const auto isFast = [&](const auto* entry) {
        return entry->tier != Tier::Reference
            && std::ranges::find(request.tiers, entry->tier) != request.tiers.end();
    };
    return std::ranges::any_of(kernels, isFast);
}

OpNode standardNode(std::string type, int version, std::vector<model::Attribute> attributes)
{
    OpNode node;
    node.schema = model::OperatorRegistry::instance().find("", type, version);
    node.type = std::move(type);
    node.version = version;
    node.attributes = std::move(attributes);
    return node;
}

} // namespace engine
