#include "tests/support/ui/engine_profile.h"

#include "profiler/tables/metadata.h"
#include "profiler/tables/profile_builder.h"

#include <cmath>
#include <utility>
#include <vector>

namespace testing {

namespace {

constexpr int rounds = 20;

std::int64_t jittered(double ns, int round)
{
    return std::llround(ns * (1 + 0.004 * ((round * 7) % 5 - 2)));
}

} // namespace

std::shared_ptr<const profiler::Profile> profileOf(
    const model::Model& model, const TestEngine& engine)
{
    profiler::ProfileBuilder builder;
    auto& profile = builder.profile();
    const auto labels = model::nodeLabels(model);
    if (engine.word != "opscope") {
        profile.metadata.set(profiler::keys::engineName, engine.word);
        profile.metadata.set(profiler::keys::engineVersion, "1.2.3");
        profile.metadata.set(profiler::keys::engineWhere, "a test");
        profile.metadata.set(std::string(profiler::keys::engineSetting) + "level", "all");
        profile.metadata.set(profiler::keys::attributionProven, 0.97);
        profile.metadata.set(std::string(profiler::keys::attributionRule) + "values", 0.97);
        profile.metadata.set(std::string(profiler::keys::attributionRule) + "name", 0.03);
    }
    profile.metadata.set(profiler::keys::device, "cpu");
    profile.metadata.set(profiler::keys::threads, std::int64_t(1));
    const auto none = builder.text("");
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i)
        profile.provenance.push_back({ model::NodeId(i), builder.text(labels[i]),
            builder.text(model.nodes[i].type), none, profiler::Fate::Kept, none, {} });
    std::vector<double> times;
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const bool isConv = model.nodes[i].type == "Conv";
        profiler::Step step;
        step.label = builder.text(labels[i]);
        const bool isRenamed = isConv && engine.word == "openvino"; // OpenVINO's word for it
        step.opType = builder.text(isRenamed ? "Convolution" : model.nodes[i].type);
        step.implementation = builder.text(isConv ? "brgconv" : "plain");
        step.attribution = builder.text(engine.word == "opscope" ? "" : "values, proven");
        step.origins.push_back({ model::NodeId(i), builder.text(labels[i]) });
        if (isConv && engine.fuses && i + 1 < model.nodes.size()) {
            ++i;
            step.origins.push_back({ model::NodeId(i), builder.text(labels[i]) });
        }
        builder.addStep(std::move(step));
        times.push_back(isConv ? 100'000 * engine.convFactor : 10'000);
    }
    if (engine.reorderNs > 0) {
        profiler::Step step;
        step.kind = profiler::StepKind::Reorder;
        step.label = builder.text("Reorder_1");
        step.opType = builder.text("ReorderInput");
        step.insertedReason = builder.text("layout change");
        builder.addStep(std::move(step));
        times.push_back(static_cast<double>(engine.reorderNs));
    }
    const auto runs = builder.addTrack("runs", "CPU", profiler::TrackKind::Run);
    const auto track = builder.addTrack("main", "CPU", profiler::TrackKind::Thread);
    std::int64_t at = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto start = at;
        for (std::uint32_t step = 0; step < times.size(); ++step) {
            const auto ns = jittered(times[step], round);
            builder.addSlice({ .startNs = at,
                .durationNs = ns,
                .step = step,
                .run = static_cast<std::uint32_t>(round),
                .track = track });
            at += ns;
        }
        at += 50'000; // in no operator
        profiler::Run run;
        run.number = static_cast<std::uint32_t>(round + 1);
        run.round = static_cast<std::uint32_t>(round);
        run.startNs = start;
        run.wallNs = at - start;
        profile.runs.push_back(run);
        builder.addSlice(profiler::runRow(run, static_cast<std::uint32_t>(round), runs));
        at += 1000;
    }
    return std::move(builder).build();
}

} // namespace testing
