#include "ui/flame/flame_text.h"

#include "profiler/statistics/measurement.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <QStringList>

namespace ui {

namespace {

using Kind = profiler::FlameFrame::Kind;
using profiler::FlameTime;

QString timeText(const profiler::Flame& flame, double ns)
{
    const auto share = cardShareText(flame.wallNs > 0 ? ns / flame.wallNs : 0);
    return durationText(ns) + QStringLiteral("  ·  ")
        + (flame.time == FlameTime::Range            ? tr("%1 of the range")
                : flame.time == FlameTime::MedianRun ? tr("%1 of the median run")
                                                     : tr("%1 of wall"))
              .arg(share);
}

/// The median of a step with its confidence interval.
QString medianText(const profiler::Statistics& statistics, engine::StepId step)
{
    const auto& time = statistics.steps[step.value()].time;
    const auto measured = time.measurement();
    return tr("median %1, %2")
        .arg(QString::fromStdString(profiler::text(measured)),
            sentenceText(profiler::confidenceText(measured)));
}

QString callsText(const profiler::Flame& flame, const profiler::FlameFrame& frame)
{
    const auto calls = numberText(frame.calls);
    return flame.time == FlameTime::Range ? tr("%1 executions in the range").arg(calls)
                                          : tr("%1 executions per run").arg(calls);
}

} // namespace

QString frameKind(Kind kind)
{
    switch (kind) {
    case Kind::Root:
        return tr("all");
    case Kind::Scope:
        return tr("scope");
    case Kind::Operator:
        return tr("operator");
    case Kind::Part:
        return tr("what ran");
    case Kind::Inserted:
    case Kind::Between:
        return tr("in no operator");
    }
    return {};
}

QString frameText(const profiler::Profile& profile, const profiler::Statistics& statistics,
    const profiler::Flame& flame, std::uint32_t id)
{
    const auto& frame = flame.frames[id];
    QStringList lines { plain(flame.path(id)) };
    if (frame.step.isValid()) {
        const auto& step = profile.step(frame.step);
        QStringList words;
        for (const auto word : { step.opType, step.implementation, step.device }) {
            if (const auto text = plain(profile.text(word)); !text.isEmpty())
                words.append(text);
        }
        if (!words.isEmpty())
            lines.append(words.join(QStringLiteral("  ·  ")));
    }
    lines.append(timeText(flame, frame.ns));
    if (frame.kind == Kind::Operator && flame.time == FlameTime::Medians && frame.steps == 1)
        lines.append(medianText(statistics, frame.step));
    if (frame.steps > 1 || frame.kind == Kind::Scope)
        lines.append(tr("%n operator(s)", nullptr, static_cast<int>(frame.steps)));
    if (frame.calls > 0 && frame.kind != Kind::Part)
        lines.append(callsText(flame, frame));
    if (frame.kind == Kind::Between)
        lines.append(
            tr("dispatch, waiting and what has no name: the account in Operators says which"));
    return lines.join(u'\n');
}

QString mergedFramesText(const profiler::Flame& flame, const profiler::FlameBox& box)
{
    double ns = 0;
    for (std::uint32_t i = 0; i < box.count; ++i)
        ns += flame.frames[box.frame + i].ns;
    return tr("%n frame(s) in one pixel", nullptr, static_cast<int>(box.count)) + u'\n'
        + timeText(flame, ns);
}

} // namespace ui
