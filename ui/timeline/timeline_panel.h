#pragma once

#include "ui/panel.h"

class QStackedWidget;

namespace ui {

class ElidedLabel;
class TimelineView;

/// The dock "Timeline": the view with its head line.
class TimelinePanel : public Panel {
    Q_OBJECT

public:
    explicit TimelinePanel(Context& context, QWidget* parent = nullptr);
    TimelineView* view() const { return m_view; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged(Document* before) override;

private:
    void buildTools();
    void refresh();

    QStackedWidget* m_stack;
    TimelineView* m_view;
    QWidget* m_tools;
    ElidedLabel* m_facts;
};

Panel* createTimelinePanel(Context& context, QWidget* parent);

} // namespace ui
