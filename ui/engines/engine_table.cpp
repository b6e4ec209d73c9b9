#include "ui/engines/engine_table.h"

#include "model/support/disjoint_sets.h"
#include "profiler/statistics/account.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/step_samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ui {

namespace {

constexpr double smallestAttribution = 0.9;
constexpr std::size_t leastRounds = 6;

/// Finds the row of each node of the model.
class RowsOfNodes {
public:
    RowsOfNodes(const EngineTable& table, EngineGrouping grouping, const model::Model& model,
        const layout::GroupTree* tree)
        : m_model(model)
        , m_tree(tree)
        , m_units(model.nodes.size())
        , m_labels(model::nodeLabels(model))
    {
        if (m_tree != nullptr)
            m_open = layout::openTopLevel(*m_tree);
        if (grouping == EngineGrouping::Each)
            joinSteps(table);
        for (std::uint32_t node = 0; node < model.nodes.size(); ++node)
            add(node, grouping);
    }

    std::vector<EngineRow> takeRows() { return std::move(m_rows); }
    bool has(model::NodeId node) const { return node.value() < m_rowOf.size(); }
    std::size_t rowOf(model::NodeId node) const { return m_rowOf[node.value()]; }

private:
    void joinSteps(const EngineTable& table)
    {
        for (const auto* measured : table.measurements)
            for (const auto& step : measured->profile->steps)
                for (const auto& origin : step.origins)
                    if (isNode(origin.node) && isNode(step.origins.front().node))
                        m_units.unite(origin.node.value(), step.origins.front().node.value());
    }

    bool isNode(model::NodeId node) const { return node.value() < m_model.nodes.size(); }

    /// The outermost group that does not contain nearly all nodes of the graph.
    std::uint32_t topGroup(std::uint32_t node) const
    {
        auto top = layout::noGroup;
        auto group
            = node < m_tree->groupOfNode.size() ? m_tree->groupOfNode[node] : layout::noGroup;
        for (; group != layout::noGroup && group != 0; group = m_tree->groups[group].parent)
            if (!m_open.contains(m_tree->groups[group].key))
                top = group;
        return top;
    }

    std::pair<std::string, std::string> keyOf(std::uint32_t node, EngineGrouping grouping)
    {
        const auto& own = m_model.nodes[node];
        if (grouping == EngineGrouping::Type)
            return { own.domain + ":" + own.type, own.type };
        if (grouping == EngineGrouping::Each) {
            const auto unit = m_units.find(node);
            return { std::to_string(unit), m_labels[unit] };
        }
        if (m_tree != nullptr && !m_tree->groups.empty()) {
            const auto group = topGroup(node);
            if (group != layout::noGroup)
                return { "group " + std::to_string(group), m_tree->groups[group].title };
        }
        const auto scope = m_labels[node].find_first_of("/.", 1);
        if (m_tree == nullptr && scope != std::string::npos)
            return { "scope " + m_labels[node].substr(0, scope), m_labels[node].substr(0, scope) };
        // Nodes of no group: those before the first group, between groups and after the last.
        return { "loose " + std::to_string(m_rows.size()), m_labels[node] };
    }

    void add(std::uint32_t node, EngineGrouping grouping)
    {
        auto [key, label] = keyOf(node, grouping);
        if (key.starts_with("loose") && !m_rows.empty() && m_isLoose)
            key = m_looseKey;
        m_isLoose = key.starts_with("loose");
        if (m_isLoose)
            m_looseKey = key;
        const auto [known, isNew] = m_places.emplace(key, m_rows.size());
        if (isNew) {
            EngineRow row;
            row.label = label;
            row.firstType = m_model.nodes[node].type;
            row.firstDomain = m_model.nodes[node].domain;
            m_rows.push_back(std::move(row));
        }
        m_rows[known->second].nodes.push_back(model::NodeId(node));
        m_rowOf.push_back(known->second);
    }

    const model::Model& m_model;
    const layout::GroupTree* m_tree;
    support::DisjointSets m_units;
    std::vector<std::string> m_labels;
    layout::OpenGroups m_open;
    std::map<std::string, std::size_t> m_places;
    bool m_isLoose = false;
    std::string m_looseKey;
    std::vector<EngineRow> m_rows;
    std::vector<std::size_t> m_rowOf;
};

/// `Conv, Relu`: the types of the nodes, most frequent first, at most three.
std::string typesText(const model::Model& model, const std::vector<model::NodeId>& nodes)
{
    constexpr std::size_t shown = 3;
    std::map<std::string_view, std::size_t> counts;
    for (const auto node : nodes)
        ++counts[model.node(node).type];
    std::vector<std::pair<std::size_t, std::string_view>> sorted;
    for (const auto& [type, count] : counts)
        if (type != "Constant" || counts.size() == 1)
            sorted.emplace_back(count, type);
    std::ranges::stable_sort(
        sorted, std::greater {}, &std::pair<std::size_t, std::string_view>::first);
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, sorted.size()); ++i)
        text += (i == 0 ? "" : ", ") + std::string(sorted[i].second);
    return sorted.size() > shown ? text + ", …" : text;
}

