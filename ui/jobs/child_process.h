#pragma once

#include "model/support/result.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ui {

inline std::string_view viewOf(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

/// How a program ended and what it wrote.
struct ChildResult {
    int exitCode = 0;
    int signal = 0; ///< signal that killed the process; 0 = it exited by itself
    bool isStopped = false; ///< the caller requested a stop
    QString startFailure; ///< why it could not be started; empty if it was
    QByteArray output; ///< stdout
    QByteArray stderrTail; ///< end of stderr (4000 bytes), without the lines that TakeLine took
};

/// Receives one line of stderr without its line end. Returns true if the line was understood.
using TakeLine = std::function<bool(const QByteArray& line)>;

/// Runs a program in a child process, several times if wanted, one after the other. The destructor
/// kills it.
class ChildProcess : public QObject {
    Q_OBJECT

public:
    /// Without `takeLine` no line of stderr is understood.
    explicit ChildProcess(TakeLine takeLine = {}, QObject* parent = nullptr);
    ~ChildProcess() override;

    /// Starts the program; ended() follows, also if it cannot be started. `variables`, as
    /// `NAME=value`, are set in its environment.
    void start(
        const QString& program, const QStringList& arguments, const QStringList& variables = {});
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// 0 if it is not running.
    qint64 processId() const { return m_process.processId(); }
    /// Sends SIGTERM, at which opscope-cli writes its partial results.
    void terminate() { m_process.terminate(); }
    void kill() { m_process.kill(); }
    /// Blocks until the program ends; needs no event loop. On `stop` the program gets SIGTERM, and
    /// SIGKILL if it still runs 5 s later.
    ChildResult wait(const std::stop_token& stop);

signals:
    void ended(const ui::ChildResult& result);

private:
    void readLines();
    void finish(int exitCode, QProcess::ExitStatus status);

    QProcess m_process;
    TakeLine m_takeLine;
    ChildResult m_result;
};

/// Runs a program and blocks the calling worker thread until the program ends (ChildProcess::wait).
/// Returns ErrorKind::Resource if the program cannot be started.
support::Result<ChildResult> runChild(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const TakeLine& takeLine);

/// Returns why a run of opscope-cli with `--format json` gave no document: the signal that killed
/// it, the error message of its output, or its exit code. The end of stderr is added where there is
/// no error message.
std::string failureText(const ChildResult& child);

/// `signal 11, Segmentation fault`.
QString signalText(int signal);

} // namespace ui
