#include "profiler/engines/engine_tables.h"

#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/text.h"
#include "profiler/attribution/openvino_graph.h"
#include "profiler/attribution/tensorrt.h"
#include "profiler/record/environment.h"
#include "profiler/statistics/step_costs.h"
#include "profiler/tables/plan_tables.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

constexpr std::size_t maxListedUnmatched = 100;
constexpr std::size_t ruleCount = static_cast<std::size_t>(AttributionRule::None) + 1;

/// Nodes of the model for each executed operator, and how the engine's graph describes it.
struct Attributed {
    explicit Attributed(std::size_t operators)
        : attributions(operators)
        , kinds(operators)
    {
    }
    std::vector<Attribution> attributions;
    std::vector<std::string> kinds; ///< `com.microsoft.nchwc Conv`; empty if unknown
};

/// Returns the attributions of ONNX Runtime's operators by its saved graph.
Attributed attributedOnnxRuntime(const RecordedOperators& recorded,
    const std::filesystem::path& graph, const model::Model& model, support::Diagnostics& notes)
{
    Attributed result(recorded.nodes.size());
    const auto executed = model::onnx::openModel(graph);
    if (!executed) {
        notes.push_back({ support::Severity::Warning, "attribution", {},
            "the executed graph cannot be read: " + executed.error().message(), "" });
        return result;
    }
    const auto nodes = attributeOnnxRuntime(model, **executed);
    std::vector<ProfiledName> names;
    for (const auto& node : recorded.nodes)
        names.push_back({ node.name, node.type });
    const auto found = findExecutedNodes(**executed, names);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i])
            continue;
        const auto& node = (*executed)->node(*found[i]);
        result.attributions[i] = nodes[found[i]->value()];
        result.kinds[i] = (node.domain.empty() ? "" : node.domain + " ") + node.type;
    }
    return result;
}

/// Returns the attributions of OpenVINO's operators: by its graph, else by their names.
Attributed attributedOpenVino(const RecordedOperators& recorded, const std::filesystem::path& graph,
    const model::Model& model, support::Diagnostics& notes)
{
    std::vector<OpenVinoOperator> operators;
    for (const auto& node : recorded.nodes)
        operators.push_back({ node.name, node.type, node.kernel });
    auto read = readOpenVinoGraph(graph);
    if (!read) {
        notes.push_back({ support::Severity::Warning, "attribution", {},
            "operators are attributed by names only: " + read.error().message(), "" });
        read = openVinoGraphOf(operators);
    }
    const auto nodes = attributeOpenVino(model, *read);
    const auto found = findOpenVinoNodes(*read, operators);
    Attributed result(recorded.nodes.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i])
            result.attributions[i] = nodes[*found[i]];
    return result;
}

/// Returns the attributions of TensorRT's layers: by the description of its engine, else by their
/// names.
Attributed attributedTensorRt(const RecordedOperators& recorded, const std::filesystem::path& graph,
    const model::Model& model, support::Diagnostics& notes)
{
    auto layers = readTensorRtLayers(graph);
    if (!layers) {
        notes.push_back({ support::Severity::Warning, "attribution", {},
            "layers are attributed by names only: " + layers.error().message(), "" });
        layers = std::vector<TensorRtLayer>();
        for (const auto& node : recorded.nodes)
            layers->push_back({ node.name, node.type, node.kernel, {} });
    }
    const auto attributions = attributeTensorRt(model, *layers);
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < layers->size(); ++i)
        places.emplace((*layers)[i].name, i);
    Attributed result(recorded.nodes.size());
    for (std::size_t i = 0; i < recorded.nodes.size(); ++i) {
        const auto& node = recorded.nodes[i];
        if (node.type == tensorRtCopyType)
            result.attributions[i]
                = { AttributionRule::EngineOwn, false, {}, "copy between host and GPU" };
        else if (const auto place = places.find(node.name); place != places.end())
            result.attributions[i] = attributions[place->second];
    }
    return result;
}

std::vector<double> timeByNode(const RecordedOperators& recorded)
{
    std::vector<double> times(recorded.nodes.size(), 0);
    for (const auto& run : recorded.runs)
        for (const auto& time : run) {
            times[time.node] += static_cast<double>(time.durationNs);
            if (const auto parent = recorded.nodes[time.node].parent; parent >= 0)
                times[static_cast<std::size_t>(parent)] -= static_cast<double>(time.durationNs);
        }
    return times;
}

/// Returns the device on which an operator ran, as in profiles of Opscope.
std::string_view deviceOf(OtherEngine engine, std::string_view provider)
{
    const bool isOnGpu = engine == OtherEngine::TensorRt || provider.starts_with("CUDA")
        || provider.starts_with("Tensorrt") || provider.starts_with("NvTensorRT");
    return isOnGpu ? "cuda" : "cpu";
}

