#include "ui/widgets/svg_path.h"

#include <cmath>
#include <numbers>
#include <optional>

namespace ui {

namespace {

class Reader {
public:
    explicit Reader(const QString& text)
        : m_text(text)
    {
    }

    void skipSeparators()
    {
        while (m_position < m_text.size()
            && (m_text[m_position].isSpace() || m_text[m_position] == u','))
            ++m_position;
    }

    std::optional<char> command()
    {
        skipSeparators();
        if (m_position < m_text.size() && m_text[m_position].isLetter())
            return m_text[m_position++].toLatin1();
        return std::nullopt;
    }

    /// Arc flags may stand without a separator before the next number: `0 01-3 4`.
    std::optional<double> flag()
    {
        skipSeparators();
        if (m_position < m_text.size()
            && (m_text[m_position] == u'0' || m_text[m_position] == u'1'))
            return m_text[m_position++] == u'1' ? 1.0 : 0.0;
        return std::nullopt;
    }

    std::optional<double> number()
    {
        skipSeparators();
        const auto start = m_position;
        bool hasDot = false;
        if (m_position < m_text.size()
            && (m_text[m_position] == u'-' || m_text[m_position] == u'+'))
            ++m_position;
        while (m_position < m_text.size()
            && (m_text[m_position].isDigit() || (m_text[m_position] == u'.' && !hasDot))) {
            hasDot = hasDot || m_text[m_position] == u'.';
            ++m_position;
        }
        bool ok = false;
        const double value = QStringView(m_text).mid(start, m_position - start).toDouble(&ok);
        return ok ? std::optional(value) : std::nullopt;
    }

    bool numberFollows()
    {
        skipSeparators();
        if (m_position >= m_text.size())
            return false;
        const auto c = m_text[m_position];
        return c.isDigit() || c == u'-' || c == u'+' || c == u'.';
    }

private:
    const QString& m_text;
    qsizetype m_position = 0;
};

double angleOf(QPointF v) { return std::atan2(v.y(), v.x()); }

/// Converts end points to the centre form (F.6.5), then adds cubic curves of at most a quarter
/// turn.
void arcTo(QPainterPath& path, QPointF radii, double rotation, bool large, bool sweep, QPointF end)
{
    const QPointF start = path.currentPosition();
    double rx = std::abs(radii.x());
    double ry = std::abs(radii.y());
    if (rx == 0 || ry == 0 || start == end) {
        path.lineTo(end);
        return;
    }
    const double phi = rotation * std::numbers::pi / 180;
    const double c = std::cos(phi);
    const double s = std::sin(phi);
    const QPointF half = (start - end) / 2;
    const QPointF p(c * half.x() + s * half.y(), -s * half.x() + c * half.y());
    const double lambda = p.x() * p.x() / (rx * rx) + p.y() * p.y() / (ry * ry);
    if (lambda > 1) {
        rx *= std::sqrt(lambda);
        ry *= std::sqrt(lambda);
    }
    const double denominator = rx * rx * p.y() * p.y() + ry * ry * p.x() * p.x();
    double factor = std::sqrt(std::max(0.0, (rx * rx * ry * ry - denominator) / denominator));
    if (large == sweep)
        factor = -factor;
    const QPointF centre(factor * rx * p.y() / ry, -factor * ry * p.x() / rx);
    const double from = angleOf({ (p.x() - centre.x()) / rx, (p.y() - centre.y()) / ry });
    double sweepAngle = angleOf({ (-p.x() - centre.x()) / rx, (-p.y() - centre.y()) / ry }) - from;
    if (sweep && sweepAngle < 0)
        sweepAngle += 2 * std::numbers::pi;
    if (!sweep && sweepAngle > 0)
        sweepAngle -= 2 * std::numbers::pi;

    const QPointF middle = (start + end) / 2;
    const auto place = [&](double x, double y) {
        x = x * rx + centre.x();
        y = y * ry + centre.y();
        return QPointF(c * x - s * y, s * x + c * y) + middle;
    };
    const int pieces = std::max(
        1, static_cast<int>(std::ceil(std::abs(sweepAngle) / (std::numbers::pi / 2) - 1e-9)));
    const double step = sweepAngle / pieces;
    const double handle = 4.0 / 3.0 * std::tan(step / 4);
    for (int i = 0; i < pieces; ++i) {
        const double a = from + i * step;
        const double b = a + step;
        path.cubicTo(place(std::cos(a) - handle * std::sin(a), std::sin(a) + handle * std::cos(a)),
            place(std::cos(b) + handle * std::sin(b), std::sin(b) - handle * std::cos(b)),
            place(std::cos(b), std::sin(b)));
    }
}

class PathBuilder {
public:
    explicit PathBuilder(const QString& data)
        : m_reader(data)
    {
    }

