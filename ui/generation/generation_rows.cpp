#include "ui/generation/generation_rows.h"

#include "model/palette.h"
#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

QString callsText(double calls)
{
    return calls == std::floor(calls) ? integerText(static_cast<qint64>(calls)) : numberText(calls);
}

ComparedTable::Cell timeCell(double ns) { return { durationText(ns), ns, {}, {} }; }

/// `61.2 ms ± 0.4`, or the median alone if its interval is not symmetric; the detail then has it.
FigureCard timeCard(const QString& name, const profiler::Distribution& time, QString detail)
{
    const auto measurement = time.measurement();
    auto value = QString::fromStdString(profiler::text(measurement));
    if (value.contains(u',') && measurement.interval) {
        value = durationText(time.median);
        detail
            = tr("95 %: %1").arg(QString::fromStdString(profiler::rangeText(*measurement.interval)))
            + u'\n' + detail;
    }
    return { name, value, detail };
}

FigureCard rateCard(const profiler::GenerationFigures& figures)
{
    const auto& rate = figures.tokensPerSecond;
    const auto token
        = tr("%1 per token in the model, median").arg(durationText(figures.token.median));
    auto value = tr("%1 tokens/s").arg(numberText(rate.median));
    if (!rate.interval)
        return { tr("Generation"), value, token };
    return { tr("Generation"), value,
        tr("95 %: %1 … %2").arg(numberText(rate.interval->low), numberText(rate.interval->high))
            + u'\n' + token };
}

FigureCard slowestCard(const profiler::GenerationReport& report)
{
    const auto& slowest = *report.figures.slowest;
    auto detail = tr("token %1, position %2").arg(slowest.index).arg(slowest.position);
    if (!report.outliers.empty() && !report.outliers.front().cause.empty()
        && report.outliers.front().ns == slowest.ns)
        detail += QStringLiteral(": ") + plain(report.outliers.front().cause);
    return { tr("Slowest token"), durationText(slowest.ns), detail };
}

} // namespace

ComparedTable::Content operatorContent(const profiler::Profile& profile,
    const profiler::TokenOperators& operators, const profiler::TokenTable& table)
{
    ComparedTable::Content content {
        { { tr("Operator group") }, { tr("Type") }, { tr("Calls"), Qt::AlignRight },
            { tr("Median, 95 %"), Qt::AlignRight }, { tr("Share"), Qt::AlignRight } },
        { 150, 116, 52, 132, 70 }, {}
    };
    double largest = 0;
    for (const auto& row : table.rows)
        largest = std::max(largest, row.share);
    for (const auto& row : table.rows) {
        const auto& entry = operators.rows[row.row];
        const auto& step = profile.step(entry.steps.front());
        ComparedTable::Row made;
        made.cells = { { plain(entry.name), {}, {}, {} },
            { plain(profile.text(entry.opType)), {}, {}, {} },
            { callsText(entry.callsPerRun), entry.callsPerRun, {}, {} },
            { QString::fromStdString(profiler::text(row.time.measurement())), row.time.median, {},
                {} },
            { shareText(row.share), row.share, {},
                largest > 0 ? std::optional(row.share / largest) : std::nullopt } };
        made.category = static_cast<int>(profiler::categoryOf(profile, step));
        content.rows.push_back(std::move(made));
    }
    return content;
}

ComparedTable::Content growthContent(
    const profiler::Profile& profile, const profiler::GenerationReport& report)
{
    if (report.growth.empty())
        return {};
    const auto& first = report.growth.front();
    ComparedTable::Content content { { { tr("Type") },
                                         { tr("at %1").arg(first.firstPosition), Qt::AlignRight },
                                         { tr("at %1").arg(first.lastPosition), Qt::AlignRight },
                                         { tr("per position"), Qt::AlignRight } },
        { 130, 66, 66, 100 }, {} };
    for (const auto& row : report.growth) {
        const auto found = std::ranges::find_if(profile.steps,
            [&](const profiler::Step& step) { return profile.text(step.opType) == row.opType; });
        ComparedTable::Row made;
        made.cells = { { plain(row.opType), {}, {}, {} }, timeCell(std::max(row.firstNs, 0.0)),
            timeCell(std::max(row.lastNs, 0.0)),
            { sentenceText(profiler::growthText(row)),
                row.slope.isReal() ? row.slope.nsPerPosition : 0.0,
                row.slope.isReal() ? QByteArray() : QByteArrayLiteral("textSecondary"), {} } };
        if (found != profile.steps.end())
            made.category = static_cast<int>(profiler::categoryOf(profile, *found));
        content.rows.push_back(std::move(made));
    }
    return content;
}

ComparedTable::Content positionContent(const profiler::GenerationReport& report)
{
    ComparedTable::Content content { { { tr("Token"), Qt::AlignRight },
                                         { tr("Position"), Qt::AlignRight },
                                         { tr("Median"), Qt::AlignRight } },
        { 80, 80, 100 }, {} };
    const auto& figures = report.figures;
    for (std::size_t i = 0; i < figures.positions.size(); ++i) {
        const auto token = profiler::tokenAt(figures, figures.positions[i]);
        ComparedTable::Row made;
        made.cells = { { QString::number(token), static_cast<qlonglong>(token), {}, {} },
            { QString::number(figures.positions[i]), static_cast<qlonglong>(figures.positions[i]),
                {}, {} },
            timeCell(figures.tokenNs[i]) };
        content.rows.push_back(std::move(made));
    }
    return content;
}

std::vector<FigureCard> generationCards(
    const profiler::Profile& profile, const profiler::GenerationReport& report)
{
    const auto& figures = report.figures;
    const auto repeats = tr("n = %1").arg(figures.repeats);
    const auto promptTokens = static_cast<double>(figures.promptTokens);
    const auto rate = figures.prefill.median > 0
        ? tr("%1 tokens/s · ").arg(numberText(1e9 * promptTokens / figures.prefill.median))
        : QString();
    std::vector<FigureCard> cards { timeCard(
        tr("Prefill, %n token(s)", nullptr, static_cast<int>(figures.promptTokens)),
        figures.prefill, rate + repeats) };
    cards.push_back(
        timeCard(tr("Time to first token"), figures.firstToken, tr("prefill and choosing")));
    if (!figures.positions.empty())
        cards.push_back(rateCard(figures));
    if (figures.slowest)
        cards.push_back(slowestCard(report));
    const auto bytes = profile.metadata.integer(profiler::keys::generationCacheBytes);
    const auto places = profile.metadata.integer(profiler::keys::generationPositions);
    if (bytes && places && *bytes > 0 && *places > 0)
        cards.push_back({ tr("Cache, %1 positions").arg(integerText(*places)),
            bytesText(static_cast<std::uint64_t>(*bytes)),
            tr("%1 per position").arg(bytesText(static_cast<std::uint64_t>(*bytes / *places))) });
    if (const auto& table = report.tokenTable)
        cards.push_back({ tr("Not in any operator"), durationText(table->notInAnyOperatorNs()),
            tr("%1 of the median token")
                .arg(shareText(static_cast<double>(table->notInAnyOperatorNs())
                    / static_cast<double>(std::max<std::int64_t>(table->wallNs, 1)))) });
    return cards;
}

} // namespace ui
