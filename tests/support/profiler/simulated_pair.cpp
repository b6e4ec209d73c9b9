#include "tests/support/profiler/simulated_pair.h"

#include "profiler/comparison/pair_benchmark.h"
#include "profiler/tables/profile_builder.h"

#include <cmath>
#include <random>
#include <string>

namespace testing {

using namespace profiler;

namespace {

class Machine {
public:
    Machine(std::uint64_t seed, std::size_t runs, bool isSteady)
        : m_random(seed)
        , m_clockStepAt(static_cast<std::size_t>(m_random()) % runs)
        , m_clockStep((m_random() % 2 == 0 ? 0.04 : -0.04) * (isSteady ? 0 : 1))
        , m_driftStep(isSteady ? 0 : 0.03 / std::sqrt(static_cast<double>(runs)))
    {
    }

    /// Returns the factor of all times in the next run.
    double nextRun()
    {
        constexpr double memory = 0.6;
        m_resemblance
            = memory * m_resemblance + std::sqrt(1 - memory * memory) * 0.02 * m_normal(m_random);
        m_drift += m_driftStep * m_normal(m_random);
        const auto step = m_run++ >= m_clockStepAt ? m_clockStep : 0;
        return std::exp(m_resemblance + m_drift + step);
    }
    /// Returns the factor of one operator in this run.
    double nextOperator() { return std::exp(0.02 * m_normal(m_random)); }
    /// Time that another program takes, as a share of the run; 0 in most runs.
    double disturbance()
    {
        return m_uniform(m_random) < 0.03 ? std::exponential_distribution(2.0)(m_random) : 0;
    }
    std::size_t place(std::size_t count) { return static_cast<std::size_t>(m_random()) % count; }
    bool toss() { return m_random() % 2 == 0; }

private:
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal;
    std::uniform_real_distribution<double> m_uniform;
    std::size_t m_clockStepAt;
    double m_clockStep;
    double m_driftStep;
    double m_resemblance = 0;
    double m_drift = 0;
    std::size_t m_run = 0;
};

class SideMaker {
public:
    SideMaker(const PairShape& shape, Side side)
        : m_shape(shape)
        , m_side(side)
        , m_runTrack(m_builder.addTrack("runs", "CPU", TrackKind::Run))
        , m_cpuTrack(m_builder.addTrack("CPU main", "CPU", TrackKind::Thread))
    {
        auto& profile = m_builder.profile();
        profile.metadata.set(pairKey, std::to_string(shape.seed));
        profile.metadata.set(keys::modelSha256, "same");
        for (std::size_t i = 0; i < shape.operatorNs.size(); ++i) {
            Step step;
            step.label = m_builder.text(shape.name + std::to_string(i));
            step.opType = m_builder.text(i % 2 == 0 ? "Conv" : "Relu");
            step.origins.push_back({ model::NodeId(i), step.label });
            profile.provenance.push_back(
                { model::NodeId(i), step.label, step.opType, {}, Fate::Kept, {}, model::NodeId() });
            m_builder.addStep(std::move(step));
        }
    }

    std::int64_t run(Machine& machine, std::uint32_t round, std::int64_t start)
    {
        const auto slowness = machine.nextRun();
        const auto disturbed = machine.place(m_shape.operatorNs.size());
        const auto disturbance = machine.disturbance();
        auto now = start + gapNs;
        for (std::size_t i = 0; i < m_shape.operatorNs.size(); ++i) {
            const bool isChanged = m_side == Side::B && !m_shape.factors.empty();
            auto ns = m_shape.operatorNs[i] * slowness * machine.nextOperator()
                * (isChanged ? m_shape.factors[i] : 1);
            if (i == disturbed)
                ns += disturbance * 10e6;
            SliceRow slice;
            slice.startNs = now;
            slice.durationNs = static_cast<std::int64_t>(ns);
            slice.step = static_cast<std::uint32_t>(i);
            slice.run = static_cast<std::uint32_t>(m_builder.profile().runs.size());
            slice.track = m_cpuTrack;
            m_builder.addSlice(slice);
            now += slice.durationNs + gapNs;
        }
        addRun(round, start, now);
        return now;
    }

    std::shared_ptr<const Profile> build() { return std::move(m_builder).build(); }

private:
    static constexpr std::int64_t gapNs = 300;

    void addRun(std::uint32_t round, std::int64_t start, std::int64_t end)
    {
        auto& runs = m_builder.profile().runs;
        SliceRow slice;
        slice.startNs = start;
        slice.durationNs = end - start;
        slice.run = static_cast<std::uint32_t>(runs.size());
        slice.track = m_runTrack;
        slice.kind = SliceKind::Run;
        m_builder.addSlice(slice);
        Run run;
        run.number = slice.run + 1;
        run.side = m_side;
        run.round = round;
        run.startNs = start;
        run.wallNs = end - start;
        runs.push_back(run);
    }

    const PairShape& m_shape;
    Side m_side;
    ProfileBuilder m_builder;
    TrackId m_runTrack;
    TrackId m_cpuTrack;
};

} // namespace

std::array<std::shared_ptr<const Profile>, 2> simulatedPair(const PairShape& shape)
{
    Machine machine(shape.seed, std::size_t(shape.rounds) * shape.runsPerBlock * 4, shape.isSteady);
    std::array sides { SideMaker(shape, Side::A), SideMaker(shape, Side::B) };
    std::int64_t now = 0;
    for (std::uint32_t round = 1; round <= shape.rounds; ++round) {
        const std::size_t first = machine.toss() ? 0 : 1;
        for (const auto side : { first, 1 - first, 1 - first, first })
            for (std::uint32_t i = 0; i < shape.runsPerBlock; ++i)
                now = sides[side].run(machine, round, now + 1000);
    }
    return { sides[0].build(), sides[1].build() };
}

std::vector<double> twentyOperators()
{
    std::vector<double> times { 2e6, 1.5e6, 1.2e6, 1.1e6, 1e6, 0.9e6, 0.7e6, 0.5e6, 0.3e6, 0.2e6 };
    for (int i = 0; i < 10; ++i)
        times.push_back(1e4 * (1 + i));
    return times;
}

} // namespace testing
