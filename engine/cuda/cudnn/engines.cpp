#include "engine/cuda/cudnn/graph.h"
#include "engine/cuda/device_libraries.h"
#include "engine/cuda/tuning.h"
#include "engine/plan/setting_names.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>

// Chooses the engine of the library that runs a graph.

namespace engine::cuda::cudnn {

namespace {

struct NoteName {
    NumericalNote note;
    std::string_view name;
};
constexpr std::array noteNames {
    NoteName { NumericalNote::TensorCore, "tensor cores" },
    NoteName { NumericalNote::DownConvertInputs, "inputs rounded" },
    NoteName { NumericalNote::ReducedPrecisionReduction, "sums in a smaller type" },
    NoteName { NumericalNote::Fft, "FFT" },
    NoteName { NumericalNote::Nondeterministic, "nondeterministic" },
    NoteName { NumericalNote::Winograd, "Winograd" },
};

struct Knob {
    KnobType type = 0;
    std::int64_t value = 0;
};

/// An engine configuration that the library proposes, or that was rebuilt from the tune cache.
struct Proposal {
    OwnedDescriptor config;
    std::int64_t engine = -1;
    std::vector<NumericalNote> notes;
    std::vector<Knob> knobs; ///< empty unless readKnobs() was called
    std::vector<OwnedDescriptor> parts; ///< descriptors that a rebuilt configuration refers to

    bool has(NumericalNote note) const { return std::ranges::find(notes, note) != notes.end(); }
};

/// Returns why the proposal may not be used at this precision; empty if it may.
std::string_view unwanted(const Proposal& proposal, Precision precision, DataType element)
{
    if (element == DataType::Float && precision != Precision::Tf32
        && (proposal.has(NumericalNote::TensorCore)
            || proposal.has(NumericalNote::DownConvertInputs)))
        return "TF32";
    if (proposal.has(NumericalNote::ReducedPrecisionReduction))
        return "sums in a smaller type";
    if (precision == Precision::Float32Strict
        && (proposal.has(NumericalNote::Fft) || proposal.has(NumericalNote::Winograd)))
        return "Winograd or FFT";
    return {};
}

class EngineSearch {
public:
    EngineSearch(Library& library, Descriptor graph)
        : m_library(library)
        , m_graph(graph)
    {
    }

    Result<std::vector<Proposal>> proposals(HeuristicMode mode)
    {
        const auto search
            = TRY(OwnedDescriptor::create(m_library, DescriptorType::EngineHeuristic));
        constexpr std::string_view what = "a search for engines";
        TRY(search.setDescriptor(Attribute::HeuristicGraph, m_graph, what));
        TRY(search.set(Attribute::HeuristicMode, AttributeType::HeuristicMode, 1, &mode, what));
        TRY(search.finalise(what));
        const auto& table = m_library.table();
        std::int64_t count = 0;
        TRY(m_library.check(table.backendGetAttribute(search.get(), Attribute::HeuristicResults,
                                AttributeType::Descriptor, 0, &count, nullptr),
            "a count of engines"));
        std::vector<OwnedDescriptor> configs;
        std::vector<Descriptor> raw;
        for (std::int64_t i = 0; i < count; ++i) {
            configs.push_back(
                TRY(OwnedDescriptor::create(m_library, DescriptorType::EngineConfig)));
            raw.push_back(configs.back().get());
        }
        std::int64_t found = 0;
        if (count > 0)
            TRY(m_library.check(table.backendGetAttribute(search.get(), Attribute::HeuristicResults,
                                    AttributeType::Descriptor, count, &found, raw.data()),
                "engines"));
        std::vector<Proposal> result;
        for (std::int64_t i = 0; i < std::min(found, count); ++i)
            result.push_back(TRY(described(std::move(configs[static_cast<std::size_t>(i)]))));
        return Result<std::vector<Proposal>>(std::move(result));
    }

