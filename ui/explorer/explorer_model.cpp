#include "ui/explorer/explorer_model.h"

#include "model/inference/analysis.h"
#include "model/palette.h"
#include "model/support/text.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

using Kind = TreeRow::Kind;

const char* iconName(Kind kind)
{
    switch (kind) {
    case Kind::Graph:
        return "graph";
    case Kind::Group:
        return "group";
    case Kind::Run:
        return "identical";
    case Kind::Functions:
        return "function";
    case Kind::Inputs:
        return "input";
    case Kind::Outputs:
        return "output";
    case Kind::Weights:
        return "weights";
    case Kind::Metadata:
        return "metadata";
    case Kind::Weight:
        return "tensor";
    case Kind::Value:
        return "value";
    default:
        return nullptr;
    }
}

} // namespace

void ExplorerModel::setTree(std::shared_ptr<const ModelTree> tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_errors.clear();
    m_times.clear();
    m_work.clear();
    countParameters();
    endResetModel();
}

void ExplorerModel::setProblems(const support::Diagnostics& problems)
{
    if (m_tree == nullptr)
        return;
    m_errors.assign(m_tree->rows.size(), 0);
    for (const auto& problem : problems) {
        if (problem.severity != support::Severity::Error || !problem.where.node)
            continue;
        auto row = rowOfNode(model::NodeId(*problem.where.node));
        for (; row != ModelTree::none && row != 0; row = m_tree->rows[row].parent)
            ++m_errors[row];
    }
    refreshDetails();
}

void ExplorerModel::setStatistics(const profiler::Statistics* statistics)
{
    m_times.clear();
    if (m_tree == nullptr || statistics == nullptr)
        return refreshDetails();
    m_times.assign(m_tree->rows.size(), -1.0);
    for (const auto& measured : statistics->nodes) {
        // The time of a fused node is recorded at its leader; adding it here would count it twice.
        if (measured.time.samples == 0 || measured.fate == profiler::Fate::FusedInto)
            continue;
        if (const auto row = rowOfNode(measured.node); row != ModelTree::none)
            m_times[row] = std::max(m_times[row], 0.0) + measured.time.median;
    }
    sumUp(m_times);
    refreshDetails();
}

void ExplorerModel::setAnalysis(const model::Analysis* analysis)
{
    m_work.clear();
    if (m_tree == nullptr || analysis == nullptr || analysis->model != m_tree->model)
        return refreshDetails();
    m_work.assign(m_tree->rows.size(), -1.0);
    for (std::size_t id = 0; id < analysis->costs.size(); ++id) {
        const auto row = rowOfNode(model::NodeId(id));
        if (row != ModelTree::none && analysis->costs[id].isKnown)
            m_work[row] = static_cast<double>(analysis->costs[id].flops());
    }
    sumUp(m_work);
    refreshDetails();
}

void ExplorerModel::countParameters()
{
    m_parameters.clear();
    if (m_tree == nullptr)
        return;
    m_parameters.assign(m_tree->rows.size(), -1.0);
    for (const auto& value : m_tree->model->values) {
        if (!value.initializer.isValid() || value.uses.empty())
            continue;
        const auto row = rowOfNode(value.uses.front().node);
        const auto count = model::elementCount(m_tree->model->tensor(value.initializer).dims);
        if (row != ModelTree::none && count)
            m_parameters[row] = std::max(m_parameters[row], 0.0) + static_cast<double>(*count);
    }
    sumUp(m_parameters);
}

std::uint32_t ExplorerModel::rowOfNode(model::NodeId node) const
{
    return node.isValid() && node.value() < m_tree->nodeRows.size() ? m_tree->nodeRows[node.value()]
                                                                    : ModelTree::none;
}

