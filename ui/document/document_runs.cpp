#include "ui/document/document.h"

#include "model/support/hash.h"
#include "profiler/statistics/scope_spans.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/read_run.h"
#include "ui/run/session_folder.h"

#include <algorithm>

/// The runs of a document: which one is shown, what is computed from it, its marks.
namespace ui {

using support::Progress;
using support::Result;

std::shared_ptr<const profiler::Profile> Document::profile() const
{
    return m_currentRun >= 0 ? m_runs[static_cast<std::size_t>(m_currentRun)].profile : nullptr;
}

std::shared_ptr<const profiler::Statistics> Document::statistics() const
{
    return m_currentRun >= 0 ? m_runs[static_cast<std::size_t>(m_currentRun)].statistics : nullptr;
}

std::shared_ptr<const profiler::Timeline> Document::timeline() const
{
    return m_currentRun >= 0 ? m_runs[static_cast<std::size_t>(m_currentRun)].timeline : nullptr;
}

const std::vector<profiler::ScopeLevel>& Document::scopes() const
{
    static const std::vector<profiler::ScopeLevel> none;
    const auto* found
        = m_currentRun >= 0 ? m_runs[static_cast<std::size_t>(m_currentRun)].scopes.get() : nullptr;
    return found != nullptr ? *found : none;
}

bool Document::isComputingStatistics() const
{
    return m_currentRun >= 0
        && isComputingStatistics(m_runs[static_cast<std::size_t>(m_currentRun)]);
}

bool Document::isComputingStatistics(const Run& run) const
{
    return m_computing.contains(run.profile.get());
}

void Document::computeStatistics()
{
    if (m_currentRun < 0)
        return;
    computeStatistics(m_runs[static_cast<std::size_t>(m_currentRun)]);
    emit statisticsChanged();
}

void Document::computeStatistics(const Run& run)
{
    if (run.statistics != nullptr || m_computing.contains(run.profile.get()))
        return;
    m_computing.insert(run.profile.get());
    using Made = std::shared_ptr<const profiler::Statistics>;
    m_jobs.start<Made>(
        this, QStringLiteral("statistics %1").arg(quintptr(run.profile.get())),
        tr("Computing statistics"),
        [profile = run.profile](std::stop_token stop, const Progress& progress) {
            return profiler::computeStatistics(*profile, std::move(stop), progress);
        },
        [this, profile = run.profile](Result<Made> made) {
            m_computing.remove(profile.get());
            setStatistics(profile.get(), made ? *std::move(made) : nullptr);
        });
}

/// `statistics` is null if the computation was stopped.
void Document::setStatistics(
    const profiler::Profile* profile, std::shared_ptr<const profiler::Statistics> statistics)
{
    const auto run
        = std::ranges::find(m_runs, profile, [](const Run& each) { return each.profile.get(); });
    if (run == m_runs.end())
        return;
    run->statistics = std::move(statistics);
    emit runsChanged();
    if (profile == this->profile().get())
        emit statisticsChanged();
}

const TimeMarks& Document::marks() const
{
    static const TimeMarks none;
    return m_currentRun >= 0 ? m_runs[static_cast<std::size_t>(m_currentRun)].marks : none;
}

void Document::setMarks(TimeMarks marks)
{
    if (m_currentRun < 0 || marks == this->marks())
        return;
    auto& run = m_runs[static_cast<std::size_t>(m_currentRun)];
    run.marks = std::move(marks);
    if (!run.isOfSession && !run.path.isEmpty())
        saveMarks(run.path, run.marks);
    emit marksChanged();
}

void Document::addRun(Run run)
{
    // The file of a restored run is in a session folder, too.
    run.isOfSession = run.isOfSession || SessionFolder::isIn(run.path);
    if (run.isOfSession && run.folder == nullptr)
        run.folder = SessionFolder::ofProcess();
    if (run.isOfSession && run.name.isEmpty())
        run.name = SessionFolder::notedName(run.path);
    if (run.marks.empty() && !run.path.isEmpty())
        run.marks = loadMarks(run.path);
    m_runs.push_back(std::move(run));
    computeStatistics(m_runs.back());
    emit runsChanged();
    showRun(static_cast<int>(m_runs.size()) - 1);
}

void Document::matchRuns()
{
    if (m_runs.empty() || m_model == nullptr)
        return;
    const bool hasEdits = !unsavedEdits().isEmpty();
    const auto copy = hasEdits ? m_editor->copySha256() : std::string();
    // The runs hold node ids of the old model. In the new model these ids may be other nodes.
    m_jobs.start<std::vector<Run>>(
        this, QStringLiteral("rematch"), tr("Matching runs to the model"),
        [runs = m_runs, current = m_model, copy, file = hasEdits ? QString() : m_path](
            std::stop_token stop, const Progress&) -> Result<std::vector<Run>> {
            auto sha256 = copy;
            if (!file.isEmpty())
                sha256 = TRY(support::sha256OfFile(file.toStdString(), std::move(stop)));
            return rematched(runs, *current, sha256);
        },
        [this, before = m_runs, current = m_model, hasEdits, copy](Result<std::vector<Run>> runs) {
            if (!runs || m_model != current)
                return;
            const auto isSame = [](const Run& a, const Run& b) { return a.profile == b.profile; };
            if (!std::ranges::equal(before, m_runs, isSame))
                return matchRuns(); // a run was added or removed meanwhile
            for (std::size_t i = 0; i < m_runs.size(); ++i) { // keep the user's changes
                auto& run = (*runs)[i];
                run.path = m_runs[i].path;
                run.name = m_runs[i].name;
                run.isOfSession = m_runs[i].isOfSession;
                run.folder = m_runs[i].folder;
                run.marks = m_runs[i].marks;
                const auto measured = run.profile->metadata.text(profiler::keys::modelSha256);
                run.isOfOtherVersion = hasEdits && (copy.empty() || measured != copy);
            }
            m_runs = *std::move(runs);
            for (const auto& run : m_runs)
                computeStatistics(run);
            emit runsChanged();
            emit profileChanged();
        });
}

void Document::setRunFile(const profiler::Profile* profile, const QString& path)
{
    const auto run
        = std::ranges::find(m_runs, profile, [](const Run& each) { return each.profile.get(); });
    if (run == m_runs.end())
        return;
    run->path = path;
    run->isOfSession = false;
    run->folder.reset();
    saveMarks(path, run->marks);
    emit runsChanged();
}

void Document::showRun(int index)
{
    if (index < 0 || index >= static_cast<int>(m_runs.size()) || index == m_currentRun)
        return;
    m_currentRun = index;
    m_timeRange.select(std::nullopt);
    emit profileChanged();
}

void Document::renameRun(int index, const QString& name)
{
    if (index < 0 || index >= static_cast<int>(m_runs.size())
        || m_runs[static_cast<std::size_t>(index)].name == name)
        return;
    auto& run = m_runs[static_cast<std::size_t>(index)];
    run.name = name;
    if (run.isOfSession)
        SessionFolder::noteName(run.path, name); // for the next start
    emit runsChanged();
}

void Document::removeRun(int index)
{
    if (index < 0 || index >= static_cast<int>(m_runs.size()))
        return;
    m_runs.erase(m_runs.begin() + index);
    const int before = m_currentRun;
    if (before > index || before == static_cast<int>(m_runs.size()))
        --m_currentRun;
    emit runsChanged();
    if (before == index) {
        m_timeRange.select(std::nullopt);
        emit profileChanged();
    }
}

} // namespace ui
