#include "ui/run/run_shelf.h"

#include "ui/run/session_folder.h"

#include <algorithm>

namespace ui {

RunShelf& RunShelf::instance()
{
    static RunShelf shelf;
    return shelf;
}

void RunShelf::put(const QString& path, const std::vector<Document::Run>& runs)
{
    for (const auto& run : runs) {
        if (!run.isOfSession)
            continue;
        m_folder = SessionFolder::ofProcess();
        m_entries.push_back({ path, run });
    }
}

std::vector<Document::Run> RunShelf::take(const QString& path)
{
    std::vector<Document::Run> runs;
    std::erase_if(m_entries, [&](const Entry& entry) {
        const bool isTaken = entry.path == path;
        if (isTaken)
            runs.push_back(entry.run);
        return isTaken;
    });
    if (m_entries.empty())
        m_folder.reset();
    return runs;
}

void RunShelf::clear()
{
    m_entries.clear();
    m_sweeps.clear();
    m_folder.reset();
}

} // namespace ui