/// Fills one column of the table.
class ColumnBuilder {
public:
    ColumnBuilder(EngineTable& table, std::size_t column, const RowsOfNodes& rows)
        : m_table(table)
        , m_column(column)
        , m_measured(*table.measurements[column])
        , m_profile(*m_measured.profile)
        , m_rowsOfNodes(rows)
        , m_runs(profiler::recordedRuns(m_profile))
        , m_samples(m_profile, m_runs)
        , m_sums(table.rows.size(), std::vector<double>(m_runs.size(), 0))
        , m_names(table.rows.size())
    {
    }

    void build()
    {
        for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i)
            addStep(engine::StepId(i));
        addOutside();
        for (std::size_t row = 0; row + 1 < m_table.rows.size(); ++row)
            fill(row);
        auto& wall = m_table.rows.back().cells[m_column];
        wall.ns = m_measured.medianNs;
        wall.roundNs = m_measured.roundNs;
        wall.steps = m_profile.steps.size();
    }

private:
    std::size_t rowOf(const profiler::Step& step) const
    {
        if (!step.origins.empty() && m_rowsOfNodes.has(step.origins.front().node))
            return m_rowsOfNodes.rowOf(step.origins.front().node);
        const auto inserted = m_table.rows.size() - 4; // before NotAttributed, Outside, Wall
        const bool isMove = step.kind != profiler::StepKind::Operator;
        return isMove ? inserted : inserted + 1;
    }

    void addStep(engine::StepId id)
    {
        if (m_samples.calls(id) == 0)
            return;
        const auto& step = m_profile.step(id);
        const auto row = rowOf(step);
        m_samples.addPerRun(id, profiler::StepTime::Own, m_sums[row]);
        ++m_table.rows[row].cells[m_column].steps;
        const auto name = m_profile.text(step.implementation);
        ++m_names[row][std::string(name.empty() ? m_profile.text(step.opType) : name)];
    }

    void addOutside()
    {
        const auto accounts = profiler::accountsOf(m_profile, m_runs);
        auto& outside = m_sums[m_table.rows.size() - 2];
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            double inside = 0;
            for (const auto& sums : m_sums)
                inside += sums[run];
            outside[run] = std::max(0.0, static_cast<double>(accounts[run].wallNs) - inside);
        }
        m_totals.assign(m_runs.size(), 0);
        for (const auto& sums : m_sums)
            for (std::size_t run = 0; run < m_runs.size(); ++run)
                m_totals[run] += sums[run];
    }

    /// The recorded runs whose total time is in the middle half.
    std::vector<std::size_t> middleRuns() const
    {
        std::vector<std::size_t> order(m_runs.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::ranges::stable_sort(order, {}, [&](std::size_t run) { return m_totals[run]; });
        const auto skipped = order.size() / 4;
        return { order.begin() + static_cast<std::ptrdiff_t>(skipped),
            order.end() - static_cast<std::ptrdiff_t>(skipped) };
    }

    void fill(std::size_t row)
    {
        auto& cell = m_table.rows[row].cells[m_column];
        double share = 0;
        const auto middle = middleRuns();
        for (const auto run : middle)
            share += m_totals[run] > 0 ? m_sums[row][run] / m_totals[run] : 0;
        cell.ns
            = middle.empty() ? 0 : share / static_cast<double>(middle.size()) * m_measured.medianNs;
        fillRounds(row);
        std::vector<std::pair<std::size_t, std::string>> names;
        for (const auto& [name, count] : m_names[row])
            names.emplace_back(count, name);
        std::ranges::stable_sort(
            names, std::greater {}, &std::pair<std::size_t, std::string>::first);
        for (const auto& [count, name] : names)
            cell.implementations.push_back(std::to_string(count) + " × " + name);
    }

    /// The share of a round's recorded runs, scaled to the wall of that round.
    void fillRounds(std::size_t row)
    {
        std::map<std::uint32_t, std::vector<double>> shares;
        for (std::size_t run = 0; run < m_runs.size(); ++run)
            if (m_totals[run] > 0)
                shares[m_profile.runs[m_runs[run]].round].push_back(
                    m_sums[row][run] / m_totals[run]);
        auto& rounds = m_table.rows[row].cells[m_column].roundNs;
        const bool hasWalls = m_measured.roundNs.size() == shares.size();
        for (const auto& [round, ofRound] : shares)
            rounds.push_back(profiler::medianOf(ofRound)
                * (hasWalls ? m_measured.roundNs[rounds.size()] : m_measured.medianNs));
    }

    EngineTable& m_table;
    std::size_t m_column;
    const EngineMeasurement& m_measured;
    const profiler::Profile& m_profile;
    const RowsOfNodes& m_rowsOfNodes;
    std::vector<std::uint32_t> m_runs;
    profiler::StepSamples m_samples;
    std::vector<std::vector<double>> m_sums; // by row and run
    std::vector<std::map<std::string, std::size_t>> m_names; // by row: count by implementation
    std::vector<double> m_totals; // by run
};

