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
    /// For another computer the entry `cuda` is enabled: what it has is known when the run begins.
    void setHost(const QString& host);

signals:
    void answered(const ui::DeviceProbe::Answer& answer);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void take(const DeviceProbe::Answer& answer);
    void refresh();

    QComboBox& m_devices;
    DeviceProbe m_probe;
    DeviceProbe::Answer m_answer; ///< of this computer
    QString m_host; ///< empty = this computer
};

} // namespace ui
