#pragma once

#include "model/support/diagnostic.h"
#include "ui/window/panel.h"

#include <array>

class QLabel;
class QPushButton;

namespace ui {

class ProblemDetail;
class ProblemsModel;
class TableView;

/// The dock "Problems": findings by cause, with a chip for each severity. A click on a row shows
/// its place. The current finding is shown in full below, with buttons for its actions. Also works
/// for documents that could not be opened.
class ProblemsPanel : public Panel {
    Q_OBJECT

public:
    explicit ProblemsPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QPushButton* chip(support::Severity severity) const
    {
        return m_chips[static_cast<std::size_t>(severity)];
    }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;
    void showSelection() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    support::Diagnostics shownProblems() const;
    void refresh();
    void refreshChips();
    void fitColumns();
    void showDetail();
    void reveal(const QModelIndex& index);
    /// Makes the next (1) or previous (-1) row current and shows its place. Continues at the other
    /// end; without a current row starts at the first or last one.
    void stepRow(int by);

    std::array<QPushButton*, 3> m_chips {};
    QLabel* m_empty;
    TableView* m_view;
    ProblemsModel* m_model;
    ProblemDetail* m_detail;
    QWidget* m_tools = nullptr;
};

} // namespace ui
