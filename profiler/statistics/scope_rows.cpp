#include "profiler/statistics/scope_rows.h"

#include "profiler/device/step_kernels.h"
#include "profiler/statistics/step_samples.h"
#include "profiler/statistics/step_scopes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace profiler {
namespace {

/// Key of a row: true for steps without node, and a name.
using Key = std::pair<bool, std::string>;

struct Sum {
    SummedSteps row;
    std::vector<double> perRun;
    double flops = 0;
    std::uint64_t launches = 0; ///< on a device
};

class RowBuilder {
public:
    RowBuilder(const Profile& profile, const Statistics& statistics)
        : m_profile(profile)
        , m_statistics(statistics)
        , m_runs(recordedRuns(profile))
        , m_samples(profile, m_runs)
    {
    }

    /// Returns the rows of all steps that ran, grouped by `keyOf(step)`.
    template <typename KeyOf>
    std::vector<SummedSteps> rowsBy(const KeyOf& keyOf)
    {
        for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i)
            if (m_samples.calls(engine::StepId(i)) > 0)
                addStep(keyOf(i), engine::StepId(i));
        return rows();
    }

    std::vector<SummedSteps> rowsByKernel()
    {
        const bool isTraced = std::ranges::find(m_profile.device.work, DeviceWork::Kernel)
            != m_profile.device.work.end();
        if (!isTraced && addForeignKernels()) {
            for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i)
                if (const auto name = m_profile.text(m_profile.steps[i].implementation);
                    !name.empty() && m_samples.calls(engine::StepId(i)) > 0)
                    addStep(Key(false, name), engine::StepId(i));
            return rows();
        }
        if (!isTraced)
            return rowsBy([&](std::uint32_t step) {
                return Key(false, m_profile.text(m_profile.steps[step].implementation));
            });
        for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i) {
            const engine::StepId id(i);
            if (m_samples.calls(id) > 0 && !m_samples.isOnDevice(id))
                addStep(Key(false, m_profile.text(m_profile.steps[i].implementation)), id);
        }
        addLaunches();
        return rows();
    }

