#include "profiler/exporters/svg.h"

#include "profiler/exporters/html_text.h"

#include <cmath>
#include <cstdio>

namespace profiler {
namespace {

/// At most two decimals, no trailing zeros, because a third of a report's size is such numbers.
std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", std::isfinite(value) ? value : 0.0);
    std::string out(text);
    out.erase(out.find_last_not_of('0') + 1);
    if (out.ends_with('.'))
        out.pop_back();
    return out == "-0" ? "0" : out;
}

std::string attribute(std::string_view name, double value)
{
    return " " + std::string(name) + "=\"" + number(value) + "\"";
}

std::string paints(const Shape& shape)
{
    std::string out;
    if (shape.fill.kind != Paint::Kind::None)
        out += " fill=\"" + cssColour(shape.fill) + "\"";
    else
        out += " fill=\"none\"";
    if (shape.fill.opacity < 1)
        out += attribute("fill-opacity", shape.fill.opacity);
    if (shape.stroke.kind != Paint::Kind::None) {
        out += " stroke=\"" + cssColour(shape.stroke) + "\""
            + attribute("stroke-width", shape.strokeWidth);
        if (shape.stroke.opacity < 1)
            out += attribute("stroke-opacity", shape.stroke.opacity);
        if (shape.isDashed)
            out += " stroke-dasharray=\"3 2\"";
    }
    return out;
}

std::string pointList(const Shape& shape)
{
    return support::joined(shape.points, " ",
        [&](const auto& point) { return number(point.x) + "," + number(point.y); });
}

/// The opening tag of an element without its closing bracket. Sets `name` for the closing tag.
std::string opening(const Shape& shape, std::string& name)
{
    switch (shape.kind) {
    case Shape::Kind::Rectangle:
        name = "rect";
        return "<rect" + attribute("x", shape.at.x) + attribute("y", shape.at.y)
            + attribute("width", shape.width) + attribute("height", shape.height)
            + (shape.width > 5 && shape.height > 5 ? attribute("rx", 1.5) : "") + paints(shape);
    case Shape::Kind::Circle:
        name = "circle";
        return "<circle" + attribute("cx", shape.at.x) + attribute("cy", shape.at.y)
            + attribute("r", shape.width) + paints(shape);
    case Shape::Kind::Line:
        name = "polyline";
        return "<polyline points=\"" + pointList(shape) + "\"" + paints(shape);
    case Shape::Kind::Area:
        name = "polygon";
        return "<polygon points=\"" + pointList(shape) + "\"" + paints(shape);
    case Shape::Kind::Text:
        break;
    }
    name = "text";
    const auto anchor = shape.anchor == Shape::Anchor::Middle ? " text-anchor=\"middle\""
        : shape.anchor == Shape::Anchor::End                  ? " text-anchor=\"end\""
                                                              : "";
    return "<text" + attribute("x", shape.at.x) + attribute("y", shape.at.y) + anchor
        + (shape.isBold ? " class=\"b\"" : "") + paints(shape);
}

} // namespace

std::string cssColour(const Paint& paint)
{
    switch (paint.kind) {
    case Paint::Kind::Token:
        return "var(--" + std::string(paint.token) + ")";
    case Paint::Kind::Category:
        return "var(--c" + std::to_string(static_cast<int>(paint.category)) + ")";
    case Paint::Kind::OnCategory:
        return "var(--k" + std::to_string(static_cast<int>(paint.category)) + ")";
    case Paint::Kind::None:
        break;
    }
    return "none";
}

std::string svgOf(const Figure& figure, std::string_view title, std::size_t maxShapes)
{
    std::string out = "<svg viewBox=\"0 0 " + number(figure.width) + " " + number(figure.height)
        + "\" role=\"img\"><title>" + escaped(title) + "</title>";
    std::size_t count = 0;
    for (const auto& shape : figure.shapes) {
        if (++count > maxShapes)
            break;
        std::string name;
        out += opening(shape, name);
        if (shape.tip.empty() && shape.text.empty()) {
            out += "/>";
            continue;
        }
        out += ">";
        if (!shape.tip.empty())
            out += "<title>" + escaped(shape.tip, support::Lines::Several) + "</title>";
        out += escaped(shape.text) + "</" + name + ">";
    }
    return out + "</svg>\n";
}

} // namespace profiler
