#include "tests/support/profiler/sample_profile.h"

#include "profiler/tables/profile_builder.h"

#include <map>
#include <random>
#include <sstream>

namespace testing {

using namespace profiler;

namespace {

struct Recipe {
    std::string_view opType;
    std::int64_t ns;
    std::uint64_t flops;
};

constexpr Recipe recipes[] = { { "Conv", 412'000, 118'000'000 }, { "MaxPool", 51'000, 1'800'000 },
    { "Concat", 23'000, 0 }, { "MatMul", 180'000, 33'000'000 }, { "Softmax", 9'000, 64'000 } };

class SampleMaker {
public:
    explicit SampleMaker(const SampleShape& shape)
        : m_shape(shape)
    {
    }

    std::shared_ptr<const Profile> make()
    {
        m_runTrack = m_builder.addTrack("runs", "CPU", TrackKind::Run);
        m_cpuTrack = m_builder.addTrack("CPU main", "CPU", TrackKind::Thread);
        makeMetadata();
        makeSteps();
        makeMemory();
        for (std::uint32_t i = 0; i < m_shape.warmUp; ++i)
            makeRun(Side::WarmUp, 0);
        for (std::uint32_t round = 1; round <= m_shape.rounds; ++round) {
            const bool profiledFirst = round % 2 == 1;
            for (int i = 0; i < 4; ++i)
                makeRun(
                    (i == 0 || i == 3) == profiledFirst ? Side::Profiled : Side::Unprofiled, round);
        }
        return std::move(m_builder).build();
    }

private:
    void makeMetadata()
    {
        auto& metadata = m_builder.profile().metadata;
        metadata.set(keys::profileId, "0193469c-0000-7000-8000-000000000000");
        metadata.set(keys::startedAt, std::int64_t(1'795'269'900'000'000'000));
        metadata.set(keys::modelName, "sample.onnx");
        metadata.set(keys::modelSha256, std::string(64, 'a'));
        metadata.set(keys::modelBytes, std::int64_t(4'952'222));
        metadata.set(keys::modelOpset, std::int64_t(13));
        metadata.set(keys::modelNodes, std::int64_t(m_shape.steps + 3));
        metadata.set(keys::host, "made-up-host");
        metadata.set(keys::cpu, "Made-up CPU, 8 cores");
        metadata.set(keys::isa, "AVX-512");
        metadata.set(keys::cores, std::int64_t(8));
        metadata.set(keys::system, "Debian GNU/Linux 12");
        metadata.set(keys::opscopeVersion, "0.1.0");
        metadata.set(keys::device, "cpu");
        metadata.set(keys::threads, std::int64_t(2));
        metadata.set(keys::precision, "f32");
        metadata.set(keys::seed, std::int64_t(0));
        metadata.set(keys::dims, "batch=1");
        metadata.set(keys::warmUpRuns, std::int64_t(m_shape.warmUp));
        metadata.set(keys::runs, std::int64_t(m_shape.rounds * 2));
        metadata.set(keys::spanNs, 16.7);
        metadata.set(keys::clockSource, "tsc");
        auto& conditions = m_builder.profile().conditions;
        conditions.push_back({ m_builder.text("governor"), m_builder.text("powersave"),
            m_builder.text("frequency follows the load"), true });
        conditions.push_back({ m_builder.text("temperature"), StringId(),
            m_builder.text("no thermal zone on this machine"), false });
    }

    Step step(std::string_view opType, std::string label)
    {
        Step step;
        step.opType = m_builder.text(opType);
        step.label = m_builder.text(label);
        step.domain = m_builder.text("");
        step.device = m_builder.text("cpu");
        step.tier = m_builder.text("library");
        step.implementation = m_builder.text("oneDNN jit:avx512_core");
        step.inputTypes = m_builder.text("1×64×56×56 fp32");
        step.outputTypes = m_builder.text("1×64×56×56 fp32");
        return step;
    }

    void addProvenance(StringId label, std::string_view opType, Fate fate, std::string_view pass)
    {
        auto& rows = m_builder.profile().provenance;
        rows.push_back({ model::NodeId(rows.size()), label, m_builder.text(opType),
            m_builder.text(""), fate, m_builder.text(pass), model::NodeId() });
    }

