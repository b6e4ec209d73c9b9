#include "ui/timeline/span_text.h"

#include "profiler/device/device_notes.h"
#include "profiler/tables/work_slices.h"
#include "ui/format.h"
#include "ui/gpu/kernel_text.h"
#include "ui/timeline/device_looks.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace ui {

namespace {

QString share(double part) { return cardShareText(part); }

void addStep(QStringList& lines, const profiler::Profile& profile, const profiler::Step& step)
{
    lines.append(plain(profile.text(step.label)));
    QStringList words;
    for (const auto id : { step.opType, step.implementation, step.device }) {
        if (const auto word = plain(profile.text(id)); !word.isEmpty())
            words.append(word);
    }
    lines.append(words.join(QStringLiteral("  ·  ")));
    lines.append(plain(profile.text(step.inputTypes)) + QStringLiteral(" → ")
        + plain(profile.text(step.outputTypes)));
}

} // namespace

QString phaseName(engine::Phase phase)
{
    switch (phase) {
    case engine::Phase::Reorder:
        return tr("reorder");
    case engine::Phase::Copy:
        return tr("copy");
    case engine::Phase::Dispatch:
        return tr("dispatch");
    case engine::Phase::Wait:
        return tr("waiting");
    case engine::Phase::Allocate:
        return tr("allocation");
    case engine::Phase::Kernel:
        break;
    }
    return tr("work");
}

QString phaseText(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto& slices = profile.slices;
    if (slices.kind[slice] != profiler::SliceKind::Phase)
        return {};
    if (!profiler::isWork(slices, slice))
        return phaseName(slices.phase[slice]);
    const auto track = slices.track[slice];
    return track < profile.tracks.size()
        ? tr("piece of work of %1").arg(plain(profile.text(profile.tracks[track].name), 80))
        : phaseName(slices.phase[slice]);
}

QString spanText(const profiler::Timeline& timeline, std::uint32_t slice)
{
    const auto& profile = timeline.profile();
    const auto span = timeline.spanOf(slice);
    const auto step = profile.slices.step[slice];
    const auto run = profile.slices.run[slice];
    const bool hasRun = run != profiler::Slices::none;
    QStringList lines;
    if (step != profiler::Slices::none)
        addStep(lines, profile, profile.steps[step]);
    else if (hasRun)
        lines.append(tr("run %1, %2")
                         .arg(profile.runs[run].number)
                         .arg(nameText(profiler::sideName(profile.runs[run].side))));
    if (const auto part = phaseText(profile, slice); !part.isEmpty())
        lines.append(part);
    if (profile.slices.kind[slice] == profiler::SliceKind::Drop)
        lines.append(tr("records of the device were lost here: sums are lower bounds"));
    const auto facts = deviceFacts(profile, slice);
    if (!facts.isEmpty() && step == profiler::Slices::none)
        // Replaces the line with the node's name.
        lines = { tr("not launched by an operator") };
    lines += facts;
    lines.append(
        tr("starts %1, lasts %2").arg(durationText(span.startNs), durationText(span.lengthNs())));
    if (step != profiler::Slices::none && hasRun && profile.runs[run].wallNs > 0)
        lines.append(tr("%1 of run %2")
                         .arg(share(static_cast<double>(span.lengthNs())
                             / static_cast<double>(profile.runs[run].wallNs)))
                         .arg(profile.runs[run].number));
    return lines.join(u'\n');
}

QString mergedText(const profiler::BarSummary& summary)
{
    return tr(
        "%n span(s) in this place\nsum %1, longest %2", nullptr, static_cast<int>(summary.count))
        .arg(durationText(summary.sumNs), durationText(summary.longestNs));
}

QString gapText(const profiler::Timeline& timeline, std::uint32_t before, std::uint32_t after)
{
    const auto& profile = timeline.profile();
    const auto gap = timeline.spanOf(after).startNs - timeline.spanOf(before).endNs;
    const auto name = [&](std::uint32_t slice) {
        const auto step = profile.slices.step[slice];
        return step == profiler::Slices::none ? QString()
                                              : plain(profile.text(profile.steps[step].label), 80);
    };
    return tr("idle %1\nno operator runs between %2 and %3")
        .arg(durationText(gap), name(before), name(after));
}

