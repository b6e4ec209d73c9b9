#include "profiler/engines/engine_session.h"
#include "profiler/engines/onnxruntime/outputs.h"
#include "profiler/engines/onnxruntime/providers.h"
#include "profiler/engines/onnxruntime/values.h"
#include "profiler/importers/formats.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <mutex>
#include <optional>

/// Runs a model with ONNX Runtime. Recorded runs use a session of their own with ONNX Runtime's
/// profiler, which writes its file when the session ends.

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::size_t maxNotices = 20;
constexpr const char* weightsFile = "weights.bin";

/// Messages of ONNX Runtime, which may come from several threads.
class Messages {
public:
    static void receive(
        void* self, int severity, const char*, const char*, const char*, const char* text)
    {
        if (severity < ort::warningSeverity || text == nullptr)
            return;
        auto& messages = *static_cast<Messages*>(self);
        const std::scoped_lock lock(messages.m_mutex);
        if (messages.m_texts.size() < maxNotices)
            messages.m_texts.emplace_back(text);
    }
    std::vector<std::string> take()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_texts, {});
    }

private:
    std::mutex m_mutex;
    std::vector<std::string> m_texts;
};

/// Releases 1.x that were tried, and what was between them.
constexpr int oldestTried = 20;
constexpr int newestTried = 32;

/// Whether `1.32.0` is a release that was tried.
bool isTried(std::string_view version)
{
    const auto parts = support::split(version, '.');
    if (parts.size() < 2 || parts.front() != "1")
        return false;
    const int minor = support::numberFrom<int>(parts[1]).value_or(0);
    return minor >= oldestTried && minor <= newestTried;
}

using Options = std::map<std::string, std::string, std::less<>>;

std::string_view optionOr(const Options& options, std::string_view name, std::string_view other)
{
    const auto found = options.find(name);
    return found != options.end() ? std::string_view(found->second) : other;
}

int levelNumber(std::string_view word)
{
    return word == "none" ? 0 : word == "basic" ? 1 : word == "extended" ? 2 : 99;
}

Result<ort::OwnedOptions> optionsFor(const ort::Library& library, const EngineSettings& settings)
{
    const auto& given = settings.options;
    ort::OwnedOptions made(library, TRY(library.make<ort::CreateSessionOptions>()));
    auto* const options = made.get();
    TRY(library.call<ort::SetSessionGraphOptimizationLevel>(
        options, levelNumber(optionOr(given, "level", "all"))));
    if (settings.threads > 0)
        TRY(library.call<ort::SetIntraOpNumThreads>(options, settings.threads));
    const bool isParallel = optionOr(given, "mode", "sequential") == "parallel";
    TRY(library.call<ort::SetSessionExecutionMode>(options, isParallel ? 1 : 0));
    if (const auto count = given.find("inter-op-threads"); count != given.end())
        TRY(library.call<ort::SetInterOpNumThreads>(
            options, support::numberFrom<int>(count->second).value_or(0)));
    if (optionOr(given, "arena", "on") == "off")
        TRY(library.call<ort::DisableCpuMemArena>(options));
    if (optionOr(given, "memory-pattern", "on") == "off")
        TRY(library.call<ort::DisableMemPattern>(options));
    if (optionOr(given, "spinning", "on") == "off")
        TRY(library.call<ort::AddSessionConfigEntry>(
            options, "session.intra_op.allow_spinning", "0"));
    constexpr std::string_view prefix = "config:";
    for (const auto& [name, value] : given)
        if (name.starts_with(prefix))
            TRY(library.call<ort::AddSessionConfigEntry>(
                options, name.c_str() + prefix.size(), value.c_str()));
    TRY(ort::addProvider(library, options, given));
    return made;
}

class OnnxRuntimeSession final : public EngineSession {
public:
    explicit OnnxRuntimeSession(EngineSettings settings)
        : m_settings(std::move(settings))
    {
    }

    Result<void> open()
    {
        m_library = TRY(ort::Library::open(m_settings.library));
        m_facts.version = m_library->version();
        if (const char* const build = m_library->get<ort::GetBuildInfoString>()(); build != nullptr)
            m_facts.build = build;
        m_env = ort::OwnedEnv(*m_library,
            TRY(m_library->make<ort::CreateEnvWithCustomLogger>(
                &Messages::receive, &m_messages, ort::warningSeverity, "opscope")));
        TRY(m_library->call<ort::DisableTelemetryEvents>(m_env.get()));
        m_allocator = TRY((m_library->make<ort::GetAllocatorWithDefaultOptions>()));
        const auto plain = TRY(optionsFor(*m_library, m_settings));
        m_plain = TRY(sessionWith(plain));
        if (m_settings.isRecording) {
            const auto options = TRY(optionsFor(*m_library, m_settings));
            const auto prefix = (m_settings.folder / "profile").string();
            TRY(m_library->call<ort::EnableProfiling>(options.get(), prefix.c_str()));
            m_recording = TRY(sessionWith(options));
        }
        TRY(readOutputNames());
        describe();
        return {};
    }

