#include "profiler/exporters/comparison_cards.h"

#include "profiler/comparison/comparison_charts.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr double halfWidth = 560;
constexpr double chartHeight = 220;
constexpr std::size_t maxBars = 9;
constexpr std::size_t maxEffects = 16;
constexpr std::size_t maxReportedRows = 5;

using Kind = Column::Kind;

std::string timeCell(const Distribution& time)
{
    return time.samples > 0 ? durationCell(time.median) : emptyCell();
}

std::string_view verdictClass(Verdict verdict)
{
    return verdict == Verdict::Faster ? "faster" : verdict == Verdict::Slower ? "slower" : "noise";
}

/// The class by the sign of the difference. New operators count as slower, removed ones as faster.
std::string_view directionClass(const Change& change)
{
    const bool isNoise = change.verdict == Verdict::WithinNoise
        || change.verdict == Verdict::NotComparable || change.differenceNs() == 0;
    return isNoise ? "noise" : change.differenceNs() < 0 ? "faster" : "slower";
}

/// A cell with a bar behind its text. The bar's length is the difference as a share of `largestNs`.
std::string differenceCell(double ns, double largestNs, std::string_view classes)
{
    const auto width = largestNs > 0 ? std::min(1.0, std::abs(ns) / largestNs) * 100 : 0;
    return "<td class=\"diff\" data-v=\"" + support::numberText(ns, 12, support::NumberStyle::File)
        + "\"><i class=\"" + std::string(classes)
        + "\" style=\"width:" + support::numberText(width, 3, support::NumberStyle::File)
        + "%\"></i><span>" + escaped(signedDurationText(ns)) + "</span></td>";
}

std::string structureText(const ComparedRow& row)
{
    if (row.change.a.samples == 0)
        return "added";
    if (row.change.b.samples == 0)
        return "removed";
    if (row.steps.a.size() != row.steps.b.size())
        return std::to_string(row.steps.a.size()) + " → " + std::to_string(row.steps.b.size())
            + " steps";
    return row.typeA == row.typeB ? "same" : "changed";
}

model::Category categoryOf(const ComparedRow& row, const Comparison& time)
{
    const auto& profile = row.steps.a.empty() ? *time.b : *time.a;
    return categoryOf(
        profile, profile.step(row.steps.a.empty() ? row.steps.b.front() : row.steps.a.front()));
}

std::string operatorRow(const ComparedRow& data, const Comparison& time, double largestNs)
{
    const auto& change = data.change;
    const bool isBoth = change.isOnBoth();
    auto cells = textCell(keyHtml(categoryOf(data, time)) + nameHtml(data.label), "name")
        + textCell(escaped(data.types())) + textCell(escaped(structureText(data)))
        + timeCell(change.a) + timeCell(change.b)
        + differenceCell(change.differenceNs(), largestNs, directionClass(change));
    cells += isBoth ? numberCell(change.ratio, escaped(ratioText(change.ratio))) : emptyCell();
    cells += isBoth && change.interval
        ? numberCell(change.interval->half(), escaped(intervalText(change)))
        : numberCell(-1, isBoth ? "too few runs" : support::notMeasured);
    cells += change.adjusted
        ? numberCell(*change.adjusted, escaped(probabilityText(*change.adjusted)))
        : numberCell(2, support::notMeasured);
    const auto words = data.isIgnored ? "left out" : std::string(verdictName(change.verdict));
    return tableRow(cells
        + textCell("<b>" + words + "</b>", "verdict " + std::string(verdictClass(change.verdict))));
}

/// `21.86 → 18.21 ms`, `1.312 s → 209.6 ms`. No line break between a figure and its unit.
std::string fromTo(std::string a, std::string b)
{
    const auto unitOf = [](const std::string& text) {
        const auto space = text.rfind(' ');
        return space == std::string::npos ? std::string() : text.substr(space);
    };
    const auto unit = unitOf(a);
    if (!unit.empty() && unit == unitOf(b))
        a.resize(a.size() - unit.size());
    const auto unbreakable = [](std::string_view text) {
        std::string out;
        for (const char c : text)
            c == ' ' ? out += "\u00a0" : out += c;
        return out;
    };
    return unbreakable(a + " →") + " " + unbreakable(b);
}

std::string wallText(const Distribution& time)
{
    return time.samples > 0 ? support::durationText(time.median, 4)
                            : std::string(support::notMeasured);
}

