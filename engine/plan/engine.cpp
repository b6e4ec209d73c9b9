#include "engine/plan/engine.h"

#include "engine/cpu/bfloat_products.h"
#include "engine/device/chain_fusion.h"
#include "engine/device/plugin.h"
#include "engine/passes/channels_last.h"
#include "engine/passes/fuse_chains.h"
#include "engine/passes/gather_device_work.h"
#include "engine/passes/lower_precision.h"
#include "engine/passes/lower_products.h"
#include "engine/passes/pipeline.h"
#include "engine/passes/place_on_device.h"
#include "engine/passes/widen_half.h"
#include "engine/plan/plan_state.h"
#include "engine/program/model_check.h"
#include "engine/program/program_builder.h"
#include "engine/run/thread_team.h"
#include "engine/tuning/variant_tuner.h"
#include "model/support/catch_exceptions.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

std::string operatorText(const UnsupportedOperator& row)
{
    std::string text = (row.domain.empty() ? "" : row.domain + ".") + row.type + "-"
        + std::to_string(row.version) + " (" + std::to_string(row.nodes.size()) + "×";
    for (std::size_t i = 0; i < std::min<std::size_t>(row.labels.size(), 3); ++i)
        text += (i == 0 ? ": " : ", ") + row.labels[i];
    text += row.labels.size() > 3 ? ", …)" : ")";
    return row.reasons.empty() ? text : text + " [" + row.reasons.front() + "]";
}

support::Error unsupportedError(const std::vector<UnsupportedOperator>& rows)
{
    std::size_t nodes = 0;
    for (const auto& row : rows)
        nodes += row.nodes.size();
    return failAs(ErrorKind::Unsupported, nodes, nodes == 1 ? " node" : " nodes", " of ",
        rows.size(), rows.size() == 1 ? " operator" : " operators",
        " cannot run: ", support::joined(rows, "; ", operatorText));
}

/// Removes the refused operators of a program, and all operators of the main block that read their
/// results. For an operator in a body, the outermost operator around it is removed. Values that
/// only removed operators read become outputs, so that the run computes as much as it can.
class PartialRun {
public:
    explicit PartialRun(Program& program)
        : m_program(program)
    {
    }

    void leaveOut(std::span<const OpId> refused)
    {
        for (const auto id : refused)
            m_out.insert(outermost(id));
        for (const auto id : m_program.main().ops) {
            if (m_out.contains(id) || readsMissing(m_program.op(id)))
                remove(id);
        }
        auto& main = m_program.block(BlockId(0u));
        std::erase_if(main.ops, [&](OpId op) { return m_program.op(op).isRemoved; });
        for (auto& output : main.outputs) {
            if (m_missing.contains(output))
                output = {};
        }
        // An output of the model keeps its position; one that an earlier round added needs none.
        const auto ofModel = static_cast<std::ptrdiff_t>(m_program.model->main().outputs.size());
        const auto extra = main.outputs.begin() + ofModel;
        main.outputs.erase(
            std::remove(extra, main.outputs.end(), ProgramValueId()), main.outputs.end());
        showUnread(main);
    }

private:
    OpId outermost(OpId id) const
    {
        while (m_program.block(m_program.op(id).block).owner.isValid())
            id = m_program.block(m_program.op(id).block).owner;
        return id;
    }

    bool readsMissing(const Op& op) const
    {
        const auto isMissing = [&](ProgramValueId id) { return m_missing.contains(id); };
        if (std::ranges::any_of(op.inputs, isMissing))
            return true;
        return std::ranges::any_of(op.bodies, [&](const Op::Body& body) {
            return std::ranges::any_of(capturesOf(m_program, body.block), isMissing);
        });
    }

    /// Returns the values that `op` and its bodies read.
    std::vector<ProgramValueId> readBy(const Op& op) const
    {
        auto read = op.inputs;
        for (const auto& body : op.bodies)
            std::ranges::copy(capturesOf(m_program, body.block), std::back_inserter(read));
        return read;
    }

    /// Adds to the outputs the values that only removed operators would have read.
    void showUnread(Block& main)
    {
        std::unordered_set<ProgramValueId> read(main.outputs.begin(), main.outputs.end());
        for (const auto id : main.ops) {
            for (const auto value : readBy(m_program.op(id)))
                read.insert(value);
        }
        for (const auto value : m_wanted) {
            const bool isMade = value.isValid() && !m_missing.contains(value)
                && m_program.value(value).producer.isValid();
            if (isMade && read.insert(value).second)
                main.outputs.push_back(value);
        }
    }

    void remove(OpId id)
    {
        std::ranges::copy(readBy(m_program.op(id)), std::back_inserter(m_wanted));
        auto& op = m_program.op(id);
        op.isRemoved = true;
        for (const auto output : op.outputs) {
            if (output.isValid())
                m_missing.insert(output);
        }
        for (const auto node : op.origins)
            m_program.fates[node.value()]
                = { NodeFate::Kind::NotRun, "operators without kernel", {} };
    }

