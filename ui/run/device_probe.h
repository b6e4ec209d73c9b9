#pragma once

#include "ui/jobs/child_process.h"

#include <QList>
#include <QObject>
#include <QString>

namespace ui {

/// Finds out in a child process whether models can run on a GPU here. Each engine program is
/// queried once per session. The CUDA driver is never loaded into the window's process.
class DeviceProbe : public QObject {
    Q_OBJECT

public:
    struct Device {
        int number = 0;
        QString name; ///< `NVIDIA H200`
        QString uuid; ///< `GPU-…`, a value for CUDA_VISIBLE_DEVICES; may be empty
    };
    struct Answer {
        bool isUsable = false;
        QString code; ///< code of the reason, as `no-driver`; empty if usable
        QString text; ///< the names of the devices, or why there is none
        QString advice; ///< may be empty
        QList<Device> devices = {};
    };

    explicit DeviceProbe(QObject* parent = nullptr);

    /// Starts the query. If the answer is already known, emits answered() at once.
    void start();

signals:
    void answered(const ui::DeviceProbe::Answer& answer);

private:
    void read(const ChildResult& result);

    ChildProcess m_process;
};

} // namespace ui
