#include "ui/edit/palette/operator_list.h"

#include "model/palette.h"
#include "ui/inspectors/chips.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int rowHeight = 28; // pixels
constexpr int side = 8;
constexpr QSize chipSize(24, 20);

QString operatorName(const model::edit::FittingOperator& candidate)
{
    return plain(candidate.schema->name, 80);
}

} // namespace

OperatorList::OperatorList(std::vector<model::edit::FittingOperator> candidates, QObject* parent)
    : QAbstractListModel(parent)
    , m_all(std::move(candidates))
    , m_fitting(static_cast<int>(
          std::ranges::count_if(m_all, [](const auto& each) { return each.refusal.empty(); })))
{
    setFilter({}, false);
}

void OperatorList::setFilter(const QString& text, bool showsUnfit)
{
    beginResetModel();
    m_text = text.trimmed();
    m_shown.clear();
    m_unfit.clear();
    for (std::size_t i = 0; i < m_all.size(); ++i)
        if (operatorName(m_all[i]).contains(m_text, Qt::CaseInsensitive))
            (m_all[i].refusal.empty() ? m_shown : m_unfit).push_back(i);
    const auto begins = [this](std::size_t i) {
        return operatorName(m_all[i]).startsWith(m_text, Qt::CaseInsensitive);
    };
    std::ranges::stable_partition(m_shown, begins);
    if (showsUnfit)
        m_shown.insert(m_shown.end(), m_unfit.begin(), m_unfit.end());
    endResetModel();
}

int OperatorList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant OperatorList::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& candidate = at(index.row());
    const auto& schema = *candidate.schema;
    switch (role) {
    case Qt::DisplayRole:
        return operatorName(candidate);
    case Qt::ToolTipRole:
        return toolTipOf(plain(schema.summary, 600));
    case Qt::AccessibleDescriptionRole:
    case Note:
        return candidate.refusal.empty()
            ? tr("makes %1").arg(plain(model::typeText(candidate.output), 80))
            : plain(candidate.refusal, 120);
    case Version:
        return QStringLiteral("%1 %2").arg(
            schema.domain.empty() ? QStringLiteral("ai.onnx") : plain(schema.domain, 40),
            QString::number(schema.sinceVersion));
    case IsFitting:
        return candidate.refusal.empty();
    case CategoryRole:
        return static_cast<int>(model::Palette::instance().category(schema.domain, schema.name));
    case MatchStart:
        return m_text.isEmpty() ? -1
                                : operatorName(candidate).indexOf(m_text, 0, Qt::CaseInsensitive);
    default:
        return {};
    }
}

Qt::ItemFlags OperatorList::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return at(index.row()).refusal.empty() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                           : Qt::NoItemFlags;
}

QSize OperatorDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return { 200, rowHeight };
}

void OperatorDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const bool isFitting = index.data(OperatorList::IsFitting).toBool();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, themeColour("accentTint"));
    auto area = option.rect.adjusted(side, 0, -side, 0);
    const auto category
        = static_cast<model::Category>(index.data(OperatorList::CategoryRole).toInt());
    const QRect chip(area.left(), area.center().y() - chipSize.height() / 2, chipSize.width(),
        chipSize.height());
    paintCategoryChip(*painter, chip, category, option.font);
    area.setLeft(chip.right() + side);
    auto bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(themeColour(isFitting ? "text" : "textDisabled"));
    const auto name = index.data().toString();
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, name);
    const QFontMetrics metrics(bold);
    const int start = index.data(OperatorList::MatchStart).toInt();
    if (start >= 0) {
        const auto text = static_cast<const OperatorList*>(index.model())->filter();
        const int from = area.left() + metrics.horizontalAdvance(name.left(start));
        const int width = metrics.horizontalAdvance(name.mid(start, text.size()));
        const int y = area.center().y() + metrics.ascent() / 2 + 2;
        painter->drawLine(from, y, from + width, y);
    }
    area.setLeft(area.left() + metrics.horizontalAdvance(name) + 10);
    painter->setFont(scaledFont(option.font));
    painter->setPen(themeColour(isFitting ? "textSecondary" : "textDisabled"));
    const auto version = index.data(OperatorList::Version).toString();
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, version);
    area.setLeft(area.left() + painter->fontMetrics().horizontalAdvance(version) + 14);
    const auto note = painter->fontMetrics().elidedText(
        index.data(OperatorList::Note).toString(), Qt::ElideRight, area.width());
    painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, note);
    painter->restore();
}

} // namespace ui
