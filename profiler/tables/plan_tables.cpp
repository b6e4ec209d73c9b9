#include "profiler/tables/plan_tables.h"

#include "engine/plan/engine.h"
#include "engine/plan/late_kernels.h"
#include "engine/plan/step_order.h"
#include "model/scope_path.h"
#include "model/support/hash.h"
#include "model/support/text.h"

#include <algorithm>

namespace profiler {
namespace {

// Kinds of steps and fates of nodes are in one order in the engine and in the profile.
static_assert(static_cast<StepKind>(engine::StepKind::Copy) == StepKind::Copy);
static_assert(static_cast<Fate>(engine::NodeFate::Kind::NotRun) == Fate::NotRun);

Step stepOf(ProfileBuilder& builder, const engine::StepDescription& from, const model::Model& model,
    std::span<const std::string> labels)
{
    Step step;
    step.label = builder.text(from.label);
    step.opType = builder.text(from.opType);
    step.domain = builder.text(from.domain);
    step.implementation = builder.text(from.implementation);
    step.tier = builder.text(from.tier ? engine::tierName(*from.tier) : "");
    step.device = builder.text(from.device == engine::DeviceKind::Cpu ? "cpu" : "cuda:0");
    step.inputTypes = builder.text(support::joined(from.inputTypes, ", "));
    step.outputTypes = builder.text(support::joined(from.outputTypes, ", "));
    step.refusals = builder.text(support::joined(from.refusals, "\n"));
    step.kind = static_cast<StepKind>(from.kind);
    step.parent = from.parent;
    step.body = builder.text(from.body);
    for (const auto node : from.origins) {
        if (node.isValid() && node.value() < labels.size())
            step.origins.push_back({ node, builder.text(labels[node.value()]) });
    }
    if (step.origins.empty())
        step.insertedReason = step.label;
    else
        step.scope = builder.text(writtenScope(model.node(step.origins.front().node)));
    if (from.cost.isKnown) {
        step.flops = from.cost.flops();
        step.bytes = from.cost.bytes();
        step.work = WorkClasses { from.cost.multiplyAdds, from.cost.otherFlops,
            from.cost.transcendental, from.cost.movedBytes };
    }
    return step;
}

/// Adds the order between steps where one is a copy between devices: copies have no node, so their
/// order comes from the values of the plan.
void addOrderOfCopies(std::vector<Step>& steps, const engine::Plan& plan)
{
    const auto read = engine::stepsRead(plan);
    for (std::uint32_t i = 0; i < steps.size() && i < read.size(); ++i)
        for (const auto id : read[i])
            if (steps[i].kind == StepKind::Copy || steps[id.value()].kind == StepKind::Copy)
                steps[i].after.push_back(id);
}

/// Appends the steps of a further plan: their ids follow those before.
void addShifted(std::vector<Step>& all, std::vector<Step> steps)
{
    const auto first = static_cast<std::uint32_t>(all.size());
    const auto shift = [first](engine::StepId& id) {
        if (id.isValid())
            id = engine::StepId(first + id.value());
    };
    for (auto& step : steps) {
        shift(step.parent);
        shift(step.repeats);
        std::ranges::for_each(step.after, shift);
        all.push_back(std::move(step));
    }
}

} // namespace

void addOrderByNodes(std::span<Step> steps, const model::Model& model)
{
    std::vector<engine::StepId> stepOfNode(model.nodes.size());
    for (std::uint32_t i = 0; i < steps.size(); ++i)
        for (const auto& origin : steps[i].origins)
            if (auto& step = stepOfNode[origin.node.value()]; !step.isValid())
                step = engine::StepId(i);
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        auto& after = steps[i].after;
        for (const auto& origin : steps[i].origins) {
            for (const auto input : model.node(origin.node).inputs) {
                const auto producer
                    = input.isValid() ? model.value(input).producer : model::NodeId();
                const auto step
                    = producer.isValid() ? stepOfNode[producer.value()] : engine::StepId();
                if (step.isValid() && step.value() != i)
                    after.push_back(step);
            }
        }
        std::ranges::sort(after, {}, &engine::StepId::value);
        const auto repeated = std::ranges::unique(after);
        after.erase(repeated.begin(), repeated.end());
    }
}

