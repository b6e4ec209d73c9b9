#pragma once

#include "ui/document/document.h"

#include <QObject>

#include <array>

namespace ui {

struct ComparedSide;
struct Context;
class DocumentTabs;
class StatusJobs;

/// Makes comparisons of two runs of a document or of two files (models or profiles), and opens them
/// in tabs.
class Comparisons : public QObject {
    Q_OBJECT

public:
    Comparisons(Context& context, DocumentTabs& tabs, StatusJobs& status);

    /// Opens the report of a comparison, which contains both profiles.
    void open(const QString& path);
    /// Enables the actions that the current tab allows.
    void refreshActions();

private:
    QString askForCompared(const QString& title);
    void compareRuns(Document* document, const Document::Run& a, const Document::Run& b);
    /// Compares the document, with its current run if it has one, with a file.
    void compareWith(Document* document, const QString& path);
    /// Compares the model as it is with the file that it was read from or saved to.
    void compareWithItsFile(Document* document);
    void compareFiles(const QString& a, const QString& b);
    /// Returns the document of a file; opens the file if needed.
    Document* openForComparing(const QString& path);
    /// Compares two documents as soon as both are read.
    void compareDocuments(Document* a, Document* b);
    void compareSettled(Document& a, Document& b);
    void compare(std::array<ComparedSide, 2> sides);

    Context& m_context;
    DocumentTabs& m_tabs;
    StatusJobs& m_status;
};

} // namespace ui
