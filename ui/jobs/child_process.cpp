#include "ui/jobs/child_process.h"

#include "model/support/json.h"
#include "model/support/text.h"

#include <QElapsedTimer>
#include <QProcessEnvironment>

#include <cstring>

namespace ui {

namespace {

constexpr int lookEveryMs = 40;
constexpr qint64 killAfterMs = 5000; // from SIGTERM to SIGKILL
constexpr qsizetype stderrBytesKept = 4000; // bytes
constexpr qsizetype stderrBytesShown = 400; // bytes of stderr that a message quotes

std::string withLastWords(const QString& text, const QByteArray& words)
{
    const auto last = words.right(stderrBytesShown).trimmed();
    return last.isEmpty()
        ? text.toStdString()
        : text.toStdString() + " " + support::sanitise(viewOf(last), support::Lines::Several);
}

} // namespace

ChildProcess::ChildProcess(TakeLine takeLine, QObject* parent)
    : QObject(parent)
    , m_takeLine(std::move(takeLine))
{
    m_process.setReadChannel(QProcess::StandardError);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ChildProcess::readLines);
    connect(&m_process, &QProcess::finished, this, &ChildProcess::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // finished() follows for other errors
        m_result.startFailure
            = tr("%1 cannot be started: %2").arg(m_process.program(), m_process.errorString());
        // Queued: QProcess resets itself after this signal, so the receiver could not start the
        // next program yet.
        QMetaObject::invokeMethod(
            this, [this] { emit ended(ChildResult(m_result)); }, Qt::QueuedConnection);
    });
}

ChildProcess::~ChildProcess()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

void ChildProcess::start(
    const QString& program, const QStringList& arguments, const QStringList& variables)
{
    m_result = {};
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto& entry : variables)
        environment.insert(entry.section(u'=', 0, 0), entry.section(u'=', 1));
    m_process.setProcessEnvironment(environment);
    m_process.start(program, arguments, QIODevice::ReadOnly);
}

ChildResult ChildProcess::wait(const std::stop_token& stop)
{
    QElapsedTimer sinceTerminate;
    while (isRunning()) {
        m_process.waitForFinished(lookEveryMs);
        if (!stop.stop_requested())
            continue;
        m_result.isStopped = true;
        if (!sinceTerminate.isValid()) {
            sinceTerminate.start();
            terminate();
        } else if (sinceTerminate.elapsed() > killAfterMs) {
            kill();
        }
    }
    return m_result;
}

void ChildProcess::readLines()
{
    while (m_process.canReadLine()) {
        const auto line = m_process.readLine();
        if (!m_takeLine || !m_takeLine(line.trimmed()))
            m_result.stderrTail = (m_result.stderrTail + line).right(stderrBytesKept);
    }
}

void ChildProcess::finish(int exitCode, QProcess::ExitStatus status)
{
    readLines();
    m_result.stderrTail
        = (m_result.stderrTail + m_process.readAllStandardError()).right(stderrBytesKept);
    m_result.output = m_process.readAllStandardOutput();
    const bool isKilled = status == QProcess::CrashExit;
    m_result.signal = isKilled ? exitCode : 0;
    m_result.exitCode = isKilled ? 0 : exitCode;
    emit ended(ChildResult(m_result)); // a copy, because the receiver may start the next program
}

support::Result<ChildResult> runChild(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const TakeLine& takeLine)
{
    ChildProcess child(takeLine);
    child.start(program, arguments);
    auto result = child.wait(stop);
    if (!result.startFailure.isEmpty())
        return support::failAs(support::ErrorKind::Resource, result.startFailure.toStdString());
    return result;
}

std::string failureText(const ChildResult& child)
{
    if (child.signal != 0)
        return withLastWords(ChildProcess::tr("The process that ran the model died (%1).")
                                 .arg(signalText(child.signal)),
            child.stderrTail);
    if (const auto json = support::parseJson(viewOf(child.output)))
        if (const auto message = (*json)["error"]["message"].string())
            return std::string(*message);
    return withLastWords(
        ChildProcess::tr("The process that ran the model ended with code %1.").arg(child.exitCode),
        child.stderrTail);
}

QString signalText(int signal)
{
    return QStringLiteral("signal %1, %2")
        .arg(signal)
        .arg(QString::fromLocal8Bit(strsignal(signal)));
}

} // namespace ui
