#pragma once

#include "ui/jobs/file_lock.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <deque>
#include <functional>

namespace ui {

class MeasuringTurn;

/// Who measures now and who waits for it: one at a time in this process, and in all processes of
/// this user with these settings, because two that compute at once spoil each other's times.
class MeasuringQueue : public QObject {
    Q_OBJECT

public:
    static MeasuringQueue& instance();

    /// Whether something of this process measures now.
    bool isMeasuring() const;
    /// What is measured now, here or in another process: `Profiling decoder.onnx`; empty if nothing
    /// is, as far as is known.
    QString current() const;

signals:
    void changed(); ///< a turn began, ended, or is waited for

private:
    friend class MeasuringTurn;

    MeasuringQueue();
    void add(MeasuringTurn& turn);
    void remove(MeasuringTurn& turn);
    /// The first in the queue begins if no other process measures.
    void advance();
    /// Whether this process may measure; locks out the others.
    bool lockOthersOut();

    std::deque<MeasuringTurn*> m_turns; ///< the first has its turn, or waits for another process
    bool m_hasBegun = false; ///< the first one
    FileLock m_lock; ///< held as long as something here measures
    QString m_other; ///< what another process measures
    QTimer m_retry; ///< while another process measures
};

/// One who measures: asks for a turn, begins when it comes, and ends it. A turn that is destroyed
/// ends.
class MeasuringTurn {
public:
    MeasuringTurn() = default;
    MeasuringTurn(const MeasuringTurn&) = delete;
    MeasuringTurn& operator=(const MeasuringTurn&) = delete;
    ~MeasuringTurn() { end(); }

    /// Calls `begin` on the GUI thread, at once if nobody measures. `title` is what others are
    /// told: `Profiling decoder.onnx`. One that has asked already does nothing.
    void ask(const QString& title, std::function<void()> begin);
    /// Gives the turn back, or leaves the queue.
    void end();

    bool isWaiting() const { return m_state == State::Waiting; }
    bool hasTurn() const { return m_state == State::Begun; }
    const QString& title() const { return m_title; }
    /// What must end first: `Verifying model.onnx`; empty if it does not wait.
    QString waitsFor() const;

private:
    friend class MeasuringQueue;
    enum class State { Out, Waiting, Begun };

    State m_state = State::Out;
    QString m_title;
    std::function<void()> m_begin;
};

} // namespace ui
