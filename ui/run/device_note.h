#pragma once

#include "ui/run/device_probe.h"
#include "ui/widgets/note_label.h"

class QComboBox;

namespace ui {

/// A note below a combo box of devices: the name of the GPU, or why there is none. The entry `cuda`
/// is enabled only if a GPU is usable. Queries the devices when it is first shown.
class DeviceNote : public NoteLabel {
    Q_OBJECT

public:
    explicit DeviceNote(QComboBox& devices, QWidget* parent = nullptr);
    /// Queries the devices, even if the note is hidden; answered() follows.
    void ask();

signals:
    void answered(const ui::DeviceProbe::Answer& answer);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showAnswer(const DeviceProbe::Answer& answer);

    QComboBox& m_devices;
    DeviceProbe m_probe;
};

} // namespace ui
