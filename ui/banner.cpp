#include "ui/banner.h"

#include "ui/icon.h"
#include "ui/icon_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ui {

Banner::Banner(const char* iconName, const char* tone, QWidget* parent)
    : QFrame(parent)
    , m_lead(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_row(new QHBoxLayout(this))
{
    setProperty("tone", tone);
    m_row->setContentsMargins(14, 6, 10, 6);
    m_row->setSpacing(10);
    m_row->addWidget(new IconLabel(iconName, 18, tone, this));
    m_lead->setTextFormat(Qt::PlainText);
    m_lead->setProperty("heading", true);
    m_lead->setProperty("tone", tone);
    m_row->addWidget(m_lead);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_action);
    auto* dismiss = new QToolButton(this);
    dismiss->setIcon(icon("close"));
    dismiss->setAccessibleName(tr("Close this message"));
    m_row->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, &Banner::dismissed);
    connect(m_action, &QPushButton::clicked, this, &Banner::followed);
    hide();
}

void Banner::say(const QString& lead, const QString& text, const QString& action)
{
    m_lead->setText(lead);
    m_text->setText(text);
    m_action->setText(action);
    m_action->setHidden(action.isEmpty());
}

QPushButton* Banner::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_row->insertWidget(m_row->count() - 1, button); // before the one that closes it
    return button;
}

} // namespace ui
