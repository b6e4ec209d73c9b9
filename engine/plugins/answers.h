#pragma once

#include "engine/kernel/tensor.h"
#include "engine/plugins/plugin_operator.h"
#include "model/attribute.h"

#include <map>
#include <string>
#include <string_view>

namespace engine::plugins {

/// The host's answers to one callback of a plug-in, about its node: they implement the functions of
/// opscope_operator.h. A function that has no meaning in this callback makes it fail with a
/// message.
class Answers {
public:
    Answers(const PluginOperator& op, std::string_view callback)
        : m_operator(op)
        , m_callback(callback)
    {
    }
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;
    virtual ~Answers() = default;

    const PluginOperator& op() const { return m_operator; }
    std::string_view callback() const { return m_callback; }
    /// Records a failure. Only the first one counts: others often follow from it.
    void fail(std::string message, support::ErrorKind kind = support::ErrorKind::Failed);
    void fail(Error error) { fail(error.message(), error.kind()); }
    bool hasFailed() const { return !m_failure.empty(); }
    /// Returns the failure, with the plug-in's name.
    Error failure() const;

    virtual const char* name() const { return m_operator.schema.name.c_str(); }
    virtual std::size_t inputCount() const = 0;
    virtual std::size_t outputCount() const = 0;
    virtual bool hasInput(std::size_t i) const = 0;
    virtual bool hasOutput(std::size_t i) const { return i < outputCount(); }

    /// Returns an attribute's value, as written or by default, alive as long as this object; null
    /// if there is none. The operator must declare it with this kind.
    const model::Attribute::Value* attribute(const char* attributeName, model::AttributeKind kind);
    virtual bool attributeTensor(const char* attributeName, OpscopeTensor& tensor);

    virtual model::ElementType inputElement(std::size_t i) const = 0;
    virtual std::int32_t inputRank(std::size_t i) = 0;
    virtual OpscopeDim inputDim(std::size_t i, std::size_t axis) = 0;
    virtual std::int32_t outputRank(std::size_t i);
    virtual OpscopeDim outputDim(std::size_t i, std::size_t axis);

    virtual const std::vector<std::int64_t>* inputIntegers(std::size_t i);
    virtual OpscopeDim combine(std::int32_t operation, OpscopeDim a, OpscopeDim b);
    virtual bool setOutput(
        std::size_t i, model::ElementType element, std::int32_t rank, const OpscopeDim* dims);

    virtual bool input(std::size_t i, OpscopeTensor& tensor);
    virtual const std::string* inputString(std::size_t i, std::uint64_t index);
    virtual bool output(std::size_t i, model::ElementType element, std::int32_t rank,
        const std::int64_t* dims, void*& data);
    virtual bool setOutputString(std::size_t i, std::uint64_t index, std::string text);
    virtual void* scratch(std::size_t bytes);
    virtual int threads();
    virtual bool isStopped();

protected:
    static constexpr std::int32_t highestRank = 64;
    static constexpr OpscopeDim unknownDim { -1, nullptr };

    /// Returns the value of an attribute of this kind; monostate if there is none.
    virtual model::Attribute::Value findAttribute(
        std::string_view attributeName, model::AttributeKind kind) const = 0;
    /// Fails because a callback asks what it cannot ask; returns `answer`.
    template <typename Answer>
    Answer misused(std::string_view function, Answer answer);
    /// Describes a tensor for the plug-in.
    static void show(const Tensor& tensor, OpscopeTensor& shown);

private:
    const PluginOperator& m_operator;
    std::string_view m_callback;
    std::string m_failure;
    support::ErrorKind m_kind = support::ErrorKind::Failed;
    /// Values that the plug-in has asked for: it has pointers to them.
    std::map<std::string, model::Attribute::Value, std::less<>> m_kept;
};

/// Returns the value at the node, else the default; monostate if there is none of this kind.
model::Attribute::Value attributeIn(std::span<const model::Attribute> attributes,
    const model::OperatorSchema& schema, std::string_view name, model::AttributeKind kind);

} // namespace engine::plugins

/// The handle that opscope_operator.h declares.
struct OpscopeNode {
    engine::plugins::Answers& answers;
};