std::string weightsFigure(const Comparison& time)
{
    const auto a = time.a->metadata.integer(keys::modelWeightBytes);
    const auto b = time.b->metadata.integer(keys::modelWeightBytes);
    if (!a || !b || *a < 0 || *b < 0)
        return {};
    const auto text
        = [](std::int64_t bytes) { return support::bytesText(static_cast<std::uint64_t>(bytes)); };
    if (*a == *b)
        return figureHtml("Weights", text(*a), "the same in both");
    return figureHtml("Weights", fromTo(text(*a), text(*b)),
        *a > 0 ? ratioText(static_cast<double>(*b - *a) / static_cast<double>(*a)) : "");
}

std::string alignedFigure(const ComparisonReport& report)
{
    using model::NodeChange;
    if (report.structure != nullptr) {
        const auto& counts = report.structure->counts;
        const auto count = [&](NodeChange change) {
            return support::countText(counts[static_cast<std::size_t>(change)]) + " "
                + std::string(nodeChangeName(change));
        };
        return figureHtml("Aligned nodes",
            support::countText(report.structure->alignment.pairs) + " of "
                + support::countText(report.models[0]->nodes.size()),
            count(NodeChange::Removed) + ", " + count(NodeChange::Added) + ", "
                + count(NodeChange::Changed));
    }
    if (report.time == nullptr)
        return {};
    const auto& alignment = report.time->alignment;
    return figureHtml("Aligned nodes",
        support::countText(alignment.aligned) + " of " + support::countText(alignment.nodesA),
        support::countText(alignment.onlyA.size()) + " only in A, "
            + support::countText(alignment.onlyB.size()) + " only in B");
}

std::string timeFigures(const Comparison& time)
{
    const auto& wall = time.wall;
    auto change = ratioText(wall.ratio);
    if (wall.interval)
        change += " (95 % " + intervalText(wall) + ")";
    auto verdict = std::string(verdictName(wall.verdict));
    if (wall.p)
        verdict += ", p " + (*wall.p < 0.001 ? "" : std::string("= ")) + probabilityText(*wall.p);
    const auto count = [&](Verdict which) {
        return support::countText(time.count(which)) + " " + std::string(verdictName(which));
    };
    const auto differ = time.count(Verdict::Slower) + time.count(Verdict::Faster)
        + time.count(Verdict::New) + time.count(Verdict::Gone);
    return figureHtml("Wall, median", fromTo(wallText(wall.a), wallText(wall.b)),
               signedDurationText(wall.differenceNs()))
        + figureHtml("Change of the wall", change, verdict)
        + figureHtml("Operators that differ",
            support::countText(differ) + " of " + support::countText(time.rows.size()),
            count(Verdict::Slower) + ", " + count(Verdict::Faster) + ", " + count(Verdict::New)
                + ", " + count(Verdict::Gone))
        + weightsFigure(time);
}

/// `conv_0 (Conv) is faster: 2.83 ms → 1.71 ms, −39.6 % (95 % −41 % … −38 %).`
std::string changeSentence(const ComparedRow& data)
{
    const auto& change = data.change;
    return "<strong>" + nameHtml(data.label, 80) + "</strong> (" + escaped(data.types()) + ") is "
        + std::string(verdictName(change.verdict)) + ": " + durationHtml(change.a.median) + " → "
        + durationHtml(change.b.median) + ", "
        + escaped(ratioText(change.ratio) + " (95 % " + intervalText(change) + ")") + ".";
}

/// `344 operators are new, together +885 ms.`
std::string sumSentence(const Comparison& time, Verdict verdict)
{
    double sum = 0;
    for (const auto& data : time.rows)
        if (!data.isIgnored && data.change.verdict == verdict)
            sum += data.change.differenceNs();
    return support::countOf(time.count(verdict), "operator is", "operators are") + " "
        + std::string(verdictName(verdict)) + ", together " + escaped(signedDurationText(sum))
        + ".";
}

bool isTold(const ComparedRow& data)
{
    return !data.isIgnored
        && (data.change.verdict == Verdict::Faster || data.change.verdict == Verdict::Slower);
}

