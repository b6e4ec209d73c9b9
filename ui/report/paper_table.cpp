#include "ui/report/paper_table.h"

#include "ui/report/paper_chart.h"
#include "ui/translation/text.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr double textPixels = 9.5;
constexpr double between = 8; // columns
constexpr double lineGap = 4; // sum above and below a row
constexpr double minText = 60; // minimum width of a text column
constexpr double keyWidth = 14;
constexpr double barWidth = 90;
constexpr double barHeight = 14; // of the first line

struct Cell {
    PaperText text;
    int span = 1;
    bool isNumber = false;
    QColor key; ///< of the square before it; invalid: none
    bool isKeyDashed = false;
    double bar = -1; ///< share of the column's width; negative: none
    QColor barColour;
};

using Row = std::vector<Cell>;

const PageElement* keyOf(const PageElement& cell)
{
    for (const auto& child : cell.children)
        if (child.hasClass(QStringLiteral("key")))
            return &child;
    return nullptr;
}

QString styled(const PageElement& element, const QString& property)
{
    const auto style = element.attributes.value(QStringLiteral("style"));
    return style.startsWith(property + u':') ? style.mid(property.size() + 1) : QString();
}

const char* tokenOf(const PageElement& cell, bool isHead)
{
    for (const auto& [name, token] :
        { std::pair("warn", "warning"), std::pair("faster", "good"), std::pair("slower", "error"),
            std::pair("noise", "textSecondary"), std::pair("impl", "textSecondary") })
        if (cell.hasClass(QString::fromLatin1(name)))
            return token;
    return isHead ? "textSecondary" : "text";
}

Cell cellOf(const PageElement& element, bool isHead)
{
    const bool hasBar
        = element.hasClass(QStringLiteral("bar")) || element.hasClass(QStringLiteral("diff"));
    const bool isNumber = hasBar || element.hasClass(QStringLiteral("n"));
    Cell cell { PaperText(element.richText(), textPixels, tokenOf(element, isHead),
        isNumber ? Qt::AlignRight : Qt::AlignLeft) };
    cell.isNumber = isNumber;
    cell.span = std::max(1, element.attributes.value(QStringLiteral("colspan")).toInt());
    if (const auto* key = keyOf(element)) {
        cell.key = cssColour(styled(*key, QStringLiteral("background")));
        cell.isKeyDashed = key->hasClass(QStringLiteral("dashed"));
    }
    if (const auto* bar = hasBar ? element.child(QStringLiteral("i")) : nullptr) {
        cell.bar = styled(*bar, QStringLiteral("width")).chopped(1).toDouble() / 100;
        cell.barColour = paperColour(bar->hasClass(QStringLiteral("faster")) ? "accent"
                : bar->hasClass(QStringLiteral("slower"))                    ? "warning"
                : bar->hasClass(QStringLiteral("noise"))                     ? "borderStrong"
                                                                             : "bar");
        if (!element.hasClass(QStringLiteral("bar")))
            cell.barColour.setAlphaF(0.4F);
    }
    return cell;
}

std::vector<Row> rowsOf(const PageElement& table, const char* part)
{
    std::vector<Row> rows;
    const bool isHead = qstrcmp(part, "thead") == 0;
    const auto* group = table.child(QString::fromLatin1(part));
    if (group == nullptr)
        return rows;
    const auto fold = table.attributes.value(QStringLiteral("data-fold")).toUInt();
    std::size_t all = 0;
    for (const auto& line : group->children) {
        if (line.name != QStringLiteral("tr") || (++all > fold && fold > 0 && !isHead))
            continue;
        auto& row = rows.emplace_back();
        for (const auto& cell : line.children)
            if (cell.name == QStringLiteral("td") || cell.name == QStringLiteral("th"))
                row.push_back(cellOf(cell, cell.name == QStringLiteral("th")));
    }
    if (fold > 0 && !isHead && all > fold) {
        rows.push_back({ Cell { PaperText(
            tr("%n more in the page", nullptr, int(all - fold)), textPixels, "textSecondary") } });
        rows.back().front().span = 1000;
    }
    return rows;
}

/// Fits text columns into `room`: short columns keep their width, the others share the rest
/// equally. If all fit, the remaining space widens all text columns but the first.
void fitWords(std::vector<double>& widths, const std::vector<bool>& areWords, double room)
{
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < widths.size(); ++i)
        areWords[i] ? open.push_back(i) : void(room -= widths[i]);
    const auto words = open;
    for (bool isDone = false; !isDone && !open.empty();) {
        const auto share = std::max(minText, room / double(open.size()));
        isDone = true;
        for (std::size_t i = open.size(); i-- > 0;) {
            if (widths[open[i]] > share)
                continue;
            room -= widths[open[i]];
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
            isDone = false;
        }
        if (isDone)
            for (const auto column : open)
                widths[column] = share;
    }
    if (!open.empty() || words.empty() || room <= 0)
        return;
    const std::size_t first = words.size() > 1 ? 1 : 0;
    for (std::size_t i = first; i < words.size(); ++i)
        widths[words[i]] += room / double(words.size() - first);
}