    /// Rebuilds a proposal from the text of configurationOf().
    Result<Proposal> rebuilt(const std::string& configuration)
    {
        std::istringstream text(configuration);
        std::int64_t number = -1;
        if (!(text >> number))
            return fail("no engine has the number ", configuration);
        constexpr std::string_view what = "an engine by its number";
        auto engine = TRY(OwnedDescriptor::create(m_library, DescriptorType::Engine));
        TRY(engine.setDescriptor(Attribute::EngineGraph, m_graph, what));
        TRY(engine.setInt64s(Attribute::EngineIndex, { number }, what));
        TRY(engine.finalise(what));
        auto config = TRY(OwnedDescriptor::create(m_library, DescriptorType::EngineConfig));
        TRY(config.setDescriptor(Attribute::ConfigEngine, engine.get(), what));
        std::vector<OwnedDescriptor> parts;
        parts.push_back(std::move(engine));
        std::vector<Descriptor> knobs;
        Knob knob;
        for (char equals = 0; text >> knob.type >> equals >> knob.value;) {
            auto choice = TRY(knobChoice(knob));
            knobs.push_back(choice.get());
            parts.push_back(std::move(choice));
        }
        if (!knobs.empty())
            TRY(config.set(Attribute::ConfigKnobs, AttributeType::Descriptor,
                static_cast<std::int64_t>(knobs.size()), knobs.data(), what));
        TRY(config.finalise(what));
        auto proposal = TRY(described(std::move(config)));
        proposal.parts = std::move(parts);
        return Result<Proposal>(std::move(proposal));
    }

private:
    Result<OwnedDescriptor> knobChoice(const Knob& knob)
    {
        constexpr std::string_view what = "a knob of an engine";
        auto choice = TRY(OwnedDescriptor::create(m_library, DescriptorType::KnobChoice));
        TRY(choice.set(Attribute::KnobType, AttributeType::KnobType, 1, &knob.type, what));
        TRY(choice.setInt64s(Attribute::KnobValue, { knob.value }, what));
        TRY(choice.finalise(what));
        return Result<OwnedDescriptor>(std::move(choice));
    }

    Result<Proposal> described(OwnedDescriptor config)
    {
        const auto engine = TRY(OwnedDescriptor::create(m_library, DescriptorType::Engine));
        const auto& table = m_library.table();
        Descriptor raw = engine.get();
        std::int64_t count = 0;
        TRY(m_library.check(table.backendGetAttribute(config.get(), Attribute::ConfigEngine,
                                AttributeType::Descriptor, 1, &count, &raw),
            "the engine of a proposal"));
        Proposal proposal { std::move(config), -1, {}, {}, {} };
        TRY(m_library.check(table.backendGetAttribute(raw, Attribute::EngineIndex,
                                AttributeType::Int64, 1, &count, &proposal.engine),
            "the number of an engine"));
        std::array<NumericalNote, maxNumericalNotes> notes {};
        TRY(m_library.check(
            table.backendGetAttribute(raw, Attribute::EngineNotes, AttributeType::NumericalNote,
                maxNumericalNotes, &count, notes.data()),
            "the notes of an engine"));
        const auto known = std::clamp<std::int64_t>(count, 0, maxNumericalNotes);
        proposal.notes.assign(notes.begin(), notes.begin() + static_cast<std::ptrdiff_t>(known));
        return Result<Proposal>(std::move(proposal));
    }

    Library& m_library;
    Descriptor m_graph;
};

struct Plan {
    OwnedDescriptor descriptor;
    std::int64_t workspaceBytes = 0;
};

Result<Plan> planOf(Library& library, Handle handle, const Proposal& proposal)
{
    Plan plan { TRY(OwnedDescriptor::create(library, DescriptorType::ExecutionPlan)), 0 };
    constexpr std::string_view what = "the plan of an engine";
    TRY(plan.descriptor.set(Attribute::PlanHandle, AttributeType::Handle, 1, &handle, what));
    TRY(plan.descriptor.setDescriptor(Attribute::PlanConfig, proposal.config.get(), what));
    TRY(plan.descriptor.finalise(what));
    std::int64_t count = 0;
    TRY(library.check(
        library.table().backendGetAttribute(plan.descriptor.get(), Attribute::PlanWorkspaceBytes,
            AttributeType::Int64, 1, &count, &plan.workspaceBytes),
        "the workspace of an engine"));
    if (plan.workspaceBytes > maxWorkspaceBytes)
        return fail("engine ", proposal.engine, " wants a workspace of ",
            support::bytesText(static_cast<std::uint64_t>(plan.workspaceBytes)), ", allowed are ",
            support::bytesText(static_cast<std::uint64_t>(maxWorkspaceBytes)));
    return Result<Plan>(std::move(plan));
}

/// Reads the knobs, by which configurations of one engine differ.
Result<void> readKnobs(const Library& library, Proposal& proposal)
{
    constexpr std::string_view what = "the knobs of an engine";
    std::vector<OwnedDescriptor> choices;
    std::vector<Descriptor> raw;
    for (std::int64_t i = 0; i < maxKnobs; ++i) {
        choices.push_back(TRY(OwnedDescriptor::create(library, DescriptorType::KnobChoice)));
        raw.push_back(choices.back().get());
    }
    const auto& table = library.table();
    std::int64_t count = 0;
    TRY(library.check(table.backendGetAttribute(proposal.config.get(), Attribute::ConfigKnobs,
                          AttributeType::Descriptor, maxKnobs, &count, raw.data()),
        what));
    proposal.knobs.clear();
    for (std::int64_t i = 0; i < std::min(count, maxKnobs); ++i) {
        Knob knob;
        std::int64_t found = 0;
        auto* const choice = raw[static_cast<std::size_t>(i)];
        TRY(library.check(table.backendGetAttribute(choice, Attribute::KnobType,
                              AttributeType::KnobType, 1, &found, &knob.type),
            what));
        TRY(library.check(table.backendGetAttribute(choice, Attribute::KnobValue,
                              AttributeType::Int64, 1, &found, &knob.value),
            what));
        proposal.knobs.push_back(knob);
    }
    return {};
}

std::string notesText(const Proposal& proposal)
{
    std::string text;
    for (const auto& row : noteNames) {
        if (proposal.has(row.note))
            text += (text.empty() ? "" : ", ") + std::string(row.name);
    }
    return text.empty() ? "plain arithmetic" : text;
}

ElementType elementOf(DataType type)
{
    switch (type) {
    case DataType::Double:
        return ElementType::Double;
    case DataType::Half:
        return ElementType::Float16;
    case DataType::Bfloat16:
        return ElementType::Bfloat16;
    default:
        return ElementType::Float;
    }
}

/// The text of a configuration for the tune cache: the engine's number and `knob=value` for each
/// knob that is set.
std::string configurationOf(const Proposal& proposal)
{
    auto text = std::to_string(proposal.engine);
    for (const auto& knob : proposal.knobs)
        text += ' ' + std::to_string(knob.type) + '=' + std::to_string(knob.value);
    return text;
}

std::string nameOf(const Proposal& proposal)
{
    auto text = "cuDNN engine " + std::to_string(proposal.engine);
    for (const auto& knob : proposal.knobs)
        text += ", knob " + std::to_string(knob.type) + " = " + std::to_string(knob.value);
    return text;
}

} // namespace

/// Chooses an engine for one graph.
class EngineChoice {
public:
    EngineChoice(ModuleBackend& device, GraphBuilder& builder, Precision precision,
        DataType element, std::string key)
        : m_device(device)
        , m_builder(builder)
        , m_library(builder.m_library)
        , m_precision(precision)
        , m_element(element)
        , m_prepared(new PreparedGraph(device, builder.m_library))
    {
        m_prepared->m_key = std::move(key);
        m_prepared->m_outside = builder.m_outside;
    }

