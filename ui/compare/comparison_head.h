#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace ui {

/// What is compared and what came of it, in figures: A, B and what differs in their settings, wall,
/// change, weights, aligned nodes, the first tensor past tolerance.
class ComparisonHead : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonHead(QWidget* parent = nullptr);

    /// `numbers` is null before values were compared.
    void show(const Compared& compared, const ComparedNumbers* numbers);
    /// Empty: it can be measured now.
    void setMeasureBlocker(const QString& reason);

signals:
    void measureAsked();
    void swapAsked();
    void exportAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitFigures();

    QHBoxLayout* m_row;
    QWidget* m_figures = nullptr;
    QPushButton* m_measure = nullptr;
};

} // namespace ui
