#pragma once

#include "ui/window/panel.h"

class QComboBox;

namespace ui {

class LogModel;
class TableView;

/// The dock "Log": log lines of the program, for all documents.
class LogPanel : public Panel {
    Q_OBJECT

public:
    explicit LogPanel(Context& context, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    QComboBox* level() const { return m_level; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override { }

private:
    void chooseLevel();

    QComboBox* m_level;
    TableView* m_view;
    LogModel* m_model;
    QWidget* m_tools = nullptr;
};

} // namespace ui
