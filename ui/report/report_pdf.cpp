#include "ui/report/report_pdf.h"

#include "model/support/atomic_file.h"
#include "ui/report/page_element.h"
#include "ui/report/paper.h"
#include "ui/report/paper_chart.h"
#include "ui/report/paper_table.h"

#include <QBuffer>

#include <algorithm>

namespace ui {

namespace {

constexpr double bodyPixels = 10.5;
constexpr double smallTextPixels = 9.5;

/// A text across the card's width.
PaperPiece textPiece(
    const QString& richText, double pixels, const char* token, double width, double below = 2)
{
    PaperText words(richText, pixels, token);
    words.wrap(width);
    return { words.height() + below,
        [words](QPainter& painter, QPointF at) { words.draw(painter, at); } };
}

QString bold(const QString& richText) { return QStringLiteral("<b>%1</b>").arg(richText); }

/// The names and values of a `<dl>` in two columns.
std::vector<PaperPiece> factPieces(const PageElement& list, double width)
{
    constexpr double nameWidth = 150;
    std::vector<PaperPiece> pieces;
    const PageElement* name = nullptr;
    for (const auto& child : list.children) {
        if (child.name == QStringLiteral("dt"))
            name = &child;
        if (child.name != QStringLiteral("dd") || name == nullptr)
            continue;
        PaperText left(name->richText(), smallTextPixels, "textSecondary");
        PaperText right(child.richText(), smallTextPixels);
        left.wrap(nameWidth - 8);
        right.wrap(width - nameWidth);
        pieces.push_back({ std::max(left.height(), right.height()) + 2,
            [left, right](QPainter& painter, QPointF at) {
                left.draw(painter, at);
                right.draw(painter, at + QPointF(nameWidth, 0));
            } });
    }
    return pieces;
}

void addPieces(PaperCard& card, const PageElement& element, double width)
{
    const auto append = [&](std::vector<PaperPiece> pieces) {
        card.pieces.insert(card.pieces.end(), pieces.begin(), pieces.end());
    };
    for (const auto& child : element.children) {
        if (child.name == QStringLiteral("h2")) {
            card.pieces.push_back(textPiece(bold(child.richText()), 13, "text", width));
            card.pieces.back().keepWithNext = true;
        } else if (child.name == QStringLiteral("p")) {
            const bool isNote = child.hasClass(QStringLiteral("note"));
            card.pieces.push_back(textPiece(
                child.richText(), smallTextPixels, "textSecondary", width, isNote ? 6 : 2));
            card.pieces.back().keepWithNext = isNote;
        } else if (child.name == QStringLiteral("ul")) {
            card.pieces.push_back(textPiece(
                QStringLiteral("<ul>%1</ul>").arg(child.richText()), bodyPixels, "text", width));
        } else if (child.name == QStringLiteral("svg")) {
            card.pieces.push_back(chartPiece(child, width));
        } else if (child.name == QStringLiteral("table")) {
            append(tablePieces(child, width));
        } else if (child.name == QStringLiteral("dl")) {
            append(factPieces(child, width));
        } else if (child.name == QStringLiteral("div")) {
            addPieces(card, child, width);
        }
    }
}

/// The key figures as boxes in one row.
PaperCard figuresCard(const PageElement& figures, double width)
{
    constexpr double gap = 9;
    struct Box {
        std::vector<PaperText> lines;
    };
    std::vector<Box> boxes;
    double height = 0;
    const auto count
        = std::ranges::count(figures.children, QStringLiteral("div"), &PageElement::name);
    const auto wide = (width - gap * double(std::max<qsizetype>(1, count) - 1))
        / double(std::max<qsizetype>(1, count));
    for (const auto& figure : figures.children) {
        if (figure.name != QStringLiteral("div"))
            continue;
        Box box;
        const auto add = [&](const QString& words, double pixels, const char* token) {
            if (!words.isEmpty())
                box.lines.emplace_back(words, pixels, token);
        };
        for (const auto& line : figure.children) {
            const bool isValue = line.name == QStringLiteral("b");
            QString value;
            for (const auto& part : line.children)
                if (part.name.isEmpty())
                    value += part.text.toHtmlEscaped();
            add(isValue ? bold(value.trimmed()) : value, isValue ? 14.0 : smallTextPixels,
                isValue ? "text" : "textSecondary");
            if (const auto* detail = line.child(QStringLiteral("small")))
                add(detail->richText(), smallTextPixels, "textSecondary");
        }
        double sum = 2 * Paper::padding;
        for (auto& line : box.lines) {
            line.wrap(wide - 2 * Paper::padding);
            sum += line.height();
        }
        height = std::max(height, sum);
        boxes.push_back(std::move(box));
    }
    PaperCard card;
    card.hasFrame = false;
    card.pieces.push_back({ height, [boxes, wide, height](QPainter& painter, QPointF at) {
                               for (const auto& box : boxes) {
                                   painter.setBrush(Qt::NoBrush);
                                   painter.setPen(QPen(paperColour("border"), 0.75));
                                   painter.drawRoundedRect(
                                       QRectF(at.x() + 0.5, at.y(), wide - 1, height), 4, 4);
                                   auto place = at + QPointF(Paper::padding, Paper::padding);
                                   for (const auto& line : box.lines) {
                                       line.draw(painter, place);
                                       place.ry() += line.height();
                                   }
                                   at.rx() += wide + gap;
                               }
                           } });
    return card;
}

PaperCard headCard(const PageElement& header, double width)
{
    PaperCard card;
    card.hasFrame = false;
    const auto* names = header.child(QStringLiteral("div"));
    if (names == nullptr)
        return card;
    for (const auto& child : names->children) {
        const bool isTitle = child.name == QStringLiteral("h1");
        if (isTitle || child.name == QStringLiteral("p"))
            card.pieces.push_back(textPiece(isTitle ? bold(child.richText()) : child.richText(),
                isTitle ? 18 : bodyPixels, isTitle ? "text" : "textSecondary", width));
    }
    return card;
}

PaperCard findingCard(const PageElement& finding, double width)
{
    PaperCard card;
    card.hasFrame = false;
    card.fill = "warningTint";
    card.pieces.push_back(textPiece(finding.richText(), bodyPixels, "text", width));
    return card;
}

/// Puts the cards of a page on paper; cards in two columns follow each other.
void putCards(Paper& paper, const PageElement& parent)
{
    const auto inner = paper.innerWidth();
    for (const auto& child : parent.children) {
        if (child.name == QStringLiteral("header")) {
            paper.put(headCard(child, paper.width()));
        } else if (child.hasClass(QStringLiteral("figures"))) {
            paper.put(figuresCard(child, paper.width()));
        } else if (child.hasClass(QStringLiteral("finding"))) {
            paper.put(findingCard(child, inner));
        } else if (child.name == QStringLiteral("section")) {
            PaperCard card;
            card.isLong = child.hasClass(QStringLiteral("long"));
            addPieces(card, child, inner);
            paper.put(card);
        } else if (child.name == QStringLiteral("div")) {
            putCards(paper, child);
        }
    }
}

QString titleOf(const PageElement& main)
{
    const auto* header = main.child(QStringLiteral("header"));
    const auto* names = header != nullptr ? header->child(QStringLiteral("div")) : nullptr;
    const auto* title = names != nullptr ? names->child(QStringLiteral("h1")) : nullptr;
    return title != nullptr ? title->words() : QString();
}

} // namespace

support::Result<void> writePagePdf(const std::string& html, const QString& path)
{
    const auto main = TRY(readMain(html));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        Paper paper(buffer, titleOf(main));
        putCards(paper, main);
    }
    return support::writeFile(path.toStdString(),
        std::string_view(
            buffer.data().constData(), static_cast<std::size_t>(buffer.data().size())));
}

} // namespace ui
