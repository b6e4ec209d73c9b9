#pragma once

#include <QObject>

namespace ui {

/// Combo and spin boxes take the wheel only while they have the focus: who scrolls past one does
/// not change it. The wheel does not give it the focus either; what the box leaves goes to the view
/// that it lies in.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Installs one for the application; further calls do nothing.
    static void install();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ui
