#pragma once

#include "model/edit/fitting_operators.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include <vector>

namespace ui {

/// The operators of a palette that match a text: those that begin with it first.
class OperatorList : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        Note = Qt::UserRole, ///< what the operator makes here, or why it does not fit
        Version, ///< `ai.onnx 14`
        IsFitting,
        CategoryRole, ///< model::Category as a number
        MatchStart, ///< where the filter's text is in the name; -1: nowhere
    };

    OperatorList(std::vector<model::edit::FittingOperator> candidates, QObject* parent);

    void setFilter(const QString& text, bool showsUnfit);
    const QString& filter() const { return m_text; }
    const model::edit::FittingOperator& at(int row) const
    {
        return m_all[m_shown[static_cast<std::size_t>(row)]];
    }
    int fitting() const { return m_fitting; } ///< of all operators
    int total() const { return static_cast<int>(m_all.size()); }
    /// Operators that match the text, but do not fit.
    const std::vector<std::size_t>& unfit() const { return m_unfit; }
    const model::edit::FittingOperator& candidate(std::size_t index) const { return m_all[index]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<model::edit::FittingOperator> m_all;
    std::vector<std::size_t> m_shown;
    std::vector<std::size_t> m_unfit;
    QString m_text;
    int m_fitting = 0;
};

/// Paints a row: category, name with the found part underlined, version, and the note at the right.
class OperatorDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
