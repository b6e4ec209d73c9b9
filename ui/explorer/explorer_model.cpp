#include "ui/explorer/explorer_model.h"

#include "model/palette.h"
#include "model/support/text.h"
#include "profiler/profile.h"
#include "profiler/statistics.h"
#include "ui/delegates/roles.h"
#include "ui/icon.h"
#include "ui/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

using Kind = TreeRow::Kind;

QString count(std::uint64_t number) { return QString::fromStdString(support::countText(number)); }

const char* iconName(Kind kind)
{
    switch (kind) {
    case Kind::Graph:
        return "graph";
    case Kind::Scope:
        return "group";
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
        auto row = m_tree->rowOf({ SelectedItem::Kind::Node, *problem.where.node });
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
        // A fused node's time stands at its leader: twice it would not add up.
        if (!measured.node.isValid() || measured.time.samples == 0
            || measured.fate == profiler::Fate::FusedInto)
            continue;
        auto row = m_tree->rowOf({ SelectedItem::Kind::Node, measured.node.value() });
        for (; row != ModelTree::none && row != 0; row = m_tree->rows[row].parent)
            m_times[row] = std::max(m_times[row], 0.0) + measured.time.median;
    }
    refreshDetails();
}

void ExplorerModel::refreshDetails()
{
    if (const int rows = rowCount(); rows > 0)
        emit dataChanged(index(0, Detail), index(rows - 1, Detail));
}

QModelIndex ExplorerModel::indexOf(const SelectedItem& item) const
{
    const auto row = m_tree != nullptr ? m_tree->rowOf(item) : ModelTree::none;
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
    return section == Name ? tr("Name") : tr("Size");
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
        return toolTipOf(toolTip(row));
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
    const auto& row = m_tree->rows[id];
    if (errorsAt(id) > 0)
        return tr("%n error(s)", nullptr, static_cast<int>(errorsAt(id)));
    const bool isTimed = id < m_times.size() && m_times[id] >= 0
        && (row.kind == Kind::Node || row.kind == Kind::Scope);
    if (isTimed)
        return QString::fromStdString(support::durationText(m_times[id]));
    const auto& model = *m_tree->model;
    switch (row.kind) {
    case Kind::Node: {
        // Most names end with their type: it is not said twice.
        const auto type = plain(model.nodes[row.id].type, 40);
        return name(row).contains(type, Qt::CaseInsensitive) ? QString() : type;
    }
    case Kind::Value:
        return plain(model::typeText(model.values[row.id].type), 60);
    case Kind::Weights:
    case Kind::Weight:
        return QString::fromStdString(support::bytesText(row.count));
    case Kind::Property:
        return plain(m_tree->properties[row.id].second, 80);
    default:
        return count(row.count);
    }
}

QString ExplorerModel::toolTip(const TreeRow& row) const
{
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
    case Kind::Scope:
        return plain(row.text);
    default:
        return {};
    }
}

QVariant ExplorerModel::decoration(const TreeRow& row) const
{
    if (row.kind == Kind::Graph && row.parent != 0)
        return icon(m_tree->model->graphs[row.id].role == model::Graph::Role::FunctionBody
                ? "function"
                : "subgraph");
    const char* name = iconName(row.kind);
    return name != nullptr ? QVariant(icon(name)) : QVariant();
}

} // namespace ui
