#include "ui/window/restore/open_tabs.h"

#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/document_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/file_opener.h"
#include "ui/window/panel.h"
#include "ui/window/restore/unopened_page.h"
#include "ui/window/tabs/document_tabs.h"
#include "ui/window/tabs/tab_group.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QPointer>

#include <array>
#include <memory>
#include <utility>

namespace ui {

namespace {

constexpr auto tabsKey = "tabs/open";
constexpr auto openingKey = "tabs/opening";
constexpr auto wantedKey = "tabs/restore";
constexpr auto unwanted = "no";

QStringList filesBeingOpened()
{
    return settings::value(openingKey).split(u'\n', Qt::SkipEmptyParts);
}

void setFilesBeingOpened(const QStringList& files)
{
    files.isEmpty() ? settings::forget(openingKey)
                    : settings::setValue(openingKey, files.join(u'\n'));
}

void opened(const QString& path)
{
    auto files = filesBeingOpened();
    if (files.removeAll(path) > 0)
        setFilesBeingOpened(files);
}

QString names(const QStringList& files)
{
    constexpr qsizetype most = 4;
    QStringList shown;
    for (const auto& file : files.mid(0, most))
        shown.append(plain(file.toStdString(), 80));
    if (files.size() > most)
        shown.append(OpenTabs::tr("%1 more").arg(files.size() - most));
    return shown.join(QStringLiteral(", "));
}

} // namespace

/// Exists as long as the process has windows. Only the process that holds the lock reads and writes
/// the settings of this file.
struct OpenTabs::Session {
    Session()
        : lock(settings::folder() + QStringLiteral("/tabs.lock"))
    {
        QDir().mkpath(settings::folder());
        lock.setStaleLockTime(0); // the lock of a process that ended is taken over all the same
        if (!lock.tryLock(0))
            return;
        isFirst = true;
        interrupted = filesBeingOpened();
        setFilesBeingOpened({});
    }

