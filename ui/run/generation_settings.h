#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace ui {

/// How often Profile measures.
struct RunCounts {
    int runs = 1; ///< with recording; as many follow without
    int warmup = 0;
    int limitSeconds = 1;
};

/// The settings of the section Generate: options of `opscope-cli profile --generate`.
struct GenerationSettings {
    int tokens = 0; ///< to generate; 0 = Profile measures single runs
    int promptTokens = 128; ///< length of a random prompt
    QString promptIds; ///< `464,2068`; empty = a random prompt
    int stopToken = -1; ///< ends a generation; -1 = none
    RunCounts counts { 6, 1, 120 }; ///< of generations

    static constexpr int mostTokens = 1 << 20; ///< as in `opscope-cli`

    int promptLength() const;
    /// `128 + 128 tokens`: of the prompt, and to generate. `isFromFile`: the prompt is the file of
    /// the input that takes ids; its length is not known.
    QString summary(bool isFromFile) const;
    QStringList arguments(bool isFromFile) const;

    static GenerationSettings load(const QJsonObject& json);
    QJsonObject json() const;
};

/// The text of the field Prompt: a number of tokens, or ids with commas.
struct PromptText {
    int tokens = 0; ///< of a random prompt
    QString ids; ///< without spaces; empty for a random prompt
};
/// Nothing if the text is neither.
std::optional<PromptText> readPrompt(const QString& text);

} // namespace ui
