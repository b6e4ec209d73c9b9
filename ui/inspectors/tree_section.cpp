#include "layout/card/card.h"
#include "layout/card/decision_trees.h"
#include "layout/layout_engine.h"
#include "layout/scene/curve.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/format.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <memory>
#include <utility>

// The trees of ai.onnx.ml operators, which store them in attributes of thousands of numbers.

namespace ui {

namespace {

constexpr std::size_t maxNodes = 255;
constexpr float boxHeight = 24; // in pixels
constexpr float boxSide = 8;

/// Draws one decision tree with its root at the left: conditions as boxes, leaves as rounded boxes,
/// a solid line for "true".
class TreePicture : public QWidget {
public:
    explicit TreePicture(QWidget* parent)
        : QWidget(parent)
    {
        QObject::connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    }

    void show(layout::DecisionTree tree)
    {
        m_tree = std::move(tree);
        layout::Drawing drawing;
        drawing.direction = layout::Direction::Right;
        drawing.cut.isOn = false;
        const auto measurer = fontMeasurer();
        QStringList spoken;
        for (std::uint32_t i = 0; i < m_tree.nodes.size(); ++i) {
            const auto& node = m_tree.nodes[i];
            const float width = measurer->width(layout::TextRole::Row, node.text);
            drawing.boxes.push_back(
                { { layout::ItemKind::Node, i }, { width + 2 * boxSide, boxHeight } });
            drawing.values.push_back({ model::ValueId(i), 0, 0 });
            for (const auto child : { node.ifTrue, node.ifFalse }) {
                if (child != layout::DecisionNode::none)
                    drawing.edges.push_back({ i, child, i, 0, 0 });
            }
            spoken << QString::fromStdString(node.text);
        }
        auto scene = layout::layered(drawing);
        m_scene = scene ? *std::move(scene) : layout::Scene();
        setFixedSize(int(m_scene.bounds.width), int(m_scene.bounds.height));
        setAccessibleDescription(spoken.join(QStringLiteral("; ")));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const CanvasStyle style(Theme::instance().kind());
        for (std::size_t line = 0; line < m_scene.lineCount(); ++line)
            drawLine(painter, style, line);
        painter.setFont(canvasFont(layout::TextRole::Row, 1));
        for (std::size_t box = 0; box < m_scene.boxCount(); ++box)
            drawBox(painter, style, box);
    }

private:
    void drawLine(QPainter& painter, const CanvasStyle& style, std::size_t line) const
    {
        const auto& from = m_tree.nodes[m_scene.lineTail[line]];
        const bool isYes = from.ifTrue == m_scene.lineHead[line];
        painter.setPen(QPen(style.edge, 1.25, isYes ? Qt::SolidLine : Qt::DashLine));
        const auto points = m_scene.line(line);
        QPainterPath path(QPointF(double(points[0].x), double(points[0].y)));
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            const auto curve = layout::curveBetween(points[i], points[i + 1], m_scene.direction);
            path.cubicTo(double(curve.control1.x), double(curve.control1.y),
                double(curve.control2.x), double(curve.control2.y), double(curve.to.x),
                double(curve.to.y));
        }
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }

    void drawBox(QPainter& painter, const CanvasStyle& style, std::size_t box) const
    {
        const auto& place = m_scene.boxes[box];
        const QRectF rect(
            double(place.x), double(place.y), double(place.width), double(place.height));
        const auto& node = m_tree.nodes[box];
        const bool isLeaf = node.ifTrue == layout::DecisionNode::none
            && node.ifFalse == layout::DecisionNode::none;
        painter.setPen(isLeaf ? style.groupBorder : style.nodeBorder);
        painter.setBrush(isLeaf ? style.groupFill : style.nodeFill);
        const double radius = isLeaf ? rect.height() / 2 : double(layout::CardMetrics::radius);
        painter.drawRoundedRect(rect, radius, radius);
        painter.setPen(style.text);
        painter.drawText(rect, Qt::AlignCenter, QString::fromStdString(node.text));
    }

    layout::DecisionTree m_tree;
    layout::Scene m_scene;
};

QString factsOf(const layout::DecisionTree& tree)
{
    auto text = Inspector::tr("solid: yes, dashed: no");
    if (tree.hidden > 0)
        text += QStringLiteral(" · ")
            + Inspector::tr("%1 deeper ones are not drawn")
                  .arg(countOf(tree.hidden, QT_TR_NOOP("%1 node(s)")));
    return text;
}

} // namespace

SectionBody makeTrees(const InspectorTarget& target, QWidget* parent)
{
    const auto* node = target.node();
    auto found = node != nullptr ? layout::DecisionTrees::of(target.model, *node) : std::nullopt;
    if (!found)
        return nullptr;
    constexpr int shownHeight = 260; // in pixels
    const auto trees = std::make_shared<const layout::DecisionTrees>(*std::move(found));
    auto* section = new QWidget(parent);
    auto* column = makeColumn(section, {}, styleSpacing);
    auto* row = new QHBoxLayout;
    auto* number = new QSpinBox(section);
    number->setObjectName("treeNumber");
    number->setRange(1, static_cast<int>(trees->count()));
    number->setAccessibleName(Inspector::tr("Tree"));
    number->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(number);
    row->addWidget(new QLabel(Inspector::tr("of %1").arg(countText(trees->count())), section));
    row->addStretch(1);
    column->addLayout(row);
    auto* area = new QScrollArea(section);
    auto* picture = new TreePicture(area);
    picture->setObjectName("treePicture");
    area->setWidget(picture);
    area->setFixedHeight(shownHeight);
    column->addWidget(area);
    auto* facts = makeWrappedLabel({}, "secondary", section);
    column->addWidget(facts);
    const auto show = [=](int tree) {
        auto chosen = trees->tree(static_cast<std::size_t>(tree - 1), maxNodes);
        facts->setText(factsOf(chosen));
        picture->show(std::move(chosen));
        area->ensureVisible(0, picture->height() / 2);
    };
    QObject::connect(number, qOverload<int>(&QSpinBox::valueChanged), picture, show);
    show(1);
    return section;
}

} // namespace ui
