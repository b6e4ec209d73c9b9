#include "ui/operators/operators_filter.h"

#include "ui/operators/operators_model.h"

#include <algorithm>

namespace ui {

OperatorsFilter::OperatorsFilter(OperatorsModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&model);
}

void OperatorsFilter::setWords(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void OperatorsFilter::setSteps(std::optional<QSet<quint32>> steps)
{
    m_steps = std::move(steps);
    invalidateFilter();
}

bool OperatorsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (parent.isValid())
        return true; // a kernel is shown if its operator is
    const auto step = m_model.stepOf(row);
    if (m_steps && step.isValid() && !m_steps->contains(step.value()))
        return false;
    const auto type = m_model.index(row, 1, parent).data().toString();
    const auto text = m_model.index(row, 0, parent).data().toString() + u' ' + type;
    return std::ranges::all_of(m_words, [&](const QString& word) {
        const auto prefix = QStringLiteral("type:");
        return word.startsWith(prefix) ? type.contains(word.mid(prefix.size()), Qt::CaseInsensitive)
                                       : text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace ui
