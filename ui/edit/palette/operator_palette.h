#pragma once

#include "model/edit/fitting_operators.h"
#include "ui/widgets/filtered_popup.h"

#include <QString>

#include <vector>

class QLabel;

namespace ui {

class OperatorList;

/// A popup that lists the operators that fit a place, filtered by a text. The others are counted
/// with the reason of the first; a click on that line lists them too. Arrows choose, Enter or a
/// click inserts, Esc closes.
class OperatorPalette : public FilteredPopup {
    Q_OBJECT

public:
    OperatorPalette(const QString& title, const QString& place,
        std::vector<model::edit::FittingOperator> candidates, QWidget* parent);

    QSize sizeHint() const override { return { 440, 340 }; }

signals:
    void chosen(const model::edit::FittingOperator& chosen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void choose(const QModelIndex& row);

    QLabel* m_count;
    OperatorList* m_model;
    QLabel* m_unfit;
    bool m_showsUnfit = false;
};

} // namespace ui
