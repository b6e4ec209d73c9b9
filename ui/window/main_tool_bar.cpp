#include "ui/window/main_tool_bar.h"

#include "ui/canvas/overlays.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr QSize toolIcon(20, 20);
/// Sizes from wide to narrow; fit() takes the first that fits.
struct Fitting {
    int summary; ///< characters
    int findWidth; ///< pixels
    bool hasFindText;
    bool hasEditText;
};
constexpr std::array<Fitting, 5> fittings { { { 70, 300, true, true }, { 44, 300, true, true },
    { 30, 110, false, true }, { 18, 110, false, true }, { 8, 40, false, false } } };

} // namespace

MainToolBar::MainToolBar(ActionTable& actions, QWidget* parent)
    : QToolBar(parent)
    , m_actions(actions)
    , m_profile(nullptr)
    , m_summary(new QPushButton(icon("settings", "textSecondary"), {}, this))
    , m_said(tr("No model"))
    , m_colouring(new QComboBox(this))
{
    setWindowTitle(tr("Main"));
    setObjectName("toolbar");
    setMovable(false);
    setIconSize(toolIcon);
    for (const auto* id : { "file.open", "go.back", "go.forward" })
        addAction(actions.action(id));
    m_profile = addProfileButton();
    m_summary->setObjectName("runSummary");
    m_summary->setToolTip(tr("Run settings"));
    connect(m_summary, &QPushButton::clicked, actions.action("run.settings"), &QAction::trigger);
    addWidget(m_summary);
    addColouring();
    addEditButton();
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    addFindField();
    for (const auto* id : { "help.commands", "file.exportReport", "edit.preferences" })
        addAction(actions.action(id));
}

QPushButton* MainToolBar::addProfileButton()
{
    auto* button = new QPushButton(icon("profile", "onAccent"), tr("Profile"), this);
    button->setObjectName("profileButton");
    button->setProperty("primary", true);
    connect(button, &QPushButton::clicked, this, &MainToolBar::profileClicked);
    addWidget(button);
    return button;
}

void MainToolBar::addColouring()
{
    m_colouring->setObjectName("colouring");
    m_colouring->setAccessibleName(tr("Colour the graph by"));
    m_colouring->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const auto& spec : overlaySpecs()) {
        auto name = tr(spec.title);
        // In English, but not `FLOP`.
        if (name == QLatin1String(spec.title) && name.size() > 1 && name[1].isLower())
            name[0] = name[0].toLower();
        m_colouring->addItem(tr("Colour: %1").arg(name), QString::fromLatin1(spec.actionId));
        connect(m_actions.action(spec.actionId), &QAction::changed, this,
            &MainToolBar::followColouring);
    }
    connect(m_colouring, &QComboBox::activated, this, [this](int index) {
        m_actions.action(m_colouring->itemData(index).toString())->trigger();
    });
    addWidget(m_colouring);
    followColouring();
}

/// Shows the checked menu action in the box and disables the entries whose action is disabled.
void MainToolBar::followColouring()
{
    const auto* items = qobject_cast<QStandardItemModel*>(m_colouring->model());
    for (int i = 0; i < m_colouring->count(); ++i) {
        const auto* action = m_actions.action(m_colouring->itemData(i).toString());
        if (action->isChecked())
            m_colouring->setCurrentIndex(i);
        items->item(i)->setEnabled(action->isEnabled());
        items->item(i)->setToolTip(m_actions.reason(action).toHtmlEscaped());
    }
}

void MainToolBar::addEditButton()
{
    auto* action = m_actions.action("edit.mode");
    auto* button = new QPushButton(icon("wand", "accentInk"), tr("Edit"), this);
    m_edit = button;
    button->setObjectName("editButton");
    button->setAccessibleName(tr("Edit"));
    button->setCheckable(true);
    connect(button, &QPushButton::clicked, action, &QAction::setChecked);
    const auto tell = [this, button, action] {
        const auto reason = m_actions.reason(action);
        button->setChecked(action->isChecked());
        button->setEnabled(action->isEnabled());
        button->setToolTip(toolTipOf(reason.isEmpty() ? withKeyOf(*action, tr("Edit the model"))
                                                      : tr("Not now: %1").arg(reason)));
    };
    tell();
    connect(action, &QAction::changed, button, tell);
    addWidget(button);
}

void MainToolBar::addFindField()
{
    auto* find = m_actions.action("edit.find");
    auto* field = new QPushButton(icon("search", "textSecondary"), {}, this);
    field->setObjectName("findField");
    field->setAccessibleName(tr("Find nodes, tensors, values"));
    m_find = field;
    auto* row = makeRow(field, { 0, 0, 10, 0 }, styleSpacing);
    auto* key = new QLabel(field);
    m_findKey = key;
    const auto tellKey
        = [key, find] { key->setText(find->shortcut().toString(QKeySequence::NativeText)); };
    tellKey();
    connect(find, &QAction::changed, key, tellKey);
    key->setProperty("secondary", true);
    key->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addWidget(key, 0, Qt::AlignRight | Qt::AlignVCenter);
    connect(field, &QPushButton::clicked, find, &QAction::trigger);
    addWidget(field);
}

void MainToolBar::showRun(bool isRunning)
{
    const auto* action = m_actions.action(isRunning ? "run.stop" : "run.profile");
    const auto reason = m_actions.reason(action);
    m_profile->setText(isRunning ? tr("Stop") : tr("Profile"));
    m_profile->setIcon(isRunning ? icon("stop", "error") : icon("profile", "onAccent"));
    m_profile->setProperty("primary", !isRunning);
    m_profile->setProperty("danger", isRunning);
    m_profile->setEnabled(action->isEnabled());
    m_profile->setToolTip(toolTipOf(
        reason.isEmpty() ? withKeyOf(*action, m_profile->text()) : tr("Not now: %1").arg(reason)));
    restyle(*m_profile);
}

void MainToolBar::setRunSummary(const QString& text)
{
    m_summary->setIcon(icon("settings", "textSecondary"));
    m_said = text;
    m_summary->setToolTip(toolTipOf(tr("Run settings: %1").arg(text)));
    fit();
}

void MainToolBar::setRunBlocker(const QString& text, const QString& reason)
{
    m_summary->setIcon(icon("error", "error"));
    m_said = text;
    m_summary->setToolTip(toolTipOf(reason));
    fit();
}

void MainToolBar::resizeEvent(QResizeEvent* event)
{
    QToolBar::resizeEvent(event);
    fit();
}

void MainToolBar::fit()
{
    const auto margins = layout()->contentsMargins();
    for (const auto& fitting : fittings) {
        m_summary->setText(elided(m_said, fitting.summary));
        m_find->setMinimumWidth(fitting.findWidth);
        m_edit->setText(fitting.hasEditText ? tr("Edit") : QString());
        m_find->setText(fitting.hasFindText ? tr("Find nodes, tensors, values") : QString());
        m_findKey->setVisible(fitting.findWidth > m_findKey->sizeHint().width() + toolIcon.width());
        int taken = margins.left() + margins.right();
        for (auto* action : actions()) {
            const auto* widget = widgetForAction(action);
            taken += layout()->spacing()
                + std::max(widget->sizeHint().width(), widget->minimumWidth());
        }
        if (taken <= width())
            return;
    }
}

} // namespace ui
