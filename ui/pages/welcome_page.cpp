#include "ui/pages/welcome_page.h"

#include "model/support/text.h"
#include "ui/document/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/pages/category_picture.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/shortcuts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
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
    const char* picture; ///< category mix, see CategoryPicture
};

// The facts must agree with resources/samples/README.md.
constexpr Sample sampleList[] = {
    { "residual-cnn", QT_TR_NOOP("Small image classifier"),
        QT_TR_NOOP("54 nodes · 2.3 MiB, with inputs"),
        QT_TR_NOOP("Walk through graph, inspector and a first profiling run."), "CEFCEGDCA" },
    { "tiny-decoder", QT_TR_NOOP("Tiny decoder, 4 blocks"),
        QT_TR_NOOP("482 nodes · untrained weights"),
        QT_TR_NOOP("Repeated blocks, symbolic dimensions, attention."), "IEAGAHEAF" },
    { "control-flow", QT_TR_NOOP("Control flow"), QT_TR_NOOP("Loop, If, Scan and a local function"),
        QT_TR_NOOP("Enter subgraphs and functions, see how often they ran."), "LGLGDLGH" },
};

constexpr int minForTwoColumns = 1100; // in pixels

QLabel* label(const QString& text, const char* property = nullptr, double factor = 1)
{
    auto* result = makeLabel(text, property);
    if (factor != 1) {
        auto font = scaledFont(result->font(), factor);
        if (factor > 1.1)
            font.setWeight(QFont::DemiBold);
        result->setFont(font);
    }
    return result;
}

/// The keys of an action, as separate words: `Ctrl`, `Shift`, `P`.
QStringList keyNames(std::string_view action)
{
    const auto keys = Shortcuts::instance().keysOf(*ActionTable::spec(action));
    if (keys.isEmpty())
        return { WelcomePage::tr("no keys") };
    auto text = keys.first().toString(QKeySequence::NativeText);
    // In `Ctrl++` the last + is the key, the others are separators.
    const bool isPlus = text.endsWith(u'+');
    if (isPlus)
        text.chop(1);
    auto names = text.split(u'+', Qt::SkipEmptyParts);
    if (isPlus)
        names += QStringLiteral("+");
    return names;
}

/// A frame that works like a button.
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
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
            || event->key() == Qt::Key_Space)
            m_action();
        else
            QFrame::keyPressEvent(event);
    }

private:
    std::function<void()> m_action;
};

/// Draws the dashed rectangle. The window itself handles dropped files.
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
        return when.time().toString(QStringLiteral("HH:mm"));
    if (days == 1)
        return tr("Yesterday");
    return QLocale().toString(when.date(), tr("d MMM", "format of a date"));
}

/// The folder of a file, with `~` for the home directory.
QString shortFolder(const QString& path)
{
    const auto folder = QFileInfo(path).absolutePath();
    return folder.startsWith(QDir::homePath() + u'/')
        ? QStringLiteral("~") + folder.mid(QDir::homePath().size())
        : folder;
}

QString sizeText(const settings::RecentFile& file)
{
    QStringList parts;
    if (file.nodes >= 0)
        parts += countOf(static_cast<std::uint64_t>(file.nodes), QT_TR_NOOP("%1 node(s)"));
    if (file.bytes >= 0)
        parts += QString::fromStdString(support::bytesText(static_cast<std::uint64_t>(file.bytes)));
    return parts.join(QStringLiteral(" · "));
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
    connect(&Shortcuts::instance(), &Shortcuts::changed, this, &WelcomePage::rebuild);
}

void WelcomePage::rebuild()
{
    auto* content = new QWidget;
    auto* outer = new QHBoxLayout(content);
    outer->addStretch(1);
    auto* middle = makeColumn(nullptr, { 0, 64, 0, 24 }, 2);
    outer->addLayout(middle, 8);
    outer->addStretch(1);
    middle->addWidget(label(tr("Opscope"), nullptr, 2.2));
    middle->addWidget(
        label(tr("See an ONNX model, run it, and know where the time goes."), "secondary", 1.05));
    middle->addSpacing(16);
    m_columns = makeRow(nullptr, {}, 36);
    middle->addLayout(m_columns);
    middle->addStretch(1);

    auto* left = makeColumn(nullptr, {}, 12);
    left->addWidget(dropZone());
    left->addWidget(recentFiles());
    left->addStretch(1);
    m_columns->addLayout(left, 7);

    auto* right = makeColumn(nullptr, {}, 12);
    right->addWidget(samples());
    right->addWidget(keys());
    right->addWidget(privacy());
    right->addStretch(1);
    m_columns->addLayout(right, 4);
    setWidget(content);
    resizeEvent(nullptr);
}

