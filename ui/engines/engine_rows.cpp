#include "ui/engines/engine_rows.h"

#include "model/palette.h"
#include "ui/compare/comparison_table.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/run/precision_text.h"
#include "ui/translation/text.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>

namespace ui {

using Cell = ComparedTable::Cell;
using profiler::Verdict;

namespace {

QString text(const std::string& words, qsizetype limit = 120) { return plain(words, limit); }

/// A verdict with its sign.
QString signedVerdict(Verdict verdict)
{
    const auto word = verdictText(verdict);
    switch (verdict) {
    case Verdict::Faster:
        return QStringLiteral("▼ ") + word;
    case Verdict::Slower:
        return QStringLiteral("▲ ") + word;
    case Verdict::WithinNoise:
        return QStringLiteral("≈ ") + word;
    default:
        return word;
    }
}

QString probabilityOf(double p)
{
    const auto number = QString::fromStdString(profiler::probabilityText(p));
    return number.startsWith(u'<') ? QStringLiteral("p ") + number
                                   : QStringLiteral("p = ") + number;
}

QString duration(const std::optional<std::int64_t>& ns)
{
    return ns ? durationText(*ns) : notMeasuredText();
}

std::optional<int> categoryOf(const EngineRow& row)
{
    const auto& palette = model::Palette::instance();
    if (row.kind == EngineRow::Kind::Nodes)
        return static_cast<int>(palette.category(row.firstDomain, row.firstType));
    if (row.kind == EngineRow::Kind::Wall)
        return std::nullopt;
    return static_cast<int>(
        row.kind == EngineRow::Kind::Outside ? model::Category::Other : model::Category::Layout);
}

QString typesOf(const EngineRow& row)
{
    switch (row.kind) {
    case EngineRow::Kind::Nodes:
        return text(row.types);
    case EngineRow::Kind::Inserted:
        return tr("the engine's own");
    case EngineRow::Kind::NotAttributed:
        return tr("of no known node");
    case EngineRow::Kind::Outside:
        return tr("dispatch, gaps");
    case EngineRow::Kind::Wall:
        break;
    }
    return tr("adds up exactly");
}

/// The column whose time is the shortest of two or more that are shown; the number of columns if
/// there is none.
std::size_t fastestOf(const EngineRow& row)
{
    const auto none = row.cells.size();
    auto best = none;
    std::vector<QString> shown;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (row.cells[i].ns <= 0)
            continue;
        shown.push_back(durationText(row.cells[i].ns));
        if (best == none || row.cells[i].ns < row.cells[best].ns)
            best = i;
    }
    if (shown.size() < 2)
        return none;
    return std::ranges::count(shown, durationText(row.cells[best].ns)) > 1 ? none : best;
}

/// The verdict on a row. What only one of the two engines executes is neither faster nor slower.
Cell verdictCell(const profiler::Change& change)
{
    if (!change.isOnBoth())
        return { change.b.samples > 0  ? tr("only here")
                : change.a.samples > 0 ? tr("only there")
                                       : notMeasuredText(),
            static_cast<int>(change.verdict), "textSecondary" };
    return { signedVerdict(change.verdict), static_cast<int>(change.verdict),
        verdictTone(change.verdict), {},
        change.verdict == Verdict::Faster || change.verdict == Verdict::Slower };
}

std::vector<Cell> cellsOf(const EngineRow& row)
{
    const bool isWall = row.kind == EngineRow::Kind::Wall;
    std::vector<Cell> cells { { rowTitle(row), {}, {}, {}, isWall },
        { typesOf(row), {}, "textSecondary", {} } };
    const auto fastest = fastestOf(row);
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        cells.push_back({ row.cells[i].ns > 0 ? durationText(row.cells[i].ns) : notMeasuredText(),
            row.cells[i].ns, {}, {}, i == fastest });
    for (std::size_t i = 1; i < row.changes.size(); ++i) {
        const auto& change = row.changes[i];
        // The ratio of the times beside it; the one that is tested is in the lines below the table.
        auto words = signedDuration(change.differenceNs());
        if (change.isOnBoth())
            words += QStringLiteral("  ")
                + QString::fromStdString(
                    profiler::ratioText(change.differenceNs() / change.a.median));
        cells.push_back({ words, change.differenceNs(), "textSecondary", {} });
        cells.push_back(verdictCell(change));
    }
    return cells;
}

} // namespace

QString shortTitle(const ComparedEngine& engine)
{
    return engine.name == "onnxruntime" ? QStringLiteral("ORT")
        : engine.name == "openvino"     ? QStringLiteral("OV")
                                        : text(engine.title, 24);
}

QString titleWithVersion(const ComparedEngine& engine)
{
    const bool isOwn = engine.name == "opscope";
    return isOwn || engine.version.empty() ? text(engine.title, 40)
                                           : text(engine.title + " " + engine.version, 60);
}

