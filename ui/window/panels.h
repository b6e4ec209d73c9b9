#pragma once

#include "ui/window/panel.h"

#include <QList>

namespace ui {

/// Describes a dock of the main window.
struct PanelSpec {
    enum class Area { Left, Right, BottomLeft, BottomRight };
    static constexpr std::size_t areaCount = 4;
    const char* id; ///< object name of the dock, stored in layouts
    const char* title; ///< translated with context "Panels"
    Area area;
    Panel* (*create)(Context& context, QWidget* parent);
    QList<const char*> showActions = {}; ///< actions that show the panel
};

/// All docks in display order; docks of the same area are tabs of one tab bar.
const QList<PanelSpec>& panelSpecs();

} // namespace ui
