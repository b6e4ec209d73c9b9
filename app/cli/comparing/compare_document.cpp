#include "app/cli/comparing/compare_document.h"

#include "model/support/markdown.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cli {

using profiler::Change;
using profiler::ComparedRow;
using profiler::Comparison;
using profiler::GateResult;
using profiler::Verdict;
using Align = TextTable::Align;

namespace {

constexpr std::size_t rowsShown = 25;
constexpr std::size_t barsShown = 12;
constexpr std::size_t labelsShown = 10;

/// Appends the parts of a document, as text or Markdown.
class Document {
public:
    explicit Document(const Invocation& invocation)
        : m_invocation(invocation)
    {
    }

    bool isMarkdown() const { return m_invocation.format == Format::Markdown; }
    void heading(const std::string& text, std::string_view marks)
    {
        space();
        m_text += (isMarkdown() ? std::string(marks) + " " : std::string()) + escaped(text) + "\n";
        space();
    }
    void line(const std::string& text)
    {
        m_text += (isMarkdown() ? "- " : "") + escaped(text) + "\n";
    }
    void strong(const std::string& text)
    {
        m_text += (isMarkdown() ? "**" + escaped(text) + "**" : text) + "\n";
    }
    void table(const TextTable& table)
    {
        space();
        m_text += table.text(m_invocation.format, m_invocation.colours);
    }
    const std::string& text() const { return m_text; }

private:
    std::string escaped(const std::string& text) const
    {
        return isMarkdown() ? support::markdownText(text) : text;
    }
    void space()
    {
        if (!m_text.empty() && !m_text.ends_with("\n\n"))
            m_text += "\n";
    }

    const Invocation& m_invocation;
    std::string m_text;
};

std::string time(const profiler::Distribution& time, const Invocation& invocation)
{
    return time.samples > 0 ? invocation.duration(time.median) : std::string(support::notMeasured);
}

std::string difference(const Change& change, const Invocation& invocation)
{
    const auto ns = change.differenceNs();
    return (ns < 0 ? "−" : "+") + invocation.duration(std::abs(ns));
}

const profiler::GateRow* gateRowOf(const CompareResult& result, std::size_t row)
{
    return result.gate ? result.gate->ofOperator(row) : nullptr;
}

std::string gateText(const profiler::GateRow* row)
{
    if (row == nullptr)
        return "";
    static constexpr std::array<std::string_view, 3> words { "ok", "FAILED", "undecided" };
    return support::shareText(row->limit) + " "
        + std::string(words[static_cast<std::size_t>(row->result)]);
}

std::string verdictText(const ComparedRow& row)
{
    return row.isIgnored ? "left out" : std::string(verdictName(row.change.verdict));
}

/// True if a row has a notable verdict or gate result.
bool isNotable(const CompareResult& result, std::size_t place)
{
    const auto& row = result.time->rows[place];
    const auto* gate = gateRowOf(result, place);
    return (!row.isIgnored && row.change.verdict != Verdict::WithinNoise
               && row.change.verdict != Verdict::NotComparable)
        || (gate != nullptr && gate->result != GateResult::Within);
}

std::vector<std::string> rowCells(
    const CompareResult& result, std::size_t place, const Invocation& invocation)
{
    const auto& row = result.time->rows[place];
    const auto& change = row.change;
    const bool isBoth = change.isOnBoth();
    const std::string none(support::notMeasured);
    std::vector<std::string> cells { support::sanitise(row.label), support::sanitise(row.types()),
        time(change.a, invocation), time(change.b, invocation), difference(change, invocation),
        isBoth ? profiler::ratioText(change.ratio) : none, isBoth ? intervalText(change) : none,
        change.adjusted ? profiler::probabilityText(*change.adjusted) : none, verdictText(row) };
    if (result.gate)
        cells.push_back(gateText(gateRowOf(result, place)));
    return cells;
}

TextTable operatorTable(
    const CompareResult& result, CompareRows which, const Invocation& invocation)
{
    TextTable table { { { "operator" }, { "type" }, { "A", Align::Right }, { "B", Align::Right },
        { "difference", Align::Right }, { "change", Align::Right }, { "95 %", Align::Right },
        { "p", Align::Right }, { "verdict" } } };
    if (result.gate)
        table.columns.push_back({ "gate" });
    const auto& rows = result.time->rows;
    const auto most = which == CompareRows::All ? rows.size() : rowsShown;
    for (const bool wanted : { true, false }) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (which == CompareRows::All ? wanted : isNotable(result, i) == wanted)
                if (table.rows.size() < most)
                    table.add(rowCells(result, i, invocation));
        }
    }
    if (rows.size() > table.rows.size())
        table.foot.push_back(
            { "… " + support::countText(rows.size() - table.rows.size()) + " more (--all)" });
    return table;
}

