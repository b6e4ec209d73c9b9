#include "ui/canvas/tools/breadcrumb.h"

#include "layout/hierarchy.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

/// Most siblings in a menu; the Model panel lists all of them.
constexpr std::size_t maxSiblings = 40;

constexpr int minWidth = 180; // pixels
constexpr int minStep = 44;

/// A step of the path, elided if there is no room; the tool tip has the complete name.
class StepButton : public QToolButton {
public:
    StepButton(const QString& text, bool isLast, QWidget* parent)
        : QToolButton(parent)
    {
        setText(text);
        setToolTip(toolTipOf(QString(text).replace(QStringLiteral("&&"), QStringLiteral("&"))));
        setAutoRaise(true);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        if (!isLast)
            return;
        auto bold = font();
        bold.setWeight(QFont::DemiBold);
        setFont(bold);
    }
    QSize minimumSizeHint() const override
    {
        const auto usual = sizeHint();
        return { std::min(minStep, usual.width()), usual.height() };
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        // Measured as sizeHint() does it: horizontalAdvance() may round down, and elide for that.
        const int beside
            = sizeHint().width() - fontMetrics().size(Qt::TextShowMnemonic, text()).width();
        option.text = fontMetrics().elidedText(
            text(), Qt::ElideMiddle, std::max(0, width() - beside), Qt::TextShowMnemonic);
        QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
    }
};

/// Returns the text for a button or a menu, with `&` escaped.
QString buttonText(const model::Model& model, model::GraphId graph)
{
    return QString::fromStdString(layout::levelTitle(model, graph))
        .replace(u'&', QStringLiteral("&&"));
}

std::vector<model::GraphId> siblings(const model::Model& model, model::GraphId graph)
{
    std::vector<model::GraphId> found;
    const auto parent = model.graph(graph).parent;
    for (const auto& other : model.graphs) {
        const bool isSibling = parent.isValid() ? other.parent == parent : !other.parent.isValid();
        if (isSibling && found.size() < maxSiblings)
            found.push_back(other.id);
    }
    return found;
}

} // namespace

Breadcrumb::Breadcrumb(QWidget* parent)
    : QWidget(parent)
    , m_steps(new QHBoxLayout)
    , m_facts(new ElidedLabel(QString(), ElidedLabel::Look::Secondary, this))
    , m_groups(new QHBoxLayout)
{
    setObjectName("breadcrumb");
    auto* row = makeRow(this, { 12, 2, 8, 3 }, 6);
    setAttribute(Qt::WA_StyledBackground);
    row->addWidget(new IconLabel("graph", 16, "textSecondary", this));
    row->addLayout(m_steps);
    row->addLayout(m_groups);
    m_groups->setSpacing(0);
    // Takes the remaining width, so that another text does not change the layout.
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_facts->setAlignment(Qt::AlignRight);
    row->addWidget(m_facts, 1);
    m_steps->setSpacing(0);
}

namespace {

/// Later, because the caller may be a signal of one of the widgets.
void removeAll(QBoxLayout& row)
{
    while (auto* item = row.takeAt(0)) {
        if (auto* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

} // namespace

void Breadcrumb::showGraph(std::shared_ptr<const model::Model> model, model::GraphId graph)
{
    removeAll(*m_steps);
    m_model = std::move(model);
    if (m_model == nullptr)
        return;
    auto way = layout::pathTo(*m_model, graph);
    if (way.front() != m_model->main().id)
        way.insert(way.begin(), m_model->main().id);
    // Of a deep nesting only both ends are shown.
    constexpr std::size_t maxSteps = 6;
    for (std::size_t i = 0; i < way.size(); ++i) {
        if (way.size() > maxSteps && i > 1 && i + 3 < way.size())
            continue;
        addStep(way[i], i + 1 == way.size());
    }
}

void Breadcrumb::addStep(model::GraphId graph, bool isLast)
{
    if (m_steps->count() > 0)
        addSign(*m_steps);
    auto* button = new StepButton(buttonText(*m_model, graph), isLast, this);
    connect(button, &QToolButton::clicked, this, [this, graph] { emit graphChosen(graph); });
    const auto others = siblings(*m_model, graph);
    if (others.size() > 1) {
        auto* menu = new QMenu(button);
        for (const auto other : others)
            menu->addAction(
                buttonText(*m_model, other), this, [this, other] { emit graphChosen(other); });
        button->setMenu(menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
    m_steps->addWidget(button);
}

void Breadcrumb::addSign(QBoxLayout& row)
{
    row.addWidget(makeLabel(QStringLiteral("›"), "secondary", this));
}

void Breadcrumb::showGroup(std::shared_ptr<const layout::GroupTree> tree, std::uint32_t group)
{
    if (tree == m_tree && group == m_group)
        return;
    m_tree = std::move(tree);
    m_group = group;
    removeAll(*m_groups);
    if (m_tree == nullptr || group >= m_tree->groups.size())
        return;
    std::vector<std::uint32_t> way;
    for (auto at = group; at != 0 && at != layout::noGroup; at = m_tree->groups[at].parent)
        way.insert(way.begin(), at);
    constexpr std::size_t maxSteps = 5;
    for (std::size_t i = 0; i < way.size(); ++i) {
        if (way.size() > maxSteps && i > 0 && i + 3 < way.size())
            continue;
        addGroupStep(way[i], i + 1 == way.size());
    }
}

void Breadcrumb::addGroupStep(std::uint32_t group, bool isLast)
{
    const auto titleOf = [this](std::uint32_t other) {
        return QString::fromStdString(m_tree->groups[other].title)
            .replace(u'&', QStringLiteral("&&"));
    };
    addSign(*m_groups);
    auto* button = new StepButton(titleOf(group), isLast, this);
    button->setObjectName("groupStep");
    connect(button, &QToolButton::clicked, this, [this, group] { emit groupChosen(group); });
    const auto& parent = m_tree->groups[m_tree->groups[group].parent];
    if (parent.childCount > 1) {
        auto* menu = new QMenu(button);
        // Lists the siblings around the group if there are thousands.
        const auto first = parent.firstChild;
        const auto count = std::min<std::uint32_t>(parent.childCount, maxSiblings);
        const auto half = static_cast<std::uint32_t>(maxSiblings / 2);
        const auto wanted = group - first > half ? group - half : first;
        const auto begin = std::min(wanted, first + parent.childCount - count);
        for (auto other = begin; other < begin + count; ++other)
            menu->addAction(titleOf(other), this, [this, other] { emit groupChosen(other); });
        button->setMenu(menu);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
    m_groups->addWidget(button);
}

void Breadcrumb::addTool(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIconSize({ 18, 18 });
    layout()->addWidget(button);
}

QSize Breadcrumb::minimumSizeHint() const
{
    return { minWidth, QWidget::minimumSizeHint().height() };
}

void Breadcrumb::setFacts(const QString& text) { m_facts->setText(text); }

} // namespace ui