    QPainterPath build()
    {
        while (const auto command = m_reader.command()) {
            char next = *command;
            do {
                if (!apply(next))
                    return m_path;
                next = next == 'M' ? 'L'
                    : next == 'm'  ? 'l'
                                   : next; // further pairs after a move are lines
            } while (next != 'z' && next != 'Z' && m_reader.numberFollows());
        }
        return m_path;
    }

private:
    std::optional<QPointF> point(bool relative)
    {
        const auto x = m_reader.number();
        const auto y = m_reader.number();
        if (!x || !y)
            return std::nullopt;
        return QPointF(*x, *y) + (relative ? m_path.currentPosition() : QPointF());
    }

    bool apply(char command)
    {
        const bool relative = command >= 'a';
        const int absolute = command & ~0x20;
        if (absolute != 'C' && absolute != 'S')
            m_lastControl.reset();
        switch (absolute) {
        case 'M':
            return withPoint(relative, [&](QPointF p) { m_path.moveTo(p); });
        case 'L':
            return withPoint(relative, [&](QPointF p) { m_path.lineTo(p); });
        case 'H':
            return withNumber([&](double x) {
                m_path.lineTo(x + (relative ? m_path.currentPosition().x() : 0),
                    m_path.currentPosition().y());
            });
        case 'V':
            return withNumber([&](double y) {
                m_path.lineTo(m_path.currentPosition().x(),
                    y + (relative ? m_path.currentPosition().y() : 0));
            });
        case 'C':
            return cubic(relative);
        case 'S':
            return smoothCubic(relative);
        case 'Q':
            return quadratic(relative);
        case 'A':
            return arc(relative);
        case 'Z':
            m_path.closeSubpath();
            return true;
        default:
            return false;
        }
    }

    template <typename Use>
    bool withPoint(bool relative, Use use)
    {
        const auto p = point(relative);
        if (p)
            use(*p);
        return p.has_value();
    }

    template <typename Use>
    bool withNumber(Use use)
    {
        const auto n = m_reader.number();
        if (n)
            use(*n);
        return n.has_value();
    }

    bool cubic(bool relative)
    {
        const auto a = point(relative);
        const auto b = point(relative);
        const auto end = point(relative);
        if (!a || !b || !end)
            return false;
        m_path.cubicTo(*a, *b, *end);
        m_lastControl = *b;
        return true;
    }

    bool smoothCubic(bool relative)
    {
        // After another command than C or S the first control point is the current point.
        const auto at = m_path.currentPosition();
        const auto reflected = m_lastControl ? 2 * at - *m_lastControl : at;
        const auto b = point(relative);
        const auto end = point(relative);
        if (!b || !end)
            return false;
        m_path.cubicTo(reflected, *b, *end);
        m_lastControl = *b;
        return true;
    }

    bool quadratic(bool relative)
    {
        const auto control = point(relative);
        const auto end = point(relative);
        if (!control || !end)
            return false;
        m_path.quadTo(*control, *end);
        return true;
    }

    bool arc(bool relative)
    {
        const auto rx = m_reader.number();
        const auto ry = m_reader.number();
        const auto rotation = m_reader.number();
        const auto large = m_reader.flag();
        const auto sweep = m_reader.flag();
        const auto end = point(relative);
        if (!rx || !ry || !rotation || !large || !sweep || !end)
            return false;
        arcTo(m_path, { *rx, *ry }, *rotation, *large != 0, *sweep != 0, *end);
        return true;
    }

    Reader m_reader;
    QPainterPath m_path;
    std::optional<QPointF> m_lastControl; ///< only directly after C or S
};

} // namespace

QPainterPath parseSvgPath(const QString& data) { return PathBuilder(data).build(); }

} // namespace ui
