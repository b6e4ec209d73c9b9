#pragma once

#include <QSet>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <optional>

namespace ui {

class OperatorsModel;

/// Rows that hold all words of a filter line in operator or type (`type:Conv` in the type alone),
/// of some steps only if so asked.
class OperatorsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit OperatorsFilter(OperatorsModel& model, QObject* parent = nullptr);

    void setWords(const QString& text);
    /// Only rows of these steps; nothing = all. Rows that stand for many stay.
    void setSteps(std::optional<QSet<quint32>> steps);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const OperatorsModel& m_model;
    QStringList m_words;
    std::optional<QSet<quint32>> m_steps;
};

} // namespace ui
