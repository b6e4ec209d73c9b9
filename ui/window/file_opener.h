#pragma once

#include "ui/document/document.h"

#include <QObject>

#include <functional>

namespace ui {

class Comparisons;
struct Context;
class DocumentTabs;
struct ProfileMatch;
class StatusJobs;

/// Opens files in tabs, and attaches profiles to models.
class FileOpener : public QObject {
    Q_OBJECT

public:
    FileOpener(Context& context, DocumentTabs& tabs, Comparisons& comparisons, StatusJobs& status);

    /// Opens a model, a profile, a comparison or a folder of profiles. Activates the tab if it is
    /// open already. Returns null for a comparison and a folder.
    Document* open(const QString& path);
    /// Opens the model and attaches the profile to it.
    void openModelFor(const QString& profilePath, const QString& modelPath);

private:
    /// Asks for files and opens them.
    void openWithDialog();
    /// Asks for a profile and attaches it to the current model.
    void attachWithDialog();
    /// Asks for a folder of profiles and opens it.
    void openFolderWithDialog();
    void buildRecentMenu();
    void addRecentKeys();
    Document* openProfile(const QString& path);
    /// Returns the model that a profile may belong to: the current one, else the first; null if no
    /// model is open.
    Document* modelForProfile() const;
    void read(Document* model, const QString& path, std::function<void(ProfileMatch)> take);
    void attachFile(Document* model, const QString& path);
    void attach(Document& model, ProfileMatch match);
    void askWhereTo(Document* model, const QString& path, ProfileMatch match);

    Context& m_context;
    DocumentTabs& m_tabs;
    Comparisons& m_comparisons;
    StatusJobs& m_status;
};

} // namespace ui
