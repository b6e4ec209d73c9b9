#pragma once

#include "engine/kernel/kernel.h"
#include "engine/plugins/answers.h"

#include <deque>
#include <map>

namespace engine::plugins {

/// A node with concrete input types, checked against what its operator lists.
struct Signature {
    OpNode node;
    const model::TensorStore* store = nullptr; ///< for tensor attributes; lives with the plan
    std::vector<InputType> inputs; ///< as many as the node writes
    std::vector<InputType> outputs; ///< as inferred; kind Absent where nothing is known
    std::map<std::string, ElementType, std::less<>> bound; ///< element type by type variable

    /// Fails for inputs of types that the operator does not list, and for another operator version.
    static Result<Signature> of(const PluginOperator& op, const KernelRequest& request);
    /// Checks that output i may have this type, by its list and its type variable.
    Result<void> checkElement(std::size_t i, ElementType element) const;
    /// Checks that output i may be this tensor, also by what was inferred.
    Result<void> checkOutput(std::size_t i, const TensorType& type) const;
    /// `output 0 (y)`.
    std::string outputName(std::size_t i) const;
};

/// Answers that create and run share: types are known, attributes may be tensors.
class StepAnswers : public Answers {
public:
    StepAnswers(const PluginOperator& op, std::string_view callback, const Signature& signature)
        : Answers(op, callback)
        , m_signature(signature)
    {
    }

    const char* name() const override { return m_signature.node.label.c_str(); }
    std::size_t inputCount() const override { return m_signature.inputs.size(); }
    std::size_t outputCount() const override { return m_signature.outputs.size(); }
    bool hasInput(std::size_t i) const override;
    ElementType inputElement(std::size_t i) const override;
    std::int32_t inputRank(std::size_t i) override;
    OpscopeDim inputDim(std::size_t i, std::size_t axis) override;
    bool attributeTensor(const char* attributeName, OpscopeTensor& tensor) override;

protected:
    model::Attribute::Value findAttribute(
        std::string_view attributeName, model::AttributeKind kind) const override;
    const Signature& signature() const { return m_signature; }

private:
    const Signature& m_signature;
    std::deque<Tensor> m_tensors; // of attributes that the plug-in has read
};

/// Answers while a node is prepared. Of the inputs only those that never change have contents.
class CreateAnswers final : public StepAnswers {
public:
    CreateAnswers(
        const PluginOperator& op, const Signature& signature, std::span<const bool> outputsUsed)
        : StepAnswers(op, "create", signature)
        , m_outputsUsed(outputsUsed)
    {
    }

    bool hasOutput(std::size_t i) const override
    {
        return i < m_outputsUsed.size() && m_outputsUsed[i];
    }
    bool input(std::size_t i, OpscopeTensor& tensor) override;
    const std::string* inputString(std::size_t i, std::uint64_t index) override;

private:
    std::span<const bool> m_outputsUsed;
};

/// Answers while a node runs.
class RunAnswers final : public StepAnswers {
public:
    RunAnswers(const PluginOperator& op, const Signature& signature, RunContext& context)
        : StepAnswers(op, "run", signature)
        , m_context(context)
        , m_outputs(signature.outputs.size())
    {
    }

    bool hasOutput(std::size_t i) const override { return m_context.hasOutput(i); }
    bool input(std::size_t i, OpscopeTensor& tensor) override;
    const std::string* inputString(std::size_t i, std::uint64_t index) override;
    bool output(std::size_t i, model::ElementType element, std::int32_t rank,
        const std::int64_t* dims, void*& data) override;
    bool setOutputString(std::size_t i, std::uint64_t index, std::string text) override;
    void* scratch(std::size_t bytes) override;
    int threads() override { return m_context.threads(); }
    bool isStopped() override { return m_context.stop().stop_requested(); }

    /// Records a failure if an output that is used was not made. Called after run has returned.
    void checkOutputsMade();

private:
    RunContext& m_context;
    std::vector<Tensor*> m_outputs; // null: not made yet
};

} // namespace engine::plugins
