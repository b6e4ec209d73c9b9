#pragma once

#include "ui/window/panel.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace ui {

class IconLabel;
class TableView;
class VerifyDetails;
class VerifyTable;

/// The dock "Verify": whether the model's values agree with the expected ones, and where they do
/// not.
class VerifyPanel : public Panel {
    Q_OBJECT

public:
    explicit VerifyPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    VerifyDetails* details() const { return m_details; }

protected:
    void documentChanged() override;
    void showSelection() override;

private:
    QWidget* buildHead();
    QWidget* buildContent();
    void addSettings(QHBoxLayout& row);
    QLineEdit* addTolerance(const QString& name, const char* id);
    /// Updates everything that depends on the document's verification.
    void refresh();
    /// Updates the text above the table: the job's progress or the result.
    void refreshHead();
    void showProgress();
    void select();
    void takeSettings();
    void again();

    QWidget* m_empty;
    QWidget* m_content = nullptr;
    IconLabel* m_icon = nullptr;
    QLabel* m_headline = nullptr;
    QProgressBar* m_bar = nullptr;
    QLineEdit* m_relative = nullptr;
    QLineEdit* m_absolute = nullptr;
    QLabel* m_capName = nullptr;
    QSpinBox* m_cap = nullptr;
    QPushButton* m_onlyFailures = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_stop = nullptr;
    TableView* m_view;
    VerifyTable* m_table;
    VerifyDetails* m_details;
};

} // namespace ui
