#include "profiler/exporters/comparison_cards.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_text.h"

#include <algorithm>

// Cards of a comparison about structure, numbers, origin and method.

namespace profiler {
namespace {

using Kind = Column::Kind;

const Fact* factNamed(const std::vector<Fact>& facts, const std::string& name)
{
    const auto found = std::ranges::find(facts, name, &Fact::name);
    return found == facts.end() ? nullptr : &*found;
}

std::string factHtml(const Fact* fact)
{
    if (fact == nullptr)
        return std::string(support::notMeasured);
    return escaped(fact->value)
        + (fact->detail.empty() ? "" : " <small>" + escaped(fact->detail) + "</small>");
}

/// Facts of A and B in two columns. A fact that is equal on both sides is one cell across both.
std::string pairTable(const std::vector<Fact>& a, const std::vector<Fact>& b)
{
    std::string rows;
    const auto add = [&](const std::string& name, const Fact* first, const Fact* second) {
        const auto left = factHtml(first);
        const auto right = factHtml(second);
        rows += "<tr><th scope=\"row\">" + escaped(name) + "</th>"
            + (left == right ? "<td colspan=\"2\">" + left + "</td>"
                             : textCell(left) + textCell(right))
            + "</tr>\n";
    };
    for (const auto& fact : a)
        add(fact.name, &fact, factNamed(b, fact.name));
    for (const auto& fact : b)
        if (factNamed(a, fact.name) == nullptr)
            add(fact.name, nullptr, &fact);
    return "<table class=\"pairs\"><thead><tr><th></th><th scope=\"col\">A</th><th "
           "scope=\"col\">B</th></tr></thead><tbody>\n"
        + rows + "</tbody></table>";
}

std::vector<Fact> methodFacts(const ComparisonReport& report)
{
    const auto& time = *report.time;
    std::vector<Fact> facts;
    if (time.method == Method::Interleaved) {
        facts.push_back({ "Order",
            support::countOf(time.rounds, "round", "rounds")
                + " of A B B A or B A A B in one process, in random order",
            "drift of the machine affects both sides equally" });
        facts.push_back({ "Seed of the order", time.a->metadata.text(keys::orderSeed), "" });
        facts.push_back({ "Test",
            "Wilcoxon's signed rank test on the differences of the rounds' medians, false "
            "discoveries among the rows held at 5 % (Benjamini, Hochberg)",
            "" });
        facts.push_back(
            { "Change and interval", "Hodges and Lehmann's estimate, 95 %, as a share of A", "" });
    } else {
        facts.push_back({ "Order", "measured apart, one after the other",
            "what two measurements differ by is taken to be " + support::shareText(time.spread) });
    }
    facts.push_back({ "Called a difference",
        "at least 1 % of the row and 0.1 % of the wall, and found by the test", "" });
    facts.push_back({ "Runs",
        support::countText(time.wall.a.samples) + " of A, "
            + support::countText(time.wall.b.samples) + " of B",
        "" });
    return facts;
}

std::string structureRow(const model::NodeDifference& data, const ComparisonReport& report,
    const std::array<std::vector<std::string>, 2>& labels)
{
    const auto label = [&](model::NodeId id, std::size_t side) {
        return id.isValid() ? nameHtml(labels[side][id.value()])
                            : std::string(support::notMeasured);
    };
    const auto& node
        = data.b.isValid() ? report.models[1]->node(data.b) : report.models[0]->node(data.a);
    const auto what = support::joined(data.what, " · ");
    return tableRow(textCell(keyHtml(model::Palette::instance().category(node.domain, node.type))
                            + label(data.a, 0),
                        "name")
        + textCell(label(data.b, 1), "name") + textCell(escaped(node.type))
        + textCell(nodeChangeName(data.change)) + textCell(escaped(what), "impl wide"));
}

} // namespace

std::string structureCard(const ComparisonReport& report)
{
    if (report.structure == nullptr)
        return {};
    const auto& structure = *report.structure;
    std::string note;
    for (std::size_t i = 0; i < structure.counts.size(); ++i)
        note += support::countText(structure.counts[i]) + " "
            + std::string(nodeChangeName(model::NodeChange(i))) + ", ";
    note += support::countText(structure.alignment.pairs) + " aligned";
    if (structure.nodes.size() > maxTableRows)
        note += "; the first " + support::countText(maxTableRows) + " are shown";
    auto html = cardStart("Structure", note, Width::Full);
    if (!structure.models.empty())
        html += listHtml(structure.models, [](const auto& words) { return escaped(words); });
    if (structure.nodes.empty())
        return html + "<p>The graphs are the same, node by node.</p>" + cardEnd();
    const std::array labels { model::nodeLabels(*report.models[0]),
        model::nodeLabels(*report.models[1]) };
    const auto rows = tableRows(
        structure.nodes, [&](const auto& node) { return structureRow(node, report, labels); });
    return html + "<div class=\"compared\">"
        + sortedTable(
            { { "In A" }, { "In B" }, { "Type" }, { "Structure" }, { "What differs" } }, rows)
        + "</div>" + cardEnd();
}

std::string numbersCard(const ComparisonReport& report)
{
    if (report.numbers == nullptr)
        return {};
    const auto& numbers = *report.numbers;
    std::vector<Column> columns;
    for (const auto& title : numbers.titles)
        columns.push_back({ title.text, title.isNumber ? Kind::Number : Kind::Text });
    const auto rows = tableRows(numbers.rows, [&](const auto& row) {
        std::string cells;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const auto& [text, sort] = row[column];
            const bool isNumber = column < columns.size() && columns[column].kind == Kind::Number;
            cells += sort && isNumber ? numberCell(*sort, escaped(text))
                                      : textCell(nameHtml(text, 120), isNumber ? "n" : "name");
        }
        return tableRow(cells);
    });
    return cardStart("Numbers", numbers.note, Width::Full) + sortedTable(columns, rows) + cardEnd();
}

std::string comparedOriginCard(const ComparisonReport&, const SideReports& sides)
{
    return cardStart("Where this comes from", "", Width::Full)
        + pairTable(sides[0].origin, sides[1].origin) + cardEnd();
}

std::string comparedMethodCard(const ComparisonReport& report, const SideReports& sides)
{
    const auto both = [](const Report& side) {
        auto facts = side.settings;
        facts.insert(facts.end(), side.method.begin(), side.method.end());
        facts.insert(facts.end(), side.conditions.begin(), side.conditions.end());
        return facts;
    };
    return cardStart("How it was measured", "", Width::Full) + factList(methodFacts(report))
        + pairTable(both(sides[0]), both(sides[1])) + cardEnd();
}

} // namespace profiler
