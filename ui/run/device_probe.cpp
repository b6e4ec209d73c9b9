#include "ui/run/device_probe.h"

#include "ui/run/run_controller.h"
#include "ui/widgets/plain_text.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <optional>

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
    connect(&m_process, &ChildProcess::ended, this, &DeviceProbe::read);
}

void DeviceProbe::start()
{
    if (knownAnswer())
        emit answered(*knownAnswer());
    else if (!m_process.isRunning())
        m_process.start(RunController::engineProgram(),
            { QStringLiteral("gpu"), QStringLiteral("--brief"), QStringLiteral("--format"),
                QStringLiteral("json") });
}

void DeviceProbe::read(const ChildResult& result)
{
    const auto document = QJsonDocument::fromJson(result.output).object();
    if (document.isEmpty()) {
        emit answered({ false, {},
            result.startFailure.isEmpty() ? tr("the program that runs models gave no answer")
                                          : result.startFailure,
            {} });
        return;
    }
    knownAnswer() = answerFrom(document);
    emit answered(*knownAnswer());
}

} // namespace ui
