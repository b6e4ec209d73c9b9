#pragma once

class QWidget;

namespace ui {

/// Version, licence, third-party notices.
void showAbout(QWidget* parent);
/// How a model is opened, looked at, run and measured, in the order in which one does it.
void showGuide(QWidget* parent);
/// What leaves the machine: nothing, and how that is kept.
void showPrivacy(QWidget* parent);
/// What each number means, in short; the long form is docs/numbers.md.
void showMeasured(QWidget* parent);

} // namespace ui
