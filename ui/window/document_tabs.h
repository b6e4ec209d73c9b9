#pragma once

#include "model/model.h"
#include "ui/document/document.h"

#include <QTabWidget>

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
class UnopenedPage;

/// The tabs of a window: documents, their tensors, generations and engines, comparisons, folders of
/// profiles. Without any of these, the welcome page.
class DocumentTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit DocumentTabs(Context& context, QWidget* parent = nullptr);
    ~DocumentTabs() override;

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

    /// Adds a tab of the last session, whose file is opened when the tab is shown.
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
    /// Emitted before the new tab is shown.
    void documentAdded(ui::Document* document, ui::DocumentPage* page);
    void currentDocumentChanged(); ///< another tab is current, or it shows another document
    void tabsChanged(); ///< a tab was opened, closed or moved
    /// The user chose a file of the welcome page or of a folder of profiles.
    void openRequested(const QString& path);
    void compareRequested(const QString& a, const QString& b); ///< two files
    /// The user chose the model of a profile.
    void modelChosen(const QString& profilePath, const QString& modelPath);

protected:
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

private:
    void openTensor(Document* document, model::ValueId value);
    /// The tab of this kind of a folder, which becomes the current one. Makes it if there is none.
    template <typename Page>
    Page* openFolder(const QString& folder, const char* iconName);
    void refreshTitle(DocumentPage* page);
    void removeWelcome();
    void showTabMenu(const QPoint& at);

    Context& m_context;
    std::unique_ptr<History> m_history;
};

} // namespace ui
