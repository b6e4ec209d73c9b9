#include "model/onnx/parser.h"
#include "model/support/text.h"
#include "profiler/attribution/tensorrt.h"
#include "profiler/engines/engine_session.h"
#include "profiler/engines/tensorrt/options.h"
#include "profiler/engines/tensorrt/trtexec.h"
#include "profiler/engines/tensorrt/values.h"
#include "profiler/importers/formats.h"
#include "profiler/statistics/rank_statistics.h"

#include <cmath>
#include <deque>
#include <map>

/// Runs a model with TensorRT by its program trtexec. The engine is built once. One start of
/// trtexec makes many runs; their times are handed out one by one. A recorded run is a start whose
/// second half has TensorRT's profiler; it tells one time per layer for all runs of that half. What
/// copies to and from the GPU take is added to it as two operators.

namespace profiler {

namespace {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr const char* engineFile = "engine.plan";
constexpr const char* layersFile = "layers.json";
constexpr const char* timesFile = "times.json";
constexpr const char* layerTimesFile = "layer_times.json";
constexpr int newestMajorKnown = 10;
constexpr int oldestMajorKnown = 8;
constexpr int oldestMinorOfOldest = 6;

class TensorRtSession final : public EngineSession {
public:
    explicit TensorRtSession(EngineSettings settings)
        : m_settings(std::move(settings))
    {
    }

    Result<void> open()
    {
        m_flags = TRY(tensorrt::flagsOf(m_settings.options));
        m_trtexec = TRY(Trtexec::open(m_settings.library, m_settings.folder));
        m_facts.version = m_trtexec->version();
        if (isTooOld())
            return failAs(ErrorKind::Unsupported, "trtexec of TensorRT ", m_facts.version,
                " lacks options that Opscope needs, expected 8.6 or newer");
        m_model = TRY(model::onnx::openModel(m_settings.model));
        describe();
        return {};
    }

    const EngineFacts& facts() const override { return m_facts; }

    Result<void> setInputs(std::vector<engine::NamedValue> inputs) override
    {
        std::vector<std::string> files;
        for (const auto& input : inputs) {
            if (input.name.find_first_of("',") != std::string::npos)
                return failAs(ErrorKind::Unsupported, "input ", support::quote(input.name),
                    " cannot be given to trtexec: its name contains a quote or a comma");
            const auto file = "tensor_" + std::to_string(files.size()) + ".bin";
            TRY(tensorrt::writeInput(
                m_settings.folder / file, input.value, m_trtexec->majorVersion())
                    .within("input " + support::quote(input.name)));
            files.push_back("'" + input.name + "':" + file);
        }
        m_inputFlags.clear();
        if (!files.empty())
            m_inputFlags.push_back("--loadInputs=" + support::joined(files, ","));
        m_walls.clear();
        m_outputs.clear();
        return build(tensorrt::shapesOf(*m_model, inputs));
    }

    Result<void> run(bool isRecorded) override
    {
        if (isRecorded || m_walls.empty())
            TRY(measure(isRecorded));
        if (isRecorded) {
            std::int64_t sum = 0;
            for (const auto& layer : m_recorded.back())
                sum += layer.durationNs;
            m_lastNs = sum;
            return {};
        }
        m_lastNs = m_walls.front();
        m_walls.pop_front();
        return {};
    }
    std::optional<std::int64_t> lastRunNs() const override { return m_lastNs; }

    Result<std::vector<engine::NamedValue>> outputs() override
    {
        if (m_outputs.empty())
            return failAs(ErrorKind::Failed, "TensorRT has not run the model");
        return m_outputs;
    }

    const std::vector<ExecutedNode>& executedNodes() const override { return m_nodes; }
    Result<std::vector<std::vector<OperatorTime>>> operatorTimes(bool) override
    {
        return std::exchange(m_recorded, {});
    }

    Result<fs::path> saveExecutedGraph(const fs::path& folder) override
    {
        std::error_code ignored;
        if (!fs::exists(folder / layersFile, ignored))
            return failAs(
                ErrorKind::Resource, "trtexec wrote no description of the engine's layers");
        return folder / layersFile;
    }

    void cancel() override { m_trtexec->cancel(); }

private:
    bool isTooOld() const
    {
        const auto major = m_trtexec->majorVersion();
        return major < oldestMajorKnown
            || (major == oldestMajorKnown && m_trtexec->minorVersion() < oldestMinorOfOldest);
    }

    void describe()
    {
        m_facts.settings = m_settings.options;
        m_facts.settings.try_emplace("precision", "f32");
        m_facts.notices.emplace_back(
            "running TensorRT was tested with a stand-in for trtexec only, never with a GPU");
        if (m_trtexec->majorVersion() > newestMajorKnown)
            m_facts.notices.push_back("TensorRT " + m_facts.version
                + " is newer than the releases whose options are known, 8.6 to 10");
        if (m_settings.isRecording)
            m_facts.notices.emplace_back(
                "trtexec does not tell how long runs with its profiler take: the time of a "
                "recorded run is the sum of its copies and layers");
    }

    /// Returns the path of a file that trtexec wrote. Fails if there is none.
    Result<fs::path> written(const char* name, std::string_view what) const
    {
        auto file = m_settings.folder / name;
        std::error_code ignored;
        if (!fs::exists(file, ignored) || fs::file_size(file, ignored) == 0)
            return failAs(ErrorKind::Failed, "trtexec ", m_facts.version,
                " ended without an error but wrote no file with ", what);
        return file;
    }

