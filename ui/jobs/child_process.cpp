#include "ui/jobs/child_process.h"

#include "model/support/json.h"
#include "model/support/text.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <cstring>

namespace ui {

namespace {

constexpr int lookEveryMs = 40;
constexpr qint64 killAfterMs = 5000; // from SIGTERM to SIGKILL
constexpr qsizetype stderrBytesKept = 4000; // bytes
constexpr qsizetype stderrBytesShown = 400; // bytes of stderr that a message quotes

QString tr(const char* text) { return QCoreApplication::translate("ChildProcess", text); }

std::string_view viewOf(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

std::string withLastWords(const QString& text, const QByteArray& words)
{
    const auto last = words.right(stderrBytesShown).trimmed();
    return last.isEmpty()
        ? text.toStdString()
        : text.toStdString() + " " + support::sanitise(viewOf(last), support::Lines::Several);
}

/// Ends a process: SIGTERM at the first ask(), SIGKILL at an ask() after killAfterMs.
class Ending {
public:
    explicit Ending(QProcess& process)
        : m_process(process)
    {
    }
    bool isAsked() const { return m_clock.isValid(); }
    void ask()
    {
        if (!isAsked()) {
            m_clock.start();
            m_process.terminate();
        } else if (m_clock.elapsed() > killAfterMs) {
            m_process.kill();
        }
    }

private:
    QProcess& m_process;
    QElapsedTimer m_clock;
};

void readLines(QProcess& process, const TakeLine& takeLine, QByteArray& words)
{
    while (process.canReadLine()) {
        const auto line = process.readLine();
        if (!takeLine(line.trimmed()))
            words = (words + line).right(stderrBytesKept);
    }
}

} // namespace

support::Result<ChildResult> runChild(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const TakeLine& takeLine)
{
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForStarted(-1))
        return support::failAs(support::ErrorKind::Resource, program.toStdString(),
            " cannot be started: ", process.errorString().toStdString());
    ChildResult result;
    Ending ending(process);
    while (process.state() != QProcess::NotRunning) {
        process.waitForReadyRead(lookEveryMs);
        readLines(process, takeLine, result.stderrTail);
        if (stop.stop_requested())
            ending.ask();
    }
    readLines(process, takeLine, result.stderrTail);
    result.stderrTail = (result.stderrTail + process.readAllStandardError()).right(stderrBytesKept);
    result.output = process.readAllStandardOutput();
    const bool isKilled = process.exitStatus() == QProcess::CrashExit;
    result.signal = isKilled ? process.exitCode() : 0;
    result.exitCode = isKilled ? 0 : process.exitCode();
    result.isStopped = ending.isAsked();
    return result;
}

std::string failureText(const ChildResult& child)
{
    if (child.signal != 0)
        return withLastWords(
            tr("The process that ran the model died (%1).").arg(signalText(child.signal)),
            child.stderrTail);
    if (const auto json = support::parseJson(viewOf(child.output)))
        if (const auto message = (*json)["error"]["message"].string())
            return std::string(*message);
    return withLastWords(
        tr("The process that ran the model ended with code %1.").arg(child.exitCode),
        child.stderrTail);
}

QString signalText(int signal)
{
    return QStringLiteral("signal %1, %2")
        .arg(signal)
        .arg(QString::fromLocal8Bit(strsignal(signal)));
}

} // namespace ui