std::string wallText(const CompareResult& result, const Invocation& invocation)
{
    const auto& wall = result.time->wall;
    auto text = "wall  " + invocation.duration(wall.a.median, 4) + " → "
        + invocation.duration(wall.b.median, 4) + "  " + profiler::ratioText(wall.ratio);
    if (wall.interval)
        text += "  (95 % " + intervalText(wall) + ")";
    text += "  " + std::string(verdictName(wall.verdict));
    if (result.gate && !result.gate->rows.empty() && result.gate->rows.front().isWall())
        text += "  gate " + gateText(&result.gate->rows.front());
    return text;
}

std::string methodText(const Comparison& time)
{
    const auto runs = support::countText(time.wall.a.samples) + " + "
        + support::countText(time.wall.b.samples) + " runs";
    if (time.method == profiler::Method::Interleaved)
        return "measured interleaved: " + support::countOf(time.rounds, "round", "rounds") + ", "
            + runs;
    return "measured apart (" + runs + "): only what exceeds " + support::shareText(time.spread)
        + " is called a difference";
}

TextTable waterfallTable(const Comparison& time, const Invocation& invocation)
{
    TextTable table { { { "where the difference comes from" }, { "A", Align::Right },
        { "B", Align::Right }, { "difference", Align::Right }, { "" } } };
    const auto cells = [&](const std::string& label, std::int64_t a, std::int64_t b,
                           std::string_view note) -> std::vector<std::string> {
        const auto signedTime = [&](std::int64_t ns, bool always) {
            return (ns < 0          ? "−"
                           : always ? "+"
                                    : "")
                + invocation.duration(std::abs(static_cast<double>(ns)));
        };
        return { support::sanitise(label), signedTime(a, false), signedTime(b, false),
            signedTime(b - a, true), std::string(note) };
    };
    using Kind = profiler::WaterfallPart::Kind;
    std::int64_t restA = 0;
    std::int64_t restB = 0;
    std::size_t rest = 0;
    std::size_t shown = 0;
    for (const auto& part : time.waterfall.parts) {
        if (part.kind == Kind::Operators && shown++ >= barsShown) {
            restA += part.aNs;
            restB += part.bNs;
            ++rest;
            continue;
        }
        if (part.kind != Kind::Operators && rest > 0) {
            table.add(cells(support::countOf(rest, "other type", "other types"), restA, restB, ""));
            rest = 0;
        }
        table.add(cells(part.label, part.aNs, part.bNs, part.remark()));
    }
    table.foot.push_back(cells("wall", time.waterfall.aNs, time.waterfall.bNs, ""));
    return table;
}

void addLabels(Document& document, const std::string& what, const std::vector<std::string>& labels)
{
    if (labels.empty())
        return;
    std::string list;
    for (std::size_t i = 0; i < std::min(labelsShown, labels.size()); ++i)
        list += (i == 0 ? "" : ", ") + support::sanitise(labels[i]);
    document.line(what + ": " + list
        + (labels.size() > labelsShown
                ? " … and " + support::countText(labels.size() - labelsShown) + " more"
                : ""));
}

void addSettings(Document& document, const Comparison& time)
{
    for (const auto& row : time.settings)
        document.line(support::sanitise(row.name) + " differs: " + support::sanitise(row.a) + " → "
            + support::sanitise(row.b)
            + (row.isAllowed ? ""
                             : " (verdicts are not comparable; --allow-different "
                        + std::string(settingKindName(row.kind)) + ")"));
}

std::string summaryText(const CompareResult& result)
{
    const auto& time = *result.time;
    const auto count = [&](Verdict verdict) {
        return support::countText(time.count(verdict)) + " " + std::string(verdictName(verdict));
    };
    if (!result.gate)
        return count(Verdict::Slower) + ", " + count(Verdict::Faster) + ", " + count(Verdict::New)
            + ", " + count(Verdict::Gone) + ", " + count(Verdict::NotComparable) + ", "
            + count(Verdict::WithinNoise);
    return support::countText(result.gate->count(GateResult::Beyond)) + " beyond the gate, "
        + support::countText(result.gate->count(GateResult::Undecided)) + " undecided, "
        + count(Verdict::NotComparable) + ", "
        + support::countText(result.gate->count(GateResult::Within)) + " within noise or gate";
}