    Result<std::shared_ptr<PreparedGraph>> choose()
    {
        m_handle = TRY(m_library.handle(m_device.stream()));
        m_graph = TRY(m_builder.finish(m_handle));
        auto& libraries = m_device.libraries();
        const bool tunes = libraries.mayTune() && libraries.tuneBudget().count() > 0;
        const auto* const known
            = libraries.mayTune() ? libraries.tuneCache().find(m_prepared->m_key) : nullptr;
        if (known != nullptr && takeRemembered(*known))
            return m_prepared;
        collect(tunes ? maxTuned : 1);
        if (m_plans.empty())
            return support::failAs(support::ErrorKind::Unsupported, m_refusal);
        if (tunes && m_plans.size() > 1)
            TRY(takeFastest());
        else
            take(m_plans.front(), m_plans.front().how);
        return m_prepared;
    }

private:
    struct Candidate {
        Proposal proposal;
        Plan plan;
        std::string how; ///< `proposal 2 of 3`
    };

    /// Makes plans for the first `most` acceptable proposals, in the library's order. Uses the
    /// fallback heuristic only if there are none.
    void collect(std::size_t most)
    {
        EngineSearch search(m_library, m_graph);
        for (const auto mode : { HeuristicMode::A, HeuristicMode::Fallback }) {
            if (!m_plans.empty())
                return;
            auto proposed = search.proposals(mode);
            if (!proposed) {
                m_refusal = proposed.error().message();
                continue;
            }
            for (std::size_t i = 0; i < proposed->size() && m_plans.size() < most; ++i) {
                const auto how = "proposal " + std::to_string(i + 1) + " of "
                    + std::to_string(proposed->size())
                    + (mode == HeuristicMode::A ? "" : " of the fallback");
                consider(std::move((*proposed)[i]), how);
            }
        }
    }

    void consider(Proposal proposal, const std::string& how)
    {
        if (const auto why = unwanted(proposal, m_precision, m_element); !why.empty()) {
            m_prepared->m_notTaken.push_back(
                "cuDNN engine " + std::to_string(proposal.engine) + ": " + std::string(why));
            m_refusal = "cuDNN has only engines with " + std::string(why) + " for this";
            return;
        }
        auto& libraries = m_device.libraries();
        if (!m_plans.empty() && libraries.tuneBudget().count() <= 0)
            return;
        // Many engines compile a kernel here, which is the larger part of the time for tuning.
        const auto start = std::chrono::steady_clock::now();
        auto plan = planOf(m_library, m_handle, proposal);
        if (!m_plans.empty())
            libraries.spendTuneBudget(std::chrono::steady_clock::now() - start);
        if (plan) {
            m_plans.push_back({ std::move(proposal), std::move(*plan), how });
            return;
        }
        m_refusal = plan.error().message();
        m_prepared->m_notTaken.push_back(
            "cuDNN engine " + std::to_string(proposal.engine) + ": " + m_refusal);
    }

