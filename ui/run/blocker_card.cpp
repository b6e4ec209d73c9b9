#include "ui/run/blocker_card.h"

#include "ui/inspectors/fact_list.h"
#include "ui/run/run_blockers.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include <initializer_list>
#include <utility>

namespace ui {

BlockerCard::BlockerCard(QWidget* parent)
    : QWidget(parent)
    , m_text(makeText({}, this))
    , m_show(new QPushButton(tr("Show problems"), this))
    , m_despite(new QPushButton(tr("Run anyway"), this))
    , m_random(new QPushButton(tr("Use random weights"), this))
    , m_rest(new QPushButton(tr("Run the rest"), this))
    , m_plugins(new QPushButton(tr("Add plug-in…"), this))
{
    auto* outer = makeColumn(this, {}, styleSpacing);
    auto* card = new QFrame(this);
    card->setObjectName("finding");
    card->setProperty("tone", "error");
    outer->addWidget(card);
    auto* column = makeColumn(card, { 10, 8, 10, 8 }, 6);
    auto* head = makeRow(nullptr, {}, 8);
    head->addWidget(new IconLabel("error", 16, "error", this));
    auto* title = makeText(tr("This model cannot run"), this, "heading");
    title->setProperty("tone", "error");
    head->addWidget(title, 1);
    column->addLayout(head);
    m_text->setObjectName("blocker");
    column->addWidget(m_text);
    m_despite->setToolTip(tr("The results then depend on the implementation"));
    m_random->setToolTip(
        tr("Seeded numbers stand in for what cannot be read: times are real, results are not"));
    m_rest->setToolTip(
        tr("Leaves out what the unsupported operators would compute, and all that depends on it"));
    m_plugins->setToolTip(tr("Preferences: a plug-in brings operators of other domains"));
    const std::initializer_list<std::pair<QPushButton*, const char*>> buttons {
        { m_despite, "runDespite" }, { m_random, "useRandomWeights" }, { m_rest, "runTheRest" },
        { m_plugins, "addPlugin" }, { m_show, "showProblems" }
    };
    for (const auto& [button, name] : buttons) {
        button->setObjectName(name);
        // One below the other, because the panel is narrow.
        column->addWidget(button, 0, Qt::AlignLeft);
    }
    connect(m_show, &QPushButton::clicked, this, &BlockerCard::problemsRequested);
    connect(m_despite, &QPushButton::clicked, this, &BlockerCard::runDespiteProblemsRequested);
    connect(m_random, &QPushButton::clicked, this, &BlockerCard::randomWeightsRequested);
    connect(m_rest, &QPushButton::clicked, this, &BlockerCard::partialRunRequested);
    connect(m_plugins, &QPushButton::clicked, this, &BlockerCard::pluginsRequested);
    hide();
}

void BlockerCard::set(
    const RunBlockers& blockers, const RunSettings& settings, const QString& unsupported)
{
    auto text = blockerText(blockers, settings);
    const bool isUnsupported = text.isEmpty() && !unsupported.isEmpty() && !settings.partialRun;
    if (isUnsupported)
        text = unsupported;
    m_text->setText(text);
    m_despite->setVisible(hasStoppingFindings(blockers, settings));
    m_random->setVisible(hasStoppingWeights(blockers, settings));
    m_rest->setVisible(isUnsupported);
    m_plugins->setVisible(isUnsupported);
    setVisible(!text.isEmpty());
}

} // namespace ui
