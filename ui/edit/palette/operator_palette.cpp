#include "ui/edit/palette/operator_palette.h"

#include "ui/edit/palette/operator_list.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>

namespace ui {

OperatorPalette::OperatorPalette(const QString& title, const QString& place,
    std::vector<model::edit::FittingOperator> candidates, QWidget* parent)
    : FilteredPopup(title, tr("Operator"), parent)
    , m_count(makeLabel({}, "secondary", this))
    , m_model(new OperatorList(std::move(candidates), this))
    , m_unfit(makeWrappedLabel({}, "secondary", this))
{
    setObjectName("operatorPalette");
    auto* column = makeColumn(this, { 10, 10, 10, 8 }, 8);
    auto* head = makeRow(nullptr, {}, 10);
    head->addWidget(makeLabel(title, "heading", this));
    head->addWidget(new ElidedLabel(place, ElidedLabel::Look::Secondary, this), 1);
    head->addWidget(m_count);
    column->addLayout(head);
    column->addWidget(filter());
    list()->setModel(m_model);
    list()->setItemDelegate(new OperatorDelegate(list()));
    list()->setFocusPolicy(Qt::NoFocus);
    column->addWidget(list(), 1);
    m_unfit->setObjectName("unfitOperators");
    m_unfit->setTextFormat(Qt::PlainText);
    m_unfit->installEventFilter(this);
    m_unfit->setCursor(Qt::PointingHandCursor);
    column->addWidget(m_unfit);
    column->addWidget(makeLabel(
        tr("Enter inserts  ·  ↑ ↓ choose  ·  Esc leaves the model as it is"), "secondary", this));
    connect(filter(), &QLineEdit::textChanged, this, &OperatorPalette::refresh);
    connect(filter(), &QLineEdit::returnPressed, this, [this] { choose(list()->currentIndex()); });
    connect(list(), &QListView::clicked, this, &OperatorPalette::choose);
    refresh();
}

void OperatorPalette::refresh()
{
    m_model->setFilter(filter()->text(), m_showsUnfit);
    list()->setCurrentIndex(m_model->index(0, 0));
    m_count->setText(tr("%1 of %2 fit").arg(m_model->fitting()).arg(m_model->total()));
    const auto& unfit = m_model->unfit();
    m_unfit->setVisible(!unfit.empty() && !m_showsUnfit);
    if (unfit.empty())
        return;
    const auto& first = m_model->candidate(unfit.front());
    auto text
        = tr("Does not fit: %1, %2").arg(plain(first.schema->name, 60), plain(first.refusal, 120));
    if (unfit.size() > 1)
        text += tr(" (and %n more)", nullptr, static_cast<int>(unfit.size()) - 1);
    m_unfit->setText(text + QStringLiteral("  ·  ") + tr("click to list"));
}

bool OperatorPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_unfit && event->type() == QEvent::MouseButtonRelease) {
        m_showsUnfit = true;
        refresh();
        return true;
    }
    return FilteredPopup::eventFilter(watched, event);
}

void OperatorPalette::choose(const QModelIndex& row)
{
    if (!row.isValid() || !m_model->at(row.row()).refusal.empty())
        return;
    const auto chosen = m_model->at(row.row());
    close();
    emit this->chosen(chosen);
}

} // namespace ui