QString threadsText(int threads) { return tr("%n thread(s)", nullptr, threads); }

VerdictTexts verdictTexts(const EngineComparison& comparison, int threads)
{
    const auto* verdict = comparison.verdict(threads);
    if (verdict == nullptr || !verdict->next)
        return { tr("not compared"), tr("fewer than two engines were measured") };
    const auto& fastest = comparison.engines[verdict->fastest];
    const auto& next = comparison.engines[*verdict->next];
    const auto range = QString::fromStdString(profiler::rangeText(
        profiler::Interval { verdict->low, verdict->high }, profiler::Unit::Ratio));
    const auto p = verdict->p ? QStringLiteral(", ") + probabilityOf(*verdict->p) : QString();
    if (verdict->isShown)
        return { tr("%1, by %2").arg(text(fastest.title, 24), shareText(verdict->difference)),
            tr("to %1, 95 % %2").arg(text(next.title, 24), range) + p, true };
    return { tr("no difference shown"),
        tr("%1 and %2: within noise").arg(text(fastest.title, 24), text(next.title, 24)) + p };
}

std::vector<std::size_t> measuredEngines(const EngineComparison& comparison)
{
    std::vector<std::size_t> measured;
    for (std::size_t engine = 0; engine < comparison.engines.size(); ++engine)
        if (std::ranges::find(comparison.measurements, engine, &EngineMeasurement::engine)
            != comparison.measurements.end())
            measured.push_back(engine);
    return measured;
}

std::vector<ConditionLine> conditionLines(const EngineComparison& comparison)
{
    std::vector<ConditionLine> lines(7);
    const std::array titles { tr("Found at"), tr("Precision run"), tr("Largest difference"),
        tr("Open and prepare"), tr("First run"), tr("Peak memory"), tr("Steps executed") };
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].title = titles[i];
    const auto add = [&](std::size_t line, const QString& value, const char* tone = "") {
        lines[line].values.append(value.isEmpty() ? notMeasuredText() : value);
        lines[line].tones.append(tone);
    };
    for (const auto place : measuredEngines(comparison)) {
        const auto& engine = comparison.engines[place];
        add(0, engine.name == "opscope" ? tr("built in") : text(engine.found));
        auto precision = precisionText(QString::fromStdString(engine.precision));
        if (!engine.ownPrecision.empty() && engine.ownPrecision != engine.precision)
            precision += tr(" (its own choice: %1)")
                             .arg(precisionText(QString::fromStdString(engine.ownPrecision)));
        add(1, precision);
        const bool isWithin = engine.isWithinTolerance.value_or(true);
        add(2,
            engine.largestDifference ? errorText(*engine.largestDifference) + u' '
                    + (isWithin ? tr("within tolerance") : tr("past tolerance"))
                                     : QString(),
            !engine.largestDifference ? ""
                : isWithin            ? "good"
                                      : "error");
        add(3, duration(engine.openNs));
        add(4, duration(engine.firstRunNs));
        add(5, engine.peakBytes ? bytesText(*engine.peakBytes) : QString());
        add(6, engine.steps ? countText(*engine.steps) : QString());
    }
    return lines;
}

QStringList engineNotes(const EngineComparison& comparison)
{
    QStringList notes;
    for (const auto& engine : comparison.engines) {
        const bool isMeasured = std::ranges::any_of(comparison.measurements,
            [&](const auto& measured) { return &comparison.engines[measured.engine] == &engine; });
        if (!engine.reason.empty())
            notes << (isMeasured ? tr("%1 was not measured completely: %2.")
                                 : tr("%1 is not compared: %2."))
                         .arg(text(engine.title, 40), text(engine.reason, 400));
        for (const auto& notice : engine.notices)
            notes << text(engine.title, 40) + QStringLiteral(": ") + text(notice, 300) + u'.';
    }
    notes << tr("Each engine ran in a process of its own.");
    return notes;
}

QString rowTitle(const EngineRow& row)
{
    switch (row.kind) {
    case EngineRow::Kind::Nodes:
        return text(row.label);
    case EngineRow::Kind::Inserted:
        return tr("reorders, casts");
    case EngineRow::Kind::NotAttributed:
        return tr("not led to a node");
    case EngineRow::Kind::Outside:
        return tr("Not in any operator");
    case EngineRow::Kind::Wall:
        break;
    }
    return tr("Wall");
}

ComparedTable::Content engineContent(const EngineComparison& comparison, const EngineTable& table)
{
    ComparedTable::Content content;
    content.columns = { { tr("Operators") }, { tr("Type") } };
    content.widths = { 180, 116 };
    for (const auto* measured : table.measurements) {
        const auto& engine = comparison.engines[measured->engine];
        content.columns.push_back({ shortTitle(engine), Qt::AlignRight });
        content.widths.push_back(78);
    }
    for (std::size_t i = 1; i < table.measurements.size(); ++i) {
        const auto& engine = comparison.engines[table.measurements[i]->engine];
        content.columns.push_back({ tr("To %1").arg(shortTitle(engine)), Qt::AlignRight });
        content.columns.push_back({ tr("Verdict") });
        content.widths.insert(content.widths.end(), { 128, 112 });
    }
    for (const auto& row : table.rows) {
        ComparedTable::Row shown;
        shown.cells = cellsOf(row);
        shown.category = categoryOf(row);
        shown.nodes.a = row.nodes.empty() ? model::NodeId() : row.nodes.front();
        content.rows.push_back(std::move(shown));
    }
    return content;
}

