#pragma once

#include "model/contents/tensor_statistics.h"
#include "ui/tensors/tensor_image.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QSpinBox;

namespace ui {

class JobRunner;

/// Shows a tensor as an image, with controls for channel order, image index, channels and value
/// range.
class ImageView : public QWidget {
    Q_OBJECT

public:
    explicit ImageView(JobRunner& jobs, QWidget* parent = nullptr);
    ~ImageView() override;

    void set(std::shared_ptr<const model::TensorElements> content);
    void setStatistics(const model::TensorStatistics& statistics);
    const QImage& image() const { return m_image; }

    QComboBox* order() const { return m_order; }
    QComboBox* channels() const { return m_channels; }
    QComboBox* range() const { return m_range; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refreshControls();
    void refresh();
    bool isOfKernels() const;
    ChannelOrder channelOrder() const;
    std::pair<double, double> chosenRange() const;

    JobRunner& m_jobs;
    std::shared_ptr<const model::TensorElements> m_content;
    model::TensorStatistics m_statistics;
    QImage m_image;
    QString m_cut; ///< shown text: the number of drawn kernels, if not all are drawn
    QWidget* m_controls;
    QComboBox* m_order;
    QSpinBox* m_which;
    QComboBox* m_channels;
    QComboBox* m_range;
    QLabel* m_message;
    bool m_isFilling = false;
};

} // namespace ui
