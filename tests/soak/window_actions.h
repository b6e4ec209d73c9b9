#pragma once

#include "tests/soak/widget_actions.h"

namespace ui {
class MainWindow;
}

namespace soak {

/// Does something in a main window that has no dialog open.
void useWindow(ui::MainWindow& window, Files& files, Random& random, const Tell& tell);
/// Lets runs of all documents of the window end within seconds.
void limitRuns(ui::MainWindow& window);
/// Stops all work of a window, discards edits and runs, and closes its tabs.
void closeTabs(ui::MainWindow& window);
bool isIdle(ui::MainWindow& window);

} // namespace soak