/// Number columns get their natural width; text columns share the rest.
std::vector<double> columnWidths(const std::vector<const Row*>& rows, double width)
{
    std::vector<double> natural;
    std::vector<bool> areWords;
    for (const auto* row : rows) {
        std::size_t column = 0;
        for (const auto& cell : *row) {
            if (cell.span == 1) {
                natural.resize(std::max(natural.size(), column + 1), 0.0);
                areWords.resize(natural.size(), false);
                auto needed = cell.text.naturalWidth() + 2;
                needed += cell.key.isValid() ? keyWidth : 0;
                needed = cell.bar >= 0 ? std::max(needed, barWidth) : needed;
                natural[column] = std::max(natural[column], needed);
                areWords[column] = areWords[column] || !cell.isNumber;
            }
            column += static_cast<std::size_t>(std::min(cell.span, 100));
        }
    }
    const auto room = width - between * double(std::max<std::size_t>(1, natural.size()) - 1);
    fitWords(natural, areWords, room);
    const auto sum = std::accumulate(natural.begin(), natural.end(), 0.0);
    for (auto& one : natural)
        one *= std::min(1.0, room / std::max(1.0, sum));
    return natural;
}

void drawCell(QPainter& painter, const Cell& cell, QRectF area)
{
    if (cell.bar >= 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(cell.barColour);
        const auto height = std::min(barHeight, area.height() - 2);
        painter.drawRoundedRect(
            QRectF(area.left(), area.top() + 1, cell.bar * (area.width() - 2), height), 1.5, 1.5);
    }
    if (cell.key.isValid()) {
        painter.setPen(cell.isKeyDashed ? QPen(paperColour("borderStrong"), 0.75, Qt::DashLine)
                                        : QPen(Qt::NoPen));
        painter.setBrush(cell.key);
        painter.drawRoundedRect(QRectF(area.left(), area.top() + 4, 8, 8), 1.5, 1.5);
        area.setLeft(area.left() + keyWidth);
    }
    cell.text.draw(painter, area.topLeft() + QPointF(0, lineGap / 2));
}

/// Wraps the texts of a row and returns its piece.
PaperPiece rowPiece(Row row, const std::vector<double>& widths, const char* ruleToken)
{
    std::vector<QRectF> areas;
    double x = 0;
    double height = 0;
    std::size_t column = 0;
    for (auto& cell : row) {
        double width = 0;
        for (int i = 0; i < cell.span && column < widths.size(); ++i, ++column)
            width += widths[column] + (i > 0 ? between : 0);
        cell.text.wrap(std::max(8.0, width - (cell.key.isValid() ? keyWidth : 0)));
        height = std::max(height, cell.text.height() + lineGap);
        areas.emplace_back(x, 0, width, 0);
        x += width + between;
    }
    for (auto& area : areas)
        area.setHeight(height);
    const auto whole = x - between;
    const auto draw
        = [row = std::move(row), areas, height, whole, ruleToken](QPainter& painter, QPointF at) {
              for (std::size_t i = 0; i < row.size(); ++i)
                  drawCell(painter, row[i], areas[i].translated(at));
              painter.setPen(QPen(paperColour(ruleToken), 0.5));
              painter.drawLine(at + QPointF(0, height), at + QPointF(whole, height));
          };
    return { height, draw };
}

} // namespace

std::vector<PaperPiece> tablePieces(const PageElement& table, double width)
{
    auto heads = rowsOf(table, "thead");
    auto rows = rowsOf(table, "tbody");
    for (auto& row : rowsOf(table, "tfoot"))
        rows.push_back(std::move(row));
    std::vector<const Row*> all;
    for (const auto& row : heads)
        all.push_back(&row);
    for (const auto& row : rows)
        all.push_back(&row);
    const auto widths = columnWidths(all, width);
    std::vector<PaperPiece> pieces;
    std::shared_ptr<const PaperPiece> head;
    for (auto& row : heads) {
        pieces.push_back(rowPiece(std::move(row), widths, "border"));
        pieces.back().keepWithNext = true;
        head = std::make_shared<PaperPiece>(pieces.back());
    }
    for (auto& row : rows) {
        pieces.push_back(rowPiece(std::move(row), widths, "inset"));
        pieces.back().head = head;
    }
    return pieces;
}

} // namespace ui
