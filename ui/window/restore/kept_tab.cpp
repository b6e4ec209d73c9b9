#include "ui/window/restore/kept_tab.h"

#include <QJsonArray>
#include <QJsonObject>

#include <cmath>

namespace ui {

namespace {

/// The folding of a view with more open groups is not kept: the settings are one small text file.
constexpr std::size_t maxOpenGroups = 2000;
constexpr qsizetype maxViews = 2;

QJsonObject toJson(const KeptView& view)
{
    QJsonArray open;
    for (const auto key : view.open)
        open.append(QString::number(key, 16)); // 64 bits, which a JSON number does not hold
    return { { QStringLiteral("graph"), static_cast<qint64>(view.graph) },
        { QStringLiteral("open"), open }, { QStringLiteral("x"), view.centre.x() },
        { QStringLiteral("y"), view.centre.y() }, { QStringLiteral("zoom"), view.zoom } };
}

KeptView keptViewOf(const QJsonObject& json)
{
    KeptView view;
    view.graph = static_cast<std::uint32_t>(json.value(QStringLiteral("graph")).toInteger());
    for (const auto& key : json.value(QStringLiteral("open")).toArray())
        view.open.insert(key.toString().toULongLong(nullptr, 16));
    view.centre = { json.value(QStringLiteral("x")).toDouble(),
        json.value(QStringLiteral("y")).toDouble() };
    view.zoom = json.value(QStringLiteral("zoom")).toDouble();
    return view;
}

bool isSensible(const KeptView& view)
{
    return view.zoom > 0 && std::isfinite(view.zoom) && std::isfinite(view.centre.x())
        && std::isfinite(view.centre.y()) && view.open.size() <= maxOpenGroups;
}

} // namespace

QJsonObject toJson(const KeptTab& tab)
{
    QJsonArray views;
    for (const auto& view : tab.views.views)
        if (isSensible(view))
            views.append(toJson(view));
    return { { QStringLiteral("path"), tab.path }, { QStringLiteral("bytes"), tab.bytes },
        { QStringLiteral("written"), tab.writtenMs }, { QStringLiteral("views"), views },
        { QStringLiteral("below"), tab.views.direction == Qt::Vertical },
        { QStringLiteral("active"), tab.views.active }, { QStringLiteral("group"), tab.group },
        { QStringLiteral("front"), tab.isInFront } };
}

KeptTab keptTabOf(const QJsonObject& json)
{
    KeptTab tab;
    tab.path = json.value(QStringLiteral("path")).toString();
    tab.bytes = json.value(QStringLiteral("bytes")).toInteger(-1);
    tab.writtenMs = json.value(QStringLiteral("written")).toInteger(-1);
    for (const auto& value : json.value(QStringLiteral("views")).toArray()) {
        auto view = keptViewOf(value.toObject());
        if (tab.views.views.size() < maxViews && isSensible(view))
            tab.views.views.append(std::move(view));
    }
    tab.views.direction
        = json.value(QStringLiteral("below")).toBool() ? Qt::Vertical : Qt::Horizontal;
    tab.views.active = json.value(QStringLiteral("active")).toInt();
    tab.group = json.value(QStringLiteral("group")).toInt() > 0 ? 1 : 0;
    tab.isInFront = json.value(QStringLiteral("front")).toBool();
    return tab;
}

} // namespace ui
