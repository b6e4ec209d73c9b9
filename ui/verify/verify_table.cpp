#include "ui/verify/verify_table.h"

#include "ui/delegates/roles.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/plain_text.h"

#include <array>
#include <cmath>

namespace ui {

using engine::Difference;

namespace {

constexpr int valueDigits = 6;

struct ColumnSpec {
    const char* title;
    bool isNumber;
    QString (*text)(const VerifiedRow& row);
    double (*number)(const VerifiedRow& row); ///< for sorting and copying; null = the text
};

const Difference* differenceOf(const VerifiedRow& row)
{
    return row.value ? &row.value->difference : nullptr;
}

template <auto member>
double measured(const VerifiedRow& row)
{
    const auto* difference = differenceOf(row);
    return difference != nullptr ? static_cast<double>(difference->*member) : std::nan("");
}

template <auto member, int digits>
QString measuredText(const VerifiedRow& row)
{
    return errorText(measured<member>(row), digits);
}

/// Empty for a row without a value.
template <auto words>
QString differenceText(const VerifiedRow& row)
{
    const auto* difference = differenceOf(row);
    return difference != nullptr ? words(*difference) : errorText(std::nan(""));
}

template <auto member>
QString stepText(const VerifiedRow& row)
{
    return row.step ? plain((*row.step).*member) : QString();
}

double ownError(const VerifiedRow& row)
{
    return row.step && row.step->own ? row.step->own->largestAbsolute : std::nan("");
}

QString whereText(const VerifiedRow& row)
{
    return row.value ? plain(row.value->difference.where) : QString();
}
QString outputText(const VerifiedRow& row)
{
    return row.value ? plain(row.value->name) : QString();
}
QString valueTypeText(const VerifiedRow& row)
{
    return row.value ? typeText(*row.value) : QString();
}

const std::array<ColumnSpec, VerifyTable::ColumnCount> columnSpecs { {
    { QT_TR_NOOP("Outcome"), false, [](const VerifiedRow& row) { return outcomeText(row); },
        nullptr },
    { QT_TR_NOOP("Data set"), false, [](const VerifiedRow& row) { return plain(row.set); },
        nullptr },
    { QT_TR_NOOP("Node"), false, stepText<&VerifiedStep::label>, nullptr },
    { QT_TR_NOOP("Operator"), false, stepText<&VerifiedStep::opType>, nullptr },
    { QT_TR_NOOP("Output"), false, outputText, nullptr },
    { QT_TR_NOOP("Type"), false, valueTypeText, nullptr },
    { QT_TR_NOOP("Implementation"), false, stepText<&VerifiedStep::implementation>, nullptr },
    { QT_TR_NOOP("Own error"), true,
        [](const VerifiedRow& row) { return errorText(ownError(row)); }, ownError },
    { QT_TR_NOOP("Largest absolute"), true, measuredText<&Difference::largestAbsolute, 3>,
        measured<&Difference::largestAbsolute> },
    { QT_TR_NOOP("Largest relative"), true, measuredText<&Difference::largestRelative, 3>,
        measured<&Difference::largestRelative> },
    { QT_TR_NOOP("Worst element"), false, whereText, nullptr },
    { QT_TR_NOOP("Found"), true, measuredText<&Difference::found, valueDigits>,
        measured<&Difference::found> },
    { QT_TR_NOOP("Expected"), true, measuredText<&Difference::expected, valueDigits>,
        measured<&Difference::expected> },
    { QT_TR_NOOP("Beyond tolerance"), true, differenceText<beyondText>,
        measured<&Difference::beyond> },
    { QT_TR_NOOP("Tolerance"), false, differenceText<toleranceText>, nullptr },
    { QT_TR_NOOP("Why"), false, [](const VerifiedRow& row) { return plain(row.message); },
        nullptr },
} };

std::vector<TableColumn> columns()
{
    std::vector<TableColumn> all;
    for (const auto& spec : columnSpecs)
        all.push_back(
            { VerifyTable::tr(spec.title), spec.isNumber ? Qt::AlignRight : Qt::AlignLeft });
    return all;
}

const ColumnSpec& specOf(int column) { return columnSpecs[static_cast<std::size_t>(column)]; }

QVariant sortKey(const VerifiedRow& row, int column)
{
    const auto& spec = specOf(column);
    if (spec.number == nullptr)
        return spec.text(row);
    const double number = spec.number(row);
    return std::isnan(number) ? -1.0 : number; // unmeasured values sort before all errors
}

/// Copies numbers with all digits; counts are copied as displayed.
QVariant copyText(const VerifiedRow& row, int column)
{
    const auto& spec = specOf(column);
    if (spec.number == nullptr || column == VerifyTable::Beyond)
        return {};
    const double number = spec.number(row);
    return std::isnan(number) ? QString() : QString::number(number, 'g', 9);
}

} // namespace

VerifyTable::VerifyTable(QObject* parent)
    : TableModel(columns(), parent)
{
}

bool VerifyTable::isOf(Column column, Verification::Kind kind)
{
    const bool isTiers = kind == Verification::Kind::Tiers;
    switch (column) {
    case Set:
        return !isTiers;
    case Node:
    case Operator:
    case Implementation:
    case OwnError:
        return isTiers;
    default:
        return true;
    }
}

void VerifyTable::set(
    std::shared_ptr<const Verification> verification, std::shared_ptr<const model::Model> model)
{
    beginResetModel();
    m_verification = std::move(verification);
    m_model = std::move(model);
    refill();
    endResetModel();
}

void VerifyTable::setOnlyFailures(bool isOnly)
{
    beginResetModel();
    m_isOnlyFailures = isOnly;
    refill();
    endResetModel();
}

void VerifyTable::refill()
{
    m_shown.clear();
    if (m_verification == nullptr)
        return;
    for (std::size_t i = 0; i < m_verification->rows.size(); ++i) {
        if (!m_isOnlyFailures || m_verification->rows[i].outcome != engine::VerifyOutcome::Passed)
            m_shown.push_back(i);
    }
}

const VerifiedRow& VerifyTable::rowAt(int row) const
{
    return m_verification->rows[m_shown[static_cast<std::size_t>(row)]];
}

SelectedItem VerifyTable::itemAt(int row) const
{
    const auto value = m_model != nullptr ? valueOf(rowAt(row), *m_model) : model::ValueId();
    return value.isValid() ? SelectedItem { SelectedItem::Kind::Value, value.value() }
                           : SelectedItem {};
}

QModelIndex VerifyTable::indexOf(const SelectedItem& item) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const bool isItsNode = item.isNode() && m_model != nullptr
            && nodeOf(rowAt(row), *m_model) == model::NodeId(item.id);
        if (isItsNode || (item.isValue() && itemAt(row) == item))
            return index(row, 0);
    }
    return {};
}

QString VerifyTable::text(int row, int column) const { return specOf(column).text(rowAt(row)); }

QVariant VerifyTable::cell(int index, int column, int role) const
{
    const auto& row = rowAt(index);
    switch (role) {
    case SortRole:
        return sortKey(row, column);
    case CopyRole:
        return copyText(row, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Message ? plainLines(row.message, 2000) : text(index, column));
    case ToneRole:
        return column == Outcome ? QByteArray(toneOf(row)) : QByteArray();
    case ItemRole:
        return toVariant(itemAt(index));
    default:
        return TableModel::cell(index, column, role);
    }
}

} // namespace ui
