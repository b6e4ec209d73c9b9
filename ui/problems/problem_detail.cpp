#include "ui/problems/problem_detail.h"

#include "ui/problems/problem_actions.h"
#include "ui/translation/translations.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"

#include <QBoxLayout>
#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr double maxShare = 0.5; // of the panel's height
constexpr qsizetype longestText = 2000; // in characters

} // namespace

ProblemDetail::ProblemDetail(ui::Panel& panel)
    : QScrollArea(&panel)
    , m_panel(panel)
    , m_message(new NoteLabel)
    , m_rule(makeLabel({}, "mono"))
    , m_advice(new NoteLabel)
    , m_buttons(new QWidget)
    , m_row(new QBoxLayout(QBoxLayout::LeftToRight, m_buttons))
{
    setObjectName("problemDetail");
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // only its buttons take the focus
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* content = new QWidget;
    m_content = new QBoxLayout(QBoxLayout::TopToBottom, content);
    m_content->setContentsMargins(10, 6, 10, 8);
    m_content->setSpacing(4);
    auto* texts = makeColumn(nullptr, {}, 4);
    m_content->addLayout(texts, 1);
    m_message->setProperty("secondary", false);
    m_message->setObjectName("problemMessage");
    m_advice->setObjectName("problemAdvice");
    m_rule->setObjectName("problemRule");
    m_rule->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_row->setContentsMargins(0, 2, 0, 0);
    m_row->setSpacing(6);
    for (auto* label :
        { static_cast<QLabel*>(m_message), m_rule, static_cast<QLabel*>(m_advice) }) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto policy = label->sizePolicy(); // a long text must not widen the dock
        policy.setHorizontalPolicy(QSizePolicy::Ignored);
        label->setSizePolicy(policy);
        texts->addWidget(label);
    }
    texts->addStretch();
    m_content->addWidget(m_buttons, 0, Qt::AlignTop);
    setWidget(content);
    hide();
}

void ProblemDetail::set(const support::Diagnostic* finding, const SelectedItem& item)
{
    setVisible(finding != nullptr);
    if (finding == nullptr)
        return;
    m_message->setText(breakable(findingText(*finding, longestText)));
    const auto rule = ruleSentence(finding->code).text;
    m_rule->setText(tr("Rule: %1").arg(plain(finding->code, 100))
        + (rule.isEmpty() ? QString() : QStringLiteral(" · ") + rule));
    m_advice->setText(breakable(adviceOf(*finding, longestText)));
    m_advice->setVisible(!finding->advice.empty());
    setButtons(*finding, item);
    fit();
}

void ProblemDetail::setButtons(const support::Diagnostic& finding, const SelectedItem& item)
{
    qDeleteAll(m_buttons->findChildren<QPushButton*>(Qt::FindDirectChildrenOnly));
    while (auto* old = m_row->takeAt(0))
        delete old;
    auto actions = problemActions(finding, m_panel);
    if (item.kind != SelectedItem::Kind::None)
        actions.push_back({ "showInGraph", tr("Show in Graph"), {},
            [panel = &m_panel, item] { showInGraph(*panel, item); } });
    auto* before = m_panel.focusProxy(); // the table; Tab moves from it to the buttons
    for (const auto& action : actions) {
        auto* button = new QPushButton(action.text, m_buttons);
        button->setObjectName(action.id);
        button->setToolTip(toolTipOf(action.hint));
        button->setAccessibleDescription(
            action.hint.isEmpty() ? plain(finding.message, longestText) : action.hint);
        // Queued, because the action may change the finding and thereby delete these buttons.
        connect(button, &QPushButton::clicked, &m_panel, action.follow, Qt::QueuedConnection);
        m_row->addWidget(button, 0, Qt::AlignLeft);
        QWidget::setTabOrder(before, button);
        before = button;
    }
    m_row->addStretch();
    m_buttons->setVisible(!actions.empty());
}

void ProblemDetail::fit()
{
    if (isHidden())
        return;
    const int width = m_panel.width();
    const auto margins = m_content->contentsMargins();
    int buttons = margins.left() + margins.right();
    for (const auto* button : m_buttons->findChildren<QPushButton*>())
        buttons += button->sizeHint().width() + m_row->spacing();
    m_row->setDirection(buttons <= width ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // Below the text they take height, of which a low dock has little.
    m_content->setDirection(
        2 * buttons <= width ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int wanted = m_content->hasHeightForWidth() ? m_content->totalHeightForWidth(width)
                                                      : m_content->totalSizeHint().height();
    setFixedHeight(std::min(wanted, static_cast<int>(maxShare * m_panel.height())));
}

} // namespace ui