QString deviceGapText(const profiler::Profile& profile, const profiler::DeviceGap& gap)
{
    const auto name = [&](std::uint32_t slice) {
        const auto step = slice == profiler::Slices::none ? slice : profile.slices.step[slice];
        return step == profiler::Slices::none ? QString()
                                              : plain(profile.text(profile.steps[step].label), 80);
    };
    QStringList lines { tr("the device is idle for %1: %2")
                            .arg(durationText(gap.durationNs), gapLook(gap.cause).name) };
    if (gap.before != profiler::Slices::none || gap.after != profiler::Slices::none)
        lines.append(tr("between %1 and %2")
                         .arg(gap.before == profiler::Slices::none ? tr("the begin of the run")
                                                                   : name(gap.before),
                             gap.after == profiler::Slices::none ? tr("the end of the run")
                                                                 : name(gap.after)));
    if (const auto advice = profiler::gapCauseAdvice(gap.cause); !advice.empty())
        lines.append(nameText(advice));
    return lines.join(u'\n');
}

QString counterText(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, double value)
{
    if (profile.text(counter.name) == profiler::clockEventsCounter) {
        const auto text = profiler::clockEventsText(profiler::clockLimitReasons(value));
        return text.empty() ? tr("none") : QString::fromStdString(text);
    }
    const auto unit = profile.text(counter.unit);
    const auto number = [](double shown) { return numberText(shown); };
    if (unit == "bytes")
        return bytesText(static_cast<std::uint64_t>(std::max(0.0, value)));
    if (unit == "hertz")
        return value >= 1e9 ? number(value / 1e9) + QStringLiteral(" GHz")
                            : number(value / 1e6) + QStringLiteral(" MHz");
    static constexpr std::pair<std::string_view, const char*> signs[] { { "watts", " W" },
        { "joules", " J" }, { "celsius", " °C" } };
    const auto sign
        = std::ranges::find(signs, unit, &std::pair<std::string_view, const char*>::first);
    return sign != std::end(signs) ? number(value) + QString::fromUtf8(sign->second)
                                   : number(value);
}

QString counterToolTip(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, std::int64_t timeNs)
{
    const auto after = std::ranges::upper_bound(counter.timeNs, timeNs);
    if (counter.value.empty() || after == counter.timeNs.begin())
        return {};
    const auto at = static_cast<std::size_t>(after - counter.timeNs.begin()) - 1;
    const auto now = plain(profile.text(counter.name), 80) + QStringLiteral(": ")
        + counterText(profile, counter, counter.value[at]);
    if (profile.text(counter.name) == profiler::clockEventsCounter)
        return now; // its values are bit masks, not amounts
    const auto [least, most] = std::ranges::minmax(counter.value);
    return now + u'\n'
        + tr("from %1 to %2 in this recording")
              .arg(counterText(profile, counter, least), counterText(profile, counter, most));
}

QString figureText(const profiler::ProcessorFigure& figure, const std::optional<double>& value)
{
    return QString::fromStdString(profiler::processorFigureText(figure, value));
}

QString processorText(
    const profiler::Profile& profile, const profiler::ProcessorTrack& track, engine::StepId step)
{
    const auto value = track.values[step.value()];
    return plain(profile.text(profile.step(step).label)) + u'\n' + plain(track.figure.title)
        + QStringLiteral(": ") + (value ? figureText(track.figure, value) : tr("not counted"))
        + u'\n'
        + tr("from %1 to %2 in this recording")
              .arg(figureText(track.figure, track.least), figureText(track.figure, track.most))
        + u'\n' + tr("counted in runs of their own, not in this one");
}

