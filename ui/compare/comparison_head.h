#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace ui {

/// The header of a comparison: A, B, how their settings differ, and as figures wall time, change,
/// weights, aligned nodes and the first tensor past tolerance.
class ComparisonHead : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonHead(QWidget* parent = nullptr);

    /// `numbers` is null until values were compared.
    void show(const Compared& compared, const ComparedNumbers* numbers);
    /// Sets why nothing can be measured now; empty if it can.
    void setMeasureBlocker(const QString& reason);

signals:
    void measureRequested();
    void swapRequested();
    void exportRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitFigures();

    QHBoxLayout* m_row;
    QWidget* m_figures = nullptr;
    QPushButton* m_measure = nullptr;
};

} // namespace ui