    /// Uses the choice of an earlier plan. The file's content is not trusted: the library rebuilds
    /// the configuration, and the result must be acceptable. Returns false if not.
    bool takeRemembered(const TunedChoice& known)
    {
        EngineSearch search(m_library, m_graph);
        auto proposal = search.rebuilt(known.configuration);
        if (!proposal || !unwanted(*proposal, m_precision, m_element).empty())
            return false;
        auto plan = planOf(m_library, m_handle, *proposal);
        if (!plan)
            return false;
        Candidate candidate { std::move(*proposal), std::move(*plan), {} };
        take(candidate, rememberedHow(known));
        m_prepared->m_notTaken = runnersUpOf(known);
        return true;
    }

    Result<void> takeFastest()
    {
        TuneMemory memory(m_device);
        const auto operands = operandsIn(memory);
        std::int64_t most = 1;
        Result<void> knobs;
        for (auto& each : m_plans) {
            if (knobs)
                knobs = readKnobs(m_library, each.proposal);
            most = std::max(most, each.plan.workspaceBytes);
        }
        const auto workspace = memory.bytes(static_cast<std::uint64_t>(most));
        const auto* const error = !operands ? &operands.error()
            : !workspace                    ? &workspace.error()
            : !knobs                        ? &knobs.error()
                                            : nullptr;
        if (error != nullptr) {
            m_prepared->m_notTaken.push_back("no engine was timed: " + error->message());
            take(m_plans.front(), m_plans.front().how);
            return {};
        }
        std::vector<TuneCandidate> candidates;
        for (const auto& each : m_plans) {
            const auto once = [this, &each, &operands, &workspace] {
                return m_prepared->execute(each.plan.descriptor.get(), *operands,
                    workspace->first(static_cast<std::size_t>(each.plan.workspaceBytes)));
            };
            candidates.push_back({ nameOf(each.proposal), configurationOf(each.proposal), once });
        }
        const auto tuned = TRY(timeCandidates(m_device, m_prepared->m_key, candidates)
                                   .within("cuDNN runs none of the engines it proposes"));
        take(m_plans[tuned.best], tuned.how());
        m_prepared->m_notTaken.insert(
            m_prepared->m_notTaken.end(), tuned.notes.begin(), tuned.notes.end());
        return {};
    }

    Result<std::vector<const void*>> operandsIn(TuneMemory& memory)
    {
        std::vector<const void*> pointers;
        for (const auto& tensor : m_prepared->m_outside) {
            if (!tensor.scalar)
                pointers.push_back(TRY(memory.operand(elementOf(tensor.type), tensor.elements)));
        }
        return Result<std::vector<const void*>>(std::move(pointers));
    }

    void take(Candidate& candidate, const std::string& how)
    {
        auto& prepared = *m_prepared;
        prepared.m_implementation = "cuDNN " + m_library.version() + " engine "
            + std::to_string(candidate.proposal.engine) + " (" + notesText(candidate.proposal)
            + "; " + how + ")";
        prepared.m_workspaceBytes = static_cast<std::uint64_t>(candidate.plan.workspaceBytes);
        prepared.m_descriptors = std::move(m_builder.m_descriptors);
        for (auto& part : candidate.proposal.parts)
            prepared.m_descriptors.push_back(std::move(part));
        prepared.m_descriptors.push_back(std::move(candidate.proposal.config));
        prepared.m_descriptors.push_back(std::move(candidate.plan.descriptor));
    }

    ModuleBackend& m_device;
    GraphBuilder& m_builder;
    Library& m_library;
    Precision m_precision;
    DataType m_element;
    std::shared_ptr<PreparedGraph> m_prepared;
    Handle m_handle = nullptr;
    Descriptor m_graph = nullptr;
    std::vector<Candidate> m_plans;
    std::string m_refusal = "cuDNN has no engine for this";
};

Result<std::shared_ptr<PreparedGraph>> GraphBuilder::prepare(
    ModuleBackend& device, Precision precision, DataType element)
{
    const auto& libraries = device.libraries();
    const auto key = "graph" + m_text + " precision " + std::string(precisionName(precision))
        + " cuDNN " + m_library.version() + " driver " + libraries.driver();
    const auto shared = key + (libraries.mayTune() ? " tuned" : "");
    if (auto found = m_library.sharedGraph(shared))
        return found;
    auto prepared = TRY(EngineChoice(device, *this, precision, element, key).choose());
    m_library.shareGraph(shared, prepared);
    return prepared;
}

} // namespace engine::cuda::cudnn
