#include "engine/plan/engine.h"
#include "model/onnx/parser.h"
#include "profiler/engines/engine_session.h"

#include <algorithm>

/// Runs a model in our own engine behind the interface of the others.

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

class OpscopeSession final : public EngineSession {
public:
    explicit OpscopeSession(engine::RunRequest request)
        : m_request(std::move(request))
    {
        m_facts.version = OPSCOPE_VERSION;
        m_facts.settings.emplace("precision", engine::precisionName(m_request.precision));
    }

    const EngineFacts& facts() const override { return m_facts; }

    Result<void> setInputs(std::vector<engine::NamedValue> inputs) override
    {
        engine::Inputs values;
        m_values.clear();
        for (auto& input : inputs) {
            m_values.push_back(input.value);
            values.values.push_back({ input.name, std::move(input.value), "as given" });
        }
        m_session.reset();
        auto preparation = engine::prepare(m_request, std::move(values));
        if (!preparation.plan)
            return preparation.plan.error();
        m_session.emplace(TRY(engine::Session::create(*preparation.plan)));
        return {};
    }

    Result<void> run(bool isRecorded) override
    {
        if (isRecorded || !m_session)
            return failAs(ErrorKind::Failed, "Opscope's engine is not ready for this run here");
        m_result = {};
        m_result = TRY(m_session->run(m_values, nullptr, m_stop.get_token()));
        return {};
    }

    Result<std::vector<engine::NamedValue>> outputs() override { return m_result.outputs; }
    const std::vector<ExecutedNode>& executedNodes() const override { return m_nodes; }
    Result<std::vector<std::vector<OperatorTime>>> operatorTimes(bool) override
    {
        return std::vector<std::vector<OperatorTime>>();
    }
    Result<std::filesystem::path> saveExecutedGraph(const std::filesystem::path&) override
    {
        return failAs(ErrorKind::Unsupported, "Opscope's engine saves no executed graph");
    }
    void cancel() override { m_stop.request_stop(); }

private:
    engine::RunRequest m_request;
    std::optional<engine::Session> m_session;
    std::vector<engine::RuntimeValue> m_values;
    engine::RunResult m_result;
    std::stop_source m_stop;
    EngineFacts m_facts;
    std::vector<ExecutedNode> m_nodes;
};

} // namespace

Result<std::unique_ptr<EngineSession>> openOpscope(const EngineSettings& settings)
{
    engine::RunRequest request;
    request.model = TRY(model::onnx::openModel(settings.model));
    request.threads = settings.threads;
    if (const auto given = settings.options.find("precision"); given != settings.options.end()) {
        const auto row = std::ranges::find(
            engine::precisionNames, given->second, &engine::SettingName<engine::Precision>::name);
        if (row == engine::precisionNames.end())
            return failAs(ErrorKind::Usage, "unknown precision ", given->second);
        request.precision = row->value;
    }
    return std::unique_ptr<EngineSession>(std::make_unique<OpscopeSession>(std::move(request)));
}

} // namespace profiler
