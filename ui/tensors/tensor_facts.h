#pragma once

#include "model/contents/tensor_statistics.h"
#include "ui/tensors/tensor_source.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace ui {

class JobRunner;

/// Shows a histogram and statistics of all elements of a tensor. They are computed in a job that is
/// cancelled when the widget is deleted.
class TensorFacts : public QWidget {
    Q_OBJECT

public:
    TensorFacts(JobRunner& jobs, const TensorSource& source, QWidget* parent = nullptr);
    ~TensorFacts() override;

signals:
    void measured(const model::TensorStatistics& statistics);

private:
    void showProgress();
    void showResult(const support::Result<model::TensorStatistics>& result,
        const model::TensorElements* content);

    JobRunner& m_jobs;
    quint64 m_job = 0;
    std::uint64_t m_total = 0; ///< number of elements; 0 = unknown until the tensor is read
    QVBoxLayout* m_column;
    QLabel* m_state;
};

} // namespace ui
