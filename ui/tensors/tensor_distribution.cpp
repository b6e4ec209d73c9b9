#include "ui/tensors/tensor_distribution.h"

#include "model/contents/difference.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/run_controller.h"
#include "ui/tensors/tensor_slice.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <limits>

namespace ui {

namespace {

constexpr std::size_t distributionBins = 120;
constexpr int mostChoices = 2000; ///< values in the list

using Content = TensorDistribution::Content;

/// Counts all tensors over the range that all of them need.
support::Result<std::vector<model::Histogram>> countAll(
    const std::vector<Content>& contents, const std::stop_token& stop)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto& content : contents) {
        const auto found
            = TRY(model::measureChannels(*content, model::channelView(content->dims, {}), stop));
        if (found.empty() || found.front().finite() == 0)
            continue;
        low = std::min(low, found.front().smallest);
        high = std::max(high, found.front().largest);
    }
    if (low > high)
        low = high = 0;
    std::vector<model::Histogram> histograms;
    for (const auto& content : contents)
        histograms.push_back(TRY(model::countInBins(*content, model::channelView(content->dims, {}),
            {}, low, high, distributionBins, stop)));
    return histograms;
}

} // namespace

TensorDistribution::TensorDistribution(Context& context, Document* document, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_view(new DistributionView(this))
    , m_add(new QComboBox(this))
    , m_clear(new QPushButton(tr("Only this one"), this))
    , m_difference(makeChoiceChip(tr("Difference in all views"), this, "showDifference",
          tr("The other views show this tensor minus the one that was added last")))
    , m_text(makeText({}, this))
{
    auto* column = makeColumn(this);
    column->addWidget(m_view, 1);
    auto* row = makeRow(nullptr, { 12, 4, 12, 4 }, 8);
    row->addWidget(makeLabel(tr("Over each other with"), "secondary", this));
    m_add->setAccessibleName(tr("Add the distribution of a weight or captured value"));
    m_add->setObjectName("addDistribution");
    m_add->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_add->setMinimumContentsLength(24);
    row->addWidget(m_add);
    row->addWidget(m_clear);
    row->addWidget(m_difference);
    row->addStretch();
    column->addLayout(row);
    m_text->setObjectName("differenceText");
    m_text->setContentsMargins(12, 0, 12, 8);
    column->addWidget(m_text);
    connect(m_add, &QComboBox::activated, this, [this](int index) {
        const auto value = m_add->itemData(index);
        m_add->setCurrentIndex(0);
        if (value.isValid())
            add(model::ValueId(value.toUInt()));
    });
    connect(m_clear, &QPushButton::clicked, this, &TensorDistribution::clearOthers);
    connect(m_difference, &QPushButton::toggled, this, &TensorDistribution::showDifference);
}

TensorDistribution::~TensorDistribution() { m_context.jobs.cancelAll(this); }

QString TensorDistribution::differenceText() const { return m_text->text(); }

void TensorDistribution::set(Content content, const QString& name)
{
    if (m_content != nullptr && m_content != content && m_name == name) {
        std::erase_if(m_others, [](const Other& other) { return other.name == tr("before"); });
        m_others.push_back({ tr("before"), m_content });
    } else if (m_name != name) {
        m_others.clear();
    }
    m_content = std::move(content);
    m_name = name;
    {
        const QSignalBlocker blocker(m_difference);
        m_difference->setChecked(false);
    }
    fillChoices();
    count();
    compare();
}

/// Weights and captured values; those of the same shape first.
void TensorDistribution::fillChoices()
{
    m_add->clear();
    m_add->addItem(tr("add a tensor…"));
    if (m_document == nullptr || m_document->model() == nullptr)
        return;
    const auto model = m_document->model();
    for (const bool wantsSameShape : { true, false })
        for (std::size_t i = 0; i < model->values.size() && m_add->count() < mostChoices; ++i) {
            const model::ValueId id(i);
            const auto& value = model->value(id);
            const bool isWeight = value.initializer.isValid();
            if ((!isWeight && m_context.runs->keptValues().find(*model, id) == nullptr)
                || value.name == m_content->name)
                continue;
            const bool isSameShape
                = isWeight && model->tensor(value.initializer).dims == m_content->dims;
            if (isSameShape == wantsSameShape)
                m_add->addItem(plain(value.name, 60), static_cast<uint>(i));
        }
}

void TensorDistribution::add(model::ValueId value)
{
    if (m_document == nullptr || m_others.size() + 1 >= DistributionView::maximumSeries)
        return m_text->setText(tr("At most %1 tensors are drawn over each other.")
                                   .arg(DistributionView::maximumSeries));
    const auto source = sourceOf(m_context.runs, *m_document, value);
    if (!source)
        return;
    const auto name = plain(source->name, 60);
    m_context.jobs.start<Content>(
        this, QStringLiteral("other"), tr("Reading %1").arg(name),
        [source = *source](std::stop_token, const support::Progress&) { return source.load(); },
        [this, name](support::Result<Content> content) {
            if (!content)
                return m_text->setText(plain(content.error().message(), 1000));
            m_others.push_back({ name, *std::move(content) });
            count();
            compare();
        });
}

void TensorDistribution::clearOthers()
{
    m_others.clear();
    m_difference->setChecked(false);
    count();
    compare();
}

void TensorDistribution::count()
{
    m_clear->setEnabled(!m_others.empty());
    std::vector<Content> contents { m_content };
    QStringList names { m_name };
    for (const auto& other : m_others) {
        contents.push_back(other.content);
        names << other.name;
    }
    if (std::ranges::any_of(contents, [](const auto& content) { return content->isText(); }))
        return m_view->set({});
    using Histograms = std::vector<model::Histogram>;
    m_context.jobs.start<Histograms>(
        this, QStringLiteral("distribution"), tr("Counting %1").arg(m_name),
        [contents](
            std::stop_token stop, const support::Progress&) { return countAll(contents, stop); },
        [this, names](support::Result<Histograms> histograms) {
            if (!histograms)
                return;
            std::vector<DistributionView::Series> series;
            for (std::size_t i = 0; i < histograms->size(); ++i)
                series.push_back({ names[static_cast<qsizetype>(i)], std::move((*histograms)[i]) });
            m_view->set(std::move(series));
        });
}

const TensorDistribution::Other* TensorDistribution::comparable() const
{
    const auto found = std::find_if(m_others.rbegin(), m_others.rend(),
        [&](const Other& other) { return other.content->dims == m_content->dims; });
    return found == m_others.rend() ? nullptr : &*found;
}

void TensorDistribution::compare()
{
    const auto* other = comparable();
    m_difference->setEnabled(other != nullptr && !m_content->isText());
    if (other == nullptr)
        return m_text->setText(m_others.empty()
                ? QString()
                : tr("No tensor of the same shape, so there is no difference."));
    m_context.jobs.start<model::TensorDifference>(
        this, QStringLiteral("difference"), tr("Comparing %1").arg(m_name),
        [now = m_content, before = other->content](
            std::stop_token stop, const support::Progress& progress) {
            return model::measureDifference(*now, *before, stop, progress);
        },
        [this, name = other->name](support::Result<model::TensorDifference> difference) {
            if (!difference)
                return m_text->setText(plain(difference.error().message(), 1000));
            const auto& found = *difference;
            if (found.changed == 0)
                return m_text->setText(
                    tr("All %1 elements equal those of %2.").arg(countText(found.elements), name));
            m_text->setText(
                tr("%1 of %2 elements differ from those of %3. Largest difference %4, at element "
                   "%5; relative (L2) %6.")
                    .arg(countText(found.changed), countText(found.elements), name,
                        numberText(found.largest), countText(found.largestAt),
                        cardShareText(found.relative)));
        });
}

void TensorDistribution::showDifference(bool isOn)
{
    const auto* other = comparable();
    if (!isOn || other == nullptr) {
        emit shown(m_content);
        return;
    }
    m_context.jobs.start<Content>(
        this, QStringLiteral("minus"), tr("Subtracting tensors"),
        [now = m_content, before = other->content](std::stop_token stop, const support::Progress&) {
            return model::differenceOf(*now, *before, stop);
        },
        [this](support::Result<Content> difference) {
            if (difference)
                emit shown(*std::move(difference));
            else
                m_text->setText(plain(difference.error().message(), 1000));
        });
}

} // namespace ui
