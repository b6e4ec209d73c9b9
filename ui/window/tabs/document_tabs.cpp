#include "ui/window/tabs/document_tabs.h"

#include "ui/compare/comparison_page.h"
#include "ui/edit/model_editor.h"
#include "ui/engines/engines_page.h"
#include "ui/fleet/fleet_page.h"
#include "ui/fleet/history_page.h"
#include "ui/generation/generation_page.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/quantisation/quantisation_page.h"
#include "ui/tensors/tensor_page.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/restore/unopened_page.h"
#include "ui/window/tabs/history.h"
#include "ui/window/tabs/tab_drag.h"
#include "ui/window/tabs/tab_group.h"

#include <QApplication>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTabBar>

namespace ui {

namespace {

QString tabTitle(QString title) { return title.replace(u'&', QStringLiteral("&&")); }

} // namespace

DocumentTabs::DocumentTabs(Context& context, QWidget* parent)
    : QSplitter(parent)
    , m_context(context)
    , m_drag(new TabDrag(*this))
    , m_history(std::make_unique<History>(this, nullptr))
{
    setChildrenCollapsible(false);
    addGroup();
}

DocumentTabs::~DocumentTabs()
{
    blockSignals(true); // the pages that go with the tabs are no changes
    qApp->removeEventFilter(this);
    for (auto* group : m_groups)
        group->blockSignals(true);
}

Document* DocumentTabs::currentDocument() const
{
    const auto* page = currentPage();
    const auto* tensor = qobject_cast<TensorPage*>(currentWidget());
    const auto* quantisation = qobject_cast<QuantisationPage*>(currentWidget());
    const auto* generation = currentGeneration();
    const auto* engines = currentEngines();
    const auto* compared = currentComparison();
    return page != nullptr        ? page->document()
        : tensor != nullptr       ? tensor->document()
        : quantisation != nullptr ? quantisation->document()
        : generation != nullptr   ? generation->document()
        : engines != nullptr      ? engines->document()
        : compared != nullptr     ? compared->document()
                                  : nullptr;
}

DocumentPage* DocumentTabs::currentPage() const
{
    return qobject_cast<DocumentPage*>(currentWidget());
}

ComparisonPage* DocumentTabs::currentComparison() const
{
    return qobject_cast<ComparisonPage*>(currentWidget());
}

GenerationPage* DocumentTabs::currentGeneration() const
{
    return qobject_cast<GenerationPage*>(currentWidget());
}

EnginesPage* DocumentTabs::currentEngines() const
{
    return qobject_cast<EnginesPage*>(currentWidget());
}

FolderPage* DocumentTabs::currentFolder() const
{
    return qobject_cast<FolderPage*>(currentWidget());
}

QList<DocumentPage*> DocumentTabs::pages() const
{
    QList<DocumentPage*> pages;
    for (int i = 0; i < count(); ++i) {
        if (auto* page = qobject_cast<DocumentPage*>(widget(i)))
            pages.append(page);
    }
    return pages;
}

DocumentPage* DocumentTabs::pageOf(const QString& path) const
{
    for (auto* page : pages()) {
        if (page->document()->path() == path)
            return page;
    }
    return nullptr;
}

Document* DocumentTabs::add(const QString& path, Document::Kind kind)
{
    emit opening(path);
    auto* document = new Document(path, m_context.jobs, nullptr, kind);
    auto* page = new DocumentPage(m_context, document, this);
    document->setParent(page);
    emit documentAdded(document, page);
    connect(document, &Document::tensorRequested, this,
        [this, document](model::ValueId value) { openTensor(document, value); });
    connect(page, &DocumentPage::modelChosen, this,
        [this, document](const QString& model) { emit modelChosen(document->path(), model); });
    auto* unopened = unopenedOf(path);
    auto* group = unopened != nullptr ? holderOf(unopened) : m_active;
    group->insertTab(unopened != nullptr ? group->indexOf(unopened) : group->count(), page,
        icon(kind == Document::Kind::Profile ? "timeline" : "graph"),
        tabTitle(plain(document->title().toStdString(), 40)));
    setTabToolTip(indexOf(page), toolTipOf(document->path()));
    connect(document, &Document::pathChanged, this, [this, page] { refreshTitle(page); });
    if (document->editor() != nullptr)
        connect(
            document->editor(), &ModelEditor::changed, this, [this, page] { refreshTitle(page); });
    removeWelcome();
    setCurrentWidget(page);
    page->setFocus();
    if (unopened != nullptr) {
        removeTab(indexOf(unopened));
        unopened->deleteLater();
    }
    return document;
}

UnopenedPage* DocumentTabs::addUnopened(const KeptTab& tab)
{
    auto* page = new UnopenedPage(tab, this);
    auto* group = tab.group == 0 ? m_groups.front()
        : m_groups.size() > 1    ? m_groups.back()
                                 : addGroup();
    group->addTab(page, icon("graph"), tabTitle(plain(documentTitle(tab.path).toStdString(), 40)));
    setTabToolTip(indexOf(page), toolTipOf(tab.path));
    removeWelcome();
    return page;
}

UnopenedPage* DocumentTabs::unopenedOf(const QString& path) const
{
    for (int i = 0; i < count(); ++i) {
        auto* page = qobject_cast<UnopenedPage*>(widget(i));
        if (page != nullptr && page->tab().path == path)
            return page;
    }
    return nullptr;
}

bool DocumentTabs::isUnopenedCurrent() const
{
    return qobject_cast<UnopenedPage*>(currentWidget()) != nullptr;
}

/// Its actions are for the current tab, so the tab becomes current first.
void DocumentTabs::showTabMenu(TabGroup* group, int index, const QPoint& at)
{
    if (index >= 0)
        setCurrentWidget(group->widget(index));
    auto* menu = new QMenu(this);
    menu->setObjectName("tabMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const auto* id : { "view.splitBeside", "view.splitBelow", "view.closeSplit", "file.reload",
             "window.splitRight", "window.otherGroup", "window.moveTab", "file.close" })
        menu->addAction(m_context.actions.action(id));
    menu->popup(at);
}

