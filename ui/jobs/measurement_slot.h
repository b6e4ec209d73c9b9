#pragma once

#include "ui/jobs/file_lock.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <deque>
#include <functional>

namespace ui {

class MeasurementSlot;

/// The queue of measurements. At most one runs at a time in this process and in all processes of
/// this user that share the settings folder, because two that compute at once distort each other's
/// times.
class MeasurementQueue : public QObject {
    Q_OBJECT

public:
    static MeasurementQueue& instance();

    /// True while a measurement of this process runs.
    bool isMeasuring() const;
    /// Title of the measurement that runs now, such as `Profiling decoder.onnx`; empty if none is
    /// known. One of another process is known only while a turn of this process waits for it.
    QString current() const;

signals:
    void changed(); ///< a turn began, ended, or joined the queue

private:
    friend class MeasurementSlot;

    MeasurementQueue();
    void add(MeasurementSlot& turn);
    void remove(MeasurementSlot& turn);
    /// Starts the first turn of the queue if no other process measures; else tries again later.
    void advance();
    /// Locks the file that all processes share. Returns false if another process holds the lock.
    /// Returns true without a lock if the file cannot be opened.
    bool acquireProcessLock();

    std::deque<MeasurementSlot*> m_turns; ///< the first one runs, or waits for another process
    bool m_hasBegun = false; ///< the first turn has started
    FileLock m_lock; ///< held while a measurement of this process runs
    QString m_other; ///< title of the measurement of another process
    QTimer m_retry; ///< active while another process measures
};

/// One measurement in the MeasurementQueue: ask() joins the queue, end() or the destructor leaves
/// it.
class MeasurementSlot {
public:
    MeasurementSlot() = default;
    MeasurementSlot(const MeasurementSlot&) = delete;
    MeasurementSlot& operator=(const MeasurementSlot&) = delete;
    ~MeasurementSlot() { end(); }

    /// Joins the queue. Calls `begin` on the GUI thread when the turn comes, at once if nothing is
    /// measured. Others that wait show `title`, such as `Profiling decoder.onnx`. Does nothing if
    /// this turn is in the queue already.
    void ask(const QString& title, std::function<void()> begin);
    /// Leaves the queue; the next turn can begin.
    void end();

    bool isWaiting() const { return m_state == State::Waiting; }
    bool hasTurn() const { return m_state == State::Begun; }
    const QString& title() const { return m_title; }
    /// Title of the measurement that must end first, such as `Verifying model.onnx`; empty if this
    /// turn does not wait.
    QString waitsFor() const;

private:
    friend class MeasurementQueue;
    enum class State { Out, Waiting, Begun };

    State m_state = State::Out;
    QString m_title;
    std::function<void()> m_begin;
};

} // namespace ui
