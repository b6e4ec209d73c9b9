#pragma once

#include "model/contents/channel_codes.h"
#include "ui/widgets/tip_widget.h"

#include <QString>

namespace ui {

/// The numbers of a channel as bars, above the values that the codes stand for as ticks. Marks the
/// longest run of codes that no number uses.
class GridHistogram : public TipWidget {
    Q_OBJECT

public:
    explicit GridHistogram(QWidget* parent = nullptr);

    void set(model::ChannelPicture picture);
    void clear() { set({}); }
    void setLogarithmic(bool isLogarithmic);
    /// The number with the largest magnitude, with words; empty words: none is marked.
    void setMark(double number, const QString& words);
    const model::ChannelPicture& picture() const { return m_picture; }

    /// The longest run of unused codes between used ones, as positions of the codes.
    struct UnusedRun {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    UnusedRun longestUnused() const;

    QSize sizeHint() const override { return { 420, 260 }; }
    QSize minimumSizeHint() const override { return { 200, 140 }; }

protected:
    QString tipAt(QPoint point) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF plot() const;
    double xOf(double number) const;
    double heightOf(std::uint64_t count) const; ///< 0 to 1
    void drawGrid(QPainter& painter) const;
    void drawUnused(QPainter& painter) const;
    void drawMark(QPainter& painter) const;
    void drawAxis(QPainter& painter) const;

    model::ChannelPicture m_picture;
    bool m_isLogarithmic = false;
    double m_mark = 0;
    QString m_markWords;
};

} // namespace ui
