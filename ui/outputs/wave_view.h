#pragma once

#include "ui/outputs/shown_output.h"

#include <QWidget>

namespace ui {

/// Draws the samples of a sound over time, or over their numbers if the sample rate is not known.
class WaveView : public QWidget {
    Q_OBJECT

public:
    explicit WaveView(QWidget* parent = nullptr);
    void set(Wave wave, double sampleRate);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Wave m_wave;
    double m_sampleRate = 0;
};

/// Draws a picture as large as fits, in its proportions.
class PictureView : public QWidget {
    Q_OBJECT

public:
    explicit PictureView(QWidget* parent = nullptr);
    void set(QImage picture);
    const QImage& picture() const { return m_picture; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_picture;
};

} // namespace ui
