#include "ui/tensors/tensor_table_model.h"

#include "model/palette.h"
#include "ui/delegates/roles.h"
#include "ui/tensors/tensor_text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QBrush>
#include <QFontDatabase>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

// Values nearer to zero, relative to the scale, have no colour, so that large ones stand out.
constexpr double quiet = 0.12;

/// The colour of a value on the diverging scale, whose centre 0.5 is zero.
model::HeatStop stopOf(double value, double scale)
{
    return model::Palette::instance().heatAt(
        Theme::instance().kind(), "diverging", 0.5 + 0.5 * std::clamp(value / scale, -1.0, 1.0));
}

} // namespace

void TensorTableModel::set(std::shared_ptr<const model::TensorElements> content, SliceView slice)
{
    beginResetModel();
    m_content = std::move(content);
    m_slice = std::move(slice);
    endResetModel();
}

void TensorTableModel::setScale(double magnitude)
{
    m_scale = magnitude;
    if (rowCount() > 0 && columnCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
            { Qt::BackgroundRole, Qt::ForegroundRole });
}

int TensorTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_content == nullptr
        ? 0
        : static_cast<int>(std::min(m_slice.rows(), maximumRows));
}

int TensorTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_content == nullptr
        ? 0
        : static_cast<int>(std::min(m_slice.columns(), maximumColumns));
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_content == nullptr)
        return {};
    if (role == Qt::FontRole)
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return QString::number(m_slice.firstColumn() + section);
    return QString::fromStdString(m_slice.rowLabel(static_cast<std::uint64_t>(section)));
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::uint64_t>(index.row());
    const auto column = static_cast<std::uint64_t>(index.column());
    if (!index.isValid() || m_content == nullptr || !m_slice.has(row, column))
        return {};
    const auto element = m_slice.element(row, column);
    switch (role) {
    case Qt::DisplayRole:
        return plain(m_content->text(element), 200);
    case CopyRole:
        return m_content->isText() ? plain(m_content->text(element), 100'000)
                                   : numberForCopy(*m_content, element);
    case Qt::FontRole:
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (m_content->isText() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTipOf(QString::fromStdString(indexText(m_slice.position(row, column)))
            + QStringLiteral(" = ") + plain(m_content->text(element), 2000));
    case Qt::BackgroundRole:
    case Qt::ForegroundRole: {
        const auto value = m_scale > 0 && !m_content->isText() ? m_content->number(element) : 0.0;
        if (!(std::abs(value) >= quiet * m_scale) && std::isfinite(value))
            return {};
        if (!std::isfinite(value))
            return role == Qt::ForegroundRole ? QVariant(QBrush(themeColour("error"))) : QVariant();
        const auto stop = stopOf(value, m_scale);
        return QBrush(Theme::instance().colour(role == Qt::BackgroundRole ? stop.fill : stop.text));
    }
    default:
        return {};
    }
}

} // namespace ui
