#include "engine/plugins/callback.h"
#include "engine/plugins/rules.h"

#include "model/inference/cost_context.h"

namespace engine::plugins {

namespace {

/// Answers with known shapes, for a plug-in that counts the work of a node. A question about a size
/// that is not known makes the cost unknown, with the reason.
class CostAnswers final : public Answers {
public:
    CostAnswers(const PluginOperator& op, const model::CostContext& context)
        : Answers(op, "cost")
        , m_context(context)
    {
    }

    std::size_t inputCount() const override { return m_context.inputCount(); }
    std::size_t outputCount() const override { return m_context.outputCount(); }
    bool hasInput(std::size_t i) const override { return m_context.hasInput(i); }
    model::ElementType inputElement(std::size_t i) const override
    {
        return i < inputCount() ? m_context.inputs()[i].element : model::ElementType::Undefined;
    }
    std::int32_t inputRank(std::size_t i) override { return rank(m_context.inputs(), i, "input"); }
    std::int32_t outputRank(std::size_t i) override
    {
        return rank(m_context.outputs(), i, "output");
    }
    OpscopeDim inputDim(std::size_t i, std::size_t axis) override
    {
        return dim(m_context.inputs(), i, axis, "input");
    }
    OpscopeDim outputDim(std::size_t i, std::size_t axis) override
    {
        return dim(m_context.outputs(), i, axis, "output");
    }
    const std::string& unknown() const { return m_unknown; }

protected:
    model::Attribute::Value findAttribute(
        std::string_view name, model::AttributeKind kind) const override
    {
        return attributeIn(m_context.attributes(), m_context.schema(), name, kind);
    }

private:
    std::int32_t rank(std::span<const model::ValueType> types, std::size_t i, std::string_view role)
    {
        if (i < types.size() && types[i].shape)
            return static_cast<std::int32_t>(types[i].shape->size());
        note(role, i);
        return -1;
    }

    OpscopeDim dim(std::span<const model::ValueType> types, std::size_t i, std::size_t axis,
        std::string_view role)
    {
        const bool isThere = i < types.size() && types[i].shape && axis < types[i].shape->size();
        const auto value = isThere ? (*types[i].shape)[axis].value() : std::nullopt;
        if (value && *value >= 0)
            return { *value, nullptr };
        note(role, i);
        return unknownDim;
    }

    void note(std::string_view role, std::size_t i)
    {
        if (m_unknown.empty())
            m_unknown
                = "the shape of " + std::string(role) + " " + std::to_string(i) + " is not known";
    }

    const model::CostContext& m_context;
    std::string m_unknown;
};

} // namespace

model::Cost costOf(const PluginOperator& op, const model::CostContext& context)
{
    CostAnswers answers(op, context);
    OpscopeCost counted {};
    model::Cost cost;
    const bool isDone = callBack(answers, op.described.cost, &counted);
    if (!answers.unknown().empty()) {
        cost.reason = answers.unknown();
    } else if (!isDone) {
        cost.reason = answers.failure().message();
    } else {
        cost.multiplyAdds = counted.multiply_adds;
        cost.otherFlops = counted.other_flops;
        cost.transcendental = counted.transcendental;
        cost.movedBytes = counted.moved_bytes;
    }
    cost.readBytes = context.allInputBytes();
    cost.writtenBytes = context.allOutputBytes();
    return cost;
}

} // namespace engine::plugins