    Result<void> build(const std::string& shapes)
    {
        if (!shapes.empty())
            m_inputFlags.push_back("--shapes=" + shapes);
        if (m_builtShapes == shapes)
            return {};
        auto flags = m_flags.build;
        flags.push_back("--onnx=" + m_settings.model.string());
        flags.push_back(std::string("--saveEngine=") + engineFile);
        flags.push_back(std::string("--exportLayerInfo=") + layersFile);
        flags.emplace_back("--profilingVerbosity=detailed");
        flags.emplace_back("--skipInference");
        if (!shapes.empty())
            flags.push_back("--shapes=" + shapes);
        TRY(m_trtexec->run(std::move(flags), "building the engine"));
        TRY(written(engineFile, "the engine"));
        m_builtShapes = shapes;
        if (auto layers = readTensorRtLayers(m_settings.folder / layersFile))
            for (auto& layer : *layers)
                m_layers.insert_or_assign(layer.name, std::move(layer));
        return {};
    }

    /// Starts trtexec once: fills the times of plain runs, and those of layers if it is recorded.
    Result<void> measure(bool isRecorded)
    {
        auto flags = m_flags.run;
        flags.insert(flags.end(), m_inputFlags.begin(), m_inputFlags.end());
        flags.push_back(std::string("--loadEngine=") + engineFile);
        flags.push_back(std::string("--exportTimes=") + timesFile);
        if (isRecorded) {
            flags.push_back(std::string("--exportProfile=") + layerTimesFile);
            flags.emplace_back("--separateProfileRun");
        }
        const bool needsOutputs = m_outputs.empty();
        if (needsOutputs)
            flags.emplace_back("--dumpRawBindingsToFile");
        std::error_code ignored;
        for (const auto* const name : { timesFile, layerTimesFile })
            fs::remove(m_settings.folder / name, ignored);
        const auto printed = TRY(m_trtexec->run(std::move(flags), "running the model"));
        TRY(readTimes());
        if (isRecorded)
            TRY(readLayerTimes());
        if (!needsOutputs)
            return {};
        auto outputs = tensorrt::readOutputs(*m_model, printed, m_settings.folder);
        tensorrt::removeDumpedFiles(m_settings.folder);
        m_outputs = TRY(std::move(outputs));
        return {};
    }

    /// Reads the times of the runs: a run copies to the device, computes and copies to the host.
    Result<void> readTimes()
    {
        const auto file = TRY(written(timesFile, "times"));
        const auto profile = TRY(trtexecFormat.read(file, {}, {}));
        std::deque<std::int64_t> walls(profile->runs.size(), 0);
        m_copies.clear();
        const auto& slices = profile->slices;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (slices.step[i] == Slices::none || slices.run[i] >= walls.size())
                continue;
            const auto part = profile->text(profile->steps[slices.step[i]].label);
            if (part == "enqueue") // the CPU does that while the GPU works
                continue;
            walls[slices.run[i]] += slices.durationNs[i];
            if (part != "compute")
                m_copies[std::string(part)].push_back(static_cast<double>(slices.durationNs[i]));
        }
        std::erase(walls, 0);
        if (walls.empty())
            return failAs(
                ErrorKind::Failed, "trtexec ", m_facts.version, " wrote no time of a run");
        m_walls = std::move(walls);
        return {};
    }

    Result<void> readLayerTimes()
    {
        const auto file = TRY(written(layerTimesFile, "the times of layers"));
        const auto profile = TRY(trtexecFormat.read(file, {}, {}));
        auto& times = m_recorded.emplace_back();
        const auto addCopy = [&](const char* part) {
            if (const auto copies = m_copies.find(part); copies != m_copies.end())
                times.push_back({ nodeOf(part), -1, std::llround(medianOf(copies->second)), 0 });
        };
        addCopy("copy to the device");
        const auto& slices = profile->slices;
        for (std::size_t i = 0; i < slices.size(); ++i)
            if (slices.kind[i] == SliceKind::Step)
                times.push_back({ nodeOf(profile->text(profile->steps[slices.step[i]].label)), -1,
                    slices.durationNs[i], 0 });
        addCopy("copy to the host");
        return {};
    }

    std::uint32_t nodeOf(std::string_view layer)
    {
        const auto [place, isNew]
            = m_places.emplace(layer, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            const auto known = m_layers.find(layer);
            ExecutedNode node { std::string(layer), "layer", {}, {} };
            if (m_copies.contains(layer))
                node.type = tensorRtCopyType;
            if (known != m_layers.end() && !known->second.type.empty())
                node.type = known->second.type;
            if (known != m_layers.end())
                node.kernel = known->second.tactic;
            m_nodes.push_back(std::move(node));
        }
        return place->second;
    }

    EngineSettings m_settings;
    EngineFacts m_facts;
    tensorrt::Flags m_flags;
    std::unique_ptr<Trtexec> m_trtexec;
    std::shared_ptr<const model::Model> m_model;
    std::vector<std::string> m_inputFlags;
    std::optional<std::string> m_builtShapes; ///< for which the engine was built
    std::map<std::string, TensorRtLayer, std::less<>> m_layers; ///< by name
    std::deque<std::int64_t> m_walls; ///< of plain runs that were not handed out yet
    /// Times of the copies of the last start, by their name in profiles of trtexec.
    std::map<std::string, std::vector<double>, std::less<>> m_copies;
    std::optional<std::int64_t> m_lastNs;
    std::vector<engine::NamedValue> m_outputs;
    std::vector<std::vector<OperatorTime>> m_recorded;
    std::vector<ExecutedNode> m_nodes;
    std::map<std::string, std::uint32_t, std::less<>> m_places; ///< of layers in m_nodes
};

} // namespace

Result<std::unique_ptr<EngineSession>> openTensorRt(const EngineSettings& settings)
{
    auto session = std::make_unique<TensorRtSession>(settings);
    TRY(session->open());
    return std::unique_ptr<EngineSession>(std::move(session));
}

} // namespace profiler
