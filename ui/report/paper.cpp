#include "ui/report/paper.h"

#include "ui/translation/text.h"

#include "model/palette.h"

#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QIODevice>
#include <QTextOption>

#include <algorithm>

namespace ui {

namespace {

constexpr int unitsPerInch = 96;
constexpr int dotsPerUnit = 4; // text positions are finer than whole units
constexpr double marginMm = 12;
constexpr double footer = 16;
constexpr double gap = 9; // between cards
constexpr double smallPixels = 8.5; // details behind a figure

} // namespace

QColor paperColour(const char* token)
{
    return QColor::fromRgb(model::Palette::instance().colour(model::ThemeKind::Light, token));
}

QFont paperFont(double pixels, bool isBold)
{
    auto font = QGuiApplication::font();
    font.setPixelSize(std::max(1, qRound(pixels * dotsPerUnit)));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setWeight(isBold ? QFont::DemiBold : QFont::Normal);
    return font;
}

PaperText::PaperText(
    const QString& richText, double pixels, const char* token, Qt::Alignment alignment)
    : m_document(std::make_shared<QTextDocument>())
    , m_colour(paperColour(token))
{
    m_document->setUndoRedoEnabled(false);
    m_document->setDocumentMargin(0);
    m_document->setDefaultFont(paperFont(pixels));
    m_document->setDefaultStyleSheet(QStringLiteral("small{color:%1} ul{margin:0} li{margin:0}")
                                         .arg(paperColour("textSecondary").name()));
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_document->setDefaultTextOption(option);
    m_document->setHtml(richText);
}

double PaperText::naturalWidth() const { return m_document->idealWidth() / dotsPerUnit; }

void PaperText::wrap(double width) { m_document->setTextWidth(width * dotsPerUnit); }

double PaperText::height() const { return m_document->size().height() / dotsPerUnit; }

void PaperText::draw(QPainter& painter, QPointF at) const
{
    painter.save();
    painter.translate(at);
    painter.scale(1.0 / dotsPerUnit, 1.0 / dotsPerUnit);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, m_colour);
    m_document->documentLayout()->draw(&painter, context);
    painter.restore();
}

Paper::Paper(QIODevice& device, const QString& title)
    : m_writer(&device)
    , m_title(title)
{
    m_writer.setResolution(unitsPerInch * dotsPerUnit);
    m_writer.setCreator(QStringLiteral("Opscope"));
    m_writer.setTitle(title);
    m_writer.setPageSize(QPageSize(QPageSize::A4));
    m_writer.setPageMargins(
        QMarginsF(marginMm, marginMm, marginMm, marginMm), QPageLayout::Millimeter);
    const auto pixels = m_writer.pageLayout().paintRectPixels(m_writer.resolution());
    m_area = QRectF(
        0, 0, double(pixels.width()) / dotsPerUnit, double(pixels.height()) / dotsPerUnit - footer);
    m_painter = std::make_unique<QPainter>(&m_writer);
    m_painter->setRenderHint(QPainter::Antialiasing);
    m_painter->scale(dotsPerUnit, dotsPerUnit);
}

Paper::~Paper() { finishSheet(); }

void Paper::finishSheet()
{
    PaperText words(
        tr("%1 · sheet %2").arg(m_title.toHtmlEscaped()).arg(m_sheets), 8.5, "textSecondary");
    words.wrap(width());
    words.draw(*m_painter, { 0, m_area.bottom() + footer - words.height() });
}

void Paper::newSheet()
{
    finishSheet();
    m_writer.newPage();
    ++m_sheets;
    m_y = 0;
}

void Paper::frame(double from, double to)
{
    m_painter->setBrush(Qt::NoBrush);
    m_painter->setPen(QPen(paperColour("border"), 0.75));
    m_painter->drawRoundedRect(QRectF(0.5, from, width() - 1, to - from), 4, 4);
}

void Paper::put(const PaperCard& card)
{
    // Of a sheet: a long card needs at least this much space to begin on it.
    constexpr double minBegun = 0.25;
    double total = 2 * padding;
    for (const auto& piece : card.pieces)
        total += piece.height;
    const auto fitsSheet = total <= m_area.height();
    const auto isLow = room() < minBegun * m_area.height();
    if (total > room() && m_y > 0 && ((fitsSheet && !card.isLong) || isLow))
        newSheet();
    auto start = m_y;
    if (card.fill != nullptr) {
        m_painter->setPen(Qt::NoPen);
        m_painter->setBrush(paperColour(card.fill));
        m_painter->drawRoundedRect(QRectF(0, start, width(), std::min(total, room())), 4, 4);
    }
    const auto inset = card.hasFrame || card.fill != nullptr ? padding : 0;
    m_y += inset;
    for (std::size_t i = 0; i < card.pieces.size(); ++i) {
        double needed = card.pieces[i].height;
        for (auto next = i; card.pieces[next].keepWithNext && next + 1 < card.pieces.size(); ++next)
            needed += card.pieces[next + 1].height;
        if (needed + inset > room() && m_y > start + inset) {
            if (card.hasFrame)
                frame(start, m_y + inset / 2);
            newSheet();
            start = m_y;
            m_y += inset;
            if (const auto& head = card.pieces[i].head; head != nullptr) {
                head->draw(*m_painter, { inset, m_y });
                m_y += head->height;
            }
        }
        card.pieces[i].draw(*m_painter, { inset, m_y });
        m_y += card.pieces[i].height;
    }
    m_y += inset;
    if (card.hasFrame)
        frame(start, m_y);
    m_y += gap;
}

} // namespace ui
