#pragma once

#include "ui/edit/journal/edit_journal.h"

#include <QObject>

#include <memory>
#include <vector>

class QWidget;

namespace ui {

class Banner;
struct Context;
class Document;
class DocumentTabs;
class FileOpener;
class StatusJobs;

/// Offers edits that were kept for this start, or left by a killed process, and applies them to
/// their model if the user wants that.
class EditRestorer : public QObject {
    Q_OBJECT

public:
    EditRestorer(Context& context, DocumentTabs& tabs, FileOpener& opener, StatusJobs& status);

    QWidget* bar() const;
    /// Searches for such edits and offers them, one model at a time. Called once per process.
    void offer();

signals:
    void offered(const QString& model); ///< path

private:
    void showNext();
    void restore();
    void discard();
    /// Applies the steps from `step` on, one after another.
    void apply(const std::shared_ptr<const LeftEdits>& left, Document* document, std::size_t step);

    Context& m_context;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    StatusJobs& m_status;
    Banner* m_bar;
    std::vector<LeftEdits> m_left; ///< the first is offered
};

} // namespace ui
