#include "ui/canvas/tools/choice_list.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStringListModel>

namespace ui {

ChoiceList::ChoiceList(const QString& title, const QStringList& texts, QWidget* parent)
    : FilteredPopup(title, tr("Filter"), parent)
    , m_shown(new QSortFilterProxyModel(this))
{
    setObjectName("choiceList");
    m_shown->setSourceModel(new QStringListModel(texts, this));
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    list()->setModel(m_shown);
    list()->setTextElideMode(Qt::ElideMiddle);
    list()->setCurrentIndex(m_shown->index(0, 0));
    auto* column = makeColumn(this, { 8, 8, 8, 8 }, styleSpacing);
    column->addWidget(makeLabel(title, nullptr, this));
    column->addWidget(filter());
    column->addWidget(list());
    connect(filter(), &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        list()->setCurrentIndex(m_shown->index(0, 0));
    });
    connect(filter(), &QLineEdit::returnPressed, this, [this] { choose(list()->currentIndex()); });
    connect(list(), &QListView::activated, this, &ChoiceList::choose);
    connect(list(), &QListView::clicked, this, &ChoiceList::choose);
}

void ChoiceList::choose(const QModelIndex& row)
{
    if (!row.isValid())
        return;
    const int index = m_shown->mapToSource(row).row();
    close();
    emit chosen(index);
}

} // namespace ui
