#pragma once

#include "ui/panel.h"

class QLabel;
class QStackedWidget;

namespace ui {

class TimelineView;

/// The dock "Timeline": the view with its head line.
class TimelinePanel : public Panel {
    Q_OBJECT

public:
    explicit TimelinePanel(Context& context, QWidget* parent = nullptr);
    TimelineView* view() const { return m_view; }

protected:
    void documentChanged(Document* before) override;

private:
    void refresh();

    QStackedWidget* m_stack;
    TimelineView* m_view;
    QLabel* m_facts;
};

Panel* createTimelinePanel(Context& context, QWidget* parent);

} // namespace ui
