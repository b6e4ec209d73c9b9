#pragma once

#include "tests/soak/files.h"
#include "tests/soak/footprint.h"
#include "tests/soak/watch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

#include <vector>

namespace ui {
class MainWindow;
}

namespace soak {

struct Options {
    std::uint64_t seed = 1;
    int actions = 0; ///< 0 = until the time is over
    double minutes = 0;
    double restEveryMinutes = 2;
    bool isLimited = true; ///< long delays and growth are failures
    double warmMinutes = 10; ///< growth counts from then on
};

/// Uses the windows of the process at random. Each action is scheduled before the one before
/// begins, because that may open a dialog and return when it is closed. From time to time closes
/// everything, and measures what is left (Footprint).
class Driver : public QObject {
    Q_OBJECT

public:
    Driver(Options options, Files& files);

    /// Begins when the event loop runs, and ends it.
    void start();
    /// Prints what was found; returns whether nothing is wrong.
    bool report() const;

private:
    void schedule();
    void act();
    void actOnce(Random& random);
    void tell(const QString& what);
    bool isRestDue() const;
    void rest();
    bool waitUntilIdle();
    void end();
    bool reportGrowth() const;

    Options m_options;
    Files& m_files;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceRest;
    QString m_action; ///< the last one
    std::uint64_t m_count = 0;
    int m_depth = 0; ///< actions that have not returned
    int m_inDialogs = 0; ///< actions in a row that found a dialog open
    bool m_isEnding = false;
    std::vector<Footprint> m_prints;
    Shown m_shown;
    QStringList m_faults;
    Watch m_watch; ///< last, because its thread reads m_action
};

} // namespace soak
