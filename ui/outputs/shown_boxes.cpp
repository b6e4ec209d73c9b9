#include "ui/outputs/shown_boxes.h"

#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QColor>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;

/// A class that is stored as a floating-point number; -1 if it is none.
std::int64_t wholeOf(double number)
{
    constexpr double most = 1e9;
    return number >= 0 && number <= most ? static_cast<std::int64_t>(number) : -1;
}

/// Reads the numbers of objects, which are rows or columns.
class Objects {
public:
    Objects(const model::TensorElements& content, const ShowRequest& request)
        : m_form(request.options.boxes)
    {
        const auto rank = content.dims.size();
        const auto rows = content.dims[rank - 2];
        const auto columns = content.dims[rank - 1];
        m_count = m_form.isTransposed ? columns : rows;
        m_numbers = m_form.isTransposed ? rows : columns;
        m_values.resize(static_cast<std::size_t>(rows * columns));
        decode(content, static_cast<std::uint64_t>(request.item * rows * columns), m_values);
    }

    std::int64_t count() const { return m_count; }
    std::int64_t numbers() const { return m_numbers; }

    double at(std::int64_t object, std::int64_t number) const
    {
        return m_values[static_cast<std::size_t>(
            m_form.isTransposed ? number * m_count + object : object * m_numbers + number)];
    }

    QRectF place(std::int64_t object) const
    {
        const double a = at(object, 0);
        const double b = at(object, 1);
        const double c = at(object, 2);
        const double d = at(object, 3);
        switch (m_form.corners) {
        case BoxForm::Corners::Y1X1Y2X2:
            return QRectF(QPointF(b, a), QPointF(d, c));
        case BoxForm::Corners::CentreSize:
            return { a - c / 2, b - d / 2, c, d };
        case BoxForm::Corners::CornerSize:
            return { a, b, c, d };
        case BoxForm::Corners::X1Y1X2Y2:
            break;
        }
        return QRectF(QPointF(a, b), QPointF(c, d));
    }

    /// The score and class of an object.
    std::pair<double, std::int64_t> score(std::int64_t object) const
    {
        switch (m_form.scores) {
        case BoxForm::Scores::ThenClass:
            return { at(object, 4), wholeOf(at(object, 5)) };
        case BoxForm::Scores::PerClass:
            return best(object, 4, 1);
        case BoxForm::Scores::ObjectPerClass:
            return best(object, 5, at(object, 4));
        case BoxForm::Scores::None:
            break;
        }
        return { 1, -1 };
    }

    std::int64_t needed() const
    {
        switch (m_form.scores) {
        case BoxForm::Scores::ThenClass:
        case BoxForm::Scores::ObjectPerClass:
            return 6;
        case BoxForm::Scores::PerClass:
            return 5;
        case BoxForm::Scores::None:
            break;
        }
        return 4;
    }

private:
    std::pair<double, std::int64_t> best(
        std::int64_t object, std::int64_t first, double factor) const
    {
        auto found = first;
        for (auto number = first; number < m_numbers; ++number)
            if (at(object, number) > at(object, found))
                found = number;
        return { factor * at(object, found), found - first };
    }

    BoxForm m_form;
    std::int64_t m_count = 0;
    std::int64_t m_numbers = 0;
    std::vector<double> m_values;
};

double sharedPart(const QRectF& a, const QRectF& b)
{
    const auto both = a.intersected(b);
    const double shared = both.width() * both.height();
    const double all = a.width() * a.height() + b.width() * b.height() - shared;
    return all > 0 ? shared / all : 0;
}

/// Removes each row that overlaps a better one of its class by more than `limit`.
void dropOverlapping(std::vector<ShownRow>& rows, double limit)
{
    std::vector<ShownRow> kept;
    for (const auto& row : rows) {
        const bool isCovered = std::ranges::any_of(kept, [&](const ShownRow& better) {
            return better.number == row.number && sharedPart(better.place, row.place) > limit;
        });
        if (!isCovered)
            kept.push_back(row);
    }
    rows = std::move(kept);
}

bool areShares(const std::vector<ShownRow>& rows)
{
    constexpr double most = 2; // boxes may end outside of the picture
    return std::ranges::all_of(rows, [](const ShownRow& row) {
        return std::abs(row.place.right()) <= most && std::abs(row.place.bottom()) <= most;
    });
}

