#pragma once

#include "model/support/diagnostic.h"
#include "ui/window/panel.h"

#include <array>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ui {

class ProblemDetail;
class ProblemsModel;
class TableView;

/// The dock "Problems": findings by cause with chips for each severity; a row leads to its place
/// (ux.md 2.3). The chosen one stands below in full, with buttons for what can be done about it.
/// Works for documents that could not be opened as well.
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
    void documentChanged(Document* before) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void refreshChips();
    void fitColumns();
    void showDetail();
    void showSelection(const QObject* origin);
    void reveal(const QModelIndex& index);

    std::array<QPushButton*, 3> m_chips {};
    QStackedWidget* m_stack;
    QLabel* m_empty;
    TableView* m_view;
    ProblemsModel* m_model;
    ProblemDetail* m_detail;
    bool m_isShowing = false; ///< the current row moves because of us
    QWidget* m_tools = nullptr;
};

Panel* createProblemsPanel(Context& context, QWidget* parent);

} // namespace ui