    const EngineFacts& facts() const override { return m_facts; }

    Result<void> setInputs(std::vector<engine::NamedValue> inputs) override
    {
        m_values.clear();
        m_inputs = std::move(inputs);
        m_inputNames.clear();
        for (const auto& input : m_inputs) {
            m_inputNames.push_back(input.name.c_str());
            m_values.push_back(TRY(ort::valueFrom(*m_library, input.value)
                                       .within("input " + support::quote(input.name))));
        }
        if (m_recording.get() != nullptr) {
            TRY(runWith(m_recording.get()));
            ++m_unmeasured;
        }
        return {};
    }

    Result<void> run(bool isRecorded) override
    {
        if (isRecorded && m_recording.get() == nullptr)
            return failAs(ErrorKind::Failed, "this session was not opened for recording");
        return runWith(isRecorded ? m_recording.get() : m_plain.get());
    }

    Result<std::vector<engine::NamedValue>> outputs() override
    {
        std::vector<engine::NamedValue> copies;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            auto copy = TRY(ort::copyOf(*m_library, m_outputs[i].get())
                                .within("output " + support::quote(m_outputNames[i])));
            copies.push_back({ m_outputNames[i], std::move(copy) });
        }
        return copies;
    }

    const std::vector<ExecutedNode>& executedNodes() const override { return m_nodes; }

    Result<std::vector<std::vector<OperatorTime>>> operatorTimes(bool isEnd) override
    {
        if (!isEnd || m_recording.get() == nullptr)
            return std::vector<std::vector<OperatorTime>>();
        auto* const name
            = TRY((m_library->make<ort::SessionEndProfiling>(m_recording.get(), m_allocator)));
        const std::filesystem::path file(name);
        TRY(m_library->call<ort::AllocatorFree>(m_allocator, name));
        m_recording = {};
        const auto profile = TRY(onnxRuntimeFormat.read(file, {}, {}));
        for (const auto& diagnostic : profile->diagnostics)
            if (diagnostic.severity != support::Severity::Note)
                m_facts.notices.push_back(diagnostic.message);
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
        return timesOf(*profile);
    }

    Result<std::filesystem::path> saveExecutedGraph(const std::filesystem::path& folder) override
    {
        const auto options = TRY(optionsFor(*m_library, m_settings));
        const auto file = folder / "executed.onnx";
        TRY(m_library->call<ort::SetOptimizedModelFilePath>(options.get(), file.c_str()));
        TRY(m_library->call<ort::AddSessionConfigEntry>(
            options.get(), "session.optimized_model_external_initializers_file_name", weightsFile));
        TRY(m_library->call<ort::AddSessionConfigEntry>(options.get(),
            "session.optimized_model_external_initializers_min_size_in_bytes", "1024"));
        TRY(sessionWith(options));
        std::error_code ignored;
        if (!m_settings.keepsWeights)
            std::filesystem::remove(folder / weightsFile, ignored);
        return file;
    }

    void cancel() override
    {
        const std::scoped_lock lock(m_cancelMutex);
        if (m_running != nullptr)
            static_cast<void>(m_library->call<ort::RunOptionsSetTerminate>(m_running));
    }

