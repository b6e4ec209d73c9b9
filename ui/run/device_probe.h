#pragma once

#include <QList>
#include <QObject>
#include <QProcess>
#include <QString>

#include <optional>

namespace ui {

/// Whether models can run on a GPU here, asked once per session of each program that runs them: the
/// driver never comes into the window's process.
class DeviceProbe : public QObject {
    Q_OBJECT

public:
    struct Device {
        int number = 0;
        QString name; ///< `NVIDIA H200`
        QString uuid; ///< `GPU-…`, as CUDA_VISIBLE_DEVICES takes it; may be empty
    };
    struct Answer {
        bool isUsable = false;
        QString code; ///< of the reason: `no-driver`; empty if usable
        QString text; ///< the device's name, or why there is none
        QString advice; ///< may be empty
        QList<Device> devices = {};
    };

    explicit DeviceProbe(QObject* parent = nullptr);
    ~DeviceProbe() override;

    /// Asks, if nobody has; answered() follows at once if somebody has.
    void start();

signals:
    void answered(const ui::DeviceProbe::Answer& answer);

private:
    void read();

    QProcess m_process;
};

} // namespace ui
