#include "ui/run/generation_settings.h"

#include "ui/translation/text.h"

#include <algorithm>
#include <limits>

namespace ui {

int GenerationSettings::promptLength() const
{
    return promptIds.isEmpty() ? promptTokens : static_cast<int>(promptIds.count(u',')) + 1;
}

QString GenerationSettings::summary(bool isFromFile) const
{
    if (isFromFile)
        return tr("%n token(s)", nullptr, tokens);
    return tr("%1 + %2 tokens").arg(promptLength()).arg(tokens);
}

QStringList GenerationSettings::arguments(bool isFromFile) const
{
    QStringList list { QStringLiteral("--generate"), QString::number(tokens) };
    if (!isFromFile && promptIds.isEmpty())
        list << QStringLiteral("--prompt") << QString::number(promptTokens);
    else if (!isFromFile)
        list << QStringLiteral("--prompt-ids") << promptIds;
    if (stopToken >= 0)
        list << QStringLiteral("--stop-token") << QString::number(stopToken);
    return list;
}

GenerationSettings GenerationSettings::load(const QJsonObject& json)
{
    GenerationSettings result;
    const auto number = [&](const char* name, int& value, int low) {
        value = std::max(low, json.value(QLatin1String(name)).toInt(value));
    };
    number("tokens", result.tokens, 0);
    number("prompt", result.promptTokens, 1);
    number("stopToken", result.stopToken, -1);
    number("runs", result.counts.runs, 1);
    number("warmup", result.counts.warmup, 0);
    number("limit", result.counts.limitSeconds, 1);
    if (const auto prompt = readPrompt(json.value(QStringLiteral("promptIds")).toString()))
        result.promptIds = prompt->ids;
    return result;
}

QJsonObject GenerationSettings::json() const
{
    return { { QStringLiteral("tokens"), tokens }, { QStringLiteral("prompt"), promptTokens },
        { QStringLiteral("promptIds"), promptIds }, { QStringLiteral("stopToken"), stopToken },
        { QStringLiteral("runs"), counts.runs }, { QStringLiteral("warmup"), counts.warmup },
        { QStringLiteral("limit"), counts.limitSeconds } };
}

std::optional<PromptText> readPrompt(const QString& text)
{
    auto words = QString(text).remove(u' ').split(u',');
    const bool isList = words.size() > 1;
    if (isList && words.last().isEmpty())
        words.removeLast(); // `464,` is one id
    for (const auto& word : words) {
        bool isNumber = false;
        const auto number = word.toLongLong(&isNumber);
        const auto most
            = isList ? std::numeric_limits<qint64>::max() : qint64(GenerationSettings::mostTokens);
        if (!isNumber || number < (isList ? 0 : 1) || number > most)
            return std::nullopt;
    }
    return isList ? PromptText { 0, words.join(u',') } : PromptText { words.first().toInt(), {} };
}

} // namespace ui
