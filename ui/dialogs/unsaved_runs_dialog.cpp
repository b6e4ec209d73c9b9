#include "ui/dialogs/unsaved_runs_dialog.h"

#include "model/support/text.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/document/settings.h"
#include "ui/format.h"
#include "ui/run/session_folder.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QStorageInfo>
#include <QTableWidget>

namespace ui {

namespace {

constexpr int longestTitle = 60;
constexpr int maxRowsShown = 8; // more rows scroll
enum Column { Model, Measured, Result, At, Size, ColumnCount };

std::int64_t measuredNs(const profiler::Profile& profile)
{
    std::int64_t sum = 0;
    for (const auto& run : profile.runs)
        sum += run.wallNs;
    return sum;
}

QString measuredText(const Document::Run& run)
{
    const auto device = deviceTitleOf(run);
    const auto count = UnsavedRunsDialog::tr(
        "%n run(s)", nullptr, static_cast<int>(profiler::recordedRuns(*run.profile).size()));
    return device.isEmpty() ? count : device + QStringLiteral(", ") + count;
}

/// The wall time that the Runs panel shows as the main one: the median.
QString resultText(const Document::Run& run)
{
    if (run.statistics == nullptr || run.statistics->bestWall().samples == 0)
        return QString::fromUtf8(support::notMeasured.data());
    return QString::fromStdString(support::durationText(run.statistics->bestWall().median, 4));
}

/// Makes columns as wide as their cells and the table as high as its rows.
void fitToCells(QTableWidget& table)
{
    auto* header = table.horizontalHeader();
    for (int column = 0; column < ColumnCount; ++column) {
        header->setSectionResizeMode(
            column, column == Model ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
        table.horizontalHeaderItem(column)->setTextAlignment(
            (column >= Result ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    header->setHighlightSections(false);
    // The table's height is that of its rows, which is known only after polishing with the final
    // style.
    table.ensurePolished();
    header->ensurePolished();
    table.resizeRowsToContents();
    const int rows = std::min(table.rowCount(), maxRowsShown);
    table.setVerticalScrollBarPolicy(
        rows == table.rowCount() ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    table.setFixedHeight(
        header->sizeHint().height() + rows * table.rowHeight(0) + 2 * table.frameWidth() + 2);
}

} // namespace

UnsavedRunsDialog::UnsavedRunsDialog(const std::vector<UnsavedRun>& runs,
    const QHash<QString, profiler::Sweep>& sweeps, const QStringList& underWay, QWidget* parent)
    : QDialog(parent)
{
    setObjectName("unsavedRuns");
    setWindowTitle(tr("Quit Opscope"));
    auto* column = makeColumn(this, { 20, 18, 20, 14 }, 14);
    column->addWidget(
        buildHead(runs, static_cast<int>(sweeps.size()), static_cast<int>(underWay.size())));
    column->addWidget(buildTable(runs, sweeps, underWay));
    qint64 bytes = 0;
    for (const auto& each : runs)
        bytes += QFileInfo(each.run.path).size();
    auto* note = buildNote(bytes);
    column->addWidget(note);
    column->addWidget(buildButtons());
    const auto free = QStorageInfo(settings::folder()).bytesAvailable();
    if (free >= 0 && free < bytes) {
        m_keep->setEnabled(false);
        m_keep->setToolTip(
            toolTipOf(tr("%1 are needed in %2, and %3 are free")
                          .arg(bytesText(bytes), settings::folder(), bytesText(free))));
    }
    setMinimumWidth(720); // the height is set when the dialog is shown
}

QWidget* UnsavedRunsDialog::buildHead(const std::vector<UnsavedRun>& runs, int sweeps, int underWay)
{
    auto* head = new QWidget(this);
    auto* row = makeRow(head, {}, 12);
    row->addWidget(new IconLabel("save", 24, "accent", head), 0, Qt::AlignTop);
    auto* texts = makeColumn(nullptr, {}, 3);
    const auto count = static_cast<int>(runs.size()) + sweeps;
    auto* headline
        = makeWrappedLabel(count == 0 ? tr("%n measurement(s) under way", nullptr, underWay)
                                      : tr("%n measurement(s) not saved", nullptr, count),
            "heading", head);
    headline->setFont(scaledFont(headline->font(), 1.25));
    texts->addWidget(headline);
    std::int64_t ns = 0;
    for (const auto& each : runs)
        ns += measuredNs(*each.run.profile);
    auto text = tr("Opened models are never changed and need no saving.");
    if (ns > 0)
        text = tr("They took %1 to measure.")
                   .arg(QString::fromStdString(support::durationText(static_cast<double>(ns))))
            + u' ' + text;
    texts->addWidget(makeWrappedLabel(text, "secondary", head));
    row->addLayout(texts, 1);
    return head;
}

QWidget* UnsavedRunsDialog::buildTable(const std::vector<UnsavedRun>& runs,
    const QHash<QString, profiler::Sweep>& sweeps, const QStringList& underWay)
{
    const auto count = static_cast<int>(runs.size());
    const auto rowCount = count + static_cast<int>(sweeps.size() + underWay.size());
    auto* table = new QTableWidget(rowCount, ColumnCount, this);
    table->setObjectName("unsavedRunsTable");
    table->setAccessibleName(tr("Measurements that are not saved"));
    table->setHorizontalHeaderLabels(
        { tr("Model"), tr("Measured"), tr("Result"), tr("At"), tr("Size") });
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus); // Enter must reach the buttons
    const auto set = [&](int row, int column, const QString& text) {
        auto* item = new QTableWidgetItem(text);
        item->setToolTip(toolTipOf(text));
        if (column >= Result)
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (column == Result) {
            auto font = item->font();
            font.setBold(true);
            item->setFont(font);
        }
        table->setItem(row, column, item);
    };
    for (int row = 0; row < count; ++row) {
        const auto& each = runs[static_cast<std::size_t>(row)];
        set(row, Model, plain(documentTitle(each.path).toStdString(), longestTitle));
        table->item(row, Model)->setIcon(icon("graph"));
        set(row, Measured, measuredText(each.run));
        set(row, Result, resultText(each.run));
        const auto start = startOf(each.run);
        set(row, At,
            start.isValid() ? QLocale().toString(start.time(), QStringLiteral("HH:mm"))
                            : QString());
        set(row, Size, bytesText(QFileInfo(each.run.path).size()));
    }
    int next = count;
    for (auto sweep = sweeps.begin(); sweep != sweeps.end(); ++sweep, ++next) {
        set(next, Model, plain(documentTitle(sweep.key()).toStdString(), longestTitle));
        table->item(next, Model)->setIcon(icon("graph"));
        set(next, Measured, tr("sweep of %1").arg(plain(sweep->plan.dimension, longestTitle)));
        set(next, Result, tr("%n size(s)", nullptr, static_cast<int>(sweep->points.size())));
    }
    for (const auto& each : underWay) {
        set(next, Model, plain(each.toStdString(), longestTitle));
        table->item(next, Model)->setIcon(icon("profile"));
        set(next, Measured, tr("running; its complete runs are kept"));
        ++next;
    }
    fitToCells(*table);
    return table;
}

QWidget* UnsavedRunsDialog::buildNote(qint64 bytes)
{
    auto* note = new QWidget(this);
    auto* row = makeRow(note, {}, styleSpacing);
    row->addWidget(new IconLabel("help", 16, "accent", note));
    auto* text = makeWrappedLabel(bytes > 0
            ? tr("Kept measurements lie in Opscope’s own folder, %1, and are offered at the next "
                 "start.")
                  .arg(bytesText(bytes))
            : tr(
                "Kept measurements lie in Opscope’s own folder and are offered at the next start."),
        "secondary", note);
    text->setToolTip(toolTipOf(SessionFolder::recoveryRoot()));
    row->addWidget(text, 1);
    return note;
}

QWidget* UnsavedRunsDialog::buildButtons()
{
    auto* buttons = new QWidget(this);
    auto* row = makeRow(buttons, {}, 8);
    auto* discard = addButton(tr("&Discard"), Choice::Discard);
    discard->setObjectName("discardRuns");
    discard->setProperty("danger", true);
    row->addWidget(discard);
    row->addStretch();
    row->addWidget(addButton(tr("Cancel"), Choice::Cancel));
    auto* save = addButton(tr("&Save all…"), Choice::Save);
    save->setObjectName("saveAllRuns");
    row->addWidget(save);
    m_keep = addButton(tr("&Keep for next start"), Choice::Keep);
    m_keep->setObjectName("keepRuns");
    m_keep->setProperty("primary", true);
    m_keep->setDefault(true);
    m_keep->setFocus();
    row->addWidget(m_keep);
    return buttons;
}

QPushButton* UnsavedRunsDialog::addButton(const QString& text, Choice choice)
{
    auto* button = new QPushButton(text, this);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, choice] {
        m_choice = choice;
        done(choice == Choice::Cancel ? Rejected : Accepted);
    });
    return button;
}

} // namespace ui