/// Stacks the columns in a narrow window, so that file names have enough space.
void WelcomePage::resizeEvent(QResizeEvent* event)
{
    if (event != nullptr)
        QScrollArea::resizeEvent(event);
    const bool isNarrow = width() < minForTwoColumns;
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    widget()->layout()->itemAt(1)->layout()->setContentsMargins(0, isNarrow ? 24 : 64, 0, 24);
}

QWidget* WelcomePage::dropZone()
{
    auto* zone = new DropZone;
    zone->setMinimumHeight(210);
    auto* column = new QVBoxLayout(zone);
    column->setSpacing(12);
    column->addStretch();
    column->addWidget(new IconLabel("import", 34, "accent"), 0, Qt::AlignHCenter);
    column->addSpacing(4);
    column->addWidget(
        label(tr("Drop a model or a profile here"), "heading", 1.25), 0, Qt::AlignHCenter);
    column->addWidget(
        label(tr("Models: .onnx, whatever the name (.pb).   Profiles: .opscope, reports (.html),"),
            "secondary"),
        0, Qt::AlignHCenter);
    column->addWidget(label(tr("and of ONNX Runtime, PyTorch, Chrome (.json), trtexec, Nsight "
                               "Systems (.sqlite), oneDNN."),
                          "secondary"),
        0, Qt::AlignHCenter);
    column->addSpacing(6);
    auto* open = new QPushButton(icon("open", "onAccent"), tr("Open…"));
    open->setProperty("primary", true);
    connect(open, &QPushButton::clicked, m_context.actions.action("file.open"), &QAction::trigger);
    auto* buttons = makeRow(nullptr, {}, 10);
    buttons->addStretch();
    buttons->addWidget(open);
    auto* two = new QPushButton(icon("compare"), tr("Open and compare two…"));
    two->setObjectName("compareTwo");
    connect(
        two, &QPushButton::clicked, m_context.actions.action("compare.open"), &QAction::trigger);
    buttons->addWidget(two);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();
    return zone;
}

