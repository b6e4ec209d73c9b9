#pragma once

#include "model/support/result.h"

#include <QString>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ui {

/// Words by number: the labels of classes, or the tokens of a language model.
struct Vocabulary {
    /// How tokens are joined to a text.
    enum class Form {
        Words, ///< a space between them
        WordPieces, ///< `##` continues a word (BERT)
        Sentencepiece, ///< `▁` begins a word (T5, Llama)
        ByteLevel, ///< each character stands for a byte (GPT-2)
    };
    std::vector<std::string> words; ///< UTF-8; empty where the file has no word for a number
    Form form = Form::Words;

    /// The word as it is in the file; empty if there is none.
    std::string word(std::int64_t number) const;
    /// The text of tokens. A number without a word becomes `<7>`.
    std::string text(std::span<const std::int64_t> numbers) const;
};

/// Reads a text file with one word per line, or JSON: a list of words, `{"0": "cat"}`,
/// `{"cat": 0}`, `id2label` of a configuration, or tokenizer.json. The form is told by the words.
/// Fails with what was found.
support::Result<Vocabulary> readVocabulary(const QString& path);

} // namespace ui
