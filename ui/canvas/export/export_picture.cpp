#include "ui/canvas/export/export_picture.h"

#include "layout/svg/svg.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "ui/canvas/export/png_writer.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/canvas/tools/legend_strip.h"
#include "ui/format.h"
#include "ui/translation/text.h"

#include <QFileInfo>
#include <QIODevice>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QPrinter>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Progress;
using support::Result;

/// Memory of one band, and the longest side of a tile in pixels: small, so that a stop takes effect
/// soon.
constexpr std::int64_t bandBytes = 16 << 20;
constexpr std::int64_t tileSide = 4096;
/// Many programs cannot open pictures with longer sides (pixels).
constexpr std::int64_t commonSide = 32'767;
constexpr float stripUnits = 2000;

support::Error cancelled() { return failAs(ErrorKind::Cancelled, "export cancelled"); }

struct Pixels {
    std::int64_t width = 0;
    std::int64_t height = 0;
};

LegendStrip legendOf(const PictureRequest& request)
{
    return { request.content, request.theme, double(request.area.width) };
}

/// Returns the size with the legend, which is above the picture and may be wider.
Pixels pixelsOf(const PictureRequest& request)
{
    const auto side = [&](double units) {
        return std::max<std::int64_t>(1, std::llround(std::ceil(units * request.scale)));
    };
    const auto legend = legendOf(request).size();
    return { side(std::max(double(request.area.width), legend.width())),
        side(double(request.area.height) + legend.height()) };
}

/// Paints the legend's part of a tile, and the background beside a picture that is narrower.
void paintLegend(QPainter& painter, const PictureRequest& request, const LegendStrip& legend,
    QPointF origin, const QSize& size)
{
    const CanvasStyle style(request.theme);
    const auto toTile = [&](const QRectF& units) {
        return QRectF((units.topLeft() - origin) * request.scale, units.size() * request.scale);
    };
    const QRectF tile(QPointF(0, 0), QSizeF(size));
    const QRectF above(0, 0, origin.x() + tile.width() / request.scale, legend.size().height());
    const QRectF beside(double(request.area.width), 0,
        std::max(0.0, origin.x() + tile.width() / request.scale - double(request.area.width)),
        origin.y() + tile.height() / request.scale);
    painter.fillRect(toTile(above), style.canvas);
    painter.fillRect(toTile(beside), style.canvas);
    painter.scale(request.scale, request.scale);
    painter.translate(-origin);
    legend.paint(painter);
}

/// Paints rows [top, top + height) into `band`, tile by tile. False when stopped.
bool paintBand(CanvasPainter& canvas, const PictureRequest& request, std::vector<QRgb>& band,
    std::int64_t top, std::int64_t height, const std::stop_token& stop)
{
    const auto width = pixelsOf(request).width;
    const auto legend = legendOf(request);
    for (std::int64_t left = 0; left < width; left += tileSide) {
        const QSize size(
            static_cast<int>(std::min(tileSide, width - left)), static_cast<int>(height));
        QImage tile(reinterpret_cast<uchar*>(band.data() + left), size.width(), size.height(),
            width * static_cast<std::int64_t>(sizeof(QRgb)), QImage::Format_RGB32);
        QPainter painter(&tile);
        const QPointF corner(double(left) / request.scale, double(top) / request.scale);
        const QPointF origin = corner
            + QPointF(double(request.area.x), double(request.area.y) - legend.size().height());
        canvas.paintBase(painter, { origin, request.scale, size, 1 }, Detail::Full, {}, stop);
        if (!legend.isEmpty())
            paintLegend(painter, request, legend, corner, size);
        if (stop.stop_requested())
            return false;
    }
    return true;
}

Result<void> writePng(
    const PictureRequest& request, const std::stop_token& stop, const Progress& progress)
{
    const Pixels size = pixelsOf(request);
    if (std::max(size.width, size.height) > PngWriter::maxPixels
        || size.width * static_cast<std::int64_t>(sizeof(QRgb)) > bandBytes)
        return failAs(ErrorKind::Resource, "a PNG of ", size.width, " by ", size.height,
            " pixels is too wide: choose a smaller scale, or SVG");
    const auto file = TRY(PngWriter::create(request.path.toStdString(), size.width, size.height));
    const std::int64_t rows = std::clamp<std::int64_t>(
        bandBytes / (size.width * static_cast<std::int64_t>(sizeof(QRgb))), 1, tileSide);
    std::vector<QRgb> band(static_cast<std::size_t>(size.width * std::min(rows, size.height)));
    CanvasPainter canvas(request.content, request.theme);
    for (std::int64_t top = 0; top < size.height; top += rows) {
        const std::int64_t height = std::min(rows, size.height - top);
        if (!paintBand(canvas, request, band, top, height, stop))
            return cancelled();
        for (std::int64_t row = 0; row < height; ++row)
            TRY(file->writeRow(std::span(band).subspan(
                static_cast<std::size_t>(row * size.width), static_cast<std::size_t>(size.width))));
        if (progress)
            progress("writing", static_cast<std::uint64_t>(top + height),
                static_cast<std::uint64_t>(size.height));
    }
    return file->finish();
}