StepKind kindOf(const Attribution& attribution)
{
    if (attribution.rule != AttributionRule::EngineOwn)
        return StepKind::Operator;
    return attribution.purpose.starts_with("copy") ? StepKind::Copy : StepKind::Reorder;
}

class OperatorTables {
public:
    OperatorTables(ProfileBuilder& builder, const model::Model& model, OtherEngine engine,
        const RecordedOperators& recorded, const Attributed& attributed)
        : m_builder(builder)
        , m_model(model)
        , m_engine(engine)
        , m_recorded(recorded)
        , m_attributed(attributed)
        , m_labels(model::nodeLabels(model))
        , m_firstStep(static_cast<std::uint32_t>(builder.profile().steps.size()))
    {
    }

    void add(const model::Analysis& analysis)
    {
        for (std::size_t i = 0; i < m_recorded.nodes.size(); ++i)
            addStep(i, analysis);
        auto steps = std::span(m_builder.profile().steps).subspan(m_firstStep);
        addCosts(steps, analysis);
        addOrderByNodes(steps, m_model);
        addSlices();
        addFates();
        addShares();
    }

private:
    void addStep(std::size_t i, const model::Analysis& analysis)
    {
        const auto& node = m_recorded.nodes[i];
        const auto& attribution = m_attributed.attributions[i];
        Step step;
        step.kind = kindOf(attribution);
        const bool isOwn = attribution.rule == AttributionRule::EngineOwn;
        // The node with the most work names the step: MatMul of MatMul and Add.
        auto nodes = isOwn ? std::vector<model::NodeId>() : attribution.nodes;
        std::ranges::sort(nodes, {}, &model::NodeId::value);
        std::ranges::stable_sort(nodes, std::greater(),
            [&](model::NodeId id) { return analysis.cost(id).multiplyAdds; });
        for (const auto id : nodes)
            step.origins.push_back({ id, m_builder.text(m_labels[id.value()]) });
        step.label = step.origins.empty() ? m_builder.text(node.name) : step.origins.front().label;
        step.opType = m_builder.text(node.type);
        step.implementation = m_builder.text(implementationOf(i));
        step.device = m_builder.text(deviceOf(m_engine, node.provider));
        for (auto* const text : { &step.domain, &step.tier, &step.inputTypes, &step.outputTypes,
                 &step.refusals, &step.insertedReason, &step.body, &step.scope })
            *text = m_builder.text("");
        if (step.origins.empty())
            step.insertedReason = m_builder.text(isOwn
                    ? attribution.purpose + " by " + std::string(engineTitle(m_engine))
                    : "not attributed to a node");
        else {
            step.scope = m_builder.text(writtenScope(m_model.node(step.origins.front().node)));
            step.attribution = m_builder.text(std::string(attributionRuleName(attribution.rule))
                + (attribution.isProven ? ", proven" : ""));
        }
        if (node.parent >= 0)
            step.parent = engine::StepId(m_firstStep + static_cast<std::uint32_t>(node.parent));
        m_builder.addStep(std::move(step));
    }

    /// `com.microsoft.nchwc Conv, CPU`
    std::string implementationOf(std::size_t i) const
    {
        const auto& node = m_recorded.nodes[i];
        auto text = !node.kernel.empty()    ? node.kernel
            : m_attributed.kinds[i].empty() ? node.type
                                            : m_attributed.kinds[i];
        constexpr std::string_view suffix = "ExecutionProvider";
        auto provider = std::string_view(node.provider);
        if (provider.ends_with(suffix))
            provider.remove_suffix(suffix.size());
        if (!provider.empty())
            text += ", " + std::string(provider);
        return text;
    }

    void addSlices()
    {
        std::map<std::uint32_t, TrackId> tracks;
        const auto trackOf = [&](std::uint32_t thread) {
            const auto found = tracks.find(thread);
            if (found != tracks.end())
                return found->second;
            const auto name = std::string(engineTitle(m_engine))
                + (tracks.empty() ? "" : " " + std::to_string(tracks.size() + 1));
            const auto track = m_engine == OtherEngine::TensorRt
                ? m_builder.addTrack(name, "GPU", TrackKind::Stream)
                : m_builder.addTrack(name, "CPU", TrackKind::Thread);
            return tracks.emplace(thread, track).first->second;
        };
        const auto places = recordedRuns(m_builder.profile());
        for (std::size_t i = 0; i < m_recorded.runs.size(); ++i) {
            if (i == places.size())
                return; // the engine recorded a run that was stopped
            const auto& times = m_recorded.runs[i];
            const auto& run = m_builder.profile().runs[places[i]];
            std::int64_t end = 0; // of the operators, from the engine's begin of the run on
            for (const auto& time : times)
                end = time.startNs < 0 ? end + time.durationNs
                                       : std::max(end, time.startNs + time.durationNs);
            // The engine's run lies within ours; the rest is divided between begin and end.
            auto at = run.startNs + std::max<std::int64_t>(0, (run.wallNs - end) / 2);
            for (const auto& time : times) {
                const auto start = time.startNs < 0 ? at : at + time.startNs;
                if (time.startNs < 0)
                    at += time.durationNs;
                m_builder.addSlice({ .startNs = start,
                    .durationNs = time.durationNs,
                    .step = m_firstStep + time.node,
                    .run = places[i],
                    .track = trackOf(time.thread) });
            }
        }
    }

