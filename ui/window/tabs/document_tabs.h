#pragma once

#include "model/model.h"
#include "ui/document/document.h"

#include <QList>
#include <QSplitter>

#include <memory>

namespace ui {

struct Compared;
class ComparisonPage;
struct Context;
class DocumentPage;
class EnginesPage;
class FleetPage;
class FolderPage;
class GenerationPage;
class History;
class HistoryPage;
struct KeptTab;
class TabDrag;
class TabGroup;
class UnopenedPage;

/// The tabs of a window: documents, their tensors, generations and engines, comparisons, folders of
/// profiles. Without any of these, the welcome page.
///
/// The tabs are in one group, or in two beside each other. The group that had the focus last is the
/// active one: its tab is the current one of the window, which docks and actions follow. Indices
/// count the tabs of all groups, from left to right.
class DocumentTabs : public QSplitter {
    Q_OBJECT

public:
    explicit DocumentTabs(Context& context, QWidget* parent = nullptr);
    ~DocumentTabs() override;

    int count() const;
    QWidget* widget(int index) const;
    int indexOf(const QWidget* page) const;
    int currentIndex() const { return indexOf(currentWidget()); }
    QWidget* currentWidget() const;
    void setCurrentIndex(int index) { setCurrentWidget(widget(index)); }
    /// Shows the tab in its group, which becomes the active one.
    void setCurrentWidget(QWidget* page);
    void setTabIcon(int index, const QIcon& icon);
    void setTabsVisible(bool areVisible);

    const QList<TabGroup*>& groups() const { return m_groups; }
    /// The number of the group of a page, from the left; -1 if it has none.
    int groupOf(const QWidget* page) const;
    /// True if the tab of a document is in front of a group.
    bool isPageShown() const;
    /// Why the current tab cannot go into a group of its own, or to the other group; empty if it
    /// can.
    QString splitBlocker() const;
    QString moveBlocker() const;
    /// Moves the current tab into a second group, to the right of the first.
    void splitRight();
    /// Moves the current tab to the other group. A group without tabs is closed.
    void moveToOtherGroup();
    /// Moves a tab to this place of a group; null: of a second group, to the right of the first.
    void moveTab(QWidget* page, TabGroup* to, int index);
    /// True while a group becomes active because something in it got the focus.
    bool isFollowingFocus() const { return m_isFollowingFocus; }

    /// The document that the current tab shows; may be null.
    Document* currentDocument() const;
    /// These are null if the current tab is another one.
    DocumentPage* currentPage() const;
    ComparisonPage* currentComparison() const;
    GenerationPage* currentGeneration() const;
    EnginesPage* currentEngines() const;
    FolderPage* currentFolder() const;
    /// The tabs of documents, in their order.
    QList<DocumentPage*> pages() const;
    /// The tab of the document of a file; null if it is not open.
    DocumentPage* pageOf(const QString& path) const;

    /// Adds a tab of the last session, whose file is opened when the tab is shown, to its group.
    UnopenedPage* addUnopened(const KeptTab& tab);
    /// Such a tab of this file; null if there is none.
    UnopenedPage* unopenedOf(const QString& path) const;
    bool isUnopenedCurrent() const;
    /// Opens a file in a new tab, or in the tab of the last session that waits for it.
    Document* add(const QString& path, Document::Kind kind);
    /// Opens a tab next to the current one.
    void add(Compared compared);
    /// Shows the tab of the document's generations, next to the current tab.
    void openGeneration(Document* document);
    /// Shows the tab that compares engines on the document's model, next to the current tab.
    EnginesPage* openEngines(Document* document);
    /// Shows the tab that lists the profiles of a folder.
    FleetPage* openFleet(const QString& folder);
    /// Shows the tab with the times of these profiles over commits.
    HistoryPage* openHistory(const QString& folder);
    /// Shows the welcome page if nothing is open.
    void showWelcome();
    /// Updates the lists of the welcome page if it is shown.
    void refreshWelcome();
    /// Closes a tab. Those of a document's tensors, generations, engines and comparisons close
    /// with it.
    void closeTab(int index);
    /// Chooses a tab by a key and gives the focus to its page, not to the first button on it.
    void goTo(int index);

    /// Back and Forward across the tabs.
    History& history() { return *m_history; }

signals:
    void currentChanged(int index); ///< another tab is current
    void tabCloseRequested(int index);
    /// Emitted before the new tab is shown.
    /// A document of this file is made next, and begins to read it.
    void opening(const QString& path);
    void documentAdded(ui::Document* document, ui::DocumentPage* page);
    void currentDocumentChanged(); ///< another tab is current, or it shows another document
    void tabsChanged(); ///< a tab was opened, closed or moved
    /// The user chose a file of the welcome page or of a folder of profiles.
    void openRequested(const QString& path);
    void compareRequested(const QString& a, const QString& b); ///< two files
    /// The user chose the model of a profile.
    void modelChosen(const QString& profilePath, const QString& modelPath);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void openTensor(Document* document, model::ValueId value);
    void openQuantisation(Document* document, model::ValueId value);
    /// The tab of this kind of a folder, which becomes the current one. Makes it if there is none.
    template <typename Page>
    Page* openFolder(const QString& folder, const char* iconName);
    void refreshTitle(DocumentPage* page);
    void removeWelcome();
    void showTabMenu(TabGroup* group, int index, const QPoint& at);

    TabGroup* holderOf(const QWidget* page) const;
    TabGroup* addGroup();
    void closeGroup(TabGroup* group);
    void activate(TabGroup* group);
    void markGroups();
    /// Adds a tab behind the current one, and returns its index.
    int insertBeside(QWidget* page, const QIcon& icon, const QString& title);
    void removeTab(int index);
    void removeWithDependents(QWidget* page);
    void setTabText(int index, const QString& text);
    void setTabToolTip(int index, const QString& text);
    void tellCurrent();

    Context& m_context;
    QList<TabGroup*> m_groups; ///< from left to right
    TabGroup* m_active = nullptr;
    TabDrag* m_drag;
    /// Tabs are moved or removed, which moves the focus: no group becomes the active one by that.
    bool m_isArranging = false;
    bool m_isFollowingFocus = false;
    std::unique_ptr<History> m_history;
};

} // namespace ui
