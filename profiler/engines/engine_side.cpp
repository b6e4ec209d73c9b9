#include "profiler/engines/engine_side.h"

#include "model/support/truncated_files.h"
#include "profiler/engines/engine_tables.h"

namespace profiler {

using support::Result;

namespace {

class OwnSide final : public EngineSide {
public:
    OwnSide(const engine::RunRequest& request, engine::Preparation preparation,
        engine::Session session, std::chrono::nanoseconds openTime, std::stop_token stop)
        : m_preparation(std::move(preparation))
        , m_session(std::move(session))
        , m_inputs(m_preparation.inputs.runtimeValues())
        , m_draft(request, m_preparation, stop)
        , m_openTime(openTime)
        , m_stop(std::move(stop))
    {
    }

    Result<void> run(engine::Observer* observer) override
    {
        m_result = TRY(m_session.run(m_inputs, observer, m_stop));
        return {};
    }
    void freeOutputs() override { m_result = {}; }
    Result<std::vector<engine::NamedValue>> outputs() override { return m_result.outputs; }
    Result<std::shared_ptr<const Profile>> profile(
        const Benchmark& benchmark, const Metadata& more) override
    {
        TRY(support::checkMappedFiles());
        return m_draft.with(benchmark, more);
    }
    void save(RecordingFile& file, const Benchmark& soFar, std::uint32_t firstNew) const override
    {
        m_draft.save(file, soFar, firstNew);
    }
    std::uint64_t peakBytes() const override { return m_session.peakBytes(); }
    std::chrono::nanoseconds openTime() const override { return m_openTime; }

private:
    engine::Preparation m_preparation;
    engine::Session m_session;
    std::vector<engine::RuntimeValue> m_inputs;
    ProfileDraft m_draft;
    std::chrono::nanoseconds m_openTime;
    std::stop_token m_stop;
    engine::RunResult m_result;
};

class OtherSide final : public EngineSide {
public:
    OtherSide(EngineProcess process, const EngineRequest& engine, const engine::RunRequest& request,
        const engine::Inputs& inputs, std::stop_token stop)
        : m_process(std::move(process))
        , m_engine(engine.library.engine)
        , m_model(request.model)
        , m_dims(inputs.dims)
        , m_stop(std::move(stop))
    {
        describeEngineRun(m_tables.metadata, engine, m_process.facts(), request, inputs);
        m_tables.metadata.set(keys::profileId, std::string_view(newProfileId(utcNowNs())));
    }

    Result<void> run(engine::Observer* observer) override
    {
        m_ticks = TRY(m_process.run(observer != nullptr, m_stop));
        m_peakBytes = std::max(m_peakBytes, m_process.peakBytes());
        return {};
    }
    TicksOfRun ticksOfRun() override
    {
        return [this] { return m_ticks; };
    }
    Result<std::vector<engine::NamedValue>> outputs() override { return m_process.outputs(); }

    Result<std::shared_ptr<const Profile>> profile(
        const Benchmark& benchmark, const Metadata& more) override
    {
        const auto recorded = TRY(m_process.operatorTimes());
        const auto graph = m_process.saveExecutedGraph();
        ProfileBuilder builder(m_tables);
        addBenchmark(builder, benchmark);
        auto& metadata = builder.profile().metadata;
        if (!graph)
            builder.profile().diagnostics.push_back(
                { support::Severity::Warning, "attribution", {}, graph.error().message(), "" });
        addEngineOperators(
            builder, m_engine, recorded, graph ? *graph : std::filesystem::path(), m_model, m_dims);
        metadata.set(keys::peakRss, static_cast<std::int64_t>(m_peakBytes));
        for (const auto& [key, value] : more.all())
            metadata.put(key, value);
        return std::move(builder).build();
    }

    void save(RecordingFile& file, const Benchmark& soFar, std::uint32_t firstNew) const override
    {
        ProfileBuilder builder(m_tables);
        addBenchmark(builder, soFar, firstNew);
        auto& metadata = builder.profile().metadata;
        metadata.set(keys::interrupted, true);
        metadata.set(keys::end, "not finished");
        static_cast<void>(file.add(*std::move(builder).build()));
    }
    std::uint64_t peakBytes() const override { return m_peakBytes; }
    std::chrono::nanoseconds openTime() const override { return m_process.openTime(); }
    const EngineFacts* facts() const override { return &m_process.facts(); }

private:
    EngineProcess m_process;
    OtherEngine m_engine;
    std::shared_ptr<const model::Model> m_model;
    model::Binding m_dims;
    std::stop_token m_stop;
    Profile m_tables; ///< what is known before the first run
    RunTicks m_ticks;
    std::uint64_t m_peakBytes = 0;
};

} // namespace

Result<std::unique_ptr<EngineSide>> openOwnSide(
    const engine::RunRequest& request, std::stop_token stop)
{
    const auto start = std::chrono::steady_clock::now();
    auto preparation = engine::prepare(request);
    if (!preparation.plan)
        return preparation.plan.error();
    auto session = TRY(engine::Session::create(*preparation.plan));
    return std::unique_ptr<EngineSide>(std::make_unique<OwnSide>(request, std::move(preparation),
        std::move(session), std::chrono::steady_clock::now() - start, std::move(stop)));
}

namespace {

Result<std::unique_ptr<EngineSide>> openProcess(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, bool isRecording,
    std::stop_token stop)
{
    auto settings = settingsFor(request, engine);
    settings.isRecording = isRecording;
    auto process = TRY(
        EngineProcess::start(engine.library.engine, std::move(settings), engine.limits, stop));
    TRY(process.setInputs(inputs.values, stop));
    return std::unique_ptr<EngineSide>(
        std::make_unique<OtherSide>(std::move(process), engine, request, inputs, std::move(stop)));
}

} // namespace

Result<std::unique_ptr<EngineSide>> openOwnProcess(
    const engine::RunRequest& request, const engine::Inputs& inputs, std::stop_token stop)
{
    EngineRequest engine;
    engine.library.engine = OtherEngine::Opscope;
    engine.options.emplace("precision", engine::precisionName(request.precision));
    engine.limits.memory = request.memoryLimit;
    return openProcess(engine, request, inputs, false, std::move(stop));
}

Result<std::unique_ptr<EngineSide>> openOtherSide(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, std::stop_token stop)
{
    return openProcess(engine, request, inputs, true, std::move(stop));
}

} // namespace profiler