    /// A node is kept if it is the first of a step, and part of that step if it is another one.
    void addFates()
    {
        auto& profile = m_builder.profile();
        const auto pass = m_builder.text(std::string(engineTitle(m_engine)));
        const auto none = m_builder.text("");
        for (std::uint32_t i = 0; i < m_model.nodes.size(); ++i)
            profile.provenance.push_back({ model::NodeId(i), m_builder.text(m_labels[i]),
                m_builder.text(m_model.nodes[i].type), m_builder.text(m_model.nodes[i].domain),
                Fate::Removed, pass, {} });
        for (const auto& step : profile.steps)
            for (std::size_t i = 0; i < step.origins.size(); ++i) {
                auto& row = profile.provenance[step.origins[i].node.value()];
                if (i == 0) {
                    row.fate = Fate::Kept;
                    row.pass = none;
                } else if (row.fate != Fate::Kept) {
                    row.fate = Fate::FusedInto;
                    row.into = step.origins.front().node;
                }
            }
    }

    void addShares()
    {
        auto& profile = m_builder.profile();
        const auto times = timeByNode(m_recorded);
        std::array<double, ruleCount> byRule {};
        double proven = 0;
        double all = 0;
        MatchReport report;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const auto& attribution = m_attributed.attributions[i];
            byRule[static_cast<std::size_t>(attribution.rule)] += times[i];
            proven += attribution.isProven ? times[i] : 0;
            all += times[i];
            if (attribution.rule == AttributionRule::None
                && report.unmatched.size() < maxListedUnmatched)
                report.unmatched.push_back(m_builder.text(m_recorded.nodes[i].name));
        }
        if (all <= 0)
            return;
        const auto share
            = [&](AttributionRule rule) { return byRule[static_cast<std::size_t>(rule)] / all; };
        report.exactShare = share(AttributionRule::SameNode);
        report.insertedShare = share(AttributionRule::EngineOwn);
        report.unmatchedShare = share(AttributionRule::None);
        report.derivedShare = 1 - report.exactShare - report.insertedShare - report.unmatchedShare;
        profile.match = std::move(report);
        profile.metadata.set(keys::attributionProven, proven / all);
        for (std::size_t i = 0; i < ruleCount; ++i)
            if (byRule[i] > 0)
                profile.metadata.set(std::string(keys::attributionRule)
                        + std::string(attributionRuleName(static_cast<AttributionRule>(i))),
                    byRule[i] / all);
    }

    ProfileBuilder& m_builder;
    const model::Model& m_model;
    OtherEngine m_engine;
    const RecordedOperators& m_recorded;
    const Attributed& m_attributed;
    std::vector<std::string> m_labels;
    std::uint32_t m_firstStep;
};

} // namespace

void describeEngineRun(Metadata& metadata, const EngineRequest& engine, const EngineFacts& facts,
    const engine::RunRequest& request, const engine::Inputs& inputs)
{
    describeModel(metadata, *request.model);
    describeMachine(metadata);
    metadata.set(keys::engineName, engineWord(engine.library.engine));
    metadata.set(keys::engineVersion, std::string_view(facts.version));
    if (!facts.build.empty())
        metadata.set(keys::engineBuild, std::string_view(facts.build));
    metadata.set(keys::engineWhere, std::string_view(engine.library.where));
    for (const auto& [name, value] : facts.settings)
        metadata.set(std::string(keys::engineSetting) + name, std::string_view(value));
    metadata.set(keys::device, deviceOf(engine.library.engine, {}));
    metadata.set(keys::threads, std::int64_t(engine::threadCount(request)));
    describeInputs(metadata, request.seed, inputs);
}

void addEngineOperators(ProfileBuilder& builder, OtherEngine engine,
    const RecordedOperators& recorded, const std::filesystem::path& graph,
    const std::shared_ptr<const model::Model>& model, const model::Binding& dims)
{
    auto& notes = builder.profile().diagnostics;
    const auto attributed = engine == OtherEngine::OpenVino
        ? attributedOpenVino(recorded, graph, *model, notes)
        : engine == OtherEngine::TensorRt ? attributedTensorRt(recorded, graph, *model, notes)
                                          : attributedOnnxRuntime(recorded, graph, *model, notes);
    OperatorTables(builder, *model, engine, recorded, attributed).add(*model::analyse(model, dims));
}

} // namespace profiler
