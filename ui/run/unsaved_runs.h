#pragma once

#include "profiler/sweep/sweep.h"
#include "ui/document/document.h"

#include <QHash>

#include <memory>
#include <vector>

namespace ui {

/// Unsaved measurements of closed tabs, and all sweeps. They are restored when their model is
/// opened again, and listed when the program quits. One instance per process.
class UnsavedRuns {
public:
    static UnsavedRuns& instance();

    struct Entry {
        QString path; ///< of the model, or of the profile if the tab was that of a profile
        Document::Run run;
    };

    /// Stores those of the runs that the user has not saved.
    void put(const QString& path, const std::vector<Document::Run>& runs);
    /// Removes and returns the runs of a file, oldest first.
    std::vector<Document::Run> take(const QString& path);
    const std::vector<Entry>& entries() const { return m_entries; }
    /// The last sweep of each model file, of open and closed tabs.
    QHash<QString, profiler::Sweep>& sweeps() { return m_sweeps; }
    void clear();

private:
    std::vector<Entry> m_entries;
    QHash<QString, profiler::Sweep> m_sweeps;
};

} // namespace ui
