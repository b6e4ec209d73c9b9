#include "ui/jobs/child_process.h"

#include <QElapsedTimer>
#include <QProcess>

#include <cstring>

namespace ui {

namespace {

constexpr int lookEveryMs = 40;
constexpr qint64 patienceMs = 5000; // between asking and killing
constexpr qsizetype wordsKept = 4000; // bytes

/// Asks once, then insists.
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
        } else if (m_clock.elapsed() > patienceMs) {
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
            words = (words + line).right(wordsKept);
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
        readLines(process, takeLine, result.lastWords);
        if (stop.stop_requested())
            ending.ask();
    }
    readLines(process, takeLine, result.lastWords);
    result.lastWords = (result.lastWords + process.readAllStandardError()).right(wordsKept);
    result.output = process.readAllStandardOutput();
    const bool isKilled = process.exitStatus() == QProcess::CrashExit;
    result.signal = isKilled ? process.exitCode() : 0;
    result.exitCode = isKilled ? 0 : process.exitCode();
    result.isStopped = ending.isAsked();
    return result;
}

QString signalText(int signal)
{
    return QStringLiteral("signal %1, %2")
        .arg(signal)
        .arg(QString::fromLocal8Bit(strsignal(signal)));
}

} // namespace ui
