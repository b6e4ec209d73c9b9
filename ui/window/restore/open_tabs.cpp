#include "ui/window/restore/open_tabs.h"

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/document_tabs.h"
#include "ui/window/file_opener.h"

#include <QDateTime>
#include <QEvent>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>

#include <functional>
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

QJsonObject jsonOf(const KeptTab& tab)
{
    QJsonArray open;
    for (const auto key : tab.open)
        open.append(QString::number(key, 16)); // 64 bits, which a JSON number does not hold
    return { { QStringLiteral("path"), tab.path }, { QStringLiteral("bytes"), tab.bytes },
        { QStringLiteral("modified"), tab.modified },
        { QStringLiteral("graph"), static_cast<qint64>(tab.graph) },
        { QStringLiteral("open"), open }, { QStringLiteral("x"), tab.centre.x() },
        { QStringLiteral("y"), tab.centre.y() }, { QStringLiteral("zoom"), tab.zoom } };
}

KeptTab tabOf(const QJsonObject& json)
{
    KeptTab tab;
    tab.path = json.value(QStringLiteral("path")).toString();
    tab.bytes = json.value(QStringLiteral("bytes")).toInteger();
    tab.modified = json.value(QStringLiteral("modified")).toInteger();
    tab.graph = static_cast<quint32>(json.value(QStringLiteral("graph")).toInteger());
    for (const auto& key : json.value(QStringLiteral("open")).toArray())
        tab.open.insert(key.toString().toULongLong(nullptr, 16));
    tab.centre = { json.value(QStringLiteral("x")).toDouble(),
        json.value(QStringLiteral("y")).toDouble() };
    tab.zoom = json.value(QStringLiteral("zoom")).toDouble();
    return tab;
}

CanvasView* canvasOf(const DocumentPage& page)
{
    auto* graph = qobject_cast<GraphView*>(page.view());
    return graph != nullptr ? graph->canvas() : nullptr;
}

/// Waits until an object is shown, and calls a function once after that.
class WhenShown : public QObject {
public:
    WhenShown(QWidget* watched, std::function<void()> then)
        : QObject(watched)
        , m_then(std::move(then))
    {
        watched->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show) {
            watched->removeEventFilter(this);
            // Later, when the layouts have given it its size.
            QTimer::singleShot(0, this, [this] {
                m_then();
                deleteLater();
            });
        }
        return false;
    }

private:
    std::function<void()> m_then;
};

/// The canvas of a tab that is not shown has no size yet.
void openWhenShown(CanvasView* canvas, const KeptTab& tab)
{
    const auto open
        = [canvas, centre = tab.centre, zoom = tab.zoom] { canvas->openAt(centre, zoom); };
    if (canvas->isVisible())
        open();
    else
        new WhenShown(canvas, open);
}

bool isSameFile(const KeptTab& tab)
{
    const QFileInfo file(tab.path);
    return file.size() == tab.bytes && file.lastModified().toMSecsSinceEpoch() == tab.modified;
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

bool OpenTabs::s_isHeld = true;

QList<OpenTabs*>& OpenTabs::all()
{
    static QList<OpenTabs*> list;
    return list;
}

OpenTabs::OpenTabs(DocumentTabs& tabs, FileOpener& opener)
    : QObject(&tabs)
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
    connect(&tabs, &DocumentTabs::documentAdded, this, [this](Document* document) {
        s_isHeld = s_isHeld && m_isRestoring;
        noteOpening(document);
    });
    connect(&tabs, &DocumentTabs::tabsChanged, this, &OpenTabs::keep);
    connect(&tabs, &QTabWidget::currentChanged, this, &OpenTabs::keep);
    all().append(this);
}

OpenTabs::~OpenTabs() { all().removeAll(this); }

QWidget* OpenTabs::bar() const { return m_bar; }

bool OpenTabs::isWanted() { return settings::value(wantedKey) != QLatin1String(unwanted); }

void OpenTabs::setWanted(bool isWanted)
{
    isWanted ? settings::forget(wantedKey)
             : settings::setValue(wantedKey, QString::fromLatin1(unwanted));
}