/// The device to which QPdfWriter writes. Keeps the error of a failed write.
class AtomicDevice : public QIODevice {
public:
    explicit AtomicDevice(support::AtomicFile file)
        : m_file(std::move(file))
    {
        open(QIODevice::WriteOnly);
    }
    Result<void> commit()
    {
        if (m_failure)
            return *m_failure;
        return m_file.commit();
    }
    bool hasFailed() const { return m_failure.has_value(); }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override
    {
        if (m_failure)
            return -1;
        auto written = m_file.write(std::string_view(data, static_cast<std::size_t>(size)));
        if (written)
            return size;
        m_failure = written.error();
        return -1;
    }

private:
    support::AtomicFile m_file;
    std::optional<support::Error> m_failure;
};

QPageSize sizeOf(const PicturePage& page)
{
    return QPageSize(QSizeF(page.width, page.height), QPageSize::Point, {}, QPageSize::ExactMatch);
}

/// Returns the scale of the legend in points per unit: that of the page; on a page with margins the
/// scale, at most 1, at which the legend fits into the upper margin.
double legendScale(const PicturePage& page, const LegendStrip& legend)
{
    if (page.margin <= 0)
        return page.scale;
    return std::min({ 1.0, page.width / std::max(1.0, legend.size().width()),
        page.margin / std::max(1.0, legend.size().height()) });
}

/// The pages of a PDF. The first page is higher by the legend, unless the legend is in its margin.
struct PdfPlan {
    std::vector<PicturePage> pages;
    double legendHeight = 0; ///< on the first page, in points
};

PdfPlan planPdf(const PictureRequest& request, const LegendStrip& legend)
{
    PdfPlan plan { pagesOf(*request.content.scene, request.area, request.pages, request.scale), 0 };
    if (legend.isEmpty() || plan.pages.front().margin > 0)
        return plan;
    auto& first = plan.pages.front();
    const double scale = legendScale(first, legend);
    plan.legendHeight = legend.size().height() * scale;
    first.height += plan.legendHeight;
    first.width = std::max(first.width, legend.size().width() * scale);
    return plan;
}

/// Paints a page in strips between ranks, so that a long page can be stopped. Returns false when
/// stopped.
bool paintPage(
    QPainter& painter, CanvasPainter& canvas, const PicturePage& page, const std::stop_token& stop)
{
    const auto& scene = *canvas.content().scene;
    const auto cuts = cutsOf(scene, page.area, CutAlong::Y, stripUnits);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const QSizeF size(double(page.area.width), double(cuts[i + 1] - cuts[i]));
        painter.save();
        painter.translate(page.margin, page.margin);
        painter.scale(page.scale, page.scale);
        painter.translate(0, double(cuts[i] - page.area.y));
        painter.setClipRect(QRectF(QPointF(0, 0), size));
        const QSize whole(int(std::ceil(size.width())), int(std::ceil(size.height())));
        canvas.paintBase(painter, { { double(page.area.x), double(cuts[i]) }, 1, whole, 1 },
            Detail::Full, {}, stop);
        painter.restore();
        if (stop.stop_requested())
            return false;
    }
    return true;
}

void paintLegendOn(QPainter& painter, const PicturePage& page, const LegendStrip& legend)
{
    const double scale = legendScale(page, legend);
    painter.save();
    painter.scale(scale, scale);
    legend.paint(painter);
    painter.restore();
}

Result<void> writePdf(
    const PictureRequest& request, const std::stop_token& stop, const Progress& progress)
{
    AtomicDevice device(TRY(support::AtomicFile::create(request.path.toStdString())));
    const auto legend = legendOf(request);
    const auto [pages, legendHeight] = planPdf(request, legend);
    CanvasPainter canvas(request.content, request.theme);
    {
        QPdfWriter writer(&device);
        writer.setResolution(72);
        writer.setCreator(QStringLiteral("Opscope"));
        writer.setTitle(QString::fromStdString(
            support::sanitise(request.content.model->path.filename().string())));
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(sizeOf(pages.front()));
        QPainter painter(&writer);
        for (std::size_t i = 0; i < pages.size() && !device.hasFailed(); ++i) {
            if (i > 0) {
                writer.setPageSize(sizeOf(pages[i]));
                writer.newPage();
            }
            painter.fillRect(
                QRectF(0, 0, pages[i].width, pages[i].height), CanvasStyle(request.theme).canvas);
            if (i == 0)
                paintLegendOn(painter, pages.front(), legend);
            painter.save();
            painter.translate(0, i == 0 ? legendHeight : 0);
            const bool isPainted = paintPage(painter, canvas, pages[i], stop);
            painter.restore();
            if (!isPainted)
                return cancelled();
            if (progress)
                progress("writing", i + 1, pages.size());
        }
    }
    return device.commit();
}

