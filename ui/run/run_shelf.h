#pragma once

#include "profiler/sweep/sweep.h"
#include "ui/document/document.h"

#include <QHash>

#include <memory>
#include <vector>

namespace ui {

/// Measurements of tabs that were closed, which lie in no file of the user, and all sweeps: they
/// come back with their model, and are listed when the program is left. One for the process.
class RunShelf {
public:
    static RunShelf& instance();

    struct Entry {
        QString path; ///< of the model, or of the profile that had a tab of its own
        Document::Run run;
    };

    /// Keeps what of these runs lies in no file of the user.
    void put(const QString& path, const std::vector<Document::Run>& runs);
    /// Gives out the runs of a document's file, oldest first.
    std::vector<Document::Run> take(const QString& path);
    const std::vector<Entry>& entries() const { return m_entries; }
    /// The last sweep of each model file, of open and of closed tabs.
    QHash<QString, profiler::Sweep>& sweeps() { return m_sweeps; }
    void clear();

private:
    std::vector<Entry> m_entries;
    QHash<QString, profiler::Sweep> m_sweeps;
};

} // namespace ui
