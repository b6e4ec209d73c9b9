#include "ui/translation/translations.h"

#include "model/checks/finding_rules.h"
#include "profiler/linter/linter.h"
#include "ui/document/settings.h"
#include "ui/translation/english_plurals.h"
#include "ui/widgets/plain_text.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array<Language, 3> known { { { "en", "English" }, { "de", "Deutsch" },
    { "zh_CN", "简体中文" } } };
// Texts of the layers below the window.
constexpr auto ruleContext = "rule";
constexpr auto nameContext = "name";

const Language* languageOf(const QString& code)
{
    const auto found = std::ranges::find_if(
        known, [&](const Language& language) { return code == QLatin1String(language.code); });
    return found == known.end() ? nullptr : &*found;
}

/// Languages without a translation are passed over; those of one script share one, as `de-AT` and
/// `de`.
const Language* languageOfSystem()
{
    for (const auto& tag : QLocale::system().uiLanguages()) {
        const QLocale locale(tag);
        for (const auto& language : known)
            if (const QLocale own(QString::fromLatin1(language.code));
                own.language() == locale.language() && own.script() == locale.script())
                return &language;
    }
    return nullptr;
}

/// The sentence in English; null if no rule has this id.
const std::string_view* englishSentence(std::string_view id)
{
    if (const auto* rule = model::checks::findingRule(id))
        return &rule->summary;
    const auto rules = profiler::lintRules();
    const auto rule = std::ranges::find(rules, id, &profiler::LintRule::id);
    return rule == rules.end() ? nullptr : &rule->about;
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

std::span<const Language> languages() { return known; }

const Language& windowLanguage()
{
    if (const auto* chosen = languageOf(settings::language()))
        return *chosen;
    const auto* found = languageOfSystem();
    return found != nullptr ? *found : known.front();
}

QString Translations::translate(
    const char* context, const char* text, const char* disambiguation, int n) const
{
    const std::string_view asked = context != nullptr ? context : "";
    const auto* own = asked == ruleContext ? ruleContext
        : asked == nameContext             ? nameContext
                                           : "ui";
    return QTranslator::translate(own, text, disambiguation, n);
}

void Translations::install()
{
    static QCoreApplication* installedIn = nullptr;
    auto* const application = QCoreApplication::instance();
    if (installedIn == application)
        return;
    installedIn = application;
    // The one installed last is asked first.
    QCoreApplication::installTranslator(new EnglishPlurals(application));
    const auto& language = windowLanguage();
    if (&language == &known.front())
        return;
    const auto add = [&](QTranslator* texts, const char* file, const QString& folder) {
        if (texts->load(QLatin1String(file) + QLatin1String(language.code), folder))
            QCoreApplication::installTranslator(texts);
    };
    add(new QTranslator(application), "qtbase_",
        QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add(new Translations(application), "opscope_", QStringLiteral(":/translations"));
}

RuleSentence ruleSentence(std::string_view id)
{
    const auto* english = englishSentence(id);
    if (english == nullptr)
        return {};
    const std::string key(id);
    const auto text = QCoreApplication::translate(ruleContext, key.c_str());
    const bool isTranslated = text != textOf(id);
    return { isTranslated ? text : textOf(*english), isTranslated };
}

QString nameText(std::string_view name)
{
    return QCoreApplication::translate(nameContext, std::string(name).c_str());
}

QString sentenceText(const support::Sentence& sentence)
{
    if (sentence.empty())
        return {};
    auto values = sentence.values;
    for (auto& value : values)
        value = plain(value).toStdString();
    return QString::fromStdString(support::filled(nameText(sentence.pattern).toStdString(),
        plain(nameText(sentence.name).toStdString()).toStdString(), values));
}

QString sentencesText(std::span<const support::Sentence> sentences, const QString& separator)
{
    QStringList texts;
    for (const auto& sentence : sentences)
        texts.append(sentenceText(sentence));
    return texts.join(separator);
}

} // namespace ui