Result<void> writeSvgFile(
    const PictureRequest& request, const std::stop_token& stop, const Progress& progress)
{
    const CanvasContent& content = request.content;
    layout::SvgOptions options;
    options.theme = request.theme;
    options.cards = content.cards;
    options.labels = content.labels;
    options.overlay = content.overlay.get();
    options.badges = content.badges.get();
    options.title = content.model->path.filename().string();
    options.area = request.area;
    options.legend
        = content.overlay != nullptr && content.overlay->use != layout::Overlay::Use::Text;
    auto file = TRY(support::AtomicFile::create(request.path.toStdString()));
    TRY(layout::writeSvg(
        { *content.scene, *content.model, content.analysis.get(), *fontMeasurer() }, options,
        [&](std::string_view piece) { return file.write(piece); }, stop, progress));
    return file.commit();
}

QString count(std::int64_t number) { return integerText(number); }

QString pngFacts(const PictureRequest& request)
{
    const Pixels size = pixelsOf(request);
    const auto text = tr("%1 × %2 pixels").arg(count(size.width), count(size.height));
    return std::max(size.width, size.height) <= commonSide
        ? text
        : tr("%1. Above 32,767 pixels a side many programs cannot open it: SVG or PDF can be read "
             "at any size.")
              .arg(text);
}

QString pdfFacts(const PictureRequest& request)
{
    const auto pages = pagesOf(*request.content.scene, request.area, request.pages, request.scale);
    auto text = tr("%n page(s)", nullptr, static_cast<int>(pages.size()));
    if (pages.front().scale < request.scale)
        text = tr("%1, scaled to %2 %").arg(text).arg(pages.front().scale * 100, 0, 'g', 2);
    return text;
}

QString svgFacts(const PictureRequest& request)
{
    return tr("%1 × %2 units, sharp at any size")
        .arg(count(std::llround(request.area.width)), count(std::llround(request.area.height)));
}

struct Form {
    PictureForm form;
    Result<void> (*write)(const PictureRequest&, const std::stop_token&, const Progress&);
    QString (*facts)(const PictureRequest&);
};
constexpr std::array<Form, 3> writers { {
    { { "svg", QT_TR_NOOP("SVG picture") }, writeSvgFile, svgFacts },
    { { "png", QT_TR_NOOP("PNG picture") }, writePng, pngFacts },
    { { "pdf", QT_TR_NOOP("PDF document") }, writePdf, pdfFacts },
} };
constexpr std::array<PictureForm, 3> forms { writers[0].form, writers[1].form, writers[2].form };

const Form* formOf(const QString& path)
{
    const auto suffix = QFileInfo(path).suffix().toLower();
    const auto found = std::find_if(writers.begin(), writers.end(),
        [&](const Form& form) { return suffix == QLatin1String(form.form.suffix); });
    return found == writers.end() ? nullptr : &*found;
}

} // namespace

std::span<const PictureForm> pictureForms() { return forms; }

QString pictureFacts(const PictureRequest& request)
{
    const auto* form = formOf(request.path);
    return form == nullptr || request.area.isEmpty() ? QString() : form->facts(request);
}

Result<void> exportPicture(
    const PictureRequest& request, const std::stop_token& stop, const Progress& progress)
{
    const auto* form = formOf(request.path);
    if (form == nullptr)
        return failAs(ErrorKind::Usage, request.path.toStdString(),
            ": a picture is written as .svg, .png or .pdf");
    if (request.area.isEmpty())
        return failAs(ErrorKind::Usage, "the chosen part of the graph is empty");
    return form->write(request, stop, progress);
}

void printPicture(const CanvasContent& content, QPrinter& printer)
{
    const auto& bounds = content.scene->bounds;
    const QSizeF size(std::max(1.0, double(bounds.width)), std::max(1.0, double(bounds.height)));
    const LegendStrip legend(content, model::ThemeKind::Light, size.width());
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    QPainter painter(&printer);
    const double scale = std::min(page.width() / std::max(size.width(), legend.size().width()),
        page.height() / (size.height() + legend.size().height()));
    painter.scale(scale, scale);
    legend.paint(painter);
    painter.translate(0, legend.size().height());
    CanvasPainter(content, model::ThemeKind::Light)
        .paint(painter, { { double(bounds.x), double(bounds.y) }, 1, size.toSize(), 1 }, {},
            Detail::Full);
}

} // namespace ui