/// A dot stands before the name of a model with edits that are not saved.
void DocumentTabs::refreshTitle(DocumentPage* page)
{
    const auto& document = *page->document();
    const auto title = tabTitle(plain(document.title().toStdString(), 40));
    const int index = indexOf(page);
    setTabText(index, document.unsavedEdits().isEmpty() ? title : QStringLiteral("● ") + title);
    setTabToolTip(index, toolTipOf(document.path()));
}

void DocumentTabs::add(Compared compared)
{
    removeWelcome();
    auto* page = new ComparisonPage(m_context, std::move(compared), this);
    const int index = insertBeside(page, icon("compare"), tabTitle(page->title()));
    connect(page, &ComparisonPage::titleChanged, this,
        [this, page](const QString& title) { setTabText(indexOf(page), tabTitle(title)); });
    connect(page, &ComparisonPage::documentChanged, this, &DocumentTabs::currentDocumentChanged);
    setCurrentIndex(index);
    page->setFocus();
}

void DocumentTabs::openTensor(Document* document, model::ValueId value)
{
    const History::SingleStepScope step(*m_history);
    for (int i = 0; i < count(); ++i) {
        auto* page = qobject_cast<TensorPage*>(widget(i));
        if (page == nullptr || page->document() != document || page->value() != value)
            continue;
        document->revealValue(value, page);
        return setCurrentIndex(i);
    }
    auto* page = new TensorPage(m_context, document, value, this);
    connect(page, &TensorPage::quantisationRequested, this,
        [this, document](model::ValueId chosen) { openQuantisation(document, chosen); });
    const int index = insertBeside(page, icon("tensor"), page->title());
    document->revealValue(value, page);
    setCurrentIndex(index);
}

/// Shows the tab that judges the codes of a value, next to the current tab.
void DocumentTabs::openQuantisation(Document* document, model::ValueId value)
{
    const History::SingleStepScope step(*m_history);
    for (int i = 0; i < count(); ++i) {
        const auto* page = qobject_cast<QuantisationPage*>(widget(i));
        if (page != nullptr && page->document() == document && page->value() == value)
            return setCurrentIndex(i);
    }
    auto* page = new QuantisationPage(m_context, document, value, this);
    setCurrentIndex(insertBeside(page, icon("histogram"), tabTitle(page->title())));
}

void DocumentTabs::openGeneration(Document* document)
{
    for (int i = 0; i < count(); ++i) {
        const auto* page = qobject_cast<GenerationPage*>(widget(i));
        if (page != nullptr && page->document() == document)
            return setCurrentIndex(i);
    }
    auto* page = new GenerationPage(m_context, document, this);
    const int index = insertBeside(page, icon("lines"), tabTitle(page->title()));
    setTabToolTip(index, toolTipOf(document->path()));
    connect(page, &GenerationPage::titleChanged, this,
        [this, page](const QString& title) { setTabText(indexOf(page), tabTitle(title)); });
    setCurrentIndex(index);
    page->setFocus();
}

