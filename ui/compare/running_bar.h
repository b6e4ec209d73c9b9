#pragma once

#include "ui/compare/compare_runner.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace ui {

/// Shows the job that the comparison runs: progress, *Stop and keep*, *Cancel*. After a failure,
/// shows its reason.
class RunningBar : public QFrame {
    Q_OBJECT

public:
    explicit RunningBar(CompareRunner& runner, QWidget* parent = nullptr);

    void refresh();
    void showFailure(const QString& message);
    bool isShowingFailure() const { return isVisible() && m_isFailure; }

private:
    CompareRunner& m_runner;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_stop;
    QPushButton* m_cancel;
    bool m_isFailure = false; ///< the text is that of showFailure()
};

/// The bar above the table of tensors: the tolerances, and the button that compares the values.
class NumbersBar : public QWidget {
    Q_OBJECT

public:
    explicit NumbersBar(QWidget* parent = nullptr);

    /// The tolerances in the fields; an empty field means the tolerance for rounding.
    CompareRunner::Tolerance tolerance() const;
    void refresh(const ComparedNumbers* numbers, const QString& blocker);

signals:
    void compareRequested();

private:
    QLabel* m_summary;
    QLineEdit* m_relative;
    QLineEdit* m_absolute;
    QPushButton* m_compare;
};

} // namespace ui
