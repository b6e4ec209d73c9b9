#include "ui/window/panel.h"

#include "ui/document/document.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ui {

void Panel::setDocument(Document* document)
{
    if (m_document == document)
        return;
    m_connections.clear();
    m_document = document;
    if (document != nullptr)
        follow(document->selection(), &Selection::changed, this, [this](const QObject* origin) {
            if (origin != this)
                refreshSelection();
        });
    documentChanged();
}

void Panel::refreshSelection()
{
    if (m_document == nullptr)
        return;
    const auto guard = showing();
    showSelection();
}

QWidget* Panel::makePages(std::initializer_list<QWidget*> pages)
{
    m_pages = new QStackedWidget(this);
    for (auto* page : pages)
        m_pages->addWidget(page);
    return m_pages;
}

void Panel::showPage(QWidget* page) { m_pages->setCurrentWidget(page); }
QWidget* Panel::shownPage() const { return m_pages->currentWidget(); }

void followAction(QPushButton& button, const ActionTable& actions, QAction& action)
{
    const auto follow = [button = &button, action = &action, actions = &actions] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->isEnabled() ? QString() : toolTipOf(actions->reason(action)));
    };
    QObject::connect(&button, &QPushButton::clicked, &action, &QAction::trigger);
    QObject::connect(&action, &QAction::changed, &button, follow);
    follow();
}

QWidget* makeEmptyState(
    Context& context, const QString& text, const char* actionId, QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->addStretch(2);
    column->addWidget(makeEmptyLabel(text, page));
    if (auto* action = actionId != nullptr ? context.actions.action(actionId) : nullptr) {
        auto* button = new QPushButton(action->icon(), withoutMnemonic(action->text()), page);
        followAction(*button, context.actions, *action);
        column->addWidget(button, 0, Qt::AlignHCenter);
    }
    column->addStretch(3);
    return page;
}

} // namespace ui