    Program& m_program;
    std::unordered_set<OpId> m_out;
    std::unordered_set<ProgramValueId> m_missing;
    std::vector<ProgramValueId> m_wanted; // values that the removed operators read
};

std::vector<OpId> opsWithoutKernel(const Program& program, DeviceKind device)
{
    std::vector<OpId> ops;
    for (std::size_t i = 0; i < program.ops.size(); ++i)
        if (unsupportedReason(program, OpId(i), device))
            ops.emplace_back(i);
    return ops;
}

/// Ascending.
std::vector<ProgramValueId> constantsOf(const Program& program)
{
    std::vector<ProgramValueId> constants;
    for (std::size_t i = 0; i < program.values.size(); ++i) {
        if (program.values[i].constant)
            constants.emplace_back(i);
    }
    return constants;
}

class Preparer {
public:
    Preparer(const RunRequest& request, std::shared_ptr<MemoryPool> pool, Preparation& result)
        : m_request(request)
        , m_pool(std::move(pool))
        , m_result(result)
        , m_tuner(request.tune)
    {
    }

    Result<std::shared_ptr<const Plan>> plan()
    {
        TRY(checkPrecision());
        m_device = TRY(openDevice(m_request.device));
        if (m_device.backend != nullptr)
            m_device.backend->beginPlan();
        if (auto* const tuner = dynamic_cast<KernelTuner*>(m_device.backend.get()))
            tuner->tune(m_request.tune);
        auto& report = m_result.report;
        report.dims = m_result.inputs.dims;
        report.unboundDims = m_result.inputs.unboundDims;
        report.linkedDims = m_result.inputs.linkedDims;
        auto built = TRY(
            buildProgram(m_request.model, { m_request.missingWeights, m_request.seed }, *m_pool));
        report.randomWeights = std::move(built.randomWeights);
        auto& program = built.program;
        const auto ofModel = constantsOf(program);
        report.unsupported = findUnsupported(program, m_request.device);
        if (!report.unsupported.empty() && m_request.unsupported == Unsupported::Stop)
            return unsupportedError(report.unsupported);
        if (!report.unsupported.empty())
            PartialRun(program).leaveOut(opsWithoutKernel(program, m_request.device));
        const auto types = m_result.inputs.types();
        m_widened = TRY(widenHalf(program, types, m_request, *m_pool));
        const auto widened = constantsOf(program);
        optimise(program, types, m_request, *m_pool);
        std::ranges::set_difference(m_request.readsConstants ? widened : constantsOf(program),
            ofModel, std::back_inserter(m_ownWeights));
        if (m_request.device == DeviceKind::Cpu) {
            if (auto plan = TRY(planWithOrder(program)))
                return plan;
        }
        return planOrPart(std::move(program));
    }

private:
    bool wantsBfloats() const
    {
        return m_request.device == DeviceKind::Cpu && m_request.precision == Precision::Bfloat16;
    }

    Result<void> checkPrecision() const
    {
        if (!wantsBfloats())
            return {};
        if (const auto missing = missingForBfloatProducts(); !missing.empty())
            return failAs(
                ErrorKind::Resource, "no bf16 on this CPU: ", missing, "; use --precision f32");
        return {};
    }

    /// All products if the run asks for bfloat16, otherwise those that are bfloat16 in the model,
    /// where the processor has instructions for them.
    ProductLowering loweringWithout(const std::unordered_set<OpId>& refused) const
    {
        const bool isOfModel = !m_widened.bfloats.empty()
            && m_request.precision == Precision::Float32 && missingForBfloatProducts().empty();
        const bool hasLibrary
            = std::ranges::find(m_request.tiers, Tier::Library) != m_request.tiers.end();
        return { hasLibrary && (wantsBfloats() || isOfModel),
            wantsBfloats() ? nullptr : &m_widened.bfloats, &refused };
    }

    Facts factsOf(const Program& program) const
    {
        return findFacts(
            program, m_result.inputs.types(), { .settings = settingsOf(m_request) }, *m_pool);
    }

