#pragma once

#include "model/support/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <stop_token>
#include <string>

namespace ui {

/// How a program ended and what it wrote.
struct ChildResult {
    int exitCode = 0;
    int signal = 0; ///< signal that killed the process; 0 = it exited by itself
    bool isStopped = false; ///< the caller requested a stop
    QByteArray output; ///< stdout
    QByteArray stderrTail; ///< end of stderr (4000 bytes), without the lines that `takeLine` took
};

/// Receives one line of stderr without its line end. Returns true if the line was understood.
using TakeLine = std::function<bool(const QByteArray& line)>;

/// Runs a program and blocks the calling worker thread until the program ends. On `stop` the
/// program gets SIGTERM, so that it can write partial results, and SIGKILL if it still runs 5 s
/// later. Returns ErrorKind::Resource if the program cannot be started.
support::Result<ChildResult> runChild(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const TakeLine& takeLine);

/// Returns why a run of opscope-cli with `--format json` gave no document: the signal that killed
/// it, the error message of its output, or its exit code. The end of stderr is added where there is
/// no error message.
std::string failureText(const ChildResult& child);

/// `signal 11, Segmentation fault`.
QString signalText(int signal);

} // namespace ui
