#include "ui/tensors/tensors_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace ui {

namespace {

std::uint64_t bytesOf(const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    return count ? model::packedBytes(tensor.element, *count).value_or(tensor.ref.length) : 0;
}

/// Sort key of a row; the id keeps rows with equal keys in file order.
struct SortKey {
    std::uint64_t number = 0;
    std::string_view text; ///< points into the model
    model::ValueId id;

    auto operator<=>(const SortKey&) const = default;
};

SortKey sortKey(const model::Model& model, model::ValueId id, int column)
{
    const auto& value = model.value(id);
    const auto& tensor = model.tensor(value.initializer);
    switch (column) {
    case TensorsTable::Name:
        return { 0, value.name, id };
    case TensorsTable::Shape:
        return { model::elementCount(tensor.dims).value_or(0), {}, id };
    case TensorsTable::Type:
        return { 0, model::name(tensor.element), id };
    case TensorsTable::Size:
        return { bytesOf(tensor), {}, id };
    case TensorsTable::Readers:
        return { value.uses.size(), {}, id };
    default:
        return { tensor.ref.offset, tensor.ref.file, id };
    }
}

} // namespace

TensorsTable::TensorsTable(QObject* parent)
    : TableModel(
        { { tr("Tensor") }, { tr("Shape") }, { tr("Type") },
            { tr("Size"), Qt::AlignRight, tr("Size (B)") }, { tr("Readers"), Qt::AlignRight },
            { tr("From"), Qt::AlignLeft, QStringList { tr("File"), tr("Offset (B)") } } },
        parent)
{
}

void TensorsTable::setModel(std::shared_ptr<const model::Model> model)
{
    beginResetModel();
    m_model = std::move(model);
    m_values.clear();
    if (m_model != nullptr) {
        for (std::size_t i = 0; i < m_model->values.size(); ++i) {
            if (m_model->values[i].initializer.isValid())
                m_values.emplace_back(i);
        }
    }
    sortRows();
    endResetModel();
}

QVariant TensorsTable::cell(int row, int column, int role) const
{
    const auto id = m_values[static_cast<std::size_t>(row)];
    const auto& value = m_model->value(id);
    const auto& tensor = m_model->tensor(value.initializer);
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(column == Name ? plain(value.name, 2000) : text(row, column));
    case Qt::DecorationRole:
        return column == Name ? QVariant(icon("weights", "textSecondary")) : QVariant();
    case ToneRole:
        return column == Place && tensor.ref.place == model::TensorRef::Place::None
            ? QByteArray("error")
            : QByteArray();
    case FileRole:
        switch (column) {
        case Name:
            return plain(value.name, 100'000);
        case Size:
            return static_cast<qulonglong>(bytesOf(tensor));
        case Readers:
            return static_cast<qulonglong>(value.uses.size());
        case Place:
            return QVariantList { plain(tensor.ref.file, 2000),
                tensor.ref.place == model::TensorRef::Place::ModelFile
                        || tensor.ref.place == model::TensorRef::Place::ExternalFile
                    ? QVariant(static_cast<qulonglong>(tensor.ref.offset))
                    : QVariant(text(row, Place)) };
        default:
            return {};
        }
    case ItemRole:
        return toVariant({ SelectedItem::Kind::Value, id.value() });
    default:
        return TableModel::cell(row, column, role);
    }
}

QString TensorsTable::text(int row, int column) const
{
    const auto& value = m_model->value(m_values[static_cast<std::size_t>(row)]);
    const auto& tensor = m_model->tensor(value.initializer);
    switch (column) {
    case Name:
        return plain(value.name);
    case Shape:
        return QString::fromStdString(model::shapeText(model::shapeOf(tensor.dims)));
    case Type: {
        const auto name = model::name(tensor.element);
        return model::isKnown(tensor.element)
            ? QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))
            : QString::number(tensor.elementNumber);
    }
    case Size:
        return bytesText(bytesOf(tensor));
    case Readers:
        return countText(value.uses.size());
    default:
        break;
    }
    if (tensor.sparse != nullptr)
        return tr("file, sparse");
    switch (tensor.ref.place) {
    case model::TensorRef::Place::None:
        return tr("missing");
    case model::TensorRef::Place::ModelFile:
        return tr("file, byte %1").arg(countText(tensor.ref.offset));
    case model::TensorRef::Place::ExternalFile:
        return tr("%1, byte %2").arg(plain(tensor.ref.file, 100), countText(tensor.ref.offset));
    default:
        return tr("file, as fields");
    }
}

void TensorsTable::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const auto before = persistentIndexList();
    std::unordered_map<std::uint32_t, int> rows; // new row by value id, for the persistent indices
    for (const auto& index : before)
        rows.emplace(m_values[static_cast<std::size_t>(index.row())].value(), 0);
    const auto old = rows.empty() ? std::vector<model::ValueId>() : m_values;
    m_sortColumn = column;
    m_sortOrder = order;
    sortRows();
    for (std::size_t row = 0; row < m_values.size() && !rows.empty(); ++row) {
        const auto known = rows.find(m_values[row].value());
        if (known != rows.end())
            known->second = static_cast<int>(row);
    }
    QModelIndexList after;
    for (const auto& index : before)
        after.append(
            this->index(rows[old[static_cast<std::size_t>(index.row())].value()], index.column()));
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

int TensorsTable::rowOf(model::ValueId value) const
{
    const auto found = std::ranges::find(m_values, value);
    return found == m_values.end() ? -1 : static_cast<int>(found - m_values.begin());
}

void TensorsTable::sortRows()
{
    if (m_model == nullptr || m_sortColumn < 0)
        return;
    std::vector<SortKey> keys;
    keys.reserve(m_values.size());
    for (const auto id : m_values)
        keys.push_back(sortKey(*m_model, id, m_sortColumn));
    if (m_sortOrder == Qt::AscendingOrder)
        std::ranges::sort(keys);
    else
        std::ranges::sort(keys, [](const SortKey& a, const SortKey& b) {
            return std::tie(b.number, b.text, a.id) < std::tie(a.number, a.text, b.id);
        });
    std::ranges::transform(keys, m_values.begin(), [](const SortKey& key) { return key.id; });
}

} // namespace ui
