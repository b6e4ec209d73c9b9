#pragma once

#include "ui/run/device_probe.h"
#include "ui/widgets/note_label.h"

class QComboBox;

namespace ui {

/// Says below a choice of devices whether there is a GPU, and why not; its entry `cuda` can be
/// chosen only if there is. Asks when it is first seen.
class DeviceNote : public NoteLabel {
    Q_OBJECT

public:
    explicit DeviceNote(QComboBox& devices, QWidget* parent = nullptr);
    /// Also where it is not seen; answered() follows.
    void ask();

signals:
    void answered(const ui::DeviceProbe::Answer& answer);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void tell(const DeviceProbe::Answer& answer);

    QComboBox& m_devices;
    DeviceProbe m_probe;
};

} // namespace ui
