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
#include <optional>
#include <vector>

class QIODevice;

namespace ui {

/// Sheets of A4 on which cards are put one below the other. Units are 1/96 inch, as in the page.

/// A theme's colour on white paper, whatever the screen is like.
QColor paperColour(const char* token);
QFont paperFont(double pixels, bool isBold = false);

/// Some words with emphasis, wrapped anywhere at a width.
class PaperText {
public:
    PaperText(const QString& richText, double pixels, const char* token = "text",
        Qt::Alignment alignment = Qt::AlignLeft);
    /// Before it is wrapped.
    double naturalWidth() const;
    void wrap(double width);
    double height() const;
    void draw(QPainter& painter, QPointF at) const;

private:
    std::shared_ptr<QTextDocument> m_document; // pieces are copied
    QColor m_colour;
};

/// A part of a card that is not torn apart.
struct PaperPiece {
    double height = 0;
    std::function<void(QPainter& painter, QPointF at)> draw;
    bool isWithNext = false; ///< a heading stays with what it is above of
    std::shared_ptr<const PaperPiece> head {}; ///< repeated where a new sheet begins with this
};

struct PaperCard {
    std::vector<PaperPiece> pieces;
    const char* fill = nullptr; ///< token
    bool hasFrame = true;
    bool isLong = false; ///< may begin at the foot of a sheet and go on over
};

class Paper {
public:
    static constexpr double padding = 10;

    Paper(QIODevice& device, const QString& title);
    Paper(const Paper&) = delete;
    Paper& operator=(const Paper&) = delete;
    ~Paper();

    double width() const { return m_area.width(); }
    /// Inside a card.
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