/// Sentences on what makes the comparison invalid or less certain.
std::vector<std::string> reservations(const ComparisonReport& report)
{
    std::vector<std::string> items;
    const auto& time = *report.time;
    if (!time.isComparable()) {
        std::string names;
        for (const auto& difference : time.settings)
            if (!difference.isAllowed)
                names += (names.empty() ? "" : ", ") + escaped(difference.name);
        items.push_back("<b>Not comparable:</b> the two differ in " + names
            + ", so nothing is called faster or slower.");
    }
    if (time.method == Method::Separate)
        items.push_back("The two were measured apart, not in turns: only what exceeds "
            + escaped(support::shareText(time.spread)) + " is called a difference.");
    if (time.isLossy())
        items.push_back("Records were lost: some runs are incomplete.");
    if (report.gate != nullptr)
        for (const auto& help : report.gate->help)
            items.push_back("The gate cannot decide: " + escaped(help) + ".");
    return items;
}

std::vector<std::string> differenceSentences(const Comparison& time)
{
    std::vector<std::string> items;
    std::size_t all = 0;
    for (const auto& data : time.rows)
        if (isTold(data) && ++all <= maxReportedRows)
            items.push_back(changeSentence(data));
    if (all > maxReportedRows)
        items.push_back(support::countText(all - maxReportedRows) + " more are faster or slower.");
    for (const auto verdict : { Verdict::New, Verdict::Gone })
        if (time.count(verdict) > 0)
            items.push_back(sumSentence(time, verdict));
    const auto detectable = time.wall.detectable();
    if (items.empty() && time.isComparable())
        items.push_back("No operator differs."
            + (detectable ? " A change of the wall of " + escaped(support::shareText(*detectable))
                        + " would have been found in four of five tries."
                          : std::string()));
    return items;
}

std::string waterfallRow(const WaterfallPart& part, double largestNs)
{
    const bool isOperators = part.kind == WaterfallPart::Kind::Operators;
    const auto difference = static_cast<double>(part.differenceNs());
    const auto time = [](std::int64_t ns) {
        const auto value = static_cast<double>(ns);
        return numberCell(
            value, escaped((ns < 0 ? "−" : "") + support::durationText(std::abs(value))));
    };
    return tableRow(textCell(nameHtml(part.label, 120), "name")
        + (isOperators ? countCell(part.rows) : emptyCell()) + time(part.aNs) + time(part.bNs)
        + differenceCell(difference, largestNs,
            part.isNoise         ? "noise"
                : difference < 0 ? "faster"
                                 : "slower")
        + textCell(part.remark(), "impl"));
}

/// The waterfall in whole nanoseconds, so that a reader can add up the parts.
std::string exactTable(const Waterfall& waterfall)
{
    const auto integer = [](std::int64_t ns) {
        return numberCell(static_cast<double>(ns), escaped(support::integerText(ns)));
    };
    std::string rows;
    const auto add = [&](std::string_view name, std::int64_t a, std::int64_t b) {
        rows += tableRow(
            textCell(nameHtml(name, 120), "name") + integer(a) + integer(b) + integer(b - a));
    };
    for (const auto& part : waterfall.parts)
        add(part.label, part.aNs, part.bNs);
    add("wall", waterfall.aNs, waterfall.bNs);
    return foldedTable("in whole nanoseconds, which add up",
        { { "Part" }, { "A, ns", Kind::Number }, { "B, ns", Kind::Number },
            { "Difference, ns", Kind::Number } },
        rows);
}

} // namespace

std::string comparisonFigures(const ComparisonReport& report)
{
    return "<div class=\"figures pair\">"
        + (report.time != nullptr ? timeFigures(*report.time) : "") + alignedFigure(report)
        + "</div>\n";
}

std::string highlights(const ComparisonReport& report)
{
    if (report.time == nullptr)
        return {};
    auto items = reservations(report);
    const auto telling = differenceSentences(*report.time);
    items.insert(items.end(), telling.begin(), telling.end());
    if (items.size() == 1)
        return "<div class=\"finding\">" + items.front() + "</div>\n";
    return "<div class=\"finding\"><b>What stands out</b>" + listHtml(items) + "</div>\n";
}

std::string waterfallCard(const Comparison& time)
{
    const auto& waterfall = time.waterfall;
    if (waterfall.parts.empty())
        return emptyCard("Where the difference comes from", "No run was recorded.");
    double largest = 0;
    for (const auto& part : waterfall.parts)
        largest = std::max(largest, std::abs(static_cast<double>(part.differenceNs())));
    std::string rows;
    for (const auto& part : waterfall.parts)
        rows += waterfallRow(part, largest);
    const std::vector<Column> columns { { "Operators" }, { "Rows", Kind::Number },
        { "A", Kind::Number }, { "B", Kind::Number }, { "Difference", Kind::Number }, { "" } };
    const auto sum = static_cast<double>(waterfall.differenceNs());
    return cardStart("Where the difference comes from",
               "sums to " + signedDurationText(sum)
                   + "; means of the middle half of the runs, scaled to the medians; blue: "
                     "faster, orange: slower, grey: within noise",
               Width::Full)
        + svgOf(waterfallFigure(waterfallBars(waterfall, maxBars), pageWidth, 210),
            "Where the difference comes from")
        + sortedTable(columns, rows) + exactTable(waterfall) + cardEnd();
}