/// Adds up the values from children to parents; children come after their parents in the list. A
/// node's own value includes those of its bodies, so it is kept.
void ExplorerModel::sumUp(std::vector<double>& values) const
{
    const auto& rows = m_tree->rows;
    std::vector<double> below(values.size(), -1.0);
    for (std::size_t row = rows.size(); row-- > 1;) {
        if (values[row] < 0)
            values[row] = below[row];
        if (values[row] >= 0)
            below[rows[row].parent] = std::max(below[rows[row].parent], 0.0) + values[row];
    }
}

void ExplorerModel::setMeasure(Measure measure)
{
    m_measure = measure;
    refreshDetails();
}

void ExplorerModel::refreshDetails()
{
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, Detail), index(rows - 1, Detail));
}

QModelIndex ExplorerModel::indexOf(const SelectedItem& item, model::GraphId graph) const
{
    const auto row = m_tree != nullptr ? m_tree->rowOf(item, graph) : ModelTree::none;
    return row == ModelTree::none
        ? QModelIndex()
        : createIndex(static_cast<int>(m_tree->rows[row].position), Name, quintptr(row));
}

QModelIndex ExplorerModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const auto above = parent.isValid() ? static_cast<std::size_t>(parent.internalId()) : 0U;
    return createIndex(
        row, column, quintptr(m_tree->rows[above].firstChild + static_cast<std::uint32_t>(row)));
}

QModelIndex ExplorerModel::parent(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const auto above = m_tree->rows[static_cast<std::size_t>(index.internalId())].parent;
    return above == 0
        ? QModelIndex()
        : createIndex(static_cast<int>(m_tree->rows[above].position), Name, quintptr(above));
}

int ExplorerModel::rowCount(const QModelIndex& parent) const
{
    if (m_tree == nullptr || m_tree->rows.empty() || parent.column() > 0)
        return 0;
    return static_cast<int>(
        m_tree->rows[parent.isValid() ? static_cast<std::size_t>(parent.internalId()) : 0U]
            .childCount);
}

int ExplorerModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant ExplorerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section == Name)
        return tr("Name");
    switch (m_measure) {
    case Measure::Parameters:
        return tr("Parameters");
    case Measure::Work:
        return tr("FLOP");
    case Measure::Time:
        return m_times.empty() ? tr("Nodes") : tr("Time");
    default:
        return tr("Nodes");
    }
}

QVariant ExplorerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || m_tree == nullptr)
        return {};
    const auto id = static_cast<std::uint32_t>(index.internalId());
    const auto& row = m_tree->rows[id];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Name ? name(row) : detail(id);
    case Qt::ToolTipRole:
        return toolTipOf(toolTip(id));
    case Qt::DecorationRole:
        return index.column() == Name ? decoration(row) : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            Qt::AlignVCenter | (index.column() == Name ? Qt::AlignLeft : Qt::AlignRight));
    case ItemRole:
        return toVariant(m_tree->itemAt(id));
    case CategoryRole: {
        if (index.column() != Name || row.kind != Kind::Node)
            return {};
        const auto& node = m_tree->model->nodes[row.id];
        return static_cast<int>(model::Palette::instance().category(node.domain, node.type));
    }
    case ToneRole:
        if (index.column() == Name)
            return {};
        return QByteArray(errorsAt(id) > 0 ? "error" : "textSecondary");
    default:
        return {};
    }
}

QString ExplorerModel::name(const TreeRow& row) const
{
    switch (row.kind) {
    case Kind::Graph:
        return row.parent == 0 ? tr("Graph") : plain(row.text);
    case Kind::Functions:
        return tr("Functions");
    case Kind::Inputs:
        return tr("Inputs");
    case Kind::Outputs:
        return tr("Outputs");
    case Kind::Weights:
        return tr("Weights");
    case Kind::Metadata:
        return tr("Metadata");
    case Kind::Node:
        if (row.text.empty()) {
            const auto& node = m_tree->model->nodes[row.id];
            return plain(node.type) + QStringLiteral(" [%1]").arg(node.position);
        }
        return plain(row.text);
    default:
        return plain(row.text);
    }
}

