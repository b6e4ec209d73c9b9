#pragma once

#include <QObject>

namespace ui {

/// Lets combo and spin boxes handle the wheel only while they have the focus, so that scrolling a
/// view does not change a box under the pointer. The wheel does not give a box the focus either.
/// Without focus the wheel event goes to the parent widget.
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
