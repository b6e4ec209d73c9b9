#pragma once

#include <QList>
#include <QObject>

namespace ui {

struct Context;
class DocumentTabs;
struct ExportForm;
class JobRunner;
class StatusJobs;

/// The actions that write the report or the data of the current profile or comparison.
class ReportExport : public QObject {
    Q_OBJECT

public:
    ReportExport(Context& context, DocumentTabs& tabs, StatusJobs& status);

private:
    /// Asks for a file and writes the current profile in one of these forms.
    void exportProfile(const QString& title, const QList<ExportForm>& forms);

    JobRunner& m_jobs;
    DocumentTabs& m_tabs;
    StatusJobs& m_status;
};

} // namespace ui