private:
    Result<ort::OwnedSession> sessionWith(const ort::OwnedOptions& options)
    {
        if (!m_settings.extraOutputs.empty())
            return sessionWithExtraOutputs(options);
        return ort::OwnedSession(*m_library,
            TRY(m_library->make<ort::CreateSession>(
                m_env.get(), m_settings.model.c_str(), options.get())));
    }

    /// Loads the model from memory, with more outputs. ONNX Runtime 1.24 and newer look for
    /// external weights in the folder of the setting, older ones in the working directory.
    Result<ort::OwnedSession> sessionWithExtraOutputs(const ort::OwnedOptions& options)
    {
        const auto folder = m_settings.model.parent_path();
        std::error_code ignored;
        std::filesystem::current_path(folder, ignored);
        TRY(m_library->call<ort::AddSessionConfigEntry>(
            options.get(), "session.model_external_initializers_file_folder_path", folder.c_str()));
        const auto file = TRY(support::MappedFile::open(m_settings.model));
        const auto bytes = file->bytes();
        std::string model(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        model += ort::outputDeclarations(m_settings.extraOutputs);
        return ort::OwnedSession(*m_library,
            TRY(m_library->make<ort::CreateSessionFromArray>(
                m_env.get(), model.data(), model.size(), options.get())));
    }

    Result<void> readOutputNames()
    {
        const auto count = TRY((m_library->make<ort::SessionGetOutputCount>(m_plain.get())));
        for (std::size_t i = 0; i < count; ++i) {
            auto* const name
                = TRY((m_library->make<ort::SessionGetOutputName>(m_plain.get(), i, m_allocator)));
            m_outputNames.emplace_back(name);
            TRY(m_library->call<ort::AllocatorFree>(m_allocator, name));
        }
        for (const auto& name : m_outputNames)
            m_outputNamePointers.push_back(name.c_str());
        return {};
    }

    void describe()
    {
        if (!isTried(m_facts.version))
            m_facts.notices.push_back("ONNX Runtime " + m_facts.version
                + " was not tried with this version of Opscope, only 1.20 to 1.32");
        m_facts.settings = m_settings.options;
        m_facts.settings.try_emplace("level", "all");
        m_facts.settings.try_emplace("mode", "sequential");
        m_facts.settings.try_emplace("provider", "cpu");
        for (auto& text : m_messages.take())
            m_facts.notices.push_back(std::move(text));
    }

    Result<void> runWith(ort::Session* session)
    {
        const ort::OwnedRunOptions options(
            *m_library, TRY((m_library->make<ort::CreateRunOptions>())));
        setRunning(options.get());
        std::vector<const ort::Value*> inputs;
        for (const auto& value : m_values)
            inputs.push_back(value.get());
        std::vector<ort::Value*> outputs(m_outputNames.size(), nullptr);
        m_outputs.clear(); // ONNX Runtime can use their memory again
        const auto done
            = m_library->call<ort::Run>(session, options.get(), m_inputNames.data(), inputs.data(),
                inputs.size(), m_outputNamePointers.data(), outputs.size(), outputs.data());
        setRunning(nullptr);
        for (auto* const output : outputs)
            m_outputs.emplace_back(*m_library, output);
        return done;
    }

    void setRunning(ort::RunOptions* options)
    {
        const std::scoped_lock lock(m_cancelMutex);
        m_running = options;
    }

    /// Fills the executed nodes, and returns the times of the measured runs.
    std::vector<std::vector<OperatorTime>> timesOf(const Profile& profile)
    {
        constexpr std::uint32_t unknown = 0xffffffffu;
        std::vector<std::uint32_t> nodes(profile.steps.size(), unknown);
        const auto nodeOf = [&](std::uint32_t step) {
            if (nodes[step] == unknown) {
                nodes[step] = static_cast<std::uint32_t>(m_nodes.size());
                const auto& row = profile.steps[step];
                m_nodes.push_back(
                    { std::string(profile.text(row.label)), std::string(profile.text(row.opType)),
                        {}, std::string(profile.text(row.implementation)) });
            }
            return nodes[step];
        };
        const auto all = profile.runs.size();
        std::vector<std::vector<OperatorTime>> runs(all - std::min<std::size_t>(m_unmeasured, all));
        const auto& slices = profile.slices;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const auto run = slices.run[i];
            if (slices.kind[i] != SliceKind::Step || run >= all || run < m_unmeasured)
                continue;
            const auto node = nodeOf(slices.step[i]);
            runs[run - m_unmeasured].push_back(
                { node, slices.startNs[i] - profile.runs[run].startNs, slices.durationNs[i],
                    slices.track[i] });
            if (const auto outer = slices.stepAround(i); outer != Slices::none)
                m_nodes[node].parent = static_cast<std::int32_t>(nodeOf(slices.step[outer]));
        }
        return runs;
    }

    EngineSettings m_settings;
    std::optional<ort::Library> m_library;
    Messages m_messages;
    ort::OwnedEnv m_env; // outlives the sessions
    ort::Allocator* m_allocator = nullptr;
    ort::OwnedSession m_plain;
    ort::OwnedSession m_recording;
    std::uint32_t m_unmeasured = 0; ///< recorded runs at the start that are not measured
    std::vector<engine::NamedValue> m_inputs; ///< own the memory of m_values
    std::vector<const char*> m_inputNames;
    std::vector<ort::OwnedValue> m_values;
    std::vector<std::string> m_outputNames;
    std::vector<const char*> m_outputNamePointers;
    std::vector<ort::OwnedValue> m_outputs;
    std::vector<ExecutedNode> m_nodes;
    EngineFacts m_facts;
    std::mutex m_cancelMutex;
    ort::RunOptions* m_running = nullptr; ///< of the current run; guarded by m_cancelMutex
};

} // namespace

Result<std::vector<std::string>> onnxRuntimeProviders(const std::filesystem::path& library)
{
    return ort::availableProviders(TRY(ort::Library::open(library)));
}

Result<std::unique_ptr<EngineSession>> openOnnxRuntime(const EngineSettings& settings)
{
    auto session = std::make_unique<OnnxRuntimeSession>(settings);
    TRY(session->open());
    return std::unique_ptr<EngineSession>(std::move(session));
}

} // namespace profiler