/// Compares the baseline with another engine, round by round.
profiler::Change changeOf(const EngineCell& first, const EngineCell& other)
{
    profiler::Change change;
    change.a.median = other.ns;
    change.b.median = first.ns;
    change.a.samples = other.ns > 0 ? 1 : 0;
    change.b.samples = first.ns > 0 ? 1 : 0;
    change.ratio = other.ns > 0 ? (first.ns - other.ns) / other.ns : 0;
    const auto rounds = std::min(first.roundNs.size(), other.roundNs.size());
    std::vector<double> differences;
    for (std::size_t round = 0; round < rounds; ++round)
        if (first.roundNs[round] > 0 && other.roundNs[round] > 0)
            differences.push_back(std::log(first.roundNs[round] / other.roundNs[round]));
    if (differences.size() < leastRounds)
        return change;
    change.p = profiler::signedRankP(differences);
    const auto shift = profiler::hodgesLehmann(differences);
    change.ratio = std::expm1(shift.value);
    if (shift.interval)
        change.interval = profiler::Interval { std::expm1(shift.interval->low),
            std::expm1(shift.interval->high) };
    return change;
}

void addVerdicts(EngineTable& table, std::size_t column, bool isComparable)
{
    using profiler::Verdict;
    std::vector<double> tested;
    for (auto& row : table.rows)
        if (row.changes[column].p)
            tested.push_back(*row.changes[column].p);
    const auto adjusted = profiler::adjustedForFalseDiscoveries(tested);
    std::size_t next = 0;
    const double wallNs = table.rows.back().cells[0].ns;
    for (auto& row : table.rows) {
        auto& change = row.changes[column];
        const bool isTested = change.p.has_value();
        if (isTested)
            change.adjusted = adjusted[next++];
        // The wall has a test of its own, which needs no adjustment.
        const auto p = row.kind == EngineRow::Kind::Wall ? change.p : change.adjusted;
        if (!isComparable || (!isTested && change.isOnBoth()))
            change.verdict = Verdict::NotComparable;
        else if (!change.isOnBoth())
            change.verdict = change.b.samples > 0 ? Verdict::New
                : change.a.samples > 0            ? Verdict::Gone
                                                  : Verdict::WithinNoise;
        else if (*p <= profiler::falseDiscoveries
            && std::abs(change.ratio) >= profiler::smallestRatio
            && std::abs(change.differenceNs()) >= profiler::smallestShare * wallNs)
            change.verdict = change.ratio < 0 ? Verdict::Faster : Verdict::Slower;
    }
}

/// Why the engines of the table cannot be compared by rows; empty if they can.
std::string comparingObstacle(const EngineComparison& comparison, const EngineTable& table)
{
    for (const auto* measured : table.measurements) {
        const auto& engine = comparison.engines[measured->engine];
        if (engine.isWithinTolerance && !*engine.isWithinTolerance)
            return "the outputs of " + engine.title + " are past the tolerance";
        if (engine.attributedShare().value_or(1) < smallestAttribution)
            return "less than 90 % of the time of " + engine.title + " was led to nodes";
    }
    return {};
}

} // namespace

EngineTable engineTable(const EngineComparison& comparison, int threads, EngineGrouping grouping,
    const model::Model& model, const layout::GroupTree* tree, std::size_t baseline)
{
    EngineTable table;
    for (const auto& measured : comparison.measurements)
        if (measured.threads == threads && measured.profile != nullptr)
            table.measurements.push_back(&measured);
    if (table.measurements.empty())
        return table;
    std::ranges::stable_partition(table.measurements,
        [baseline](const auto* measured) { return measured->engine == baseline; });
    RowsOfNodes nodes(table, grouping, model, tree);
    table.rows = nodes.takeRows();
    for (auto& row : table.rows)
        row.types = typesText(model, row.nodes);
    for (const auto kind : { EngineRow::Kind::Inserted, EngineRow::Kind::NotAttributed,
             EngineRow::Kind::Outside, EngineRow::Kind::Wall })
        table.rows.emplace_back().kind = kind;
    for (auto& row : table.rows) {
        row.cells.resize(table.measurements.size());
        row.changes.resize(table.measurements.size());
    }
    for (std::size_t column = 0; column < table.measurements.size(); ++column)
        ColumnBuilder(table, column, nodes).build();
    // Rows of nodes that no engine executes (folded constants) say nothing.
    std::erase_if(table.rows, [](const EngineRow& row) {
        return row.kind != EngineRow::Kind::Wall && row.kind != EngineRow::Kind::Outside
            && std::ranges::all_of(row.cells, [](const EngineCell& cell) { return cell.ns <= 0; });
    });
    table.note = comparingObstacle(comparison, table);
    for (std::size_t column = 1; column < table.measurements.size(); ++column) {
        for (auto& row : table.rows)
            row.changes[column] = changeOf(row.cells[0], row.cells[column]);
        addVerdicts(table, column, table.note.empty());
    }
    return table;
}

} // namespace ui
