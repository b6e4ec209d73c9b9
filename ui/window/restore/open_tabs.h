#pragma once

#include "layout/group_tree.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointF>
#include <QString>

class QWidget;

namespace ui {

class Banner;
class Document;
class DocumentPage;
class DocumentTabs;
class FileOpener;

/// A tab of a document, as it is kept for the next start.
struct KeptTab {
    QString path;
    qint64 bytes = 0; ///< of the file; another file is shown from its start
    qint64 modified = 0; ///< ms since 1970
    quint32 graph = 0;
    layout::OpenGroups open; ///< groups of that graph
    QPointF centre; ///< scene point in the middle of the canvas
    double zoom = 0; ///< 0 = not shown yet
};

/// Keeps the tabs of the windows, and opens them at the next start with graph, folding, place and
/// zoom. A file that was being opened when the process ended is not opened again, but offered: it
/// may be what ended it.
class OpenTabs : public QObject {
    Q_OBJECT

public:
    OpenTabs(DocumentTabs& tabs, FileOpener& opener);
    ~OpenTabs() override;

    /// The banner about files that are gone or were being opened.
    QWidget* bar() const;
    /// Opens the tabs of the last session, if the user wants that. Called once per process.
    void restore();
    /// Stores the tabs of all windows now.
    static void keep();
    /// As keep(); then nothing is stored until another tab is opened: all windows are being closed.
    static void keepBeforeQuit();

    static bool isWanted();
    static void setWanted(bool isWanted);

private:
    static QList<OpenTabs*>& all();
    QList<KeptTab> tabs() const;
    void noteOpening(Document* document);
    void open(const KeptTab& tab);
    void applyView(const KeptTab& tab, DocumentPage* page);
    void showBar(const QStringList& gone, const QStringList& interrupted);

    static bool s_isHeld; ///< at first, so that the welcome page does not clear the list
    bool m_isRestoring = false;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    Banner* m_bar;
    QStringList m_offered; ///< files that were being opened
    QHash<QString, KeptTab> m_waiting; ///< restored ones, which may not have been shown yet
};

} // namespace ui
