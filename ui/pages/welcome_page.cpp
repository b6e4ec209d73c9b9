#include "ui/pages/welcome_page.h"

#include "model/support/text.h"
#include "ui/actions.h"
#include "ui/icon.h"
#include "ui/pages/category_picture.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

struct Sample {
    const char* folder;
    const char* title;
    const char* facts;
    const char* description;
    const char* picture; ///< category mix
};

// Facts are those of resources/samples/README.md.
constexpr Sample sampleList[] = {
    { "residual-cnn", QT_TRANSLATE_NOOP("Samples", "Small image classifier"), QT_TRANSLATE_NOOP("Samples", "54 nodes · 2.3 MiB, with inputs"),
        QT_TRANSLATE_NOOP("Samples", "Walk through graph, inspector and a first profiling run."), "CEFCEGDCA" },
    { "tiny-decoder", QT_TRANSLATE_NOOP("Samples", "Tiny decoder, 4 blocks"), QT_TRANSLATE_NOOP("Samples", "482 nodes · untrained weights"),
        QT_TRANSLATE_NOOP("Samples", "Repeated blocks, symbolic dimensions, attention."), "IEAGAHEAF" },
    { "control-flow", QT_TRANSLATE_NOOP("Samples", "Control flow"), QT_TRANSLATE_NOOP("Samples", "Loop, If, Scan and a local function"),
        QT_TRANSLATE_NOOP("Samples", "Enter subgraphs and functions, see how often they ran."), "LGLGDLGH" },
};

QLabel* label(const QString& text, const char* property = nullptr, double factor = 1)
{
    auto* result = new QLabel(text);
    result->setTextFormat(Qt::PlainText);
    if (property != nullptr)
        result->setProperty(property, true);
    if (factor != 1) {
        auto font = result->font();
        font.setPointSizeF(font.pointSizeF() * factor);
        if (factor > 1.1)
            font.setWeight(QFont::DemiBold);
        result->setFont(font);
    }
    return result;
}

/// A frame that acts like a button.
class ClickCard : public QFrame {
public:
    ClickCard(const QString& name, std::function<void()> action)
        : m_action(std::move(action))
    {
        setProperty("card", true);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(name);
    }

protected:
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
            m_action();
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
            m_action();
        else
            QFrame::keyPressEvent(event);
    }

private:
    std::function<void()> m_action;
};

/// The dashed rectangle; files are dropped on the window itself.
class DropZone : public QWidget {
protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen(Theme::instance().colour("borderStrong"), 1.5, Qt::CustomDashLine);
        pen.setDashPattern({ 6, 4 });
        painter.setPen(pen);
        painter.setBrush(Theme::instance().colour("panelAlt"));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
    }
};

QString shortTime(const QDateTime& when)
{
    const auto days = when.date().daysTo(QDate::currentDate());
    if (days == 0)
        return QLocale().toString(when.time(), QLocale::ShortFormat);
    if (days == 1)
        return QCoreApplication::translate("WelcomePage", "Yesterday");
    return QLocale().toString(when.date(), QStringLiteral("d MMM"));
}

} // namespace

QString samplesFolder()
{
    const QDir beside(QCoreApplication::applicationDirPath());
    const auto folder = QDir(beside.absoluteFilePath(QStringLiteral("../share/opscope/samples")));
    return folder.exists() ? folder.canonicalPath() : QString();
}

WelcomePage::WelcomePage(Context& context, QWidget* parent)
    : QScrollArea(parent)
    , m_context(context)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    rebuild();
}