    /// Plans with products of bfloat16, and with channels-last images between convolutions. An
    /// operator that refuses either stays plain and in fp32 in the next round. Returns null if
    /// operators refuse that too.
    Result<std::shared_ptr<const Plan>> planWithOrder(const Program& program)
    {
        const auto types = m_result.inputs.types();
        const auto facts = factsOf(program);
        std::unordered_set<OpId> refused;
        for (std::size_t round = 0; round < maxRounds; ++round) {
            auto ordered = program;
            const auto lowered
                = lowerProducts(ordered, { facts, m_request }, loweringWithout(refused));
            noteLowered(lowered);
            const auto loweredFacts
                = lowered.products > 0 ? std::optional(factsOf(ordered)) : std::nullopt;
            const auto& orderedFacts = loweredFacts ? *loweredFacts : facts;
            placeChannelsLast(ordered, { orderedFacts, m_request }, refused);
            fuseNativeChains(ordered, { orderedFacts, m_request });
            auto made = makePlan({ std::move(ordered), types, m_request, m_pool, {}, nullptr,
                &m_tuner, m_ownWeights, m_result.inputs.growing });
            if (lacksMemory(made) && m_tuner.useFirstVariants())
                continue;
            if (made.error)
                return std::move(*made.error);
            if (made.plan) {
                noteMissing(*made.plan);
                noteNotices();
                return made.plan;
            }
            const auto before = refused.size();
            refused.insert(made.refusedOps.begin(), made.refusedOps.end());
            if (refused.size() == before)
                break;
        }
        noteLowered({});
        return std::shared_ptr<const Plan>();
    }

    PlannedOrUnsupported planOnCpu(const Program& program)
    {
        for (;;) {
            auto made = makePlan({ program, m_result.inputs.types(), m_request, m_pool, {}, nullptr,
                &m_tuner, m_ownWeights, m_result.inputs.growing });
            if (!lacksMemory(made) || !m_tuner.useFirstVariants())
                return made;
        }
    }

    /// Whether the plan could not be made for lack of memory, or a session could not allocate its
    /// arena and outputs.
    bool lacksMemory(const PlannedOrUnsupported& made) const
    {
        if (made.error)
            return made.error->kind() == ErrorKind::Resource;
        if (!made.plan)
            return false;
        const auto& state = made.plan->state();
        auto wanted = state.memory.arenaBytes;
        for (const auto output : state.program.main().outputs) {
            if (output.isValid() && state.placements[output.value()].isTyped)
                wanted += state.placements[output.value()].type.bytes();
        }
        const auto live = m_pool->liveBytes();
        return live > m_pool->limitBytes() || wanted > m_pool->limitBytes() - live;
    }

    /// Plans with every operator on the device that its kernels accept. An operator that they
    /// refuse in the run's precision is computed in fp32 in the next round. If they refuse that
    /// too, it runs on the CPU.
    PlannedOrUnsupported planPlaced(const Program& program)
    {
        const auto types = m_result.inputs.types();
        if (m_request.device == DeviceKind::Cpu)
            return planOnCpu(program);
        const auto facts = factsOf(program);
        DeviceRefusals refused;
        DeviceRefusals single; // refused in the run's precision only: in fp32 on the device
        ChainFusion fusion(m_request, m_device, program.ops.size());
        for (;;) {
            auto placed = program;
            auto shown = placeOnDevice(placed, { facts, m_request }, refused);
            if (auto failed = lower(placed, single))
                return std::move(*failed);
            if (fusion.mayFuse())
                fusion.fuse(placed, factsOf(placed));
            gather(placed);
            shown.insert(refused.begin(), refused.end());
            shown.insert(single.begin(), single.end());
            shown.insert(fusion.alone().begin(), fusion.alone().end());
            auto made = makePlan(
                { std::move(placed), types, m_request, m_pool, m_device, &shown, &m_tuner });
            if (lacksMemory(made) && m_tuner.useFirstVariants())
                continue;
            // Each round moves at least one more operator to fp32, to the CPU or out of a fused
            // chain.
            if (made.refusedByDevice.empty() || made.error)
                return made;
            fusion.takeRefused(made.refusedByDevice);
            for (auto& [op, reasons] : made.refusedByDevice) {
                const bool isOurs = op.value() >= program.ops.size(); // a Cast added by lower()
                if (isOurs)
                    m_mayLower = false;
                else if (m_mayLower && m_wasLowered && !single.contains(op))
                    single.emplace(op, inPrecision(std::move(reasons)));
                else
                    refused.emplace(op, std::move(reasons));
            }
        }
    }

    /// Reorders operators so that device steps are adjacent and can be captured as one sequence.
    void gather(Program& placed) const
    {
        if (m_request.optimisation != Optimisation::None && m_request.cudaGraph != CudaGraph::Off)
            gatherDeviceWork(placed);
    }

    /// Lowers operators to the run's precision. Returns an error if there is no memory for the
    /// weights.
    std::optional<PlannedOrUnsupported> lower(Program& placed, const DeviceRefusals& single)
    {
        m_wasLowered = false;
        m_precisionNotices.clear();
        if (!m_mayLower || !loweredElement(m_request.precision))
            return std::nullopt;
        const auto facts = factsOf(placed);
        auto lowered = lowerPrecision(placed, facts, m_request.precision, *m_pool, single);
        if (!lowered) {
            PlannedOrUnsupported failed;
            failed.error = std::move(lowered).error();
            return failed;
        }
        m_wasLowered = lowered->operators > 0;
        notePrecision(*lowered);
        return std::nullopt;
    }

