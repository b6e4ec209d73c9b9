#pragma once

#include "model/support/text.h"

#include <QString>
#include <QTranslator>

#include <span>
#include <string_view>

namespace ui {

/// A language of the window.
struct Language {
    const char* code; ///< of QLocale: `de`, `zh_CN`
    const char* name; ///< in the language itself
};

/// The languages there are, English first.
std::span<const Language> languages();
/// Returns the language of the window: the one of the settings; if there is none, the first one of
/// the system's languages that there is; else English.
const Language& windowLanguage();

/// The texts of one language, from `resources/translations`. Texts are found without the class that
/// shows them, so that a text has one translation wherever it is shown.
class Translations : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    QString translate(
        const char* context, const char* text, const char* disambiguation, int n) const override;

    /// Installs the texts of windowLanguage(), Qt's own included, for the application. Call it
    /// before the first text is shown; further calls do nothing.
    static void install();
};

/// What is wrong, for a rule of `model/checks` or `profiler/linter`.
struct RuleSentence {
    QString text; ///< empty if there is no rule of this id
    bool isTranslated = false; ///< else it is the English one
};
RuleSentence ruleSentence(std::string_view id);

/// A fixed text of a layer below the window, in the language of the window: of
/// profiler::sideName(), or what a job reports as its progress. Returns it unchanged if it has no
/// translation.
QString nameText(std::string_view name);
/// Returns a sentence of a layer below the window in the language of the window. Its values are
/// sanitised.
QString sentenceText(const support::Sentence& sentence);
/// Returns several of them with the separator between.
QString sentencesText(
    std::span<const support::Sentence> sentences, const QString& separator = QStringLiteral(", "));

} // namespace ui
