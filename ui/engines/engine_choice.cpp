#include "ui/engines/engine_choice.h"

#include "profiler/engines/engine_library.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

namespace ui {

QString engineTitleOf(std::string_view word)
{
    if (word.empty() || word == "opscope")
        return QStringLiteral("Opscope");
    const auto engine = profiler::engineOfWord(word);
    const auto title = engine ? profiler::engineTitle(*engine) : std::string_view();
    return title.empty() ? plain(word, 40)
                         : QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

QString ownSettingText(const EngineChoice& chosen)
{
    return tr("This is a setting of Opscope's engine; %1 does not have it.").arg(chosen.title());
}

QString EngineChoice::title() const { return engineTitleOf(name.toStdString()); }

QStringList EngineChoice::arguments() const
{
    if (!isOther())
        return {};
    QStringList list { QStringLiteral("--engine"), name };
    const auto chosen = options.value(name);
    for (auto option = chosen.begin(); option != chosen.end(); ++option)
        list << QStringLiteral("--engine-option") << option.key() + u'=' + option.value();
    return list;
}

QJsonObject EngineChoice::json() const
{
    QJsonObject engines;
    for (auto engine = options.begin(); engine != options.end(); ++engine) {
        QJsonObject values;
        for (auto option = engine->begin(); option != engine->end(); ++option)
            values.insert(option.key(), option.value());
        engines.insert(engine.key(), values);
    }
    return { { QStringLiteral("name"), name }, { QStringLiteral("options"), engines } };
}

EngineChoice EngineChoice::load(const QJsonObject& json)
{
    EngineChoice choice;
    const auto name = json.value(QStringLiteral("name")).toString();
    if (profiler::engineOfWord(name.toStdString()))
        choice.name = name;
    const auto engines = json.value(QStringLiteral("options")).toObject();
    for (auto engine = engines.begin(); engine != engines.end(); ++engine) {
        const auto values = engine->toObject();
        for (auto option = values.begin(); option != values.end(); ++option)
            choice.options[engine.key()].insert(option.key(), option->toString());
    }
    return choice;
}

} // namespace ui