void WelcomePage::rebuild()
{
    auto* content = new QWidget;
    auto* outer = new QHBoxLayout(content);
    outer->addStretch(1);
    auto* middle = new QVBoxLayout;
    outer->addLayout(middle, 8);
    outer->addStretch(1);
    middle->setContentsMargins(0, 60, 0, 24);
    middle->setSpacing(2);
    middle->addWidget(label(tr("Opscope"), nullptr, 2.2));
    middle->addWidget(label(tr("See an ONNX model, run it, and know where the time goes."), "secondary", 1.05));
    middle->addSpacing(16);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(36);
    middle->addLayout(columns);
    middle->addStretch(1);

    auto* left = new QVBoxLayout;
    left->setSpacing(12);
    left->addWidget(dropZone());
    left->addWidget(recentFiles());
    left->addStretch(1);
    columns->addLayout(left, 7);

    auto* right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(samples());
    right->addWidget(keys());
    right->addWidget(privacy());
    right->addStretch(1);
    columns->addLayout(right, 4);
    setWidget(content);
}

QWidget* WelcomePage::dropZone()
{
    auto* zone = new DropZone;
    zone->setMinimumHeight(210);
    auto* column = new QVBoxLayout(zone);
    column->setSpacing(12);
    column->addStretch();
    auto* sign = new QLabel;
    sign->setPixmap(icon("import", "accent").pixmap(36, 36));
    column->addWidget(sign, 0, Qt::AlignHCenter);
    column->addWidget(label(tr("Drop a model here"), "heading", 1.3), 0, Qt::AlignHCenter);
    column->addWidget(label(tr("ONNX files (.onnx). A profile (.opscope) is attached to the model that is open."), "secondary"), 0, Qt::AlignHCenter);
    auto* open = new QPushButton(icon("open", "onAccent"), tr("Open…"));
    open->setProperty("primary", true);
    connect(open, &QPushButton::clicked, m_context.actions.action(QStringLiteral("file.open")), &QAction::trigger);
    column->addWidget(open, 0, Qt::AlignHCenter);
    column->addStretch();
    return zone;
}

QWidget* WelcomePage::recentFiles()
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(label(tr("Recent"), "heading", 1.15));
    head->addStretch();
    column->addLayout(head);
    const auto files = settings::recentFiles();
    if (files.isEmpty()) {
        column->addWidget(label(settings::areRecentFilesKept() ? tr("Files that you open appear here.") : tr("Recent files are switched off."), "secondary"));
        return box;
    }
    head->addWidget(label(tr("Ctrl+1 … Ctrl+9 open these"), "secondary", 0.92));
    auto* clear = new QPushButton(tr("Clear"));
    clear->setProperty("link", true);
    connect(clear, &QPushButton::clicked, this, [this] {
        settings::clearRecentFiles();
        QMetaObject::invokeMethod(this, &WelcomePage::rebuild, Qt::QueuedConnection);
    });
    head->addWidget(clear);
    for (const auto& file : files) {
        const bool exists = QFileInfo::exists(file.path);
        auto* card = new ClickCard(QFileInfo(file.path).fileName(), [this, path = file.path] { emit openRequested(path); });
        card->setProperty("card", false);
        auto* row = new QHBoxLayout(card);
        row->setContentsMargins(4, 6, 4, 6);
        row->addWidget(new CategoryPicture(file.categories));
        auto* names = new QVBoxLayout;
        names->setSpacing(2);
        names->addWidget(label(QString::fromStdString(support::sanitise(QFileInfo(file.path).fileName().toStdString())), "heading"));
        names->addWidget(label(QString::fromStdString(support::elideMiddle(QFileInfo(file.path).absolutePath().toStdString(), 60)), "secondary", 0.92));
        row->addLayout(names, 5);
        auto* facts = new QVBoxLayout;
        facts->setSpacing(2);
        QString size = file.nodes < 0 ? QString() : tr("%1 nodes").arg(QString::fromStdString(support::countText(static_cast<std::uint64_t>(file.nodes))));
        if (file.bytes >= 0)
            size += QStringLiteral(" · ") + QString::fromStdString(support::bytesText(static_cast<std::uint64_t>(file.bytes)));
        facts->addWidget(label(size, "secondary", 0.95));
        auto* state = label(!exists ? tr("file has moved") : file.lastResult.isEmpty() ? tr("not run yet") : file.lastResult, "secondary", 0.92);
        if (!exists)
            state->setProperty("tone", "warning");
        facts->addWidget(state);
        row->addLayout(facts, 4);
        row->addWidget(label(shortTime(file.opened), "secondary", 0.95));
        column->addWidget(card);
    }
    return box;
}

