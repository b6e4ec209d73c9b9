#include "model/support/text.h"
#include "profiler/engines/engine_text.h"
#include "profiler/statistics/fallbacks.h"
#include "profiler/statistics/statistics.h"
#include "profiler/statistics/step_samples.h"
#include "profiler/tables/profile.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/run_strip.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/jobs/job_runner.h"
#include "ui/translation/translations.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

/// The row of the selected node in the current profile; null if no run was measured or the node is
/// not in it.
const profiler::NodeRow* rowOf(const InspectorTarget& target)
{
    const auto statistics = target.document.statistics();
    if (statistics == nullptr || target.node() == nullptr)
        return nullptr;
    return statistics->node(target.nodeId());
}

void addFate(FactList& list, const profiler::Profile& profile, const profiler::NodeRow& row)
{
    if (row.fate == profiler::Fate::Kept)
        return;
    if (row.fate == profiler::Fate::Removed && !profiler::isRemovalKnown(profile)) {
        list.addWide(makeSecondaryText(
            Inspector::tr(
                "No operator of %1 was led to this node: it was removed, or some operator "
                "that was led to no node does its work.")
                .arg(plain(profiler::engineTitle(profile.metadata), 40)),
            &list));
        return;
    }
    list.add(Inspector::tr("Became"),
        Inspector::tr("%1 by %2")
            .arg(nameText(profiler::fateName(row.fate)), plain(profile.text(row.pass), 80)));
}

/// The headline: `318 µs  314 … 322 µs (95 %)          1.45 % of wall`. The interval has a line of
/// its own where there is no room beside the median.
QWidget* makeHeadline(const profiler::NodeRow& row, QWidget* parent)
{
    auto* line = new QWidget(parent);
    auto* layout = makeRow(line, {}, 8);
    auto* time = new QWidget(line);
    auto* flow = new FlowLayout(time);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(8);
    layout->addWidget(time, 1);
    const auto& interval = row.time.interval;
    auto* value = new ElidedLabel(durationText(row.time.median), ElidedLabel::Look::Strong, time);
    value->setFont(scaledFont(value->font(), 1.5));
    value->setObjectName("medianTime");
    flow->addWidget(value);
    const auto spread = interval
        ? Inspector::tr("%1 (95 %)").arg(QString::fromStdString(profiler::rangeText(*interval)))
        : sentenceText(profiler::confidenceText(row.time.measurement()));
    flow->addWidget(new ElidedLabel(spread, ElidedLabel::Look::Secondary, time));
    const auto share = Inspector::tr("%1 of wall").arg(cardShareText(row.share));
    auto* part = new ElidedLabel(share, ElidedLabel::Look::Strong, line);
    part->setFixedHeight(value->sizeHint().height());
    layout->addWidget(part, 0, Qt::AlignTop);
    return line;
}

/// Operator types of the other nodes of a step: `Relu, Add`.
QString otherTypes(const profiler::Profile& profile, const profiler::Step& step, model::NodeId node)
{
    constexpr qsizetype shownTypes = 4;
    QStringList types;
    for (const auto& origin : step.origins)
        if (origin.node != node && origin.node.value() < profile.provenance.size())
            types.append(plain(profile.text(profile.provenance[origin.node.value()].opType), 40));
    const auto more = types.size() - shownTypes;
    if (more > 0)
        types = types.mid(0, shownTypes)
            << Inspector::tr("%n more", nullptr, static_cast<int>(more));
    return types.join(QStringLiteral(", "));
}

/// What another engine did with a node: `ONNX Runtime executed this node as com.microsoft.nchwc
/// Conv, CPU, together with Relu. Attributed by values, proven.`
QString executedText(
    const profiler::Profile& profile, const profiler::Step& step, model::NodeId node)
{
    auto text = Inspector::tr("%1 executed this node as %2")
                    .arg(plain(profiler::engineTitle(profile.metadata), 40),
                        plain(profile.text(step.implementation), 120));
    if (const auto types = otherTypes(profile, step, node); !types.isEmpty())
        text += Inspector::tr(", together with %1").arg(types);
    text += u'.';
    if (const auto rule = plain(profile.text(step.attribution), 60); !rule.isEmpty())
        text += Inspector::tr(" Attributed by %1.").arg(rule);
    return text;
}

/// For a step that a GPU run left to the CPU: adds this fact, and its copies with their times.
void addFallback(FactList& list, const InspectorTarget& target, engine::StepId id)
{
    const auto profile = target.document.profile();
    const auto statistics = target.document.statistics();
    const auto fallbacks = profiler::fallbacksOf(*profile);
    const auto found = std::ranges::find(fallbacks, id, &profiler::Fallback::step);
    if (found == fallbacks.end())
        return;
    list.add(Inspector::tr("Device"), Inspector::tr("CPU, fallback"))->setTone("warning");
    for (const auto copy : found->copies) {
        const auto& time = statistics->steps[copy.value()].time;
        list.add(Inspector::tr("Copy", "of data"),
            plain(profile->text(profile->step(copy).label), 80) + QStringLiteral(" · ")
                + (time.samples > 0 ? durationText(time.median) : notMeasuredText()));
    }
}

