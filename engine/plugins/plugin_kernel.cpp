#include "engine/plugins/plugin_kernel.h"

#include "engine/plugins/callback.h"
#include "engine/plugins/step_answers.h"

namespace engine::plugins {

namespace {

/// One node of a plug-in's operator, with the state that its `create` made.
class PluginKernel final : public Kernel {
public:
    PluginKernel(const PluginOperator& op, Signature signature)
        : m_operator(op)
        , m_signature(std::move(signature))
    {
    }
    PluginKernel(const PluginKernel&) = delete;
    PluginKernel& operator=(const PluginKernel&) = delete;

    ~PluginKernel() override
    {
        if (!m_isCreated || m_operator.described.destroy == nullptr)
            return;
        const CrashNote note(
            m_operator.library, "destroy", m_operator.schema.name, m_signature.node.label.c_str());
        try {
            m_operator.described.destroy(m_state);
        } catch (...) { // NOLINT(bugprone-empty-catch): no caller is left to report to
        }
    }

    Result<void> create(std::span<const bool> outputsUsed)
    {
        if (m_operator.described.create != nullptr) {
            CreateAnswers answers(m_operator, m_signature, outputsUsed);
            m_isCreated = callBack(answers, m_operator.described.create, &m_state);
            if (!m_isCreated)
                return answers.failure();
        }
        for (auto& input : m_signature.inputs)
            input.constant = nullptr; // valid only during preparation
        return {};
    }

    Result<void> run(RunContext& context) override
    {
        RunAnswers answers(m_operator, m_signature, context);
        const bool isDone = callBack(answers, m_operator.described.run, m_state);
        if (context.stop().stop_requested())
            return support::failAs(support::ErrorKind::Cancelled, "stopped");
        if (isDone)
            answers.checkOutputsMade();
        if (!isDone || answers.hasFailed())
            return answers.failure();
        return {};
    }

    std::string implementation() const override { return "plug-in " + m_operator.library; }

private:
    const PluginOperator& m_operator;
    Signature m_signature;
    void* m_state = nullptr;
    bool m_isCreated = false;
};

} // namespace

Result<std::unique_ptr<Kernel>> preparePlugin(
    const PluginOperator& op, const KernelRequest& request)
{
    auto signature = TRY(Signature::of(op, request));
    auto kernel = std::make_unique<PluginKernel>(op, std::move(signature));
    TRY(kernel->create(request.outputsUsed));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

} // namespace engine::plugins
