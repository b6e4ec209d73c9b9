#include "ui/table_copy.h"

#include "model/support/csv.h"
#include "model/support/markdown.h"
#include "ui/actions.h"
#include "ui/delegates/roles.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int maximumRows = 100'000; // what a clipboard still takes

QString csvCell(QString text)
{
    return QString::fromStdString(support::csvCell(text.toStdString()));
}

QString markdownCell(QString text)
{
    return QString::fromStdString(support::markdownText(text.replace(u'\n', u' ').toStdString()));
}

QString plainCell(QString text) { return text.replace(u'\n', u' ').replace(u'\t', u' '); }

/// One row per form: how a cell is written and what stands around it.
struct FormTraits {
    QString (*cell)(QString);
    const char* before;
    const char* between;
    const char* after;
};

const FormTraits& traitsOf(TableForm form)
{
    static constexpr std::array<FormTraits, 3> all { {
        { plainCell, "", "\t", "\n" },
        { csvCell, "", ",", "\r\n" },
        { markdownCell, "| ", " | ", " |\n" },
    } };
    return all[static_cast<std::size_t>(form)];
}

QString line(const QStringList& cells, const FormTraits& form)
{
    return QLatin1String(form.before) + cells.join(QLatin1String(form.between))
        + QLatin1String(form.after);
}

QString markdownRule(
    const QAbstractItemModel& model, const QModelIndexList& rows, const QList<int>& columns)
{
    QStringList cells;
    for (const int column : columns) {
        const auto first = rows.isEmpty() ? QModelIndex() : rows.front().siblingAtColumn(column);
        const auto alignment = model.data(first, Qt::TextAlignmentRole).toInt();
        cells.append(
            (alignment & Qt::AlignRight) != 0 ? QStringLiteral("---:") : QStringLiteral("---"));
    }
    return line(cells, traitsOf(TableForm::Markdown));
}

const QHeaderView* headerOf(const QAbstractItemView& view)
{
    if (const auto* tree = qobject_cast<const QTreeView*>(&view))
        return tree->header();
    if (const auto* table = qobject_cast<const QTableView*>(&view))
        return table->horizontalHeader();
    return nullptr;
}

QList<int> visibleColumns(const QAbstractItemView& view)
{
    QList<int> columns;
    const auto* header = headerOf(view);
    for (int visual = 0; visual < view.model()->columnCount(view.rootIndex()); ++visual) {
        const int column = header != nullptr ? header->logicalIndex(visual) : visual;
        if (header == nullptr || !header->isSectionHidden(column))
            columns.append(column);
    }
    return columns;
}

/// The selected rows from top to bottom.
QModelIndexList chosenRows(const QAbstractItemView& view)
{
    QModelIndexList rows = view.selectionModel()->selectedRows();
    std::sort(
        rows.begin(), rows.end()); // QModelIndex has no total order in the eyes of std::ranges
    if (!rows.isEmpty())
        return rows;
    for (int row = 0; row < std::min(view.model()->rowCount(view.rootIndex()), maximumRows); ++row)
        rows.append(view.model()->index(row, 0, view.rootIndex()));
    return rows;
}

/// The smallest rectangle around the selected cells.
QString cellsText(const QAbstractItemView& view, TableForm form)
{
    const auto& ranges = view.selectionModel()->selection();
    if (ranges.isEmpty())
        return {};
    QRect around;
    for (const auto& range : ranges)
        around |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    QModelIndexList rows;
    for (int row = around.top(); row <= std::min(around.bottom(), around.top() + maximumRows - 1);
         ++row)
        rows.append(view.model()->index(row, around.left(), view.rootIndex()));
    QList<int> columns;
    for (int column = around.left(); column <= around.right(); ++column)
        columns.append(column);
    return tableText(*view.model(), rows, columns, form);
}

} // namespace

QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form)
{
    const auto& traits = traitsOf(form);
    QStringList cells;
    for (const int column : columns)
        cells.append(traits.cell(model.headerData(column, Qt::Horizontal).toString()));
    auto text = line(cells, traits);
    if (form == TableForm::Markdown)
        text += markdownRule(model, rows, columns);
    for (const auto& row : rows) {
        cells.clear();
        for (const int column : columns) {
            const auto index = row.siblingAtColumn(column);
            const auto copy = index.data(CopyRole);
            cells.append(traits.cell(copy.isValid() ? copy.toString() : index.data().toString()));
        }
        text += line(cells, traits);
    }
    return text;
}

QString viewText(const QAbstractItemView& view, TableForm form)
{
    if (view.model() == nullptr)
        return {};
    if (view.selectionBehavior() == QAbstractItemView::SelectItems)
        return cellsText(view, form);
    return tableText(*view.model(), chosenRows(view), visibleColumns(view), form);
}

void addCopyActions(QAbstractItemView& view, ActionTable& actions)
{
    static constexpr std::array<std::pair<const char*, TableForm>, 3> all { {
        { "edit.copy", TableForm::Text },
        { "edit.copyCsv", TableForm::Csv },
        { "edit.copyMarkdown", TableForm::Markdown },
    } };
    for (const auto& [id, form] : all) {
        auto* action = actions.action(QString::fromLatin1(id));
        if (action == nullptr)
            continue;
        view.addAction(action);
        QObject::connect(action, &QAction::triggered, &view, [&view, form = form] {
            if (view.hasFocus() && view.model() != nullptr)
                QGuiApplication::clipboard()->setText(viewText(view, form));
        });
    }
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace ui
