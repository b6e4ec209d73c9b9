#include "ui/tables/table_copy.h"

#include "model/support/csv.h"
#include "model/support/markdown.h"
#include "ui/delegates/roles.h"
#include "ui/translation/text.h"
#include "ui/window/actions.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLocale>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr int maximumRows = 100'000; // limit for a clipboard

QString csvCell(QString text)
{
    return QString::fromStdString(support::csvCell(text.toStdString()));
}

QString markdownCell(QString text)
{
    return QString::fromStdString(support::markdownText(text.replace(u'\n', u' ').toStdString()));
}

QString plainCell(QString text) { return text.replace(u'\n', u' ').replace(u'\t', u' '); }

/// How a form writes a cell, and the text before, between and after cells.
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

/// The text of a cell or heading; several texts if the column becomes several (see FileRole).
QStringList textsOf(const QVariant& value, const FormTraits& form)
{
    if (value.typeId() == QMetaType::QStringList || value.typeId() == QMetaType::QVariantList) {
        QStringList texts;
        for (const auto& part : value.toList())
            texts += textsOf(part, form);
        return texts;
    }
    if (value.typeId() != QMetaType::Double)
        return { form.cell(value.toString()) };
    const double number = value.toDouble();
    constexpr double exactIntegers = 9e15;
    const bool isInteger = std::abs(number) < exactIntegers && number == std::trunc(number);
    return { std::isnan(number) ? QString()
            : isInteger         ? QString::number(number, 'f', 0)
                                : QString::number(number, 'g', QLocale::FloatingPointShortest) };
}

QVariant cellOf(const QModelIndex& index, CellForm form)
{
    const auto file = form == CellForm::File ? index.data(FileRole) : QVariant();
    if (file.isValid())
        return file;
    const auto copy = index.data(CopyRole);
    return copy.isValid() ? copy : index.data();
}

QVariant headingOf(const QAbstractItemModel& model, int column, CellForm form)
{
    const auto file
        = form == CellForm::File ? model.headerData(column, Qt::Horizontal, FileRole) : QVariant();
    return file.isValid() ? file : model.headerData(column, Qt::Horizontal);
}

const QHeaderView* headerOf(const QAbstractItemView& view)
{
    if (const auto* tree = qobject_cast<const QTreeView*>(&view))
        return tree->header();
    if (const auto* table = qobject_cast<const QTableView*>(&view))
        return table->horizontalHeader();
    return nullptr;
}

/// The selected rows from top to bottom; without a selection, all rows up to maximumRows.
QModelIndexList chosenRows(const QAbstractItemView& view)
{
    QModelIndexList rows = view.selectionModel()->selectedRows();
    // QModelIndex does not satisfy std::totally_ordered, which std::ranges::sort needs.
    std::sort(rows.begin(), rows.end());
    if (!rows.isEmpty())
        return rows.mid(0, maximumRows);
    for (int row = 0; row < std::min(view.model()->rowCount(view.rootIndex()), maximumRows); ++row)
        rows.append(view.model()->index(row, 0, view.rootIndex()));
    return rows;
}

/// The text of the bounding rectangle of the selected cells.
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

QString headingText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form, CellForm cellForm)
{
    const auto& traits = traitsOf(form);
    QStringList cells;
    QStringList rule;
    for (const int column : columns) {
        const auto headings = textsOf(headingOf(model, column, cellForm), traits);
        const auto first = rows.isEmpty() ? QModelIndex() : rows.front().siblingAtColumn(column);
        const auto alignment = model.data(first, Qt::TextAlignmentRole).toInt();
        const bool isRight = (alignment & Qt::AlignRight) != 0;
        cells += headings;
        for (qsizetype i = 0; i < headings.size(); ++i)
            rule += isRight ? QStringLiteral("---:") : QStringLiteral("---");
    }
    return form == TableForm::Markdown ? line(cells, traits) + line(rule, traits)
                                       : line(cells, traits);
}

QString rowsText(
    const QModelIndexList& rows, const QList<int>& columns, TableForm form, CellForm cellForm)
{
    const auto& traits = traitsOf(form);
    QString text;
    QStringList cells;
    for (const auto& row : rows) {
        cells.clear();
        for (const int column : columns)
            cells += textsOf(cellOf(row.siblingAtColumn(column), cellForm), traits);
        text += line(cells, traits);
    }
    return text;
}

QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form)
{
    return headingText(model, rows, columns, form, CellForm::Shown)
        + rowsText(rows, columns, form, CellForm::Shown);
}

QString tableText(const QAbstractItemModel& model, TableForm form)
{
    QModelIndexList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.append(model.index(row, 0));
    QList<int> columns(model.columnCount());
    std::iota(columns.begin(), columns.end(), 0);
    return tableText(model, rows, columns, form);
}

QString viewText(const QAbstractItemView& view, TableForm form)
{
    if (view.model() == nullptr)
        return {};
    if (view.selectionBehavior() == QAbstractItemView::SelectItems)
        return cellsText(view, form);
    const auto selected = view.selectionModel()->selectedRows().size();
    const auto count = selected > 0 ? selected : view.model()->rowCount(view.rootIndex());
    const auto text = tableText(*view.model(), chosenRows(view), visibleColumns(view), form);
    return count <= maximumRows ? text
                                : text
            + line({ tr("These are the first %1 of %2 rows: Export writes all of them.")
                           .arg(maximumRows)
                           .arg(count) },
                traitsOf(form));
}

void addCopyActions(QAbstractItemView& view, ActionTable& actions)
{
    static constexpr std::array<std::pair<const char*, TableForm>, 3> all { {
        { "edit.copy", TableForm::Text },
        { "edit.copyCsv", TableForm::Csv },
        { "edit.copyMarkdown", TableForm::Markdown },
    } };
    for (const auto& [id, form] : all) {
        auto* action = actions.action(id);
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