    void makeSteps()
    {
        for (std::uint32_t i = 0; i < m_shape.steps; ++i) {
            const auto& recipe = recipes[i % std::size(recipes)];
            auto made
                = step(recipe.opType, std::string(m_shape.nodeName) + "_" + std::to_string(i));
            made.origins.push_back({ model::NodeId(i), made.label });
            if (recipe.flops > 0)
                made.flops = recipe.flops;
            made.bytes = 800'000;
            addProvenance(made.label, recipe.opType, Fate::Kept, "");
            m_builder.addStep(std::move(made));
        }
        auto reorder = step("Reorder", "layout for " + std::string(m_shape.nodeName) + "_0");
        reorder.kind = StepKind::Reorder;
        reorder.insertedReason = m_builder.text("blocked layout for Conv");
        m_reorder = m_builder.addStep(std::move(reorder));
        auto loop = step("Loop", "loop");
        loop.kind = StepKind::ControlFlow;
        loop.origins.push_back({ model::NodeId(m_shape.steps), loop.label });
        addProvenance(loop.label, "Loop", Fate::Kept, "");
        m_loop = m_builder.addStep(std::move(loop));
        auto body = step("Add", "loop/body/node[0]");
        body.parent = m_loop;
        body.body = m_builder.text("body");
        body.origins.push_back({ model::NodeId(m_shape.steps + 1), body.label });
        body.flops = 1000;
        addProvenance(body.label, "Add", Fate::Kept, "");
        m_body = m_builder.addStep(std::move(body));
        addProvenance(m_builder.text("shape_1"), "Shape", Fate::Folded, "fold-constants");
    }

    void makeMemory()
    {
        auto& memory = m_builder.profile().memory;
        memory.weightBytes = 4'900'000;
        for (std::uint32_t i = 0; i < m_shape.steps; ++i) {
            memory.lifetimes.push_back({ m_builder.text("value_" + std::to_string(i)),
                model::ValueId(i), (i % 3 + 1) * 802'816u, 0, engine::StepId(i),
                engine::StepId(std::min(i + 2, m_shape.steps - 1)) });
            memory.arenaBytes += i < 3 ? (i % 3 + 1) * 802'816u : 0;
        }
    }

    std::int64_t vary(std::int64_t ns)
    {
        return static_cast<std::int64_t>(
            static_cast<double>(ns) * (1 + 0.02 * static_cast<double>(m_random() % 1000) / 1000));
    }

    void addStepSlice(
        engine::StepId id, std::int64_t start, std::int64_t duration, std::uint32_t run)
    {
        m_builder.addSlice({ start, duration, id.value(), run, m_cpuTrack, SliceKind::Step,
            engine::Phase::Kernel, 0 });
    }

