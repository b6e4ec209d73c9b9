#pragma once

#include "ui/window/panel.h"

class QSplitter;
class QToolButton;

namespace ui {

class InspectorView;

/// The dock "Inspector": shows the selection, and below it the pinned items.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(Context& context, QWidget* parent = nullptr);

    InspectorView* view() const { return m_view; }
    InspectorView* pinned() const { return m_pinned; }
    QToolButton* pinButton() const { return m_pin; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;

private:
    void togglePin(bool isPinned);
    void copyAll();

    QWidget* m_tools;
    QToolButton* m_pin;
    QSplitter* m_splitter;
    InspectorView* m_view;
    InspectorView* m_pinned = nullptr;
};

} // namespace ui