std::string writtenScope(const model::Node& node)
{
    const auto written = model::writtenScopes(node);
    std::string scope;
    if (!written.text.empty())
        for (const auto part : written.partsOf(written.text))
            scope += "/" + std::string(part);
    return scope;
}

void addPlan(ProfileBuilder& builder, const engine::Plan& plan)
{
    const auto& model = plan.model();
    const auto labels = model::nodeLabels(model);
    auto& profile = builder.profile();

    // Descriptions may come in any order: each goes to the position of its id.
    std::vector<Step> steps(plan.steps().size());
    for (const auto& description : plan.steps()) {
        const auto place = description.id.value();
        if (place >= steps.size())
            steps.resize(place + 1);
        steps[place] = stepOf(builder, description, model, labels);
    }

    for (const auto& [id, implementation] : engine::lateImplementations(plan)) {
        if (plan.steps()[id.value()].implementation.empty())
            steps[id.value()].implementation
                = builder.text(implementation + ", prepared when it runs");
    }
    addOrderOfCopies(steps, plan);
    addOrderByNodes(steps, model);
    const auto recomputed = engine::findRecomputed(plan);
    for (std::size_t i = 0; i < recomputed.isConstant.size(); ++i) {
        steps[i].isConstant = recomputed.isConstant[i];
        steps[i].repeats = recomputed.repeats[i];
    }
    const bool isFirst = profile.steps.empty();
    addShifted(profile.steps, std::move(steps));
    if (!isFirst)
        return;

    const auto& fates = plan.fates();
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        const auto fate = i < fates.size() ? fates[i] : engine::NodeFate();
        profile.provenance.push_back({ model::NodeId(i), builder.text(labels[i]),
            builder.text(node.type), builder.text(node.domain), static_cast<Fate>(fate.kind),
            builder.text(fate.pass), fate.into });
    }

    const auto& memory = plan.memory();
    profile.memory.arenaBytes = memory.arenaBytes;
    profile.memory.weightBytes = memory.weightBytes;
    for (const auto& value : memory.values)
        profile.memory.lifetimes.push_back({ builder.text(value.name), value.origin, value.bytes,
            value.offset, value.first, value.last });
}

void describeModel(Metadata& metadata, const model::Model& model)
{
    // Many models are called model.onnx. Their name includes the folder's name, but no more of the
    // path, which may contain the name of a person.
    const auto name = model.path.filename().string();
    std::error_code none; // ignored: a model from memory has no path
    const auto folder
        = std::filesystem::absolute(model.path, none).parent_path().filename().string();
    metadata.set(keys::modelName,
        std::string_view(name == "model.onnx" && !folder.empty() ? folder + "/" + name : name));
    metadata.set(keys::modelBytes, static_cast<std::int64_t>(model.fileBytes));
    metadata.set(keys::modelNodes, static_cast<std::int64_t>(model.nodes.size()));
    const auto opsets = support::joined(model.opsets, ", ", [](const auto& opset) {
        return (opset.domain.empty() ? "" : opset.domain + " ") + std::to_string(opset.version);
    });
    metadata.set(keys::modelOpset, std::string_view(opsets));
    const auto producer
        = model.producerName + (model.producerVersion.empty() ? "" : " " + model.producerVersion);
    if (!producer.empty())
        metadata.set(keys::modelProducer, std::string_view(producer));
    if (const auto hash = support::sha256OfFile(model.path))
        metadata.set(keys::modelSha256, std::string_view(*hash));
}

void describeInputs(Metadata& metadata, std::uint64_t seed, const engine::Inputs& inputs)
{
    metadata.set(keys::seed, std::int64_t(seed));
    const auto dims = support::joined(inputs.dims, ", ",
        [](const auto& row) { return row.first + "=" + std::to_string(row.second); });
    if (!dims.empty())
        metadata.set(keys::dims, std::string_view(dims));
    const auto values = support::joined(
        inputs.values, "; ", [&](const auto& input) { return input.name + ": " + input.how; });
    if (!values.empty())
        metadata.set(keys::inputs, std::string_view(values));
}

} // namespace profiler