std::string effectsCard(const Comparison& time)
{
    const auto figure = effectsFigure(time, maxEffects, pageWidth);
    if (figure.shapes.empty())
        return emptyCard("Changes with their intervals", "Too few runs for intervals.");
    return cardStart("Changes with their intervals",
               "shares of A, 95 %; the wall and the rows with the largest differences; filled: "
               "called a difference; in the grey band nothing is")
        + svgOf(figure, "Changes with their intervals") + cardEnd();
}

std::string comparedOperatorsCard(const Comparison& time)
{
    double largest = 0;
    for (const auto& data : time.rows)
        largest = std::max(largest, std::abs(data.change.differenceNs()));
    const auto rows = tableRows(
        time.rows, [&](const ComparedRow& row) { return operatorRow(row, time, largest); });
    const std::vector<Column> columns { { "Aligned operators" }, { "Type" }, { "Structure" },
        { "A", Kind::Number }, { "B", Kind::Number }, { "Difference", Kind::Number },
        { "Change", Kind::Number }, { "95 %", Kind::Number }, { "p", Kind::Number },
        { "Verdict" } };
    const auto note = time.rows.size() <= maxTableRows
        ? std::string("largest difference first; click a heading to sort")
        : "the " + support::countText(maxTableRows) + " largest differences of "
            + support::countText(time.rows.size()) + "; all are in the data inside";
    return cardStart("Operators", note, Width::Full) + "<div class=\"compared\">"
        + sortedTable(columns, rows) + "</div>" + cardEnd();
}

std::string gateCard(const ComparisonReport& report)
{
    if (report.gate == nullptr)
        return {};
    std::string rows;
    std::size_t shown = 0;
    for (const auto& data : report.gate->rows) {
        if (!data.isWall() && data.result == GateResult::Within)
            continue;
        if (++shown > maxTableRows)
            break;
        rows += tableRow(textCell(nameHtml(data.name), "name") + percentCell(data.limit)
            + numberCell(data.change.ratio, escaped(ratioText(data.change.ratio)))
            + textCell(escaped(gateResultName(data.result)),
                data.result == GateResult::Within ? "" : "warn")
            + textCell(escaped(data.reason), "impl wide"));
    }
    const auto count = [&](GateResult result) {
        return support::countText(report.gate->count(result)) + " "
            + std::string(gateResultName(result));
    };
    return cardStart("Gate",
               count(GateResult::Beyond) + ", " + count(GateResult::Undecided) + ", "
                   + count(GateResult::Within),
               Width::Full)
        + sortedTable({ { "Operator" }, { "Limit", Kind::Number }, { "Change", Kind::Number },
                          { "Result" }, { "Why" } },
            rows)
        + cardEnd();
}

std::string settingsCard(const ComparisonReport& report)
{
    const auto& settings = report.time->settings;
    if (settings.empty())
        return emptyCard("What differs around them", "Same machine, engine and settings.");
    std::string rows;
    for (const auto& data : settings) {
        const bool isHost = data.kind == SettingDifference::Kind::Machine && data.name == "machine";
        const bool isHidden = isHost && !report.options.machineName;
        rows += tableRow(textCell(escaped(data.name)) + textCell(isHidden ? "one" : escaped(data.a))
            + textCell(isHidden ? "another" : escaped(data.b))
            + textCell(settingKindName(data.kind))
            + textCell(data.isAllowed ? "compared anyway" : "verdicts are not comparable",
                data.isAllowed ? "impl" : "warn"));
    }
    return cardStart("What differs around them", "", Width::Full)
        + sortedTable({ { "Setting" }, { "A" }, { "B" }, { "Kind" }, { "Effect" } }, rows)
        + cardEnd();
}

std::string comparedRunsCard(const Report& side, std::string_view letter)
{
    const auto title = "Every run of " + std::string(letter);
    return cardStart(title, support::countOf(side.profile->runs.size(), "run", "runs"))
        + svgOf(runsFigure(*side.profile, *side.statistics, halfWidth, chartHeight), title)
        + cardEnd();
}

} // namespace profiler
