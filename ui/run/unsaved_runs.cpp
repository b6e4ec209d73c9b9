#include "ui/run/unsaved_runs.h"

#include "ui/run/session_folder.h"

#include <algorithm>

namespace ui {

UnsavedRuns& UnsavedRuns::instance()
{
    static UnsavedRuns shelf;
    return shelf;
}

void UnsavedRuns::put(const QString& path, const std::vector<Document::Run>& runs)
{
    for (const auto& run : runs) {
        if (!run.isOfSession)
            continue;
        m_entries.push_back({ path, run });
        if (run.folder == nullptr) // measured for a closed tab
            m_entries.back().run.folder = SessionFolder::ofProcess();
    }
}

std::vector<Document::Run> UnsavedRuns::take(const QString& path)
{
    std::vector<Document::Run> runs;
    std::erase_if(m_entries, [&](const Entry& entry) {
        const bool isTaken = entry.path == path;
        if (isTaken)
            runs.push_back(entry.run);
        return isTaken;
    });
    return runs;
}

void UnsavedRuns::clear()
{
    m_entries.clear();
    m_sweeps.clear();
}

} // namespace ui