QWidget* WelcomePage::samples()
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(label(tr("Samples"), "heading", 1.15));
    const auto folder = samplesFolder();
    if (folder.isEmpty())
        column->addWidget(label(tr("The samples are not installed."), "secondary"));
    for (const auto& sample : sampleList) {
        const auto path = QDir(folder).absoluteFilePath(QString::fromLatin1(sample.folder) + QStringLiteral("/model.onnx"));
        if (folder.isEmpty() || !QFileInfo::exists(path))
            continue;
        const auto title = QCoreApplication::translate("Samples", sample.title);
        auto* card = new ClickCard(title, [this, path] { emit openRequested(path); });
        card->setObjectName(QStringLiteral("sample-") + QString::fromLatin1(sample.folder));
        auto* rows = new QVBoxLayout(card);
        auto* head = new QHBoxLayout;
        head->addWidget(new CategoryPicture(QString::fromLatin1(sample.picture)));
        auto* names = new QVBoxLayout;
        names->setSpacing(2);
        names->addWidget(label(title, "heading"));
        names->addWidget(label(QCoreApplication::translate("Samples", sample.facts), "secondary", 0.92));
        head->addLayout(names, 1);
        auto* arrow = new QLabel;
        arrow->setPixmap(icon("collapsed").pixmap(16, 16));
        head->addWidget(arrow);
        rows->addLayout(head);
        rows->addWidget(label(QCoreApplication::translate("Samples", sample.description), "secondary", 0.95));
        column->addWidget(card);
    }
    return box;
}

QWidget* WelcomePage::keys()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 6, 0, 6);
    grid->setVerticalSpacing(5);
    grid->addWidget(label(tr("Keys worth knowing"), "heading", 1.15), 0, 0, 1, 2);
    const std::pair<QStringList, QString> rows[] = {
        { { tr("Ctrl"), QStringLiteral("O") }, tr("open") },
        { { tr("Ctrl"), QStringLiteral("F") }, tr("find nodes, tensors, values") },
        { { tr("Ctrl"), tr("Shift"), QStringLiteral("P") }, tr("every command by name") },
        { { tr("Arrows") }, tr("walk producers and readers") },
        { { tr("Ctrl"), QStringLiteral("R") }, tr("profile with the last settings") },
    };
    int line = 1;
    for (const auto& [names, text] : rows) {
        auto* chips = new QHBoxLayout;
        for (const auto& name : names) {
            auto* chip = new QPushButton(name);
            chip->setProperty("chip", true);
            chip->setFocusPolicy(Qt::NoFocus);
            chip->setAttribute(Qt::WA_TransparentForMouseEvents);
            chips->addWidget(chip);
        }
        chips->addStretch();
        grid->addLayout(chips, line, 0);
        grid->addWidget(label(text, "secondary"), line++, 1);
    }
    grid->setColumnStretch(1, 1);
    return box;
}

QWidget* WelcomePage::privacy()
{
    auto* frame = new QFrame;
    frame->setProperty("tone", "good");
    auto* row = new QHBoxLayout(frame);
    auto* sign = new QLabel;
    sign->setPixmap(icon("lock", "good").pixmap(20, 20));
    row->addWidget(sign);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(2);
    lines->addWidget(label(tr("Nothing leaves this machine"), "heading"));
    lines->addWidget(label(tr("No account, no network, no telemetry.")));
    lines->addWidget(label(tr("Models run in a separate process; files are never changed.")));
    row->addLayout(lines, 1);
    return frame;
}

} // namespace ui
