#include "ui/document/time_marks.h"

#include "ui/document/settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ui {

namespace {

constexpr int letters = 26;

QString keyOf(const QString& profilePath)
{
    // Hexadecimal, because the settings would interpret slashes of a path as groups.
    return QStringLiteral("marks/") + QString::fromLatin1(profilePath.toUtf8().toHex());
}

} // namespace

QString freeMarkName(const TimeMarks& marks)
{
    for (int i = 0;; ++i) {
        auto name = QString(QChar(u'A' + i % letters));
        if (i >= letters)
            name += QString::number(i / letters);
        if (std::ranges::find(marks, name, &TimeMark::name) == marks.end())
            return name;
    }
}

TimeMarks withMark(TimeMarks marks, TimeInterval span)
{
    if (markOf(marks, span))
        return marks;
    const auto after = std::ranges::upper_bound(
        marks, span.startNs, {}, [](const TimeMark& mark) { return mark.span.startNs; });
    marks.insert(after, { span, freeMarkName(marks) });
    return marks;
}

TimeMarks withoutMark(TimeMarks marks, std::size_t index)
{
    if (index < marks.size())
        marks.erase(marks.begin() + static_cast<std::ptrdiff_t>(index));
    return marks;
}

std::optional<std::size_t> markOf(const TimeMarks& marks, const TimeInterval& span)
{
    const auto found = std::ranges::find(marks, span, &TimeMark::span);
    return found != marks.end() ? std::optional(static_cast<std::size_t>(found - marks.begin()))
                                : std::nullopt;
}

std::optional<std::size_t> nextMark(const TimeMarks& marks, std::int64_t timeNs, int by)
{
    if (marks.empty())
        return std::nullopt;
    const auto start = [](const TimeMark& mark) { return mark.span.startNs; };
    if (by > 0) {
        const auto after = std::ranges::upper_bound(marks, timeNs, {}, start);
        return after != marks.end() ? static_cast<std::size_t>(after - marks.begin()) : 0;
    }
    const auto from = std::ranges::lower_bound(marks, timeNs, {}, start);
    return (from != marks.begin() ? static_cast<std::size_t>(from - marks.begin()) : marks.size())
        - 1;
}

TimeMarks loadMarks(const QString& profilePath)
{
    const auto rows = QJsonDocument::fromJson(settings::value(keyOf(profilePath)).toUtf8()).array();
    TimeMarks marks;
    for (const auto& row : rows) {
        const auto mark = row.toObject();
        marks.push_back({ { mark.value(QStringLiteral("start")).toInteger(),
                              mark.value(QStringLiteral("end")).toInteger() },
            mark.value(QStringLiteral("name")).toString() });
    }
    std::ranges::stable_sort(marks, {}, [](const TimeMark& mark) { return mark.span.startNs; });
    return marks;
}

void saveMarks(const QString& profilePath, const TimeMarks& marks)
{
    QJsonArray rows;
    for (const auto& mark : marks)
        rows.append(QJsonObject { { QStringLiteral("start"), qint64(mark.span.startNs) },
            { QStringLiteral("end"), qint64(mark.span.endNs) },
            { QStringLiteral("name"), mark.name } });
    settings::setValue(keyOf(profilePath),
        rows.isEmpty() ? QString()
                       : QString::fromUtf8(QJsonDocument(rows).toJson(QJsonDocument::Compact)));
}

} // namespace ui