QString scopeText(const profiler::Timeline& timeline, const profiler::ScopeLevel& level,
    const profiler::ScopeSpan& span)
{
    const auto length = span.endNs - span.startNs;
    const auto text = plain(level.names[span.scope]) + u'\n'
        + tr("%n step(s)", nullptr, static_cast<int>(span.steps)) + QStringLiteral("  ·  ")
        + durationText(length);
    const auto& runs = timeline.profile().runs;
    if (span.run == profiler::Slices::none || runs[span.run].wallNs <= 0)
        return text;
    return text + QStringLiteral("  ·  ")
        + tr("%1 of run %2")
              .arg(share(static_cast<double>(length) / static_cast<double>(runs[span.run].wallNs)))
              .arg(runs[span.run].number);
}

QString peakText(const profiler::LiveMemory& memory)
{
    return tr("peak %1 · %n live", nullptr, static_cast<int>(memory.livingAtPeak.size()))
        .arg(bytesText(memory.peakBytes));
}

QString memoryText(
    const profiler::Profile& profile, const profiler::LiveMemory& memory, std::int64_t timeNs)
{
    const auto after = std::ranges::upper_bound(
        memory.samples, timeNs, {}, &profiler::LiveMemory::Sample::timeNs);
    const auto live = after == memory.samples.begin() ? 0 : std::prev(after)->bytes;
    const auto tensors = profiler::livingAt(profile, memory, timeNs).size();
    return tr("%1 of activations, %n tensor(s) live", nullptr, static_cast<int>(tensors))
               .arg(bytesText(live))
        + u'\n' + tr("at %1 of the run", nullptr, -1).arg(durationText(timeNs))
        + QStringLiteral("  ·  ") + peakText(memory) + u'\n'
        + tr("and %1 of weights all the time").arg(bytesText(profile.memory.weightBytes));
}

QString runText(const profiler::Profile& profile, std::uint32_t run)
{
    const auto& shown = profile.runs[run];
    return tr("run %1, %2").arg(shown.number).arg(nameText(profiler::sideName(shown.side))) + u'\n'
        + tr("lasts %1").arg(durationText(shown.wallNs));
}

QString typicalText(const profiler::Profile& profile, const profiler::TypicalRun& typical)
{
    const auto number = profile.runs[typical.run].number;
    if (typical.recorded == 1)
        return tr("Run %1 is the only one that was recorded: %2")
            .arg(number)
            .arg(durationText(typical.wallNs));
    return tr("Run %1 is the median by wall time, %2: of %3 recorded runs %4 are faster, "
              "%5 slower. The account is taken from it.")
        .arg(number)
        .arg(durationText(typical.wallNs, 4), countText(typical.recorded),
            countText(typical.faster), countText(typical.slower));
}

QString spreadText(const profiler::StepSpread* spread, std::size_t runs)
{
    if (spread == nullptr)
        return tr("how it varies is not computed yet");
    return tr("median %1, p10 to p90 %2 to %3 over %4 runs")
        .arg(durationText(spread->medianNs), durationText(spread->lowNs),
            durationText(spread->highNs), countText(runs));
}

QString markText(const TimeMark& mark)
{
    const auto start = tr("starts %1").arg(durationText(mark.span.startNs));
    return plain(mark.name.toStdString()) + u'\n'
        + (mark.span.lengthNs() > 0
                ? durationText(mark.span.lengthNs()) + QStringLiteral("  ·  ") + start
                : start);
}

QString rangeText(std::int64_t lengthNs, const profiler::Statistics* statistics,
    std::optional<std::size_t> kernels)
{
    QStringList parts { durationText(lengthNs) };
    if (statistics != nullptr && statistics->wall.median > 0)
        parts.append(share(static_cast<double>(lengthNs) / statistics->wall.median));
    if (kernels)
        parts.append(tr("%n kernel(s)", nullptr, static_cast<int>(*kernels)));
    return parts.join(QStringLiteral(" · "));
}

QString shortLabel(const QString& label, const QString& prefix)
{
    const auto own
        = !prefix.isEmpty() && label.startsWith(prefix) ? label.mid(prefix.size()) : label;
    const auto parts = own.split(u'/', Qt::SkipEmptyParts);
    return parts.size() > 2 ? parts.mid(parts.size() - 2).join(u'/') : own;
}

} // namespace ui
