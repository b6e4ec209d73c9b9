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
        m_entries.push_back({ path, run });
        if (run.folder == nullptr) // measured for a closed tab
            m_entries.back().run.folder = SessionFolder::ofProcess();
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
    return runs;
}

void RunShelf::clear()
{
    m_entries.clear();
    m_sweeps.clear();
}

} // namespace ui
