#include "ui/canvas/export_picture.h"

#include "layout/svg.h"
#include "model/support/atomic_file.h"
#include "ui/canvas/canvas_painter.h"
#include "ui/canvas/font_measurer.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QPrinter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

/// Sides and memory of one image; beyond, the picture is made smaller.
constexpr double mostSide = 32'000;
constexpr double mostPixels = 64e6;
/// The largest page that readers of PDF accept, in points.
constexpr double mostPoints = 14'000;

using Bytes = QByteArray;

Bytes toPng(const CanvasContent& content, model::ThemeKind theme)
{
    const auto& bounds = content.scene->bounds;
    const double width = double(bounds.width);
    const double height = double(bounds.height);
    const double zoom = std::min(
        { 1.0, mostSide / std::max(width, height), std::sqrt(mostPixels / (width * height)) });
    const QSize size(std::max(1, int(width * zoom)), std::max(1, int(height * zoom)));
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    CanvasPainter(content, theme)
        .paint(
            painter, { { double(bounds.x), double(bounds.y) }, zoom, size, 1 }, {}, Detail::Pixels);
    painter.end();
    Bytes bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

Bytes toPdf(const CanvasContent& content, model::ThemeKind theme)
{
    const auto& bounds = content.scene->bounds;
    const double scale = std::min(1.0, mostPoints / double(std::max(bounds.width, bounds.height)));
    Bytes bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(72);
    writer.setPageSize(
        QPageSize(QSizeF(double(bounds.width), double(bounds.height)) * scale, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(scale, scale);
    const QSize size(int(std::ceil(bounds.width)), int(std::ceil(bounds.height)));
    CanvasPainter(content, theme)
        .paint(painter, { { double(bounds.x), double(bounds.y) }, 1, size, 1 }, {}, Detail::Full);
    painter.end();
    return bytes;
}

Bytes toSvgBytes(const CanvasContent& content, model::ThemeKind theme)
{
    layout::SvgOptions options;
    options.theme = theme;
    options.cards = content.cards;
    options.labels = content.labels;
    options.overlay = content.overlay.get();
    options.badges = content.badges.get();
    options.title = content.model->path.filename().string();
    return Bytes::fromStdString(layout::toSvg(
        *content.scene, *content.model, content.analysis.get(), options, *fontMeasurer()));
}

struct Form {
    const char* suffix;
    const char* title;
    Bytes (*write)(const CanvasContent&, model::ThemeKind);
};
constexpr std::array<Form, 3> forms { {
    { "svg", QT_TRANSLATE_NOOP("ExportPicture", "SVG picture"), toSvgBytes },
    { "png", QT_TRANSLATE_NOOP("ExportPicture", "PNG picture"), toPng },
    { "pdf", QT_TRANSLATE_NOOP("ExportPicture", "PDF document"), toPdf },
} };

} // namespace

QString pictureFilters()
{
    QStringList filters;
    for (const auto& form : forms)
        filters << QStringLiteral("%1 (*.%2)")
                       .arg(QCoreApplication::translate("ExportPicture", form.title),
                           QString::fromLatin1(form.suffix));
    return filters.join(QStringLiteral(";;"));
}

support::Result<void> exportPicture(
    const CanvasContent& content, model::ThemeKind theme, const QString& path)
{
    const auto suffix = QFileInfo(path).suffix().toLower();
    const auto form = std::find_if(forms.begin(), forms.end(),
        [&](const Form& f) { return suffix == QLatin1String(f.suffix); });
    if (form == forms.end())
        return support::failAs(support::ErrorKind::Usage, path.toStdString(),
            ": a picture is written as .svg, .png or .pdf");
    const auto bytes = form->write(content, theme);
    if (bytes.isEmpty())
        return support::failAs(support::ErrorKind::Resource, path.toStdString(),
            ": the picture does not fit into memory");
    return support::writeFile(path.toStdString(),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void printPicture(const CanvasContent& content, QPrinter& printer)
{
    const auto& bounds = content.scene->bounds;
    const QSizeF size(std::max(1.0, double(bounds.width)), std::max(1.0, double(bounds.height)));
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    QPainter painter(&printer);
    const double scale = std::min(page.width() / size.width(), page.height() / size.height());
    painter.scale(scale, scale);
    CanvasPainter(content, model::ThemeKind::Light)
        .paint(painter, { { double(bounds.x), double(bounds.y) }, 1, size.toSize(), 1 }, {},
            Detail::Full);
}

} // namespace ui
