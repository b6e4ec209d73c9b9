#pragma once

#include "ui/window/panel.h"

class QLabel;

namespace ui {

class EditHistoryModel;
class TableView;

/// The dock "Edit history": the edits of the model. A click on a row goes there.
class EditHistoryPanel : public Panel {
    Q_OBJECT

public:
    explicit EditHistoryPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;

private:
    void refresh();

    QWidget* m_tools;
    QLabel* m_count;
    TableView* m_view;
    EditHistoryModel* m_model;
    QWidget* m_empty;
};

} // namespace ui