private:
    Sum& sumOf(Key key)
    {
        auto& sum = m_sums[key];
        sum.perRun.resize(m_samples.runs(), 0);
        sum.row.isInserted = key.first;
        sum.row.name = std::move(key.second);
        return sum;
    }

    void addStep(Key key, engine::StepId id)
    {
        auto& sum = sumOf(std::move(key));
        m_samples.addPerRun(id, StepTime::Own, sum.perRun);
        const double calls = m_statistics.steps[id.value()].callsPerRun;
        sum.row.figures.callsPerRun += calls;
        addWork(sum, id, 1);
    }

    /// Adds the work of a step whose time is spread over `rows` rows.
    void addWork(Sum& sum, engine::StepId id, std::size_t rows) const
    {
        const auto& step = m_profile.step(id);
        const double calls = m_statistics.steps[id.value()].callsPerRun;
        const bool isKnown = step.flops && rows == 1;
        sum.row.steps.push_back(id);
        ++sum.row.figures.steps;
        if (isKnown)
            sum.flops += static_cast<double>(*step.flops) * calls; // the cost is per call
        sum.row.figures.unknownCosts += isKnown || step.isInserted() ? 0 : 1;
    }

    /// Returns the sum for each row of the device tables; null for work that does not keep the
    /// device busy.
    std::vector<Sum*> sumsOfRows()
    {
        const auto& device = m_profile.device;
        std::vector<Sum*> sums(device.size(), nullptr);
        for (std::size_t row = 0; row < device.size(); ++row)
            if (const auto work = device.work[row]; isBusyWork(work))
                sums[row] = &sumOf(Key(false,
                    work == DeviceWork::Kernel ? shortKernelName(m_profile.text(device.name[row]))
                                               : std::string(deviceWorkName(work))));
        return sums;
    }

    /// Adds kernels of an imported trace. There, kernels are steps named like the kernel; the host
    /// operators that launched them are not kernels. Returns false if there are none.
    bool addForeignKernels()
    {
        const auto& slices = m_profile.slices;
        const RunPlaces places(m_profile, m_runs);
        std::unordered_set<std::uint32_t> known;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const auto step = slices.step[i];
            const auto run = places[i];
            if (slices.kind[i] != SliceKind::Gpu || step == Slices::none || run == Slices::none)
                continue;
            auto& sum
                = sumOf(Key(false, shortKernelName(m_profile.text(m_profile.steps[step].label))));
            sum.perRun[run] += static_cast<double>(slices.durationNs[i]);
            ++sum.launches;
            if (known.insert(step).second)
                addWork(sum, engine::StepId(step), 1);
        }
        return !known.empty();
    }

    void addLaunches()
    {
        const auto& slices = m_profile.slices;
        const RunPlaces places(m_profile, m_runs);
        const auto sums = sumsOfRows();
        std::unordered_set<std::uint64_t> known; // pairs of step and row
        std::map<std::uint32_t, std::set<Sum*>> sumsOfStep;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const auto row = deviceRow(m_profile, i);
            const auto run = places[i];
            auto* const sum = row != Slices::none ? sums[row] : nullptr;
            if (sum == nullptr || run == Slices::none || slices.kind[i] != SliceKind::Gpu)
                continue;
            sum->perRun[run] += static_cast<double>(slices.durationNs[i]);
            ++sum->launches;
            const auto step = slices.step[i];
            if (step != Slices::none && known.insert(std::uint64_t(step) << 32 | row).second)
                sumsOfStep[step].insert(sum);
        }
        std::erase_if(m_sums, [](const auto& entry) {
            return entry.second.launches == 0 && entry.second.row.steps.empty();
        });
        for (const auto& [step, its] : sumsOfStep)
            for (auto* const sum : its)
                addWork(*sum, engine::StepId(step), its.size());
    }

    std::vector<SummedSteps> rows()
    {
        std::vector<SummedSteps> rows;
        for (auto& [key, sum] : m_sums) {
            auto& row = sum.row;
            std::ranges::sort(row.steps, {}, &engine::StepId::value);
            row.figures.flops = wholeOf(sum.flops);
            if (sum.launches == 0)
                row.figures.threadsBusy = threadsBusyOf(m_statistics, row.steps);
            else
                row.figures.callsPerRun
                    += static_cast<double>(sum.launches) / static_cast<double>(m_runs.size());
            double inRuns = 1;
            if (sum.launches == 0) {
                const auto where = m_samples.sumsWhereRan(row.steps);
                row.figures.time = distributionOf(where.ns);
                inRuns = static_cast<double>(where.ran)
                    / static_cast<double>(std::max<std::size_t>(1, m_runs.size()));
            } else {
                row.figures.time = distributionOf(sum.perRun);
            }
            row.figures.share = m_statistics.wall.median > 0
                ? row.figures.time.median * inRuns / m_statistics.wall.median
                : 0;
            rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(
            rows, std::greater<>(), [](const SummedSteps& row) { return row.figures.time.median; });
        return rows;
    }

    const Profile& m_profile;
    const Statistics& m_statistics;
    std::vector<std::uint32_t> m_runs;
    StepSamples m_samples;
    std::map<Key, Sum> m_sums;
};

} // namespace

std::vector<SummedSteps> scopeRows(const Profile& profile, const Statistics& statistics)
{
    const StepScopes scopes(profile);
    return RowBuilder(profile, statistics).rowsBy([&](std::uint32_t step) {
        const auto scope = scopes.ofStep[step];
        return scope == model::noScope ? Key(true, {}) : Key(false, scopes.tree.path(scope));
    });
}

std::vector<SummedSteps> kernelRows(const Profile& profile, const Statistics& statistics)
{
    return RowBuilder(profile, statistics).rowsByKernel();
}

std::string commonPrefix(const Profile& profile)
{
    std::optional<std::string_view> common;
    for (const auto& step : profile.steps) {
        if (step.isInserted())
            continue;
        const auto label = profile.text(step.label);
        if (!common)
            common = label;
        const auto end = std::ranges::mismatch(*common, label).in1;
        common = common->substr(0, static_cast<std::size_t>(end - common->begin()));
    }
    const auto at = common ? common->find_last_of("/.") : std::string_view::npos;
    return at == std::string_view::npos ? std::string() : std::string(common->substr(0, at + 1));
}

} // namespace profiler
