#include "ui/outputs/vocabulary.h"

#include "model/support/text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <optional>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;

constexpr qint64 maxBytes = 256LL << 20;
constexpr qint64 maxWords = 10'000'000;
constexpr std::string_view wordStart = "\u2581"; // of sentencepiece
constexpr std::string_view spaceByte = "\u0120"; // how ByteLevel writes a space

void put(Vocabulary& vocabulary, qint64 number, const QString& word)
{
    if (number < 0 || number >= maxWords)
        return;
    const auto place = static_cast<std::size_t>(number);
    if (vocabulary.words.size() <= place)
        vocabulary.words.resize(place + 1);
    vocabulary.words[place] = word.toStdString();
}

/// A word, or a list that ends with it: `["n01440764", "tench"]`, `["▁the", -3.1]`.
std::optional<QString> wordOf(const QJsonValue& value)
{
    if (value.isString())
        return value.toString();
    const auto list = value.toArray();
    for (auto item = list.size(); item-- > 0;)
        if (list[item].isString())
            return list[item].toString();
    return std::nullopt;
}

void addList(Vocabulary& vocabulary, const QJsonArray& list)
{
    for (qsizetype i = 0; i < list.size(); ++i)
        if (const auto word = wordOf(list[i]))
            put(vocabulary, i, *word);
}

/// `{"0": "cat"}` or `{"cat": 0}`.
void addPairs(Vocabulary& vocabulary, const QJsonObject& pairs)
{
    for (auto pair = pairs.begin(); pair != pairs.end(); ++pair) {
        bool isNumber = false;
        const auto number = pair.key().toLongLong(&isNumber);
        if (pair->isDouble())
            put(vocabulary, pair->toInteger(-1), pair.key());
        else if (const auto word = wordOf(*pair); word && isNumber)
            put(vocabulary, number, *word);
    }
}

void addJson(Vocabulary& vocabulary, const QJsonDocument& document)
{
    if (document.isArray())
        return addList(vocabulary, document.array());
    const auto object = document.object();
    const auto model = object.value(QStringLiteral("model")).toObject();
    if (const auto inner = model.value(QStringLiteral("vocab")); !inner.isUndefined()) {
        inner.isArray() ? addList(vocabulary, inner.toArray())
                        : addPairs(vocabulary, inner.toObject());
        for (const auto& added : object.value(QStringLiteral("added_tokens")).toArray())
            put(vocabulary, added.toObject().value(QStringLiteral("id")).toInteger(-1),
                added.toObject().value(QStringLiteral("content")).toString());
        return;
    }
    if (const auto labels = object.value(QStringLiteral("id2label")); labels.isObject())
        return addPairs(vocabulary, labels.toObject());
    addPairs(vocabulary, object);
}

void addLines(Vocabulary& vocabulary, const QByteArray& text)
{
    auto lines = QString::fromUtf8(text).split(u'\n');
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].endsWith(u'\r'))
            lines[i].chop(1);
        put(vocabulary, i, lines[i]);
    }
}

Vocabulary::Form formOf(const std::vector<std::string>& words)
{
    const auto count = [&](auto&& has) { return std::ranges::count_if(words, has); };
    using Form = Vocabulary::Form;
    // One label may contain such a character; of tokens many do.
    const auto many = [&](std::ptrdiff_t found) {
        return found > 1 && found * 100 >= static_cast<std::ptrdiff_t>(words.size());
    };
    if (many(count([](const auto& word) { return word.starts_with(spaceByte); })))
        return Form::ByteLevel;
    if (many(count([](const auto& word) { return word.starts_with(wordStart); })))
        return Form::Sentencepiece;
    if (many(count([](const auto& word) { return word.starts_with("##"); })))
        return Form::WordPieces;
    return Form::Words;
}

/// The byte of each character of GPT-2's alphabet: printable characters of Latin-1 stand for
/// themselves, all other bytes for the characters from U+0100 on, in their order.
std::optional<char> byteOf(char32_t character)
{
    const auto isItself = [](char32_t byte) {
        return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac)
            || (byte >= 0xae && byte <= 0xff);
    };
    if (isItself(character))
        return static_cast<char>(static_cast<unsigned char>(character));
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 0x100; ++byte)
        if (!isItself(byte) && next++ == character)
            return static_cast<char>(static_cast<unsigned char>(byte));
    return std::nullopt;
}

std::string bytesOf(std::string_view word)
{
    std::string bytes;
    for (auto rest = word; !rest.empty();) {
        const auto point = support::firstCodePoint(rest);
        if (const auto byte = byteOf(point.value))
            bytes += *byte;
        else
            bytes += rest.substr(0, point.bytes); // of an added token
        rest.remove_prefix(point.bytes);
    }
    return bytes;
}

std::string withSpaces(std::string word)
{
    for (auto at = word.find(wordStart); at != std::string::npos; at = word.find(wordStart))
        word.replace(at, wordStart.size(), " ");
    return word;
}

} // namespace

std::string Vocabulary::word(std::int64_t number) const
{
    return number >= 0 && number < std::ssize(words) ? words[static_cast<std::size_t>(number)]
                                                     : std::string();
}

std::string Vocabulary::text(std::span<const std::int64_t> numbers) const
{
    std::string text;
    for (const auto number : numbers) {
        auto next = word(number);
        if (next.empty())
            next = "<" + std::to_string(number) + ">";
        const bool continues = form == Form::WordPieces && next.starts_with("##");
        if (continues)
            next.erase(0, 2);
        else if ((form == Form::Words || form == Form::WordPieces) && !text.empty())
            text += ' ';
        text += form == Form::ByteLevel   ? bytesOf(next)
            : form == Form::Sentencepiece ? withSpaces(std::move(next))
                                          : next;
    }
    return text;
}

support::Result<Vocabulary> readVocabulary(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failAs(ErrorKind::File, "cannot read ", path.toStdString(), ": ",
            file.errorString().toStdString());
    if (file.size() > maxBytes)
        return failAs(ErrorKind::File, path.toStdString(), " has ", file.size(),
            " bytes, a list of words has at most ", maxBytes);
    const auto bytes = file.readAll();
    Vocabulary vocabulary;
    if (path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive)) {
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(bytes, &error);
        if (document.isNull())
            return failAs(ErrorKind::File, path.toStdString(),
                " is no JSON: ", error.errorString().toStdString(), " at byte ", error.offset);
        addJson(vocabulary, document);
    } else {
        addLines(vocabulary, bytes);
    }
    if (vocabulary.words.empty())
        return failAs(ErrorKind::File, path.toStdString(),
            " has no words: expected one per line, or JSON such as [\"cat\", \"dog\"], {\"0\": "
            "\"cat\"}, {\"cat\": 0} or tokenizer.json");
    vocabulary.form = formOf(vocabulary.words);
    return vocabulary;
}

} // namespace ui