QWidget* WelcomePage::recentFiles()
{
    auto* box = new QWidget;
    auto* column = makeColumn(box, { 0, 4, 0, 0 }, 2);
    auto* head = makeRow(nullptr, {}, 12);
    head->addWidget(label(tr("Recent"), "heading", 1.15));
    head->addStretch();
    column->addLayout(head);
    const auto files = settings::recentFiles();
    if (files.isEmpty()) {
        column->addWidget(
            label(settings::areRecentFilesKept() ? tr("Files that you open appear here.")
                                                 : tr("Recent files are switched off."),
                "secondary"));
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
    for (const auto& file : files)
        column->addWidget(recentRow(file));
    return box;
}

QWidget* WelcomePage::recentRow(const settings::RecentFile& file)
{
    const bool exists = QFileInfo::exists(file.path);
    const auto title = documentTitle(file.path);
    auto* card = new ClickCard(title,
        [this, path = file.path, exists] { exists ? emit openRequested(path) : locate(path); });
    card->setObjectName("recentRow");
    card->setProperty("card", false);
    card->setProperty("row", true);
    auto* row = makeRow(card, { 6, 6, 6, 6 }, 12);
    row->addWidget(new CategoryPicture(file.categories));
    auto* names = makeColumn();
    auto* name = new ElidedLabel(plain(title.toStdString()), ElidedLabel::Look::Strong);
    name->setTone(exists ? "text" : "textDisabled");
    names->addWidget(name);
    names->addWidget(
        new ElidedLabel(plain(shortFolder(file.path).toStdString()), ElidedLabel::Look::Secondary));
    row->addLayout(names, 1);
    auto* facts = new QWidget;
    facts->setFixedWidth(fontMetrics().averageCharWidth() * 34);
    auto* lines = new QGridLayout(facts);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->setHorizontalSpacing(6);
    lines->addWidget(new ElidedLabel(sizeText(file), ElidedLabel::Look::Secondary), 0, 0, 1, 2);
    auto* state = new ElidedLabel(!exists ? tr("file has moved — Locate…")
            : file.lastResult.isEmpty()   ? tr("not run yet")
                                          : file.lastResult,
        ElidedLabel::Look::Secondary);
    if (!exists)
        state->setTone("warning");
    const bool hasSign = !exists || !file.lastResult.isEmpty();
    if (hasSign)
        lines->addWidget(
            new IconLabel(exists ? "profile" : "warning", 12, exists ? "textSecondary" : "warning"),
            1, 0);
    lines->addWidget(state, 1, hasSign ? 1 : 0, 1, hasSign ? 1 : 2);
    lines->setColumnStretch(1, 1);
    row->addWidget(facts);
    auto* when = label(shortTime(file.opened), "secondary", 0.95);
    when->setFixedWidth(fontMetrics().horizontalAdvance(tr("Yesterday")) + 4);
    when->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(when);
    return card;
}

void WelcomePage::locate(const QString& path)
{
    const auto found = QFileDialog::getOpenFileName(this,
        tr("Locate %1").arg(QFileInfo(path).fileName()), {}, tr("Models (*.onnx);;All files (*)"));
    if (found.isEmpty())
        return;
    settings::forgetFile(path);
    emit openRequested(found);
}

QWidget* WelcomePage::samples()
{
    auto* box = new QWidget;
    auto* column = makeColumn(box, {}, 8);
    column->addWidget(label(tr("Sample models"), "heading", 1.15));
    const auto folder = samplesFolder();
    if (folder.isEmpty())
        column->addWidget(label(tr("The samples are not installed."), "secondary"));
    for (const auto& sample : sampleList) {
        const auto path = QDir(folder).absoluteFilePath(
            QString::fromLatin1(sample.folder) + QStringLiteral("/model.onnx"));
        if (folder.isEmpty() || !QFileInfo::exists(path))
            continue;
        const auto title = tr(sample.title);
        auto* card = new ClickCard(title, [this, path] { emit openRequested(path); });
        card->setObjectName(QStringLiteral("sample-") + QString::fromLatin1(sample.folder));
        auto* rows = makeColumn(card, { 14, 12, 14, 12 }, 8);
        auto* head = makeRow(nullptr, {}, 12);
        head->addWidget(new CategoryPicture(QString::fromLatin1(sample.picture)));
        auto* names = makeColumn(nullptr, {}, 2);
        names->addWidget(label(title, "heading"));
        names->addWidget(label(tr(sample.facts), "secondary", 0.92));
        head->addLayout(names, 1);
        head->addWidget(new IconLabel("collapsed", 16, "textSecondary"));
        rows->addLayout(head);
        rows->addWidget(label(tr(sample.description), "secondary", 0.95));
        column->addWidget(card);
    }
    return box;
}

QWidget* WelcomePage::keys()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 10, 0, 10);
    grid->setVerticalSpacing(6);
    grid->setHorizontalSpacing(18);
    grid->addWidget(label(tr("Keys worth knowing"), "heading", 1.15), 0, 0, 1, 2);
    const std::pair<QStringList, QString> rows[] = {
        { keyNames("file.open"), tr("open") },
        { keyNames("edit.find"), tr("find nodes, tensors, values") },
        { keyNames("help.commands"), tr("every command by name") },
        { { tr("Arrows") }, tr("walk producers and readers") },
        { keyNames("run.profile"), tr("profile with the last settings") },
    };
    int line = 1;
    for (const auto& [names, text] : rows) {
        auto* chips = makeRow(nullptr, {}, 5);
        for (const auto& name : names)
            chips->addWidget(label(name, "key", 0.92));
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
    auto* row = makeRow(frame, { 14, 12, 14, 12 }, 14);
    row->addWidget(new IconLabel("lock", 20, "good"));
    auto* lines = makeColumn(nullptr, {}, 2);
    lines->addWidget(label(tr("Nothing leaves this machine"), "heading"));
    lines->addWidget(label(tr("No account, no network, no telemetry.")));
    lines->addWidget(label(tr("Models run in a separate process; files are never changed.")));
    row->addLayout(lines, 1);
    return frame;
}

} // namespace ui
