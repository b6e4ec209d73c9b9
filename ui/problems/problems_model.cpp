#include "ui/problems/problems_model.h"

#include "model/support/text.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/problems/problem_actions.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"

#include <QFontDatabase>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype shortPlace = 80;
constexpr qsizetype wholeText = 100'000;

// Internal id of a group; a place has the index of its group plus one.
constexpr quintptr groupRow = 0;

} // namespace

const char* iconOf(support::Severity severity)
{
    constexpr std::array icons { "alert", "warning", "error" }; // in the order of Severity
    return icons[static_cast<std::size_t>(severity)];
}

const char* toneOf(support::Severity severity)
{
    constexpr std::array tones { "info", "warning", "error" }; // in the order of Severity
    return tones[static_cast<std::size_t>(severity)];
}

void ProblemsModel::set(support::Diagnostics problems, std::shared_ptr<const model::Model> model)
{
    beginResetModel();
    m_problems = std::move(problems);
    m_model = std::move(model);
    m_counts = {};
    for (const auto& problem : m_problems)
        ++m_counts[static_cast<std::size_t>(problem.severity)];
    regroup();
    endResetModel();
}

void ProblemsModel::setShown(support::Severity severity, bool isShown)
{
    beginResetModel();
    m_isShown[static_cast<std::size_t>(severity)] = isShown;
    regroup();
    endResetModel();
}

void ProblemsModel::regroup()
{
    m_groups = groupProblems(m_problems);
    std::erase_if(m_groups, [this](const ProblemGroup& group) {
        return !m_isShown[static_cast<std::size_t>(group.severity)];
    });
}

const support::Diagnostic& ProblemsModel::at(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == groupRow)
        return m_problems[m_groups[row].places.front()];
    return m_problems[m_groups[static_cast<std::size_t>(index.internalId()) - 1].places[row]];
}

QModelIndex ProblemsModel::indexOf(const SelectedItem& item) const
{
    if (item.kind == SelectedItem::Kind::None)
        return {}; // findings without a place would match any empty selection
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto& places = m_groups[group].places;
        for (std::size_t place = 0; place < places.size(); ++place) {
            if (itemOf(m_problems[places[place]]) != item)
                continue;
            const auto above = createIndex(static_cast<int>(group), 0, groupRow);
            return places.size() == 1 ? above : index(static_cast<int>(place), 0, above);
        }
    }
    return {};
}

QModelIndex ProblemsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : groupRow);
}

QModelIndex ProblemsModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == groupRow)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, groupRow);
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != groupRow || parent.column() > 0)
        return 0;
    const auto places = m_groups[static_cast<std::size_t>(parent.row())].places.size();
    return places > 1 ? static_cast<int>(places) : 0;
}

int ProblemsModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Problem:
        return tr("Problem");
    case Where:
        return tr("Where");
    case Rule:
        return tr("Rule");
    default:
        return tr("What to do");
    }
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& problem = at(index);
    const bool isGroup = index.internalId() == groupRow;
    switch (role) {
    case Qt::DisplayRole:
        return text(index);
    case Qt::ToolTipRole:
        return toolTipOf(toolTip(problem));
    case Qt::DecorationRole:
        return index.column() == Problem && isGroup
            ? QVariant(icon(iconOf(problem.severity), toneOf(problem.severity)))
            : QVariant();
    case Qt::FontRole:
        return index.column() == Rule
            ? QVariant(QFontDatabase::systemFont(QFontDatabase::FixedFont))
            : QVariant();
    case Qt::AccessibleTextRole:
        return index.column() == Problem ? QString::fromLatin1(toneOf(problem.severity))
                + QStringLiteral(": ") + text(index).toString()
                                         : QVariant();
    case FileRole:
        return fileText(index);
    case ItemRole:
        return toVariant(itemOf(problem));
    case LinkRole:
        return index.column() == Where && itemOf(problem).kind != SelectedItem::Kind::None;
    case ToneRole:
        return index.column() == Rule || (index.column() == Problem && !isGroup)
            ? QByteArray("textSecondary")
            : QByteArray();
    default:
        return {};
    }
}

QVariant ProblemsModel::text(const QModelIndex& index) const
{
    const auto& problem = at(index);
    const auto places = index.internalId() == groupRow
        ? m_groups[static_cast<std::size_t>(index.row())].places.size()
        : 1;
    switch (index.column()) {
    case Problem:
        return findingText(problem, 500);
    case Where:
        return places > 1 ? tr("%1 and %n more", nullptr, static_cast<int>(places) - 1)
                                .arg(where(problem, shortPlace))
                          : where(problem, shortPlace);
    case Rule:
        return plain(problem.code, 60);
    default:
        return adviceOf(problem, 300);
    }
}

/// Texts for an exported file, without truncation.
QVariant ProblemsModel::fileText(const QModelIndex& index) const
{
    const auto& problem = at(index);
    switch (index.column()) {
    case Problem:
        return findingText(problem, wholeText);
    case Where:
        return where(problem, wholeText);
    case Rule:
        return plain(problem.code, wholeText);
    default:
        return adviceOf(problem, wholeText);
    }
}

QString ProblemsModel::where(const support::Diagnostic& problem, qsizetype limit) const
{
    const auto& place = problem.where;
    const auto item = itemOf(problem);
    QString text;
    if (item.isNode()) {
        const auto& node = m_model->nodes[item.id];
        text = node.name.empty() ? plain(model::nodePath(*m_model, model::NodeId(item.id)), limit)
                                 : plain(node.name, limit);
    } else if (item.isValue()) {
        text = plain(m_model->values[item.id].name, limit);
    } else {
        text = plain(place.path, limit);
    }
    if (!place.byteOffset)
        return text.isEmpty() ? plain(place.file.substr(place.file.find_last_of('/') + 1), 60)
                              : text;
    const auto byte = tr("byte %1").arg(countText(*place.byteOffset));
    return text.isEmpty() ? byte : text + QStringLiteral(" · ") + byte;
}

QString ProblemsModel::toolTip(const support::Diagnostic& problem) const
{
    QStringList lines { findingText(problem, 2000) };
    const auto& place = problem.where;
    if (!place.path.empty())
        lines += plain(place.path);
    if (!place.file.empty())
        lines += plain(place.file);
    if (place.byteOffset && place.byteLength)
        lines += tr("bytes %1 to %2")
                     .arg(*place.byteOffset)
                     .arg(*place.byteOffset + *place.byteLength);
    else if (place.byteOffset)
        lines += tr("byte %1").arg(*place.byteOffset);
    if (!problem.advice.empty())
        lines += adviceOf(problem, 1000);
    return lines.join(u'\n');
}

SelectedItem ProblemsModel::itemOf(const support::Diagnostic& problem) const
{
    const auto& place = problem.where;
    if (m_model == nullptr)
        return {};
    if (place.node && *place.node < m_model->nodes.size())
        return { SelectedItem::Kind::Node, *place.node };
    if (place.value && *place.value < m_model->values.size())
        return { SelectedItem::Kind::Value, *place.value };
    return {};
}

} // namespace ui
