#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace ui {

class FactList;
class HistogramView;
struct VerifiedRow;

/// Details of one verification row: histogram of the errors, figures, why it failed.
class VerifyDetails : public QWidget {
    Q_OBJECT

public:
    explicit VerifyDetails(QWidget* parent = nullptr);

    /// Null: no row is selected.
    void show(const VerifiedRow* row);
    HistogramView* histogram() const { return m_histogram; }

private:
    void showFacts(const VerifiedRow& row);

    QVBoxLayout* m_column;
    QLabel* m_title;
    QLabel* m_message;
    HistogramView* m_histogram;
    FactList* m_facts = nullptr;
};

} // namespace ui
