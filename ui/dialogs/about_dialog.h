#pragma once

class QWidget;

namespace ui {

/// Shows version, licence and third-party notices.
void showAbout(QWidget* parent);
/// Shows how to open, inspect, run and measure a model, in this order.
void showGuide(QWidget* parent);
/// Shows that no data leaves the machine, and how this is ensured.
void showPrivacy(QWidget* parent);
/// Shows short definitions of the measured numbers; docs/numbers.md has the full ones.
void showMeasured(QWidget* parent);

} // namespace ui
