#include "ui/widgets/plain_text.h"

#include "model/support/text.h"

#include <QRegularExpression>

namespace ui {

namespace {

constexpr std::size_t bytesPerCharacter = 4; // at most, in UTF-8

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The first bytes of a text, not cutting a character.
std::string_view head(std::string_view text, std::size_t bytes)
{
    while (bytes > 0 && bytes < text.size() && isContinuation(text[bytes]))
        --bytes;
    return text.substr(0, bytes);
}

std::string_view tail(std::string_view text, std::size_t bytes)
{
    auto start = text.size() - bytes;
    while (start < text.size() && isContinuation(text[start]))
        ++start;
    return text.substr(start);
}

} // namespace

QString plain(std::string_view text, qsizetype limit)
{
    const auto room = static_cast<std::size_t>(limit) * bytesPerCharacter;
    if (text.size() <= 2 * room)
        return QString::fromStdString(
            support::elideMiddle(support::sanitise(text), static_cast<std::size_t>(limit)));
    const auto ends = support::sanitise(head(text, room)) + support::sanitise(tail(text, room));
    return QString::fromStdString(support::elideMiddle(ends, static_cast<std::size_t>(limit)));
}

QString plainLines(std::string_view text, qsizetype limit)
{
    const auto room = static_cast<std::size_t>(limit);
    if (text.size() <= room)
        return QString::fromStdString(support::sanitise(text, support::Lines::Several));
    return QString::fromStdString(support::sanitise(head(text, room), support::Lines::Several))
        + QStringLiteral("…");
}

QString breakable(QString text)
{
    constexpr QChar zeroWidthSpace(0x200B);
    for (qsizetype i = text.size() - 1; i-- > 0;)
        if (QStringLiteral("_<,:=/").contains(text[i]) && text[i + 1].isLetterOrNumber())
            text.insert(i + 1, zeroWidthSpace);
    return text;
}

QString upperFirst(QString text)
{
    const auto word = text.left(text.indexOf(u' ')); // all of it without a space
    if (!text.isEmpty() && word == word.toLower())
        text[0] = text[0].toUpper();
    return text;
}

QString withoutMnemonic(QString text)
{
    static const QRegularExpression inParentheses(QStringLiteral("\\(&.\\)"));
    return text.remove(inParentheses).remove(u'&');
}

QString toolTipOf(const QString& text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

} // namespace ui
