#include "ui/find/find_results.h"

#include "model/palette.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

std::vector<FindAnswer::GraphCount> countByGraph(
    const model::Model& model, const std::vector<SelectedItem>& items)
{
    std::vector<FindAnswer::GraphCount> counts(model.graphs.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i].graph = model::GraphId(i);
    for (const auto& item : items) {
        const auto graph = item.isNode() ? model.nodes[item.id].graph : model.values[item.id].graph;
        ++counts[graph.value()].results;
    }
    std::erase_if(counts, [](const auto& count) { return count.results == 0; });
    std::ranges::stable_sort(counts, std::greater<> {}, &FindAnswer::GraphCount::results);
    return counts;
}

std::variant<FindAnswer, model::QueryError> run(
    const model::Query& query, const FindSource& source, std::stop_token stop)
{
    if (source.contents != nullptr)
        source.contents->setLastScan({});
    auto found = query.run(source.context(), std::move(stop));
    if (auto* error = std::get_if<model::QueryError>(&found))
        return std::move(*error);
    const auto& matches = std::get<model::QueryMatches>(found);
    FindAnswer answer;
    answer.model = source.model;
    answer.unreadable = matches.unreadable;
    if (source.contents != nullptr)
        answer.scan = source.contents->lastScan();
    answer.items.reserve(matches.nodes.size() + matches.values.size());
    for (const auto id : matches.nodes)
        answer.items.push_back({ SelectedItem::Kind::Node, id.value() });
    for (const auto id : matches.values)
        answer.items.push_back({ SelectedItem::Kind::Value, id.value() });
    answer.graphs = countByGraph(*source.model, answer.items);
    return answer;
}

std::string withoutLast(const model::Query& query)
{
    const auto terms = query.terms();
    std::string text;
    for (std::size_t i = 0; i + 1 < terms.size(); ++i)
        text += (i > 0 ? " " : "") + terms[i];
    return text;
}

} // namespace

model::QueryContext FindSource::context() const
{
    model::QueryContext context { *model };
    context.analysis = analysis.get();
    context.index = index;
    context.contents = contents;
    profiler::addFigures(context, figures);
    return context;
}

std::variant<FindAnswer, model::QueryError> answerOf(
    const model::Query& query, const FindSource& source, std::stop_token stop)
{
    auto found = run(query, source, stop);
    auto* answer = std::get_if<FindAnswer>(&found);
    if (answer == nullptr || !answer->items.empty() || query.terms().size() < 2)
        return found;
    const auto shorter = model::Query::parse(withoutLast(query));
    if (const auto* valid = std::get_if<model::Query>(&shorter)) {
        const auto others = run(*valid, source, stop);
        if (const auto* more = std::get_if<FindAnswer>(&others))
            answer->withoutLastTerm = more->items.size();
        answer->lastTerm = query.terms().back();
    }
    return found;
}

FindResults::FindResults(QObject* parent)
    : TableModel({ { tr("Name") }, { tr("Type") } }, parent)
{
}

void FindResults::set(FindAnswer answer, std::shared_ptr<const model::Analysis> analysis)
{
    beginResetModel();
    m_answer = std::move(answer);
    m_analysis = std::move(analysis);
    endResetModel();
}

QModelIndex FindResults::indexOf(const SelectedItem& item) const
{
    const auto found = std::ranges::find(m_answer.items, item);
    return found == m_answer.items.end()
        ? QModelIndex()
        : index(static_cast<int>(found - m_answer.items.begin()), 0);
}

QString FindResults::text(int row, int column) const
{
    const auto& item = m_answer.items[static_cast<std::size_t>(row)];
    return column == Name ? name(item) : detail(item);
}

QVariant FindResults::cell(int row, int column, int role) const
{
    const auto& item = m_answer.items[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(toolTip(item));
    case Qt::DecorationRole:
        return column == Name && item.isValue() ? QVariant(icon("value", "textSecondary"))
                                                : QVariant();
    case CategoryRole:
        if (column != Name || !item.isNode())
            return {};
        return static_cast<int>(model::Palette::instance().category(
            m_answer.model->nodes[item.id].domain, m_answer.model->nodes[item.id].type));
    case ToneRole:
        return column == Detail ? QByteArray("textSecondary") : QByteArray();
    case ItemRole:
        return toVariant(item);
    default:
        return TableModel::cell(row, column, role);
    }
}

QString FindResults::name(const SelectedItem& item) const
{
    if (item.isValue())
        return plain(m_answer.model->values[item.id].name);
    const auto& node = m_answer.model->nodes[item.id];
    return node.name.empty() ? plain(model::nodePath(*m_answer.model, model::NodeId(item.id)))
                             : plain(node.name);
}

QString FindResults::detail(const SelectedItem& item) const
{
    if (item.isNode())
        return plain(m_answer.model->nodes[item.id].type, 60);
    const bool isInferred = m_analysis != nullptr && m_analysis->model == m_answer.model
        && item.id < m_analysis->types.size();
    const auto& type
        = isInferred ? m_analysis->types[item.id] : m_answer.model->values[item.id].type;
    const auto match = m_answer.scan.matches.find(model::ValueId(item.id));
    return match == m_answer.scan.matches.end()
        ? plain(model::typeText(type), 60)
        : tr("%1 of %2")
              .arg(countOf(match->second.count, QT_TR_NOOP("%1 element(s)")),
                  plain(model::typeText(type), 60));
}

QString FindResults::toolTip(const SelectedItem& item) const
{
    const auto match = m_answer.scan.matches.find(model::ValueId(item.id));
    const bool isMatch = item.isValue() && match != m_answer.scan.matches.end();
    return detail(item) + u'\n' + name(item)
        + (isMatch ? u'\n' + tr("first: element %1").arg(countText(match->second.first))
                   : QString());
}

} // namespace ui