    QLockFile lock;
    bool isFirst = false; ///< of the processes that run
    bool isQuitting = false; ///< tabs that go are kept
    QStringList interrupted; ///< files that were being opened when the process before ended
};

struct OpenTabs::Found {
    QList<KeptTab> tabs;
    QString current; ///< path
    QStringList gone;
    QStringList offered;
};

QList<OpenTabs*>& OpenTabs::all()
{
    static QList<OpenTabs*> list;
    return list;
}

std::unique_ptr<OpenTabs::Session>& OpenTabs::session()
{
    static std::unique_ptr<Session> session;
    return session;
}

OpenTabs::OpenTabs(Context& context, DocumentTabs& tabs, FileOpener& opener)
    : QObject(&tabs)
    , m_context(context)
    , m_tabs(tabs)
    , m_opener(opener)
    , m_bar(new Banner("clock", "info", tabs.window()))
{
    m_bar->setObjectName("lastTabs");
    m_bar->hide();
    connect(m_bar, &Banner::dismissed, m_bar, &QWidget::hide);
    connect(m_bar, &Banner::followed, this, [this] {
        m_bar->hide();
        for (const auto& path : std::exchange(m_offered, {}))
            m_opener.open(path);
    });
    connect(&tabs, &DocumentTabs::opening, this, &OpenTabs::noteOpening);
    connect(&tabs, &DocumentTabs::documentAdded, this, &OpenTabs::followOpening);
    connect(&tabs, &DocumentTabs::tabsChanged, this, &OpenTabs::keep);
    connect(&tabs, &DocumentTabs::currentChanged, this, &OpenTabs::keep);
    // Queued, because the tab may come to the front while another is being removed.
    connect(&tabs, &DocumentTabs::tabsChanged, this, &OpenTabs::openShown, Qt::QueuedConnection);
    connect(&tabs, &DocumentTabs::currentChanged, this, &OpenTabs::openShown, Qt::QueuedConnection);
    all().append(this);
    if (session() == nullptr)
        session() = std::make_unique<Session>();
}

OpenTabs::~OpenTabs()
{
    all().removeAll(this);
    keep(); // the tabs of this window are closed
    if (!all().isEmpty())
        return;
    settings::flush(); // before another process takes the lock
    session().reset();
}

QWidget* OpenTabs::bar() const { return m_bar; }

bool OpenTabs::isWanted() { return settings::value(wantedKey) != QLatin1String(unwanted); }

void OpenTabs::setWanted(bool isWanted)
{
    if (isWanted) {
        settings::forget(wantedKey);
        return keep();
    }
    settings::setValue(wantedKey, QString::fromLatin1(unwanted));
    settings::forget(tabsKey);
    settings::forget(openingKey);
}

/// Notes the file until it is read and placed, or cannot be opened, or is closed. The job that
/// reads it waits for the settings to be written: reading may end this process.
void OpenTabs::noteOpening(const QString& path)
{
    m_isUsed = true;
    session()->isQuitting = false;
    if (!session()->isFirst || !isWanted())
        return;
    auto files = filesBeingOpened();
    files.removeAll(path);
    setFilesBeingOpened(files << path);
}

/// Gives a restored tab its views.
void OpenTabs::followOpening(Document* document, DocumentPage* page)
{
    const auto path = document->path();
    if (const auto* unopened = m_tabs.unopenedOf(path)) {
        const auto& tab = unopened->tab();
        if (tab.bytes == page->file().bytes()
            && tab.writtenMs == page->file().written().toMSecsSinceEpoch())
            page->showKept(tab.views);
    }
    connect(document, &Document::pathChanged, this, &OpenTabs::keep);
    if (!session()->isFirst || !isWanted())
        return;
    const auto check = [document, path] {
        if (document->state() == Document::State::Failed || document->scene() != nullptr
            || (document->state() == Document::State::Ready
                && document->kind() == Document::Kind::Profile))
            opened(path);
    };
    connect(document, &Document::sceneChanged, this, check);
    connect(document, &Document::stateChanged, this, check);
    connect(document, &QObject::destroyed, this, [path] { opened(path); });
}

QList<KeptTab> OpenTabs::tabs() const
{
    QList<KeptTab> kept;
    for (int i = 0; i < m_tabs.count(); ++i) {
        auto* widget = m_tabs.widget(i);
        if (const auto* unopened = qobject_cast<UnopenedPage*>(widget))
            kept.append(unopened->tab());
        else if (const auto* page = qobject_cast<DocumentPage*>(widget))
            kept.append({ page->document()->path(), page->file().bytes(),
                page->file().written().toMSecsSinceEpoch(),
                page->keptViews().value_or(KeptViews()) });
        else
            continue;
        kept.last().group = m_tabs.groupOf(widget);
        kept.last().isInFront = m_tabs.groups()[kept.last().group]->currentWidget() == widget;
    }
    return kept;
}

/// A window that was only created, and one that is closed already, do not change what is kept.
void OpenTabs::keep()
{
    if (session() == nullptr || !session()->isFirst || session()->isQuitting || !isWanted())
        return;
    QJsonArray tabs;
    QString current;
    bool isAnyUsed = false;
    for (const auto* window : all()) {
        if (window->m_isRestoring)
            return;
        if (!window->m_isUsed || !window->m_tabs.window()->isVisible())
            continue;
        isAnyUsed = true;
        for (const auto& tab : window->tabs())
            tabs.append(toJson(tab));
        const auto* document = window->m_tabs.currentDocument();
        if (document != nullptr && (current.isEmpty() || window->m_tabs.window()->isActiveWindow()))
            current = document->path();
    }
    const QJsonObject json { { QStringLiteral("tabs"), tabs },
        { QStringLiteral("current"), current } };
    if (isAnyUsed)
        settings::setValue(
            tabsKey, QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

void OpenTabs::keepBeforeQuit()
{
    keep();
    if (session() != nullptr)
        session()->isQuitting = true;
}

void OpenTabs::restore()
{
    if (!session()->isFirst || !isWanted())
        return;
    const auto json = QJsonDocument::fromJson(settings::value(tabsKey).toUtf8()).object();
    QList<KeptTab> tabs;
    for (const auto& value : json.value(QStringLiteral("tabs")).toArray()) {
        auto tab = keptTabOf(value.toObject());
        if (QDir::isAbsolutePath(tab.path) && !session()->interrupted.contains(tab.path))
            tabs.append(std::move(tab));
    }
    const auto offered = std::exchange(session()->interrupted, {});
    if (tabs.isEmpty() && offered.isEmpty())
        return;
    m_context.jobs.start<Found>(
        this, QStringLiteral("restoreTabs"), tr("Looking for the tabs of the last session"),
        [tabs, offered, current = json.value(QStringLiteral("current")).toString()](
            std::stop_token, const support::Progress&) -> support::Result<Found> {
            Found found { {}, current, {}, offered };
            for (const auto& tab : tabs)
                if (QFileInfo(tab.path).isFile()) // anything else might never end
                    found.tabs.append(tab);
                else
                    found.gone.append(tab.path);
            found.offered.removeIf([](const QString& path) { return !QFileInfo(path).isFile(); });
            return found;
        },
        [this](support::Result<Found> found) {
            if (found)
                addTabs(*found);
        });
}

void OpenTabs::addTabs(const Found& found)
{
    m_isRestoring = true;
    UnopenedPage* first = nullptr;
    std::array<UnopenedPage*, 2> inFront {}; // of each group
    for (const auto& tab : found.tabs) {
        if (m_tabs.pageOf(tab.path) != nullptr || m_tabs.unopenedOf(tab.path) != nullptr)
            continue;
        auto* added = m_tabs.addUnopened(tab);
        if (inFront[tab.group] == nullptr || tab.isInFront)
            inFront[tab.group] = added;
        if (first == nullptr || tab.path == found.current)
            first = added;
    }
    if (first != nullptr && m_tabs.currentDocument() == nullptr) {
        if (auto* beside = inFront[1 - first->tab().group])
            m_tabs.setCurrentWidget(beside);
        m_tabs.setCurrentWidget(first); // last, so that its group is the active one
        openShown();
    }
    m_isRestoring = false;
    m_isUsed = m_isUsed || first != nullptr;
    m_gone = found.gone;
    m_offered = found.offered;
    showBar();
    keep();
}

/// Opens the files of the tabs in front of their groups, where that was not done yet.
void OpenTabs::openShown()
{
    const QPointer current(m_tabs.currentWidget());
    for (const auto* group : QList(m_tabs.groups()))
        if (group->currentWidget() != current)
            openTab(group->currentWidget());
    if (m_tabs.indexOf(current) >= 0)
        m_tabs.setCurrentWidget(current);
    openTab(current);
}

void OpenTabs::openTab(QWidget* page)
{
    const QPointer unopened(qobject_cast<UnopenedPage*>(page));
    if (unopened == nullptr)
        return;
    m_opener.open(unopened->tab().path);
    if (unopened != nullptr && m_tabs.indexOf(unopened) >= 0) // another tab shows the file
        m_tabs.closeTab(m_tabs.indexOf(unopened));
}

void OpenTabs::withdraw(const QString& path)
{
    m_withdrawn.insert(path);
    showBar();
}

void OpenTabs::showBar()
{
    m_offered.removeIf([this](const QString& path) { return m_withdrawn.contains(path); });
    QStringList texts;
    if (!m_offered.isEmpty())
        texts.append(tr("Opscope ended while it opened %1.").arg(names(m_offered)));
    if (!m_gone.isEmpty())
        texts.append(tr("No longer there: %1.").arg(names(m_gone)));
    m_bar->setVisible(!texts.isEmpty());
    if (!texts.isEmpty())
        m_bar->showMessage(tr("Not all tabs of the last session are open."),
            texts.join(QStringLiteral(" ")), m_offered.isEmpty() ? QString() : tr("Open it again"));
}

} // namespace ui
