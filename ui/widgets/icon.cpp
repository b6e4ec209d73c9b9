#include "ui/widgets/icon.h"

#include "ui/widgets/svg_path.h"
#include "ui/widgets/theme.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainterPath>
#include <QPixmap>

namespace ui {

namespace {

constexpr double grid = 24;
constexpr double stroke = 1.75;

QHash<QString, QPainterPath> loadPaths()
{
    QFile file(QStringLiteral(":/icons/icons.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QHash<QString, QPainterPath> paths;
    const auto icons = QJsonDocument::fromJson(file.readAll())
                           .object()
                           .value(QStringLiteral("icons"))
                           .toObject();
    for (auto entry = icons.begin(); entry != icons.end(); ++entry) {
        QPainterPath path;
        for (const auto& part : entry->toObject().value(QStringLiteral("paths")).toArray())
            path.addPath(parseSvgPath(part.toString()));
        paths.insert(entry.key(), path);
    }
    return paths;
}

const QPainterPath* pathOf(const QString& name)
{
    static const auto paths = loadPaths();
    const auto found = paths.constFind(name);
    return found == paths.constEnd() ? nullptr : &*found;
}

void strokePath(
    QPainter& painter, const QPainterPath& path, const QRectF& rect, const QColor& colour)
{
    const double side = std::min(rect.width(), rect.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center() - QPointF(side / 2, side / 2));
    painter.scale(side / grid, side / grid);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    painter.restore();
}

class PathIconEngine final : public QIconEngine {
public:
    PathIconEngine(QString name, QByteArray token)
        : m_name(std::move(name))
        , m_token(std::move(token))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        if (const auto* path = pathOf(m_name))
            strokePath(*painter, *path, rect, colour(mode));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new PathIconEngine(*this); }
    bool isNull() override { return pathOf(m_name) == nullptr; }

private:
    QColor colour(QIcon::Mode mode) const
    {
        const auto& theme = Theme::instance();
        if (mode == QIcon::Disabled)
            return theme.colour("textDisabled");
        if (!m_token.isEmpty())
            return theme.colour(m_token.constData());
        return theme.colour(mode == QIcon::Selected ? "accentInk" : "text");
    }

    QString m_name;
    QByteArray m_token;
};

} // namespace

QIcon icon(const char* name) { return QIcon(new PathIconEngine(QString::fromLatin1(name), {})); }

QIcon icon(const char* name, const char* token)
{
    return QIcon(new PathIconEngine(QString::fromLatin1(name), QByteArray(token)));
}

void drawIcon(QPainter& painter, const char* name, const QRectF& rect, const QColor& colour)
{
    if (const auto* path = pathOf(QString::fromLatin1(name)))
        strokePath(painter, *path, rect, colour);
}

QIcon applicationIcon()
{
    QIcon result;
    for (const int side : { 16, 32, 48, 64, 128, 256 }) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(side / 64.0, side / 64.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0x1F, 0x5F, 0xD0));
        painter.drawRoundedRect(QRectF(2, 2, 60, 60), 14, 14);
        painter.setPen(QPen(Qt::white, 3));
        painter.drawLine(QPointF(32, 20), QPointF(19, 42));
        painter.drawLine(QPointF(32, 20), QPointF(45, 42));
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::white);
        painter.drawRoundedRect(QRectF(23, 11, 18, 14), 4, 4);
        painter.setBrush(QColor(0xF9, 0xB3, 0x32));
        painter.drawRoundedRect(QRectF(10, 39, 18, 14), 4, 4);
        painter.setBrush(QColor(0x71, 0xCD, 0xD7));
        painter.drawRoundedRect(QRectF(36, 39, 18, 14), 4, 4);
        painter.end();
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace ui