/// Profiles with more slices are processed in a job, so that the window is not blocked.
constexpr std::size_t spansAtOnce = 200'000;

/// Adds the dots of the node's time in each recorded run. Omitted for control flow, whose time
/// includes that of the nodes inside.
void addStrip(
    QVBoxLayout& column, const InspectorTarget& target, const profiler::NodeRow& row, QWidget* page)
{
    const auto profile = target.document.profile();
    const auto isFlow = [&](engine::StepId id) {
        return profile->step(id).kind == profiler::StepKind::ControlFlow;
    };
    if (profiler::recordedRuns(*profile).size() < 2 || std::ranges::any_of(row.steps, isFlow))
        return;
    RunStrip::Content content { {}, row.time.median, row.time.median, row.time.median };
    if (row.time.interval) {
        content.low = row.time.interval->low;
        content.high = row.time.interval->high;
    }
    auto* strip = new RunStrip(page);
    column.addWidget(strip);
    if (profile->slices.size() <= spansAtOnce) {
        content.samples = profiler::timesOfSteps(*profile, row.steps);
        return strip->set(std::move(content));
    }
    using Samples = std::vector<double>;
    target.context.jobs.start<Samples>(
        strip, QStringLiteral("runStrip"), Inspector::tr("Times by run"),
        [profile, steps = row.steps](std::stop_token, const support::Progress&)
            -> support::Result<Samples> { return profiler::timesOfSteps(*profile, steps); },
        [strip, content = std::move(content)](support::Result<Samples> samples) mutable {
            if (!samples)
                return;
            content.samples = *std::move(samples);
            strip->set(std::move(content));
        });
}

} // namespace

SectionBody makeTime(const InspectorTarget& target, QWidget* parent)
{
    const auto profile = target.document.profile();
    if (target.node() != nullptr && target.document.isComputingStatistics())
        return makeSecondaryText(Inspector::tr("computing…"), parent);
    const auto* row = rowOf(target);
    if (row == nullptr)
        return nullptr;
    auto* page = new QWidget(parent);
    auto* column = makeColumn(page, {}, 4);
    auto* list = new FactList(page);
    QString note;
    if (row->time.samples > 0) {
        note = Inspector::tr("%n run(s)", nullptr, static_cast<int>(row->time.samples));
        column->addWidget(makeHeadline(*row, page));
        addStrip(*column, target, *row, page);
        list->add(Inspector::tr("p95 · max"),
            durationText(row->time.p95) + QStringLiteral(" · ") + durationText(row->time.max));
        if (const auto busy = profiler::threadsBusyOf(*target.document.statistics(), row->steps))
            list->add(Inspector::tr("Threads busy"),
                Inspector::tr("%1 of %2")
                    .arg(shareText(*busy))
                    .arg(target.document.statistics()->threads));
        if (row->isShared)
            list->addQuiet(Inspector::tr("Shared"), Inspector::tr("by all nodes of its step"));
    }
    addFate(*list, *profile, *row);
    column->addWidget(list);
    if (row->time.samples > 0 || !list->isEmpty())
        return { page, note };
    delete page;
    return nullptr;
}

SectionBody makeImplementation(const InspectorTarget& target, QWidget* parent)
{
    const auto* row = rowOf(target);
    if (row == nullptr || row->steps.empty())
        return nullptr;
    const auto profile = target.document.profile();
    auto* page = new QWidget(parent);
    auto* column = makeColumn(page, {}, styleSpacing);
    auto* list = new FactList(page);
    column->addWidget(list);
    for (const auto id : row->steps) {
        const auto& step = profile->step(id);
        if (profiler::isOfOtherEngine(profile->metadata))
            list->addWide(makeText(executedText(*profile, step, target.nodeId()), page));
        else
            list->add(Inspector::tr("Ran"), plain(profile->text(step.implementation), 120));
        if (const auto device = plain(profile->text(step.device), 40);
            !device.isEmpty() && device != QStringLiteral("cpu"))
            list->add(Inspector::tr("Device"), device);
        addFallback(*list, target, id);
        if (step.origins.size() > 1)
            list->add(
                Inspector::tr("Fused from"), Inspector::tr("%1 nodes").arg(step.origins.size()));
        if (step.flops)
            list->add(Inspector::tr("Work"), workText(static_cast<double>(*step.flops)));
        if (step.bytes)
            list->add(Inspector::tr("Least traffic"), bytesText(*step.bytes));
        if (const auto refusals = profile->text(step.refusals); !refusals.empty())
            column->addWidget(makeSecondaryText(plainLines(refusals, 1000), page));
    }
    return page;
}

} // namespace ui