EnginesPage* DocumentTabs::openEngines(Document* document)
{
    for (int i = 0; i < count(); ++i) {
        auto* page = qobject_cast<EnginesPage*>(widget(i));
        if (page != nullptr && page->document() == document) {
            setCurrentIndex(i);
            return page;
        }
    }
    auto* page = new EnginesPage(m_context, document, this);
    const int index = insertBeside(page, icon("compare"), tabTitle(page->title()));
    setTabToolTip(index, toolTipOf(document->path()));
    connect(page, &EnginesPage::titleChanged, this,
        [this, page](const QString& title) { setTabText(indexOf(page), tabTitle(title)); });
    setCurrentIndex(index);
    page->setFocus();
    return page;
}

template <typename Page>
Page* DocumentTabs::openFolder(const QString& folder, const char* iconName)
{
    for (int i = 0; i < count(); ++i) {
        auto* page = qobject_cast<Page*>(widget(i));
        if (page != nullptr && page->folder() == folder) {
            setCurrentIndex(i);
            return page;
        }
    }
    removeWelcome();
    auto* page = new Page(m_context, folder, this);
    const int index = insertBeside(page, icon(iconName), tabTitle(page->title()));
    setTabToolTip(index, toolTipOf(folder));
    connect(page, &FolderPage::openRequested, this, &DocumentTabs::openRequested);
    connect(page, &FolderPage::compareRequested, this, &DocumentTabs::compareRequested);
    connect(page, &FolderPage::historyRequested, this, &DocumentTabs::openHistory);
    setCurrentIndex(index);
    page->setFocus();
    return page;
}

FleetPage* DocumentTabs::openFleet(const QString& folder)
{
    return openFolder<FleetPage>(folder, "folder");
}

HistoryPage* DocumentTabs::openHistory(const QString& folder)
{
    return openFolder<HistoryPage>(folder, "lines");
}

void DocumentTabs::showWelcome()
{
    if (count() > 0)
        return;
    auto* page = new WelcomePage(m_context, this);
    connect(page, &WelcomePage::openRequested, this, &DocumentTabs::openRequested);
    m_active->addTab(page, tr("Welcome"));
}

void DocumentTabs::refreshWelcome()
{
    if (auto* page = qobject_cast<WelcomePage*>(widget(0)))
        page->rebuild();
}

void DocumentTabs::removeWelcome()
{
    if (auto* page = qobject_cast<WelcomePage*>(widget(0)))
        page->deleteLater();
}

void DocumentTabs::closeTab(int index)
{
    auto* page = widget(index);
    const bool hadFocus = page->isAncestorOf(window()->focusWidget());
    const auto* before = currentWidget();
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        removeWithDependents(page);
        showWelcome();
    }
    if (currentWidget() != before)
        tellCurrent();
    if (hadFocus && currentWidget()->focusProxy() != nullptr)
        currentWidget()->setFocus();
}

/// Pages that show something of a document are closed with it.
void DocumentTabs::removeWithDependents(QWidget* page)
{
    if (const auto* closed = qobject_cast<DocumentPage*>(page)) {
        for (int i = count() - 1; i >= 0; --i) {
            auto* other = widget(i);
            const auto* tensor = qobject_cast<TensorPage*>(other);
            const auto* quantisation = qobject_cast<QuantisationPage*>(other);
            const auto* generation = qobject_cast<GenerationPage*>(other);
            const auto* engines = qobject_cast<EnginesPage*>(other);
            const auto* compared = qobject_cast<ComparisonPage*>(other);
            if ((tensor == nullptr || tensor->document() != closed->document())
                && (quantisation == nullptr || quantisation->document() != closed->document())
                && (generation == nullptr || generation->document() != closed->document())
                && (engines == nullptr || engines->document() != closed->document())
                && (compared == nullptr || !compared->isOf(closed->document())))
                continue;
            removeTab(i);
            other->deleteLater();
        }
    }
    removeTab(indexOf(page));
    page->deleteLater();
}

void DocumentTabs::goTo(int index)
{
    setCurrentIndex(index);
    if (currentWidget()->focusProxy() != nullptr)
        currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

} // namespace ui
