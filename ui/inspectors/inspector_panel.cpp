#include "ui/inspectors/inspector_panel.h"

#include "ui/inspectors/bar_row.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/inspector_view.h"
#include "ui/tables/table_tools.h"
#include "ui/widgets/layouts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

namespace ui {

InspectorPanel::InspectorPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_tools(new QWidget(this))
    , m_pin(makeToolButton("pin", tr("Pin: show this item in a second inspector"), m_tools))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_view(new InspectorView(context, this, m_splitter))
{
    auto* column = makeColumn(this);
    auto* row = makeRow(m_tools, {}, 2);
    m_pin->setCheckable(true);
    row->addWidget(m_pin);
    auto* copy = makeToolButton("copy", tr("Copy what the inspector says"), m_tools);
    row->addWidget(copy);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_view);
    connect(m_pin, &QToolButton::toggled, this, &InspectorPanel::togglePin);
    connect(copy, &QToolButton::clicked, this, &InspectorPanel::copyAll);
}

void InspectorPanel::documentChanged()
{
    m_pin->setChecked(false);
    m_view->setDocument(document());
}

void InspectorPanel::togglePin(bool isPinned)
{
    if (!isPinned) {
        delete m_pinned;
        m_pinned = nullptr;
        return;
    }
    m_pinned = new InspectorView(context(), this, m_splitter);
    m_pinned->setObjectName("pinnedInspector");
    m_splitter->addWidget(m_pinned);
    m_pinned->setDocument(document());
    m_pinned->pin(m_view->items());
}

void InspectorPanel::copyAll()
{
    // Every line is a label or an ElidedLabel. Child order is reading order, because sections are
    // built from top to bottom.
    QStringList lines;
    for (const auto* widget : m_view->widget()->findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(m_view->widget()))
            continue;
        if (const auto* line = qobject_cast<const ElidedLabel*>(widget);
            line != nullptr && !line->accessibleName().isEmpty())
            lines += line->accessibleName();
        else if (const auto* row = qobject_cast<const BarRow*>(widget))
            lines += row->accessibleName();
        else if (const auto* label = qobject_cast<const QLabel*>(widget);
                 label != nullptr && !label->text().isEmpty())
            lines += label->text();
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace ui
