#pragma once

#include "ui/window/panel.h"

#include <cstdint>

namespace ui {

class DeviceStrip;
class ElidedLabel;
class OverlayView;
class TimelineView;

/// The dock "Timeline": the view with a header.
class TimelinePanel : public Panel {
    Q_OBJECT

public:
    explicit TimelinePanel(Context& context, QWidget* parent = nullptr);
    TimelineView* view() const { return m_view; }
    OverlayView* overlay() const { return m_overlay; }
    DeviceStrip* deviceStrip() const { return m_strip; }
    QWidget* titleTools() override { return m_tools; }

protected:
    void documentChanged() override;

private:
    void buildPage();
    void buildTools();
    /// Shows the run that the time account uses, and states which run it is and why.
    void showTypicalRun();
    void refresh();
    /// Switches between the timeline and the overlay of runs, as the action is checked.
    void refreshForm();
    void showRun(std::uint32_t run);

    QWidget* m_empty;
    QWidget* m_page; ///< the view and the widgets above it
    DeviceStrip* m_strip;
    TimelineView* m_view;
    OverlayView* m_overlay;
    QAction* m_overlayAction;
    QWidget* m_tools;
    ElidedLabel* m_facts;
};

} // namespace ui
