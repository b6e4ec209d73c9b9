#include "engine/program/recomputed.h"

#include "engine/plan/plan_state.h"
#include "engine/program/facts.h"
#include "model/support/hash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>

namespace engine {
namespace {

using Key = std::string;

void add(Key& key, std::uint64_t number)
{
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void add(Key& key, std::string_view text)
{
    add(key, text.size());
    key += text;
}

template <typename T>
void addNumber(Key& key, T number)
{
    if constexpr (std::is_same_v<T, float>)
        add(key, std::uint64_t(std::bit_cast<std::uint32_t>(number)));
    else
        add(key, static_cast<std::uint64_t>(number));
}

/// Adds an attribute's value; returns false for kinds that are not compared (tensors, graphs,
/// types).
struct AddValue {
    Key& key;

    bool operator()(float number) const { return addNumber(key, number), true; }
    bool operator()(std::int64_t number) const { return addNumber(key, number), true; }
    bool operator()(const std::string& text) const { return add(key, text), true; }
    bool operator()(const std::vector<float>& list) const { return addList(list); }
    bool operator()(const std::vector<std::int64_t>& list) const { return addList(list); }
    bool operator()(const std::vector<std::string>& list) const
    {
        add(key, list.size());
        for (const auto& text : list)
            add(key, text);
        return true;
    }
    template <typename Other>
    bool operator()(const Other&) const
    {
        return false;
    }

    template <typename T>
    bool addList(const std::vector<T>& list) const
    {
        add(key, list.size());
        for (const auto number : list)
            addNumber(key, number);
        return true;
    }
};

bool addAttributes(Key& key, const OpNode& node)
{
    std::vector<const model::Attribute*> sorted;
    for (const auto& attribute : node.attributes)
        sorted.push_back(&attribute);
    std::ranges::sort(sorted, {}, &model::Attribute::name);
    return std::ranges::all_of(sorted, [&](const model::Attribute* attribute) {
        add(key, attribute->name);
        add(key, static_cast<std::uint64_t>(attribute->kind));
        return std::visit(AddValue { key }, attribute->value);
    });
}

/// Returns a key that is equal for equal constants; nothing if the constant is not compared.
std::optional<Key> contentKey(const Tensor& tensor)
{
    if (tensor.data == nullptr || tensor.strings != nullptr
        || tensor.type.bytes() > maxComparedBytes)
        return std::nullopt;
    Key key;
    add(key, static_cast<std::uint64_t>(tensor.element()));
    for (const auto size : tensor.dims())
        add(key, static_cast<std::uint64_t>(size));
    const auto hash = support::xxh3({ tensor.data, tensor.type.bytes() });
    add(key, hash.low);
    add(key, hash.high);
    return key;
}

/// Value numbering: gives equal numbers to values that are equal in every run. Visits operators in
/// execution order.
class Finder {
public:
    explicit Finder(const Plan& plan)
        : m_program(plan.program())
        , m_isConstant(m_program.values.size(), false)
        , m_number(m_program.values.size())
        , m_repeats(m_program.ops.size())
        , m_isConstantOp(m_program.ops.size(), false)
    {
        std::map<Key, std::uint32_t> contents;
        for (std::uint32_t i = 0; i < m_number.size(); ++i) {
            m_number[i] = i;
            const auto& constant = m_program.values[i].constant;
            m_isConstant[i] = constant.has_value();
            if (const auto key = constant ? contentKey(*constant) : std::nullopt)
                m_number[i] = contents.try_emplace(*key, i).first->second;
        }
        walk(BlockId(0u));
    }

    bool isConstant(OpId op) const { return m_isConstantOp[op.value()]; }
    OpId repeated(OpId op) const { return m_repeats[op.value()]; }

private:
    /// Recursion is bounded by maxBodyDepth (program_builder.h).
    void walk(BlockId block)
    {
        const auto first = m_seen.size();
        for (const auto id : m_program.block(block).ops) {
            const auto& op = m_program.op(id);
            if (op.isRemoved)
                continue;
            for (const auto& body : op.bodies)
                walk(body.block);
            visit(id, op);
        }
        // Values of a body do not exist outside it.
        for (; m_seen.size() > first; m_seen.pop_back())
            m_places.erase(m_seen.back());
    }

    void visit(OpId id, const Op& op)
    {
        if (!isDeterministic(op.node))
            return;
        if (isConstantOp(op)) {
            m_isConstantOp[id.value()] = true;
            for (const auto output : op.outputs)
                if (output.isValid())
                    m_isConstant[output.value()] = true;
        }
        if (op.bodies.empty())
            number(id, op);
    }

    bool isConstantValue(ProgramValueId id) const
    {
        return !id.isValid() || m_isConstant[id.value()];
    }

    bool isConstantOp(const Op& op) const
    {
        const auto isConstantHere = [&](ProgramValueId id) { return isConstantValue(id); };
        return !op.outputs.empty() && std::ranges::all_of(op.inputs, isConstantHere)
            && std::ranges::all_of(op.bodies, [&](const Op::Body& body) {
                   return isDeterministicBody(body.block)
                       && std::ranges::all_of(capturesOf(m_program, body.block), isConstantHere);
               });
    }

    bool isDeterministicBody(BlockId block) const
    {
        return std::ranges::all_of(m_program.block(block).ops, [&](OpId id) {
            const auto& op = m_program.op(id);
            return op.isRemoved
                || (isDeterministic(op.node)
                    && std::ranges::all_of(op.bodies,
                        [&](const Op::Body& body) { return isDeterministicBody(body.block); }));
        });
    }

    void number(OpId id, const Op& op)
    {
        Key key;
        add(key, op.node.domain);
        add(key, op.node.type);
        addNumber(key, op.node.version);
        add(key, op.inputs.size());
        for (const auto input : op.inputs)
            add(key, input.isValid() ? m_number[input.value()] : std::uint64_t(-1));
        // Which outputs are used may change what is computed (training statistics).
        for (const auto output : op.outputs)
            add(key, output.isValid() ? 1u : 0u);
        if (!addAttributes(key, op.node))
            return;
        const auto [place, isNew] = m_places.try_emplace(key, id);
        if (isNew) {
            m_seen.push_back(key);
            return;
        }
        m_repeats[id.value()] = place->second;
        const auto& other = m_program.op(place->second);
        for (std::size_t i = 0; i < op.outputs.size(); ++i)
            if (op.outputs[i].isValid())
                m_number[op.outputs[i].value()] = m_number[other.outputs[i].value()];
    }

    const Program& m_program;
    std::vector<bool> m_isConstant; // by value
    std::vector<std::uint32_t> m_number; // by value
    std::vector<OpId> m_repeats; // by operator
    std::vector<bool> m_isConstantOp;
    std::map<Key, OpId> m_places; // of this block and those around it
    std::vector<Key> m_seen; // keys of m_places, newest last
};

} // namespace

Recomputed findRecomputed(const Plan& plan)
{
    const Finder finder(plan);
    std::size_t count = 0;
    for (const auto& step : plan.steps())
        count = std::max<std::size_t>(count, step.id.value() + 1);
    std::vector<StepId> stepOf(plan.program().ops.size());
    for (const auto& block : plan.state().blocks)
        for (const auto& step : block.steps)
            stepOf[step.op.value()] = step.id;
    Recomputed result;
    result.isConstant.resize(count);
    result.repeats.resize(count);
    for (const auto& block : plan.state().blocks) {
        for (const auto& step : block.steps) {
            result.isConstant[step.id.value()] = finder.isConstant(step.op);
            if (const auto other = finder.repeated(step.op); other.isValid())
                result.repeats[step.id.value()] = stepOf[other.value()];
        }
    }
    return result;
}

} // namespace engine
