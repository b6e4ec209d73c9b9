#include "ui/runs/run_text.h"

#include "profiler/engines/engine_text.h"
#include "profiler/load/load_figures.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "profiler/tables/unsaved_edits.h"
#include "ui/format.h"
#include "ui/run/precision_text.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <QLocale>
#include <QSysInfo>

#include <algorithm>

namespace ui {

namespace {

QString metadata(const Document::Run& run, std::string_view key)
{
    return plain(run.profile->metadata.text(key), 80);
}

QString deviceOf(const Document::Run& run)
{
    const auto device = metadata(run, profiler::keys::device);
    return device == QStringLiteral("cpu") ? QStringLiteral("CPU")
        : device == QStringLiteral("cuda") ? QStringLiteral("CUDA")
                                           : device;
}

} // namespace

QDateTime startOf(const Document::Run& run)
{
    const auto ns = run.profile->metadata.integer(profiler::keys::startedAt);
    return ns ? QDateTime::fromMSecsSinceEpoch(*ns / 1'000'000) : QDateTime();
}

QString titleOf(const Document::Run& run)
{
    if (!run.name.isEmpty())
        return run.name;
    const auto start = startOf(run);
    if (!start.isValid())
        return tr("unknown time");
    const auto time = QLocale().toString(start.time(), QStringLiteral("HH:mm:ss"));
    return start.date() == QDate::currentDate()
        ? time
        : QLocale().toString(start.date(), QLocale::ShortFormat) + u' ' + time;
}

QString deviceTitleOf(const Document::Run& run)
{
    const auto device = deviceOf(run);
    if (profiler::isOfOtherEngine(run.profile->metadata))
        return plain(profiler::engineText(run.profile->metadata), 80);
    const auto precision = metadata(run, profiler::keys::precision);
    return device.isEmpty() || device == QStringLiteral("CPU") || precision.isEmpty()
        ? device
        : device + QStringLiteral(" · ") + precisionText(precision);
}

QString placeOf(const Document::Run& run)
{
    QStringList parts;
    if (const auto host = metadata(run, profiler::keys::host);
        !host.isEmpty() && host != QSysInfo::machineHostName())
        parts.append(tr("on %1").arg(host));
    if (const auto engine = plain(profiler::engineText(run.profile->metadata), 80);
        !engine.isEmpty())
        parts.append(engine);
    if (const auto device = deviceOf(run); !device.isEmpty())
        parts.append(device);
    if (run.profile->load)
        parts.append(sentencesText(profiler::loadSentences(run.profile->metadata)));
    else if (const auto threads = run.profile->metadata.integer(profiler::keys::threads))
        parts.append(tr("%n thread(s)", nullptr, static_cast<int>(*threads)));
    if (const auto precision = metadata(run, profiler::keys::precision); !precision.isEmpty())
        parts.append(precisionText(precision));
    if (const auto word = metadata(run, profiler::keys::optimisation); !word.isEmpty())
        parts.append(word);
    return parts.isEmpty() ? notMeasuredText() : parts.join(QStringLiteral(" · "));
}

QString engineDetailsOf(const Document::Run& run)
{
    const auto& metadata = run.profile->metadata;
    if (!profiler::isOfOtherEngine(metadata))
        return {};
    QStringList lines { plain(profiler::engineText(metadata), 80) };
    if (const auto where = ui::metadata(run, profiler::keys::engineWhere); !where.isEmpty())
        lines.append(tr("found in %1").arg(where));
    if (const auto settings = plain(profiler::engineSettingsText(metadata)); !settings.isEmpty())
        lines.append(tr("settings: %1").arg(settings));
    if (const auto attribution = sentenceText(profiler::attributionText(metadata));
        !attribution.isEmpty())
        lines.append(tr("operators led to nodes, by time: %1").arg(attribution));
    return lines.join(u'\n');
}

QString stateOf(const Document::Run& run)
{
    QStringList parts;
    const auto& metadata = run.profile->metadata;
    if (const auto importer = ui::metadata(run, profiler::keys::importer); !importer.isEmpty())
        parts.append(tr("from %1").arg(importer));
    const bool isStopped = metadata.has(profiler::keys::interrupted)
        && metadata.text(profiler::keys::interrupted) == profiler::metadataText(true);
    parts.append(isStopped ? tr("stopped early") : tr("complete"));
    if (const auto edits = metadata.integer(profiler::keys::unsavedEdits))
        parts.append(tr(
            "of the model with %n edit(s) that were not saved", nullptr, static_cast<int>(*edits)));
    if (run.isOfOtherVersion)
        parts.append(tr("not of the model as it is now"));
    const auto lost = run.profile->losses.dropped + run.profile->losses.unbalanced;
    if (lost > 0)
        parts.append(tr("%n record(s) lost", nullptr, static_cast<int>(lost)));
    if (const auto proven = metadata.number(profiler::keys::attributionProven))
        parts.append(tr("%1 of its time proven to be of its nodes").arg(shareText(*proven)));
    if (run.matchedShare && *run.matchedShare < 1)
        parts.append(tr("%1 of its time matched").arg(shareText(*run.matchedShare)));
    return parts.join(QStringLiteral(", "));
}

QString runCountsText(std::size_t recorded, std::size_t plain, std::size_t warmups)
{
    QStringList parts { tr("%n recorded", nullptr, static_cast<int>(recorded)) };
    if (plain > 0)
        parts.append(tr("%n plain", nullptr, static_cast<int>(plain)));
    if (warmups > 0)
        parts.append(tr("%n warm-up", nullptr, static_cast<int>(warmups)));
    return parts.join(QStringLiteral(" + "));
}

QString runCountsText(const profiler::Profile& profile)
{
    const auto count = [&](profiler::Side side) {
        return static_cast<std::size_t>(
            std::ranges::count(profile.runs, side, &profiler::Run::side));
    };
    return runCountsText(profiler::recordedRuns(profile).size(), count(profiler::Side::Unprofiled),
        count(profiler::Side::WarmUp));
}

} // namespace ui
