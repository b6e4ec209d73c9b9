#include "ui/tensors/stored_values.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/tensors/tensor_slice.h"
#include "ui/tensors/tensor_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

enum Column { Position, Linear, Value };

/// The indices along each dimension: as stored, or from the linear index.
std::vector<std::int64_t> positionOf(const model::SparseElements& content, std::uint64_t value)
{
    const auto stored = content.indices.stored(value);
    if (!content.indices.isLinear())
        return { stored.begin(), stored.end() };
    return indicesOf(content.indices.element(value).value_or(0), content.dims);
}

} // namespace

StoredValuesTable::StoredValuesTable(QObject* parent)
    : TableModel({ { tr("Position") }, { tr("Linear index"), Qt::AlignRight },
                     { tr("Value"), Qt::AlignRight } },
        parent)
{
}

void StoredValuesTable::set(std::shared_ptr<const model::SparseElements> content)
{
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
}

std::size_t StoredValuesTable::rows() const
{
    return m_content == nullptr
        ? 0
        : static_cast<std::size_t>(std::min(m_content->indices.count(), maximumRows));
}

std::size_t StoredValuesTable::omittedRows() const
{
    return m_content == nullptr ? 0 : static_cast<std::size_t>(m_content->indices.count()) - rows();
}

QString StoredValuesTable::text(int row, int column) const
{
    const auto value = static_cast<std::uint64_t>(row);
    if (column == Value)
        return plain(m_content->values->text(value), 200);
    const auto element = m_content->indices.element(value);
    const bool isStored = m_content->indices.isLinear() == (column == Linear);
    if (!element && !isStored)
        return tr("outside");
    if (column == Linear)
        return QString::number(
            isStored ? m_content->indices.stored(value)[0] : static_cast<std::int64_t>(*element));
    return QString::fromStdString(indexText(positionOf(*m_content, value)));
}

QVariant StoredValuesTable::cell(int row, int column, int role) const
{
    if (role == ToneRole && !m_content->indices.element(static_cast<std::uint64_t>(row)))
        return QByteArray("error");
    if (role == CopyRole && column == Value)
        return numberForCopy(*m_content->values, static_cast<std::uint64_t>(row));
    return TableModel::cell(row, column, role);
}

StoredValues::StoredValues(JobRunner& jobs, ActionTable& actions, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_summary(makeSecondaryText({}, this))
    , m_model(new StoredValuesTable(this))
    , m_table(new TableView(actions, this))
{
    auto* column = makeColumn(this, { 12, 4, 0, 0 }, styleSpacing);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Stored values"));
    setFocusProxy(m_table);
}

StoredValues::~StoredValues() { m_jobs.cancelAll(this); }

void StoredValues::load(const TensorSource& source)
{
    using Content = std::shared_ptr<const model::SparseElements>;
    m_summary->setText(tr("Reading…"));
    m_jobs.start<Content>(
        this, QStringLiteral("stored"), tr("Reading %1").arg(plain(source.name, 60)),
        [source](std::stop_token, const support::Progress&) {
            return model::loadSparse(*source.model, *source.sparse);
        },
        [this](support::Result<Content> content) {
            if (!content)
                return m_summary->setText(plain(content.error().message(), 1000));
            m_model->set(*content);
            describe(**content);
        });
}

void StoredValues::describe(const model::SparseElements& content)
{
    const auto total = model::elementCount(content.dims).value_or(0);
    const auto stored = content.indices.count();
    auto text
        = tr("%1 of %2 elements are stored (%3), each with %4. All others are zero.")
              .arg(countText(stored), countText(total),
                  shareText(
                      total > 0 ? static_cast<double>(stored) / static_cast<double>(total) : 0.0),
                  content.indices.isLinear() ? tr("its linear index")
                                             : tr("one index per dimension"));
    if (stored > StoredValuesTable::maximumRows)
        text
            += u' ' + tr("The first %1 are listed.").arg(countText(StoredValuesTable::maximumRows));
    m_summary->setText(text);
}

} // namespace ui
