#include "ui/compare/compared_canvases.h"

#include "layout/folding.h"
#include "ui/canvas/overlays.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/inspectors/chips.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/layouts.h"

#include <QGridLayout>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr std::array letters { "A", "B" };

} // namespace

/// The result of a layout job.
struct ComparedCanvases::Placed {
    ComparedPicture picture;
    std::array<std::shared_ptr<const layout::Overlay>, 2> times;
};

ComparedCanvases::ComparedCanvases(Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    auto* row = new QSplitter(Qt::Horizontal, this);
    row->setObjectName("comparedCanvases");
    row->setChildrenCollapsible(false);
    auto* column = makeColumn(this, {}, styleSpacing);
    column->addWidget(row);
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        buildSide(side);
        row->addWidget(m_sides[side].canvas->parentWidget());
    }
    setMinimumHeight(120);
}

void ComparedCanvases::buildSide(std::size_t side)
{
    auto* holder = new QWidget(this);
    auto* grid = new QGridLayout(holder);
    grid->setContentsMargins(0, 0, 0, 0);
    auto& own = m_sides[side];
    own.canvas = new CanvasView(holder);
    own.canvas->setObjectName(QStringLiteral("canvas") + QLatin1String(letters[side]));
    own.name = makeStateChip({}, "info", holder);
    own.name->setObjectName(QStringLiteral("sideName") + QLatin1String(letters[side]));
    own.name->setAttribute(Qt::WA_TransparentForMouseEvents);
    own.name->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(own.canvas, 0, 0);
    auto* corner = makeColumn(nullptr, { 8, 8, 12, 8 }, styleSpacing);
    corner->addWidget(own.name, 0, Qt::AlignRight);
    corner->addStretch();
    grid->addLayout(corner, 0, 0, Qt::AlignTop | Qt::AlignRight);
    const auto choose
        = [this, side](model::NodeId node) { emit nodeChosen(static_cast<int>(side), node); };
    connect(own.canvas, &CanvasView::nodeSelected, this, choose);
    connect(own.canvas, &CanvasView::selectionCleared, this, [choose] { choose({}); });
    connect(own.canvas, &CanvasView::foldRequested, this,
        [this, side](quint32 group) { fold(side, group); });
    connect(own.canvas, &CanvasView::viewChanged, this, [this, side] { follow(side); });
}

void ComparedCanvases::set(const Compared& compared)
{
    const bool isSame = m_compared.hasModels()
        && m_compared.sides[0].model == compared.sides[0].model
        && m_compared.sides[1].model == compared.sides[1].model;
    m_compared = compared;
    for (std::size_t side = 0; side < m_sides.size(); ++side) {
        auto& own = m_sides[side];
        own.name->setText(QStringLiteral("%1   %2").arg(
            QLatin1String(letters[side]), compared.sides[side].title));
        own.canvas->setAccessibleName(own.name->text());
        own.badges = comparedBadges(compared, side);
        own.times = nullptr;
        if (!isSame)
            own.tree = nullptr;
    }
    if (!isSame) {
        m_open.reset();
        m_originDifference = {};
    }
    place();
}

void ComparedCanvases::place()
{
    m_isPlaced = false;
    ComparedPlaceRequest request;
    request.structure = m_compared.structure;
    request.open = m_open;
    std::array<OverlaySource, 2> sources;
    std::array<std::shared_ptr<const layout::Overlay>, 2> known;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& side = m_compared.sides[i];
        const auto analysis = side.document != nullptr && side.document->model() == side.model
            ? side.document->analysis()
            : nullptr;
        const auto options = side.document != nullptr ? side.document->drawingOptions()
                                                      : layout::DrawingOptions {};
        m_cards = options.cards;
        request.sides[i] = { side.model, analysis, side.model->main().id, m_sides[i].tree, {},
            false, &layout::layoutEngines().front(), options, fontMeasurer() };
        sources[i] = { side.model, analysis, side.profile, nullptr, nullptr, nullptr };
        known[i] = m_sides[i].times;
    }
    m_cards.measured
        = m_compared.sides[0].profile != nullptr || m_compared.sides[1].profile != nullptr;
    for (auto& side : request.sides)
        side.options.cards = m_cards;
    m_context.jobs.start<Placed>(
        this, QStringLiteral("placeCompared"), tr("Placing both graphs"),
        [request = std::move(request), sources, known](
            std::stop_token stop, const support::Progress& progress) -> support::Result<Placed> {
            Placed placed { TRY(placeCompared(request, std::move(stop), progress)), known };
            for (std::size_t i = 0; i < 2; ++i) {
                auto source = sources[i];
                if (placed.times[i] != nullptr || source.profile == nullptr)
                    continue;
                source.statistics = profiler::computeStatistics(*source.profile);
                placed.times[i] = overlaySpecs().front().make(source);
            }
            return placed;
        },
        [this](support::Result<Placed> placed) {
            if (placed)
                take(*std::move(placed));
            else if (placed.error().kind() != support::ErrorKind::Cancelled)
                m_context.showStatus(tr("The graphs were not placed: %1")
                                         .arg(QString::fromStdString(placed.error().message())),
                    "error");
        });
}