QString ExplorerModel::detail(std::uint32_t id) const
{
    if (errorsAt(id) > 0)
        return tr("%n error(s)", nullptr, static_cast<int>(errorsAt(id)));
    switch (m_tree->rows[id].kind) {
    case Kind::Node:
    case Kind::Group:
    case Kind::Run:
    case Kind::Graph:
        return measured(id);
    default:
        return counted(id);
    }
}

QString ExplorerModel::measured(std::uint32_t id) const
{
    const auto valueOf
        = [id](const std::vector<double>& values) { return id < values.size() ? values[id] : -1; };
    const auto shown = [](double value, auto text) { return value > 0 ? text(value) : QString(); };
    switch (m_measure) {
    case Measure::Parameters:
        return shown(valueOf(m_parameters),
            [](double value) { return countText(static_cast<std::uint64_t>(value)); });
    case Measure::Work:
        return shown(valueOf(m_work), [](double value) { return workText(value); });
    case Measure::Time:
        if (valueOf(m_times) >= 0)
            return durationText(m_times[id]);
        break;
    case Measure::Nodes:
        break;
    }
    return counted(id);
}

QString ExplorerModel::counted(std::uint32_t id) const
{
    const auto& row = m_tree->rows[id];
    const auto& model = *m_tree->model;
    switch (row.kind) {
    case Kind::Node: {
        // Most names end with their type: it is not repeated here.
        const auto type = plain(model.nodes[row.id].type, 40);
        return name(row).contains(type, Qt::CaseInsensitive) ? QString() : type;
    }
    case Kind::Run:
        return tr("%n same", nullptr, static_cast<int>(row.count));
    case Kind::Value:
        return plain(model::typeText(model.values[row.id].type), 60);
    case Kind::Weights:
    case Kind::Weight:
        return bytesText(row.count);
    case Kind::Property:
        return plain(m_tree->properties[row.id].second, 80);
    default:
        return countText(row.count);
    }
}

QString ExplorerModel::toolTip(std::uint32_t id) const
{
    const auto& row = m_tree->rows[id];
    const auto& model = *m_tree->model;
    switch (row.kind) {
    case Kind::Node:
        return plain(model.nodes[row.id].type) + QStringLiteral("\n")
            + plain(model.nodes[row.id].name);
    case Kind::Weight: {
        const auto& tensor = model.tensor(model.values[row.id].initializer);
        return plain(tensor.name) + QStringLiteral("\n")
            + QString::fromStdString(model::shapeText(model::shapeOf(tensor.dims)))
            + QStringLiteral(" ") + QString::fromUtf8(model::name(tensor.element));
    }
    case Kind::Value:
        return plain(row.text) + QStringLiteral("\n")
            + plain(model::onnxTypeText(model.values[row.id].type));
    case Kind::Property:
        return plain(row.text) + QStringLiteral("\n")
            + plainLines(m_tree->properties[row.id].second, 2000);
    case Kind::Group:
        return plain(m_tree->groupAt(id)->path) + QStringLiteral("\n")
            + tr("%n node(s)", nullptr, static_cast<int>(row.count));
    case Kind::Run:
        return plain(row.text) + QStringLiteral("\n")
            + tr("%n same", nullptr, static_cast<int>(row.count));
    default:
        return {};
    }
}

QVariant ExplorerModel::decoration(const TreeRow& row) const
{
    if (row.kind == Kind::Graph && row.parent != 0)
        return icon("function");
    if (row.kind == Kind::Group) {
        const auto kind = m_tree->groups[row.graph]->groups[row.id].kind;
        if (kind == layout::GroupKind::Function)
            return icon("function");
        if (kind == layout::GroupKind::Subgraph || kind == layout::GroupKind::Branches)
            return icon("subgraph");
    }
    const char* name = iconName(row.kind);
    return name != nullptr ? QVariant(icon(name)) : QVariant();
}

} // namespace ui
