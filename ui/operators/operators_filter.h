#pragma once

#include <QSet>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <optional>

namespace ui {

class OperatorsModel;

/// Keeps rows whose operator or type contains all words of a filter line (`type:Conv`: only the
/// type), optionally only rows of given steps.
class OperatorsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit OperatorsFilter(OperatorsModel& model, QObject* parent = nullptr);

    void setWords(const QString& text);
    /// Shows only rows of these steps; empty = all. Rows that combine several steps are always
    /// kept.
    void setSteps(std::optional<QSet<quint32>> steps);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const OperatorsModel& m_model;
    QStringList m_words;
    std::optional<QSet<quint32>> m_steps;
};

} // namespace ui
