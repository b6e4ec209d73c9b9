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
    int signal = 0; ///< that killed it; 0 = it ended by itself
    bool isStopped = false; ///< because the caller asked for it
    QByteArray output; ///< stdout
    QByteArray lastWords; ///< the end of what it said on stderr that `takeLine` left
};

/// A line of stderr without its end; whether it was understood.
using TakeLine = std::function<bool(const QByteArray& line)>;

/// Runs a program to its end on the calling thread, which is a worker. A stop asks it to end
/// (SIGTERM), so that it can write what it has, and kills it if it does not.
support::Result<ChildResult> runChild(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const TakeLine& takeLine);

/// Why a run of opscope-cli with `--format json` gave no document: its error, its death or its last
/// words.
std::string failureText(const ChildResult& child);

/// `signal 11, Segmentation fault`.
QString signalText(int signal);

} // namespace ui
