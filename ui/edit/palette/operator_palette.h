#pragma once

#include "model/edit/fitting_operators.h"

#include <QFrame>
#include <QString>

#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace ui {

class OperatorList;

/// A popup that lists the operators that fit a place, filtered by a text. The others are counted
/// with the reason of the first; a click on that line lists them too. Arrows choose, Enter or a
/// click inserts, Esc closes. Deletes itself when it closes.
class OperatorPalette : public QFrame {
    Q_OBJECT

public:
    OperatorPalette(const QString& title, const QString& place,
        std::vector<model::edit::FittingOperator> candidates, QWidget* parent);

    QLineEdit* filter() const { return m_filter; }
    QListView* list() const { return m_list; }
    /// Shows the popup near a position on the screen.
    void popUp(const QPoint& at);

signals:
    void chosen(const model::edit::FittingOperator& chosen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void choose(const QModelIndex& row);

    QLineEdit* m_filter;
    QLabel* m_count;
    QListView* m_list;
    OperatorList* m_model;
    QLabel* m_unfit;
    bool m_showsUnfit = false;
};

} // namespace ui