/// An empty picture that holds all boxes.
QImage blank(const std::vector<ShownRow>& rows)
{
    QRectF all(0, 0, 64, 64);
    for (const auto& row : rows)
        all = all.united(row.place.normalized());
    constexpr double longest = 2048;
    QImage picture(static_cast<int>(std::min(longest, std::ceil(all.right()) + 8)),
        static_cast<int>(std::min(longest, std::ceil(all.bottom()) + 8)), QImage::Format_RGB32);
    picture.fill(QColor(0x50, 0x56, 0x60));
    return picture;
}

QImage drawn(QImage picture, const std::vector<ShownRow>& rows)
{
    picture = picture.convertToFormat(QImage::Format_RGB32);
    // Lines and words keep their size on screen, where a small picture is enlarged.
    constexpr int leastSide = 640;
    const double factor = std::max(
        1.0, static_cast<double>(leastSide) / std::max(picture.width(), picture.height()));
    picture
        = picture.scaled(picture.size() * factor, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    auto font = painter.font();
    font.setPixelSize(13);
    painter.setFont(font);
    constexpr std::size_t mostDrawn = 200;
    for (std::size_t i = std::min(rows.size(), mostDrawn); i-- > 0;) { // the best on top
        const auto& row = rows[i];
        const auto colour = classColour(row.number);
        const QRectF place(row.place.topLeft() * factor, row.place.size() * factor);
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place);
        const auto name = row.label.isEmpty()
            ? (row.number >= 0 ? QString::number(row.number) : QString())
            : row.label.left(24);
        const auto text = QStringLiteral("%1 %2").arg(name).arg(row.score, 0, 'f', 2).trimmed();
        QRectF words = painter.fontMetrics().boundingRect(text).adjusted(-3, -1, 3, 1);
        words.moveBottomLeft(place.topLeft());
        if (words.top() < 0)
            words.moveTopLeft(place.topLeft());
        painter.fillRect(words, colour);
        painter.setPen(Qt::black);
        painter.drawText(words, Qt::AlignCenter, text);
    }
    return picture;
}

} // namespace

QColor classColour(std::int64_t number)
{
    constexpr double step = 0.618034; // of the golden angle: neighbours differ
    const double hue
        = std::fmod(0.38 + static_cast<double>(std::max<std::int64_t>(0, number)) * step, 1.0);
    return QColor::fromHsvF(static_cast<float>(hue), 0.6F, 0.98F);
}

support::Result<ShownOutput> showBoxes(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop)
{
    if (content.dims.size() < 2)
        return failAs(ErrorKind::Usage, "has rank ", content.dims.size(),
            ", boxes need a row or a column for each object");
    const Objects objects(content, request);
    if (objects.numbers() < objects.needed())
        return failAs(ErrorKind::Usage, "has ", objects.numbers(), " numbers for each of ",
            objects.count(), " objects, these boxes need ", objects.needed(),
            ": choose other scores, or objects as columns");
    ShownOutput shown;
    for (std::int64_t object = 0; object < objects.count(); ++object) {
        if (object % 1024 == 0 && stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        const auto [score, number] = objects.score(object);
        const auto place = objects.place(object);
        if (score >= request.options.boxes.threshold && std::isfinite(place.width())
            && std::isfinite(place.height()))
            shown.rows.push_back({ number, {}, score, place.normalized() });
    }
    const auto found = std::ssize(shown.rows);
    std::ranges::stable_sort(shown.rows, std::ranges::greater(), &ShownRow::score);
    constexpr std::size_t mostCompared = 5000;
    shown.rows.resize(std::min(shown.rows.size(), mostCompared));
    if (request.options.boxes.overlap < 1)
        dropOverlapping(shown.rows, request.options.boxes.overlap);
    const bool isScaled = areShares(shown.rows) && !shown.rows.empty();
    const QSizeF size
        = request.picture.isNull() ? QSizeF(640, 640) : QSizeF(request.picture.size());
    for (auto& row : shown.rows) {
        if (isScaled)
            row.place = QRectF(row.place.x() * size.width(), row.place.y() * size.height(),
                row.place.width() * size.width(), row.place.height() * size.height());
        if (request.words != nullptr)
            row.label = plain(request.words->word(row.number), 200);
    }
    const auto kept = std::ssize(shown.rows);
    if (shown.rows.size() > mostRows) {
        shown.omitted = kept - static_cast<std::int64_t>(mostRows);
        shown.rows.resize(mostRows);
    }
    shown.summary
        = tr("%1 of %2 objects reach the threshold, %3 without overlaps%4")
              .arg(integerText(found), integerText(objects.count()), integerText(kept),
                  isScaled ? tr("; their numbers are taken as shares of the picture") : QString());
    shown.picture
        = drawn(request.picture.isNull() ? blank(shown.rows) : request.picture, shown.rows);
    return shown;
}

} // namespace ui
