#include "ui/tensors/tensor_facts.h"

#include "model/support/text.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/tensors/tensor_slice.h"
#include "ui/widgets/histogram_view.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

struct Measured {
    std::shared_ptr<const model::TensorElements> content;
    model::TensorStatistics statistics;
};

support::Result<Measured> measure(
    const TensorSource& source, std::stop_token stop, const support::Progress& progress)
{
    auto content = TRY(source.load());
    auto statistics = TRY(model::measureTensor(*content, stop, progress));
    return Measured { std::move(content), std::move(statistics) };
}

HistogramContent histogramOf(const model::TensorStatistics& statistics)
{
    HistogramContent content;
    content.counts = statistics.bins;
    const auto bins = static_cast<double>(statistics.bins.size());
    const double low = statistics.smallest;
    const double high = statistics.largest;
    content.labels = { { 0, numberText(low) }, { bins / 2, numberText(low / 2 + high / 2) },
        { bins, numberText(high) } };
    content.description = TensorFacts::tr("from %1 to %2").arg(numberText(low), numberText(high));
    content.tip = [low, width = (high - low) / bins](std::size_t bin) {
        const double from = low + static_cast<double>(bin) * width;
        return TensorFacts::tr("%1 to %2").arg(numberText(from), numberText(from + width));
    };
    return content;
}

} // namespace

TensorFacts::TensorFacts(JobRunner& jobs, const TensorSource& source, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_column(new QVBoxLayout(this))
    , m_state(makeSecondaryText(tr("Reading elements…"), this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_column->addWidget(m_state);
    if (source.tensor != nullptr)
        m_total = model::elementCount(source.tensor->dims).value_or(0);
    connect(&m_jobs, &JobRunner::jobsChanged, this, &TensorFacts::showProgress);
    m_job = m_jobs.start<Measured>(
        this, QStringLiteral("statistics"), tr("Reading %1").arg(plain(source.name, 60)),
        [source](std::stop_token stop, const support::Progress& progress) {
            return measure(source, stop, progress);
        },
        [this](support::Result<Measured> measuredTensor) {
            if (measuredTensor)
                showResult(std::move(measuredTensor->statistics), measuredTensor->content.get());
            else
                showResult(measuredTensor.error(), nullptr);
        });
}

TensorFacts::~TensorFacts() { m_jobs.cancelAll(this); }

void TensorFacts::showProgress()
{
    for (const auto& job : m_jobs.jobs()) {
        if (job.id == m_job && job.total > 0 && m_total > 0)
            m_state->setText(
                tr("%1 of %2 read")
                    .arg(countText(m_total * job.done / job.total), countText(m_total)));
    }
}

void TensorFacts::showResult(
    const support::Result<model::TensorStatistics>& result, const model::TensorElements* content)
{
    disconnect(&m_jobs, nullptr, this, nullptr);
    if (!result) {
        m_state->setText(plain(result.error().message(), 1000));
        return;
    }
    const auto& found = *result;
    m_state->setText(tr("%1 of %1 read").arg(countText(found.total)));
    emit measured(found);
    if (found.total == 0 || content->isText())
        return;
    auto* list = new FactList(this);
    if (found.finite > 0) {
        auto* histogram = new HistogramView(this);
        histogram->set(histogramOf(found));
        m_column->addWidget(histogram);
        list->add(tr("Smallest · largest"),
            numberText(found.smallest) + QStringLiteral(" · ") + numberText(found.largest));
        list->add(tr("Mean ± std"),
            numberText(found.mean) + QStringLiteral(" ± ") + numberText(found.deviation));
        list->add(tr("p1 · p50 · p99"),
                numberText(found.p1) + QStringLiteral(" · ") + numberText(found.p50)
                    + QStringLiteral(" · ") + numberText(found.p99))
            ->setHint(found.percentileStep > 0
                    ? tr("Within %1, read from a histogram.").arg(numberText(found.percentileStep))
                    : QString());
        list->add(tr("Largest magnitude at"),
            QString::fromStdString(indexText(indicesOf(found.largestMagnitudeAt, content->dims))));
    }
    const double share = static_cast<double>(found.zeros) / static_cast<double>(found.total);
    list->add(tr("Zero"), shareText(share) + QStringLiteral(" (%1)").arg(countText(found.zeros)));
    list->add(tr("NaN · Inf"),
            countText(found.nans) + QStringLiteral(" · ") + countText(found.infinities))
        ->setTone(found.nans + found.infinities > 0 ? "error" : "good");
    m_column->addWidget(list);
}

} // namespace ui
