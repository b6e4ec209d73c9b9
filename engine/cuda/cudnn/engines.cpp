#include "engine/cuda/cudnn/graph.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

// Which of the library's engines runs a graph.

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
    NoteName { NumericalNote::Nondeterministic, "not the same each time" },
    NoteName { NumericalNote::Winograd, "Winograd" },
};

/// A configuration of an engine that the library proposes.
struct Proposal {
    OwnedDescriptor config;
    std::int64_t engine = -1;
    std::vector<NumericalNote> notes;

    bool has(NumericalNote note) const { return std::ranges::find(notes, note) != notes.end(); }
};

/// Why a run of this precision does not want it; empty if it may run.
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

private:
    Result<Proposal> described(OwnedDescriptor config)
    {
        const auto engine = TRY(OwnedDescriptor::create(m_library, DescriptorType::Engine));
        const auto& table = m_library.table();
        Descriptor raw = engine.get();
        std::int64_t count = 0;
        TRY(m_library.check(table.backendGetAttribute(config.get(), Attribute::ConfigEngine,
                                AttributeType::Descriptor, 1, &count, &raw),
            "the engine of a proposal"));
        Proposal proposal { std::move(config), -1, {} };
        TRY(m_library.check(table.backendGetAttribute(raw, Attribute::EngineIndex,
                                AttributeType::Int64, 1, &count, &proposal.engine),
            "the number of an engine"));
        std::array<NumericalNote, mostNumericalNotes> notes {};
        TRY(m_library.check(
            table.backendGetAttribute(raw, Attribute::EngineNotes, AttributeType::NumericalNote,
                mostNumericalNotes, &count, notes.data()),
            "the notes of an engine"));
        const auto known = std::clamp<std::int64_t>(count, 0, mostNumericalNotes);
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
    if (plan.workspaceBytes > mostWorkspaceBytes)
        return fail("engine ", proposal.engine, " wants a workspace of ",
            support::bytesText(static_cast<std::uint64_t>(plan.workspaceBytes)), ", allowed are ",
            support::bytesText(static_cast<std::uint64_t>(mostWorkspaceBytes)));
    return Result<Plan>(std::move(plan));
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

} // namespace

Result<std::unique_ptr<PreparedGraph>> GraphBuilder::prepare(
    ModuleBackend& device, Precision precision, DataType element)
{
    const auto handle = TRY(m_library.handle(device.stream()));
    const auto graph = TRY(finish(handle));
    std::unique_ptr<PreparedGraph> prepared(new PreparedGraph(device, m_library));
    std::string refusal = "cuDNN has no engine for this";
    EngineSearch search(m_library, graph);
    for (const auto mode : { HeuristicMode::A, HeuristicMode::Fallback }) {
        auto proposed = search.proposals(mode);
        if (!proposed) {
            refusal = proposed.error().message();
            continue;
        }
        std::size_t position = 0;
        for (auto& proposal : *proposed) {
            ++position;
            const auto name = "engine " + std::to_string(proposal.engine);
            if (const auto why = unwanted(proposal, precision, element); !why.empty()) {
                prepared->m_notTaken.push_back("cuDNN " + name + ": " + std::string(why));
                refusal = "cuDNN has only engines with " + std::string(why) + " for this";
                continue;
            }
            auto plan = planOf(m_library, handle, proposal);
            if (!plan) {
                refusal = plan.error().message();
                prepared->m_notTaken.push_back("cuDNN " + name + ": " + refusal);
                continue;
            }
            prepared->m_implementation = "cuDNN " + m_library.version() + " " + name + " ("
                + notesText(proposal) + "; proposal " + std::to_string(position) + " of "
                + std::to_string(proposed->size())
                + (mode == HeuristicMode::A ? ")" : " of the fallback)");
            prepared->m_workspaceBytes = static_cast<std::uint64_t>(plan->workspaceBytes);
            prepared->m_descriptors = std::move(m_descriptors);
            prepared->m_descriptors.push_back(std::move(proposal.config));
            prepared->m_descriptors.push_back(std::move(plan->descriptor));
            prepared->m_ids = m_ids;
            return prepared;
        }
    }
    return support::failAs(support::ErrorKind::Unsupported, refusal);
}

} // namespace engine::cuda::cudnn
