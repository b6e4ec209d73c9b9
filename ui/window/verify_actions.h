#pragma once

#include <QObject>

namespace ui {

struct Context;
class Document;
class DocumentTabs;
class FileOpener;
class StatusJobs;
class VerifyController;

/// The actions that verify a model, and the result in the status bar.
class VerifyActions : public QObject {
    Q_OBJECT

public:
    VerifyActions(Context& context, DocumentTabs& tabs, FileOpener& opener, StatusJobs& status);

    /// Opens the model of a test folder and verifies it.
    void verifyFolder(const QString& path);

private:
    void askForTiers();
    void showVerified(Document& document);

    VerifyController& m_verifier;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    StatusJobs& m_status;
};

} // namespace ui