QStringList differenceLines(const EngineComparison& comparison, const EngineTable& table)
{
    constexpr std::size_t shown = 4;
    QStringList lines;
    for (std::size_t i = 1; i < table.measurements.size() && table.note.empty(); ++i) {
        const auto first = text(comparison.engines[table.measurements[0]->engine].title, 24);
        const auto other = text(comparison.engines[table.measurements[i]->engine].title, 24);
        const auto& wall = table.rows.back().changes[i];
        std::vector<const EngineRow*> rows;
        for (const auto& row : table.rows)
            if (row.kind != EngineRow::Kind::Wall && row.changes[i].verdict != Verdict::WithinNoise
                && row.changes[i].verdict != Verdict::NotComparable)
                rows.push_back(&row);
        std::ranges::stable_sort(rows, std::greater {},
            [i](const EngineRow* row) { return std::abs(row->changes[i].differenceNs()); });
        QStringList words;
        for (std::size_t k = 0; k < std::min(shown, rows.size()); ++k)
            words << rowTitle(*rows[k]) + u' ' + signedDuration(rows[k]->changes[i].differenceNs());
        if (rows.size() > shown)
            words << tr("and %n smaller", nullptr, static_cast<int>(rows.size() - shown));
        const auto duration = durationText(std::abs(wall.differenceNs()));
        const auto begin = wall.verdict == Verdict::WithinNoise
            ? tr("%1 and %2 cannot be told apart").arg(first, other)
            : wall.differenceNs() > 0 ? tr("%1 takes %2 more than %3").arg(first, duration, other)
                                      : tr("%1 takes %2 less than %3").arg(first, duration, other);
        lines << begin + QStringLiteral(": ")
                + (words.isEmpty() ? tr("no row differs") : words.join(QStringLiteral(", ")));
    }
    return lines;
}

QStringList changeLines(
    const EngineComparison& comparison, const EngineTable& table, const EngineRow& row)
{
    QStringList lines;
    for (std::size_t i = 1; i < row.changes.size(); ++i) {
        const auto& change = row.changes[i];
        const auto& first = comparison.engines[table.measurements[0]->engine];
        const auto& other = comparison.engines[table.measurements[i]->engine];
        const auto names = tr("%1 to %2").arg(text(first.title, 24), text(other.title, 24));
        if (!change.isOnBoth()) {
            lines << tr("%1: only one of them has this").arg(names);
            continue;
        }
        auto line = names + u' ' + QString::fromStdString(profiler::ratioText(change.ratio));
        if (change.interval)
            line += QStringLiteral(", 95 % ")
                + QString::fromStdString(profiler::intervalText(change));
        if (change.p)
            line += QStringLiteral(", ") + probabilityOf(*change.p);
        lines << line + QStringLiteral(": ")
                + (change.verdict == Verdict::WithinNoise ? tr("cannot be told apart")
                                                          : verdictText(change.verdict));
    }
    return lines;
}

QStringList stepLines(
    const EngineComparison& comparison, const EngineTable& table, const EngineRow& row)
{
    constexpr std::size_t shown = 3;
    QStringList lines;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const auto& names = row.cells[i].implementations;
        QStringList words;
        for (std::size_t k = 0; k < std::min(shown, names.size()); ++k)
            words << text(names[k], 60);
        if (names.size() > shown)
            words << tr("%n more", nullptr, static_cast<int>(names.size() - shown));
        lines << QStringLiteral("%1: %2").arg(
            shortTitle(comparison.engines[table.measurements[i]->engine]),
            words.isEmpty() ? tr("no step") : words.join(QStringLiteral(", ")));
    }
    return lines;
}

bool EngineRowsProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto kindOf = [&](const QModelIndex& index) {
        return m_table->rows[static_cast<std::size_t>(index.row())].kind;
    };
    if (m_table != nullptr && kindOf(left) != kindOf(right))
        return (sortOrder() == Qt::AscendingOrder) == (kindOf(left) < kindOf(right));
    return QSortFilterProxyModel::lessThan(left, right);
}

bool EngineRowsProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const bool isOfNodes = m_table != nullptr
        && m_table->rows[static_cast<std::size_t>(row)].kind == EngineRow::Kind::Nodes;
    return !isOfNodes || QSortFilterProxyModel::filterAcceptsRow(row, parent);
}

} // namespace ui
