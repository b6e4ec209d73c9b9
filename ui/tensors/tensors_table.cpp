#include "ui/tensors/tensors_table.h"

#include "model/support/text.h"
#include "ui/delegates/roles.h"
#include "ui/icon.h"
#include "ui/plain_text.h"

#include <array>

namespace ui {

namespace {

struct ColumnSpec {
    const char* title;
    Qt::Alignment alignment;
};

const std::array<ColumnSpec, TensorsTable::ColumnCount> columnSpecs { {
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "Tensor"), Qt::AlignLeft },
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "Shape"), Qt::AlignLeft },
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "Type"), Qt::AlignLeft },
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "Size"), Qt::AlignRight },
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "Readers"), Qt::AlignRight },
    { QT_TRANSLATE_NOOP("ui::TensorsTable", "From"), Qt::AlignLeft },
} };

std::uint64_t bytesOf(const model::Tensor& tensor)
{
    const auto count = model::elementCount(tensor.dims);
    return count ? model::packedBytes(tensor.element, *count).value_or(tensor.ref.length) : 0;
}

} // namespace

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
    endResetModel();
}

int TensorsTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_values.size());
}

int TensorsTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorsTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto& column = columnSpecs[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(column.alignment | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? tr(column.title) : QVariant();
}

QVariant TensorsTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto id = m_values[static_cast<std::size_t>(index.row())];
    const auto& value = m_model->value(id);
    const auto& tensor = m_model->tensor(value.initializer);
    switch (role) {
    case Qt::DisplayRole:
        return text(value, tensor, index.column());
    case SortRole:
        return sortKey(value, tensor, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(
            index.column() == Name ? plain(value.name, 2000) : text(value, tensor, index.column()));
    case Qt::DecorationRole:
        return index.column() == Name ? QVariant(icon("weights", "textSecondary")) : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            columnSpecs[static_cast<std::size_t>(index.column())].alignment | Qt::AlignVCenter);
    case ToneRole:
        return index.column() == Place && tensor.ref.place == model::TensorRef::Place::None
            ? QByteArray("error")
            : QByteArray();
    case ItemRole:
        return toVariant({ SelectedItem::Kind::Value, id.value() });
    default:
        return {};
    }
}

QString TensorsTable::text(const model::Value& value, const model::Tensor& tensor, int column) const
{
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
        return QString::fromStdString(support::bytesText(bytesOf(tensor)));
    case Readers:
        return QString::fromStdString(support::countText(value.uses.size()));
    default:
        break;
    }
    switch (tensor.ref.place) {
    case model::TensorRef::Place::None:
        return tr("missing");
    case model::TensorRef::Place::ModelFile:
        return tr("file, byte %1")
            .arg(QString::fromStdString(support::countText(tensor.ref.offset)));
    case model::TensorRef::Place::ExternalFile:
        return tr("%1, byte %2")
            .arg(plain(tensor.ref.file, 100),
                QString::fromStdString(support::countText(tensor.ref.offset)));
    default:
        return tr("file, as fields");
    }
}

QVariant TensorsTable::sortKey(
    const model::Value& value, const model::Tensor& tensor, int column) const
{
    switch (column) {
    case Shape:
        return static_cast<qulonglong>(model::elementCount(tensor.dims).value_or(0));
    case Size:
        return static_cast<qulonglong>(bytesOf(tensor));
    case Readers:
        return static_cast<qulonglong>(value.uses.size());
    case Place:
        return static_cast<qulonglong>(tensor.ref.offset);
    default:
        return text(value, tensor, column);
    }
}

} // namespace ui