/// Notes the file until it is read and placed, or cannot be opened, or is closed.
void OpenTabs::noteOpening(Document* document)
{
    const auto path = document->path();
    auto files = filesBeingOpened();
    files.removeAll(path);
    setFilesBeingOpened(files << path);
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
    for (const auto* page : m_tabs.pages()) {
        const auto* document = page->document();
        const QFileInfo file(document->path());
        KeptTab tab { document->path(), file.size(), file.lastModified().toMSecsSinceEpoch() };
        if (const auto* canvas = canvasOf(*page);
            canvas != nullptr && document->scene() != nullptr && canvas->isOpened()) {
            const auto& view = canvas->view();
            tab.graph = document->currentGraph().value();
            tab.open = document->openGroups();
            tab.centre = toScene(view, QPointF(view.size.width(), view.size.height()) / 2);
            tab.zoom = view.zoom;
        } else if (const auto waiting = m_waiting.constFind(tab.path);
                   waiting != m_waiting.constEnd()) {
            tab = *waiting;
        }
        kept.append(tab);
    }
    return kept;
}

void OpenTabs::keep()
{
    if (s_isHeld)
        return;
    QJsonArray tabs;
    QString current;
    for (const auto* window : all()) {
        for (const auto& tab : window->tabs())
            tabs.append(jsonOf(tab));
        if (const auto* document = window->m_tabs.currentDocument())
            current = document->path();
    }
    const QJsonObject json { { QStringLiteral("tabs"), tabs },
        { QStringLiteral("current"), current } };
    settings::setValue(
        tabsKey, QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

void OpenTabs::keepBeforeQuit()
{
    keep();
    s_isHeld = true;
}

void OpenTabs::restore()
{
    const auto interrupted = filesBeingOpened();
    setFilesBeingOpened({});
    const auto json = QJsonDocument::fromJson(settings::value(tabsKey).toUtf8()).object();
    if (!isWanted())
        return;
    QStringList gone;
    s_isHeld = m_isRestoring = true;
    for (const auto& value : json.value(QStringLiteral("tabs")).toArray()) {
        const auto tab = tabOf(value.toObject());
        if (interrupted.contains(tab.path))
            continue;
        if (QFileInfo::exists(tab.path))
            open(tab);
        else
            gone.append(tab.path);
    }
    if (auto* page = m_tabs.pageOf(json.value(QStringLiteral("current")).toString()))
        m_tabs.setCurrentWidget(page);
    s_isHeld = m_isRestoring = false;
    showBar(gone, interrupted);
}

void OpenTabs::open(const KeptTab& tab)
{
    m_opener.openInOwnTab(tab.path);
    auto* page = m_tabs.pageOf(tab.path);
    if (page != nullptr && tab.zoom > 0 && isSameFile(tab))
        applyView(tab, page);
}

/// Waits for the picture, opens graph and groups of the tab, and waits for the picture of these.
void OpenTabs::applyView(const KeptTab& tab, DocumentPage* page)
{
    auto* document = page->document();
    m_waiting.insert(tab.path, tab);
    auto* waiting = new QObject(page);
    const auto step = [this, tab, page, document, waiting, hasGroups = false]() mutable {
        auto* canvas = canvasOf(*page);
        if (document->scene() == nullptr || document->model() == nullptr || canvas == nullptr)
            return;
        if (document->currentGraph().value() != tab.graph
            && tab.graph < document->model()->graphs.size())
            return document->enterGraph(model::GraphId(tab.graph));
        if (!std::exchange(hasGroups, true) && document->groupTree() != nullptr
            && document->openGroups() != tab.open)
            return document->setOpenGroups(tab.open);
        openWhenShown(canvas, tab);
        waiting->deleteLater();
        waiting->disconnect();
    };
    // Queued: the graph view shows the picture first.
    connect(document, &Document::sceneChanged, waiting, step, Qt::QueuedConnection);
}

void OpenTabs::showBar(const QStringList& gone, const QStringList& interrupted)
{
    m_offered.clear();
    for (const auto& path : interrupted)
        if (QFileInfo::exists(path))
            m_offered.append(path);
    QStringList texts;
    if (!m_offered.isEmpty())
        texts.append(tr("Opscope ended while it opened %1.").arg(names(m_offered)));
    if (!gone.isEmpty())
        texts.append(tr("No longer there: %1.").arg(names(gone)));
    if (texts.isEmpty())
        return;
    m_bar->showMessage(tr("Not all tabs of the last session are open."),
        texts.join(QStringLiteral(" ")), m_offered.isEmpty() ? QString() : tr("Open it again"));
    m_bar->show();
}

} // namespace ui
