#include "ui/run/device_probe.h"

#include "ui/run/run_controller.h"
#include "ui/widgets/plain_text.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ui {

namespace {

constexpr qsizetype longestReason = 300; // in characters

/// The answer of the current engine program; empty until it is known.
std::optional<DeviceProbe::Answer>& knownAnswer()
{
    static QHash<QString, std::optional<DeviceProbe::Answer>> answers;
    return answers[RunController::engineProgram()];
}

QString textOf(const QJsonObject& object, const char* key)
{
    return plain(object.value(QLatin1String(key)).toString().toStdString(), longestReason);
}

DeviceProbe::Answer answerFrom(const QJsonObject& document)
{
    DeviceProbe::Answer answer;
    answer.isUsable = document.value(QStringLiteral("usable")).toBool();
    answer.code = textOf(document, "code");
    answer.advice = textOf(document, "advice");
    answer.text = textOf(document, "reason");
    QStringList names;
    for (const auto& entry : document.value(QStringLiteral("devices")).toArray()) {
        const auto device = entry.toObject();
        names += textOf(device, "name");
        answer.devices.append({ device.value(QStringLiteral("number")).toInt(), names.last(),
            device.value(QStringLiteral("uuid")).toString() });
    }
    if (answer.isUsable)
        answer.text = names.join(QStringLiteral(", "));
    return answer;
}

} // namespace

DeviceProbe::DeviceProbe(QObject* parent)
    : QObject(parent)
{
    connect(&m_process, &QProcess::finished, this, &DeviceProbe::read);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit answered({ false, {},
                tr("%1 cannot be started: %2")
                    .arg(RunController::engineProgram(), m_process.errorString()),
                {} });
    });
}

DeviceProbe::~DeviceProbe()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

void DeviceProbe::start()
{
    if (knownAnswer())
        emit answered(*knownAnswer());
    else if (m_process.state() == QProcess::NotRunning)
        m_process.start(RunController::engineProgram(),
            { QStringLiteral("gpu"), QStringLiteral("--brief"), QStringLiteral("--format"),
                QStringLiteral("json") });
}

void DeviceProbe::read()
{
    const auto document = QJsonDocument::fromJson(m_process.readAllStandardOutput()).object();
    if (document.isEmpty()) {
        emit answered({ false, {}, tr("the program that runs models gave no answer"), {} });
        return;
    }
    knownAnswer() = answerFrom(document);
    emit answered(*knownAnswer());
}

} // namespace ui