void addTime(
    Document& document, const CompareResult& result, CompareRows rows, const Invocation& invocation)
{
    const auto& time = *result.time;
    document.strong(wallText(result, invocation));
    document.table(operatorTable(result, rows, invocation));
    document.table(waterfallTable(time, invocation));
    document.heading("How", "####");
    document.line(methodText(time));
    document.line(support::countText(time.alignment.aligned) + " of "
        + support::countText(time.alignment.nodesA) + " nodes of A aligned with "
        + support::countText(time.alignment.nodesB) + " of B");
    addLabels(document, "only in A", time.alignment.onlyA);
    addLabels(document, "only in B", time.alignment.onlyB);
    addSettings(document, time);
    if (result.gate)
        for (const auto& help : result.gate->help)
            document.line("cannot decide: " + help);
    document.line(summaryText(result));
}

TextTable structureTable(const CompareResult& result, std::size_t most)
{
    const auto labelsA = model::nodeLabels(*result.modelA);
    const auto labelsB = model::nodeLabels(*result.modelB);
    TextTable table { { { "node" }, { "type" }, { "structure" }, { "what" } } };
    for (const auto& row : result.structure->nodes) {
        if (table.rows.size() == most)
            break;
        const auto& label = row.a.isValid() ? labelsA[row.a.value()] : labelsB[row.b.value()];
        const auto& node
            = row.a.isValid() ? result.modelA->node(row.a) : result.modelB->node(row.b);
        std::string what
            = row.isRenamed ? "now " + support::sanitise(labelsB[row.b.value()]) : std::string();
        for (const auto& words : row.what)
            what += (what.empty() ? "" : "; ") + words;
        table.add({ support::sanitise(label), support::sanitise(node.type),
            std::string(nodeChangeName(row.change)), what });
    }
    if (result.structure->nodes.size() > table.rows.size())
        table.foot.push_back(
            { "… " + support::countText(result.structure->nodes.size() - table.rows.size())
                + " more (--all)" });
    return table;
}

void addStructure(Document& document, const CompareResult& result, CompareRows rows)
{
    const auto& structure = *result.structure;
    document.heading("Structure", "####");
    std::string counts;
    for (std::size_t i = 0; i < structure.counts.size(); ++i)
        counts += support::countText(structure.counts[i]) + " "
            + std::string(nodeChangeName(model::NodeChange(i))) + ", ";
    document.line(counts + support::countText(structure.alignment.pairs) + " aligned");
    for (const auto& words : structure.models)
        document.line(words);
    if (!structure.nodes.empty())
        document.table(
            structureTable(result, rows == CompareRows::All ? structure.nodes.size() : rowsShown));
}

void addNumbers(Document& document, const CompareResult& result, CompareRows rows)
{
    const auto& numbers = *result.numbers;
    document.heading("Numbers", "####");
    document.line(support::countOf(numbers.tensors.size(), "tensor", "tensors") + " compared, "
        + support::countText(numbers.pastTolerance()) + " past tolerance");
    if (numbers.notKept > 0)
        document.line(support::countOf(numbers.notKept, "tensor is", "tensors are")
            + " made by one of the two only (--optimize none runs every node)");
    if (numbers.firstPastTolerance)
        document.strong("first past tolerance: "
            + support::sanitise(numbers.tensors[*numbers.firstPastTolerance].node) + ": "
            + support::sanitise(
                numbers.tensors[*numbers.firstPastTolerance].value.difference.message));
    const auto table
        = numbersTable(numbers, rows == CompareRows::All ? numbers.tensors.size() : rowsShown);
    if (!table.rows.empty())
        document.table(table);
}

std::string csv(const CompareResult& result, const Invocation& invocation)
{
    if (result.time)
        return operatorTable(result, CompareRows::All, invocation).text(Format::Csv);
    if (result.numbers)
        return numbersTable(*result.numbers, result.numbers->tensors.size()).text(Format::Csv);
    return structureTable(result, result.structure->nodes.size()).text(Format::Csv);
}

} // namespace

std::string compareDocument(
    const CompareResult& result, CompareRows rows, const Invocation& invocation)
{
    if (invocation.format == Format::Json)
        return compareJson(result);
    if (invocation.format == Format::Csv)
        return csv(result, invocation);
    Document document(invocation);
    document.heading(
        "A " + support::sanitise(result.nameA) + "  →  B " + support::sanitise(result.nameB),
        "###");
    if (result.time)
        addTime(document, result, rows, invocation);
    if (result.structure)
        addStructure(document, result, rows);
    if (result.numbers)
        addNumbers(document, result, rows);
    return document.text();
}

} // namespace cli