    void makeRun(Side side, std::uint32_t round)
    {
        auto& runs = m_builder.profile().runs;
        const auto index = static_cast<std::uint32_t>(runs.size());
        Run run;
        run.number = index + 1;
        run.side = side;
        run.round = round;
        run.startNs = m_time;
        const bool isRecorded = side == Side::Profiled;
        auto time = m_time + 4'000;
        for (std::uint32_t i = 0; i < m_shape.steps; ++i) {
            const auto duration = vary(recipes[i % std::size(recipes)].ns);
            if (isRecorded)
                addStepSlice(engine::StepId(i), time, duration, index);
            time += duration + 700;
        }
        if (isRecorded)
            addStepSlice(m_reorder, time, 21'000, index);
        time += 21'700;
        if (isRecorded) {
            addStepSlice(m_loop, time, 40'000, index);
            for (int turn = 0; turn < 3; ++turn)
                addStepSlice(m_body, time + 2'000 + turn * 12'000, 9'000, index);
        }
        time += 40'000 + 3'000;
        run.wallNs = time - m_time + (isRecorded ? 500 : 0);
        run.minorFaults = side == Side::WarmUp ? 900 : 1;
        m_builder.addSlice({ run.startNs, run.wallNs, Slices::none, index, m_runTrack,
            SliceKind::Run, engine::Phase::Kernel, 0 });
        runs.push_back(run);
        m_time += run.wallNs + 9'000;
    }

    SampleShape m_shape;
    ProfileBuilder m_builder;
    std::minstd_rand m_random { 7 };
    TrackId m_runTrack;
    TrackId m_cpuTrack;
    engine::StepId m_reorder;
    engine::StepId m_loop;
    engine::StepId m_body;
    std::int64_t m_time = 0;
};

const std::map<std::string_view, engine::Phase> phases { { "reorder", engine::Phase::Reorder },
    { "copy", engine::Phase::Copy }, { "wait", engine::Phase::Wait },
    { "alloc", engine::Phase::Allocate }, { "dispatch", engine::Phase::Dispatch } };

} // namespace

std::shared_ptr<const Profile> sampleProfile(const SampleShape& shape)
{
    return SampleMaker(shape).make();
}

std::shared_ptr<const Profile> profileFromText(std::string_view lines)
{
    ProfileBuilder builder;
    const auto runTrack = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto cpuTrack = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    // By type and number of earlier steps of this type in the run.
    std::map<std::pair<std::string, int>, engine::StepId> steps;
    std::map<std::string, int> seen;
    std::istringstream text { std::string(lines) };
    std::string word;
    std::uint32_t lastStep = Slices::none;
    std::int64_t start = 0;
    std::int64_t duration = 0;
    while (text >> word >> start >> duration) {
        auto& runs = builder.profile().runs;
        if (word == "run") {
            Run run;
            run.number = static_cast<std::uint32_t>(runs.size() + 1);
            run.startNs = start;
            run.wallNs = duration;
            runs.push_back(run);
            seen.clear();
            builder.addSlice({ start, duration, Slices::none, run.number - 1, runTrack,
                SliceKind::Run, engine::Phase::Kernel, 0 });
            continue;
        }
        const auto run = static_cast<std::uint32_t>(runs.size() - 1);
        if (const auto phase = phases.find(word); phase != phases.end()) {
            builder.addSlice(
                { start, duration, lastStep, run, cpuTrack, SliceKind::Phase, phase->second, 0 });
            continue;
        }
        const auto [place, isNew] = steps.emplace(std::pair(word, seen[word]++), engine::StepId());
        if (isNew) {
            Step step;
            step.opType = builder.text(word);
            step.label = builder.text(word + "_" + std::to_string(place->first.second));
            step.kind = word == "reorder!" ? StepKind::Reorder
                : word == "copy!"          ? StepKind::Copy
                                           : StepKind::Operator;
            if (step.kind == StepKind::Operator)
                step.origins.push_back(
                    { model::NodeId(builder.profile().steps.size()), step.label });
            place->second = builder.addStep(std::move(step));
        }
        lastStep = place->second.value();
        builder.addSlice({ start, duration, lastStep, run, cpuTrack, SliceKind::Step,
            engine::Phase::Kernel, 0 });
    }
    return std::move(builder).build();
}

std::string profileText(const Profile& profile)
{
    std::ostringstream text;
    for (const auto& step : profile.steps) {
        text << "step " << profile.text(step.opType) << " '" << profile.text(step.label) << "' "
             << profile.text(step.implementation) << ' ' << stepKindName(step.kind) << " flops "
             << (step.flops ? std::to_string(*step.flops) : "?") << " nodes";
        for (const auto& origin : step.origins)
            text << ' ' << profile.text(origin.label);
        text << '\n';
    }
    for (const auto& run : profile.runs)
        text << "run " << run.number << ' ' << sideName(run.side) << " round " << run.round
             << " at " << run.startNs << " wall " << run.wallNs << '\n';
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i)
        text << "slice " << slices.startNs[i] << ' ' << slices.durationNs[i] << " step "
             << static_cast<std::int32_t>(slices.step[i]) << " run "
             << static_cast<std::int32_t>(slices.run[i]) << " parent "
             << static_cast<std::int32_t>(slices.parentOf(i)) << " track " << slices.track[i]
             << " kind " << static_cast<int>(slices.kind[i]) << " phase "
             << static_cast<int>(slices.phase[i]) << '\n';
    return text.str();
}

} // namespace testing
