#include "ui/gpu/gpu_report.h"

#include "profiler/statistics/statistics.h"
#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"

#include <algorithm>
#include <iterator>

namespace ui {

namespace {

using Facts = std::shared_ptr<const GpuFacts>;
using Account = std::shared_ptr<const profiler::DeviceAccount>;

/// Number of cached accounts of runs. Must exceed the number of runs visible at once.
constexpr std::size_t maxAccounts = 128;

support::Result<Facts> factsOf(std::shared_ptr<const profiler::Profile> profile,
    const std::shared_ptr<const profiler::Statistics>& statistics)
{
    std::optional<profiler::Roofline> roofline;
    if (statistics != nullptr) {
        if (const auto peaks = profiler::knownPeaks(profile->metadata))
            roofline = profiler::rooflineOf(*profile, *statistics, *peaks);
    }
    auto report = profiler::deviceReport(*profile, roofline ? &*roofline : nullptr);
    if (!report)
        return Facts();
    auto facts = std::make_shared<GpuFacts>();
    facts->kernels = profiler::kernelsOfRun(*profile, report->account.run);
    facts->report = *std::move(report);
    facts->profile = std::move(profile);
    return Facts(std::move(facts));
}

} // namespace

const profiler::DeviceOperator* GpuFacts::of(engine::StepId step) const
{
    return report.account.of(step);
}

const profiler::DeviceVerdict* GpuFacts::verdictOf(engine::StepId step) const
{
    const auto* row = of(step);
    if (row == nullptr)
        return nullptr;
    const auto place = static_cast<std::size_t>(row - report.account.operators.data());
    return place < report.verdicts.size() ? &report.verdicts[place] : nullptr;
}

GpuReport& GpuReport::of(Document& document, JobRunner& jobs)
{
    auto* known = document.findChild<GpuReport*>(QString(), Qt::FindDirectChildrenOnly);
    return known != nullptr ? *known : *new GpuReport(document, jobs);
}

GpuReport::GpuReport(Document& document, JobRunner& jobs)
    : QObject(&document)
    , m_document(document)
    , m_jobs(jobs)
{
    connect(&document, &Document::profileChanged, this, &GpuReport::refresh);
    connect(&document, &Document::statisticsChanged, this, &GpuReport::refresh);
    refresh();
}

void GpuReport::refresh()
{
    const auto profile = m_document.profile();
    if (profile != m_profile) {
        m_jobs.cancelAll(this);
        m_profile = profile;
        m_accounts.clear();
        m_facts.reset();
        emit changed();
    }
    if (profile == nullptr || profile->device.isEmpty())
        return;
    m_jobs.start<Facts>(
        this, QStringLiteral("gpuReport"), tr("Accounting for the GPU's time"),
        [profile, statistics = m_document.statistics()](
            std::stop_token, const support::Progress&) { return factsOf(profile, statistics); },
        [this, profile](support::Result<Facts> facts) {
            // A job that has almost finished when it is cancelled still delivers its result.
            if (!facts || profile != m_profile)
                return;
            m_facts = *std::move(facts);
            emit changed();
        });
}

const profiler::DeviceAccount* GpuReport::account(std::uint32_t run)
{
    if (m_facts != nullptr && m_facts->run() == run)
        return &m_facts->report.account;
    if (m_profile == nullptr || m_profile->device.isEmpty() || run >= m_profile->runs.size())
        return nullptr;
    if (const auto known = m_accounts.find(run); known != m_accounts.end())
        return known->second.get();
    if (m_accounts.size() >= maxAccounts)
        forgetFarFrom(run);
    m_accounts[run] = nullptr;
    m_jobs.start<Account>(
        this, QStringLiteral("gpuAccount %1").arg(run), tr("Accounting for the GPU's time"),
        [profile = m_profile, run](
            std::stop_token, const support::Progress&) -> support::Result<Account> {
            return std::make_shared<const profiler::DeviceAccount>(
                profiler::deviceAccount(*profile, run));
        },
        [this, run, profile = m_profile](support::Result<Account> account) {
            if (profile != m_profile)
                return;
            if (!account) {
                m_accounts.erase(run); // it is computed when it is next asked for
                return;
            }
            m_accounts[run] = *std::move(account);
            emit accountKnown(run);
        });
    return nullptr;
}

/// Removes the cached account farthest from `run`, because views usually move to adjacent runs.
void GpuReport::forgetFarFrom(std::uint32_t run)
{
    const auto first = m_accounts.begin();
    const auto last = std::prev(m_accounts.end());
    const auto distance
        = [run](std::uint32_t other) { return other > run ? other - run : run - other; };
    m_accounts.erase(distance(first->first) > distance(last->first) ? first : last);
}

} // namespace ui
