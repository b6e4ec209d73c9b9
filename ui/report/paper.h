#pragma once

#include <QColor>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QRectF>
#include <QString>
#include <QTextDocument>

#include <functional>
#include <memory>
#include <vector>

class QIODevice;

namespace ui {

/// PDF output on A4 sheets, as cards in one column. Units are 1/96 inch, as in the HTML page.

/// A colour of the light theme, independent of the screen's theme.
QColor paperColour(const char* token);
QFont paperFont(double pixels, bool isBold = false);

/// A rich text that is wrapped to a width.
class PaperText {
public:
    PaperText(const QString& richText, double pixels, const char* token = "text",
        Qt::Alignment alignment = Qt::AlignLeft);
    /// The width without wrapping.
    double naturalWidth() const;
    void wrap(double width);
    double height() const;
    void draw(QPainter& painter, QPointF at) const;

private:
    std::shared_ptr<QTextDocument> m_document; // PaperText is copied into drawing functions
    QColor m_colour;
};

/// A part of a card; it is never split between sheets.
struct PaperPiece {
    double height = 0;
    std::function<void(QPainter& painter, QPointF at)> draw;
    bool keepWithNext = false; ///< for headings: stays on one sheet with the next piece
    /// Drawn again at the top of a sheet that begins with this piece.
    std::shared_ptr<const PaperPiece> head {};
};

struct PaperCard {
    std::vector<PaperPiece> pieces;
    const char* fill = nullptr; ///< colour token
    bool hasFrame = true;
    bool isLong = false; ///< may begin in the lower part of a sheet and continue on the next
};

class Paper {
public:
    static constexpr double padding = 10;

    Paper(QIODevice& device, const QString& title);
    Paper(const Paper&) = delete;
    Paper& operator=(const Paper&) = delete;
    ~Paper();

    double width() const { return m_area.width(); }
    /// The width inside a card.
    double innerWidth() const { return m_area.width() - 2 * padding; }
    void put(const PaperCard& card);
    int sheets() const { return m_sheets; }

private:
    void newSheet();
    void finishSheet();
    double room() const { return m_area.bottom() - m_y; }
    void frame(double from, double to);

    QPdfWriter m_writer;
    std::unique_ptr<QPainter> m_painter;
    QString m_title;
    QRectF m_area;
    double m_y = 0;
    int m_sheets = 1;
};

} // namespace ui