    std::vector<std::string> inPrecision(std::vector<std::string> reasons) const
    {
        for (auto& reason : reasons)
            reason = "stays in f32, not " + std::string(precisionName(m_request.precision)) + ": "
                + reason;
        return reasons;
    }

    void noteLowered(const LoweredProducts& lowered)
    {
        m_precisionNotices.clear();
        if (wantsBfloats())
            m_precisionNotices.push_back(std::to_string(lowered.products)
                + " products compute in bf16 with sums in f32; " + std::to_string(lowered.casts)
                + " values are rounded to it or back");
    }

    void notePrecision(const LoweredPrecision& lowered)
    {
        const std::string name(precisionName(m_request.precision));
        m_precisionNotices.push_back(std::to_string(lowered.operators) + " operators compute in "
            + name + ", " + std::to_string(lowered.weights) + " weights were converted to it");
        if (lowered.overflowed > 0)
            m_precisionNotices.push_back(std::to_string(lowered.overflowed)
                + " numbers of weights are too large for " + name
                + " and are infinite in this run");
    }

    Result<std::shared_ptr<const Plan>> planOrPart(Program program)
    {
        auto& report = m_result.report;
        // Each round of a partial run leaves out at least one operator more.
        for (std::size_t round = 0; round < maxRounds; ++round) {
            auto made = planPlaced(program);
            if (made.error)
                return std::move(*made.error);
            if (made.plan) {
                noteMissing(*made.plan);
                noteNotices();
                return made.plan;
            }
            report.unsupported.insert(
                report.unsupported.end(), made.unsupported.begin(), made.unsupported.end());
            if (m_request.unsupported == Unsupported::Stop)
                break;
            PartialRun(program).leaveOut(made.refusedOps);
        }
        return unsupportedError(report.unsupported);
    }

    void noteMissing(const Plan& plan)
    {
        const auto& outputs = plan.program().main().outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (!outputs[i].isValid()) // an output that a partial run adds is valid
                m_result.report.missingOutputs.push_back(plan.outputNames()[i]);
        }
    }

    void noteNotices()
    {
        auto& notices = m_result.report.notices;
        notices = m_tuner.notices();
        if (m_device.backend != nullptr)
            std::ranges::move(m_device.backend->notices(), std::back_inserter(notices));
        std::ranges::move(m_precisionNotices, std::back_inserter(notices));
    }

    static constexpr std::size_t maxRounds = 8;
    const RunRequest& m_request;
    std::shared_ptr<MemoryPool> m_pool;
    Preparation& m_result;
    DeviceMemory m_device; ///< empty on the CPU
    VariantTuner m_tuner; ///< for steps on the CPU
    bool m_mayLower = true; ///< false if the device cannot convert
    bool m_wasLowered = false; ///< in the latest round
    std::vector<std::string> m_precisionNotices;
    WidenedHalf m_widened;
    std::vector<ProgramValueId> m_ownWeights; ///< constants that passes made
};

std::optional<Preparation> refuse(const RunRequest& request)
{
    auto findings = findingsAgainstRun(request);
    if (findings.empty())
        return std::nullopt;
    Preparation refused { refusal(findings), {}, {} };
    refused.report.refused = std::move(findings);
    return refused;
}

Preparation prepareWith(const RunRequest& request, Inputs inputs, std::shared_ptr<MemoryPool> pool)
{
    Preparation result { support::fail("not prepared"), std::move(inputs), {} };
    result.report.seed = request.seed;
    result.report.threads = threadCount(request);
    result.plan = support::catchExceptions(
        "preparing the run", [&]() -> Result<std::shared_ptr<const Plan>> {
            TRY(ThreadTeam::own().start(result.report.threads));
            const MemoryScope scope(pool);
            auto plan = Preparer(request, pool, result).plan();
            TRY(support::checkLostPages());
            return plan;
        });
    return result;
}

} // namespace

Preparation prepare(const RunRequest& request)
{
    if (auto refused = refuse(request))
        return std::move(*refused);
    auto pool = MemoryPool::create(request.memoryLimit);
    auto inputs = makeInputs(request, *pool);
    if (!inputs)
        return { std::move(inputs).error(), {}, {} };
    return prepareWith(request, std::move(*inputs), std::move(pool));
}

Preparation prepare(const RunRequest& request, Inputs inputs, std::shared_ptr<MemoryPool> pool)
{
    if (auto refused = refuse(request))
        return std::move(*refused);
    return prepareWith(request, std::move(inputs),
        pool ? std::move(pool) : MemoryPool::create(request.memoryLimit));
}

} // namespace engine