void ComparedCanvases::take(Placed made)
{
    const bool isFirst = !m_open;
    m_open = std::move(made.picture.open);
    m_isFollowing = true;
    for (std::size_t i = 0; i < 2; ++i) {
        m_sides[i].tree = made.picture.placed[i].tree;
        m_sides[i].times = made.times[i];
        m_sides[i].canvas->setContent(contentOf(i, made.picture.placed[i].scene),
            isFirst ? CanvasView::Arrival::Fresh : CanvasView::Arrival::Same);
    }
    m_isFollowing = false;
    m_isPlaced = true;
    isFirst ? showBothFromTop() : follow(0);
    if (const auto awaited = std::exchange(m_awaited, {}); awaited.isValid())
        show(awaited);
    else
        mark(m_marked);
    emit placed();
}

CanvasContent ComparedCanvases::contentOf(
    std::size_t side, std::shared_ptr<const layout::Scene> scene) const
{
    const auto& own = m_compared.sides[side];
    const auto analysis = own.document != nullptr && own.document->model() == own.model
        ? own.document->analysis()
        : nullptr;
    return { own.model, analysis, std::move(scene), m_cards, layout::LabelRule::Changes,
        m_sides[side].times, m_sides[side].badges };
}

/// Shows both scenes from the top, horizontally centred, at the smaller of their two zooms.
void ComparedCanvases::showBothFromTop()
{
    const auto a = m_sides[0].canvas->view();
    const auto b = m_sides[1].canvas->view();
    const auto middle = [&](std::size_t side) {
        return m_sides[side].canvas->content().scene->bounds.centre().x;
    };
    m_originDifference = QPointF(middle(1) - middle(0), 0);
    auto view = a;
    view.zoom = std::min(a.zoom, b.zoom);
    view.origin = QPointF(middle(0) - view.size.width() / 2.0 / view.zoom, 0);
    m_isFollowing = true;
    m_sides[0].canvas->setView(view);
    m_isFollowing = false;
    follow(0);
}

void ComparedCanvases::follow(std::size_t leader)
{
    auto* canvas = m_sides[1 - leader].canvas;
    if (!m_isLinked || m_isFollowing || !m_isPlaced || canvas->content().isEmpty())
        return;
    const auto& shown = m_sides[leader].canvas->view();
    auto view = canvas->view();
    view.zoom = shown.zoom;
    view.origin
        = leader == 0 ? shown.origin + m_originDifference : shown.origin - m_originDifference;
    m_isFollowing = true;
    canvas->setView(view);
    m_isFollowing = false;
}

void ComparedCanvases::setLinked(bool isLinked)
{
    m_isLinked = isLinked;
    if (!isLinked || !m_isPlaced)
        return;
    m_originDifference = m_sides[1].canvas->view().origin - m_sides[0].canvas->view().origin;
    follow(0);
}

void ComparedCanvases::mark(NodePair pair)
{
    m_marked = pair;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto node = pair.of(side);
        m_sides[side].canvas->setMarks(
            node.isValid() ? std::vector { node } : std::vector<model::NodeId> {}, node, {});
    }
}

void ComparedCanvases::show(NodePair pair)
{
    if (!m_isPlaced || openGroupsOf(pair)) {
        m_marked = pair;
        m_awaited = pair;
        return;
    }
    mark(pair);
    std::array<std::uint32_t, 2> boxes {};
    for (std::size_t side = 0; side < 2; ++side)
        boxes[side] = pair.of(side).isValid()
            ? m_sides[side].canvas->content().scene->find(pair.of(side))
            : layout::noIndex;
    const std::size_t leader = boxes[0] != layout::noIndex ? 0 : 1;
    if (boxes[leader] == layout::noIndex)
        return; // the node is in a subgraph
    // Aligns the two boxes in the view too: the layout may not have put them at the same height.
    if (m_isLinked && boxes[1 - leader] != layout::noIndex) {
        const auto at = [&](std::size_t side) {
            const auto rect = m_sides[side].canvas->content().scene->boxes[boxes[side]];
            return QPointF(rect.centre().x, rect.y);
        };
        m_originDifference = at(1) - at(0);
    }
    m_sides[leader].canvas->reveal(boxes[leader], CanvasView::Motion::Immediate);
    follow(leader);
}

bool ComparedCanvases::openGroupsOf(NodePair pair)
{
    auto open = m_open.value_or(layout::OpenGroups {});
    for (std::size_t side = 0; side < 2; ++side) {
        const auto node = pair.of(side);
        const auto& tree = m_sides[side].tree;
        if (!node.isValid() || tree == nullptr || node.value() >= tree->groupOfNode.size())
            continue;
        const auto group = tree->groupOfNode[node.value()];
        if (group != layout::noGroup
            && m_sides[side].canvas->content().scene->find(node) == layout::noIndex)
            open = layout::openedTo(*tree, std::move(open), group);
    }
    if (open == m_open)
        return false;
    setOpen(std::move(open));
    return true;
}

void ComparedCanvases::fold(std::size_t side, quint32 group)
{
    const auto& tree = m_sides[side].tree;
    if (!m_open || tree == nullptr || group >= tree->groups.size())
        return;
    const auto& scene = *m_sides[side].canvas->content().scene;
    const auto card = scene.findGroup(group);
    m_sides[side].canvas->keepInPlace(group);
    if (card != layout::noIndex && scene.items[card].count > 1)
        return setOpen(layout::withStack(*tree, *m_open, group, scene.items[card].count));
    setOpen(layout::withGroup(*tree, *m_open, group, !layout::isOpen(*tree, *m_open, group)));
}

void ComparedCanvases::setOpen(layout::OpenGroups open)
{
    m_open = std::move(open);
    place();
}

} // namespace ui
