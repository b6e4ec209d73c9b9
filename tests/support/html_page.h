#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace testing {

/// Functions for tests of HTML pages.

inline QString elementOf(const QString& html, const QString& start, const QString& end)
{
    const auto from = html.indexOf(start);
    const auto to = html.indexOf(end, from + start.size());
    return from < 0 || to < 0 ? QString() : html.mid(from + start.size(), to - from - start.size());
}

/// Removes scripts and styles, whose content is not markup.
inline QString markup(QString html)
{
    static const QRegularExpression raw(
        "<(script|style)\\b[^>]*>.*?</\\1>", QRegularExpression::DotMatchesEverythingOption);
    return html.remove(raw);
}

/// The first error in the markup of a page: an element that is not closed, or text that looks like
/// markup. Empty if there is none.
inline QString faultOfMarkup(const QString& page)
{
    const QStringList empty { "meta", "input" };
    static const QRegularExpression tag(
        "<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\\s+[a-zA-Z-]+(?:=\"[^\"<>]*\")?)*)\\s*(/?)>");
    auto html = markup(page);
    html.remove(0, html.indexOf('\n'));
    QStringList open;
    qsizetype end = 0;
    for (auto found = tag.globalMatch(html); found.hasNext();) {
        const auto match = found.next();
        const auto between = html.mid(end, match.capturedStart() - end);
        if (between.contains('>') || between.contains('<'))
            return between;
        end = match.capturedEnd();
        const auto name = match.captured(2);
        if (match.captured(1) == "/") {
            if (open.isEmpty() || open.takeLast() != name)
                return "</" + name + "> closes nothing";
        } else if (match.captured(4).isEmpty() && !empty.contains(name)) {
            open << name;
        }
    }
    return open.join(' ');
}

/// Words with which a page could load something that it does not contain, or run code other than
/// our scripts.
inline QStringList remoteWordsIn(QString html)
{
    // A browser does not run data, and Base64 may contain `//`.
    static const QRegularExpression data(
        "<script type=\"[^\"]*;base64\"[^>]*>[A-Za-z0-9+/=]*</script>");
    html.remove(data);
    QStringList words;
    for (const auto* word : { "http:", "https:", "//", "src=", "href=", "url(", "@import", "<link",
             "<iframe", "<form", "fetch(", "XMLHttpRequest", "WebSocket", "innerHTML", "eval(" })
        if (html.contains(word))
            words << word;
    return words;
}

} // namespace testing
