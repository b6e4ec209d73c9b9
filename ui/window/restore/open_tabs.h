#pragma once

#include "ui/window/restore/kept_tab.h"

#include <QList>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>

class QWidget;

namespace ui {

class Banner;
struct Context;
class Document;
class DocumentPage;
class DocumentTabs;
class FileOpener;

/// Stores the tabs of all windows, and opens them at the next start with graph, folding, place and
/// zoom. The tab that was in front is opened at once. Each other tab is opened when it is shown.
///
/// A file may have ended the process that was opening it. The next start offers such a file instead
/// of opening it. If several processes run at the same time, only the first one stores its tabs.
class OpenTabs : public QObject {
    Q_OBJECT

public:
    OpenTabs(Context& context, DocumentTabs& tabs, FileOpener& opener);
    ~OpenTabs() override;

    /// The banner about files that are gone or were being opened.
    QWidget* bar() const;
    /// Opens the tabs of the last session, if the user wants that. Called once per process.
    void restore();
    /// Removes this file from the banner, because another banner offers it.
    void withdraw(const QString& path);
    /// Stores the tabs of all windows. Tabs that close afterwards stay stored.
    static void keepBeforeQuit();

    static bool isWanted();
    /// False: also removes the stored tabs.
    static void setWanted(bool isWanted);

private:
    struct Session; ///< of this process
    struct Found; ///< what a job found out about the files of kept tabs

    static QList<OpenTabs*>& all();
    static std::unique_ptr<Session>& session(); ///< null without a window
    static void keep();
    QList<KeptTab> tabs() const;
    void noteOpening(const QString& path);
    void followOpening(Document* document, DocumentPage* page);
    void addTabs(const Found& found);
    void openShown();
    void openTab(QWidget* page);
    void showBar();

    Context& m_context;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    Banner* m_bar;
    bool m_isUsed = false; ///< a document was opened in this window, or tabs were restored
    bool m_isRestoring = false;
    QStringList m_gone; ///< files of the last session that are not there
    QStringList m_offered; ///< files that were being opened
    QSet<QString> m_withdrawn;
};

} // namespace ui
