#include "layout/build_drawing.h"

#include "layout/card/line_style.h"
#include "model/support/stopping.h"

#include <utility>

namespace layout {
namespace {

constexpr std::uint32_t noBox = 0xFFFFFFFFu;

class DrawingBuilder {
public:
    DrawingBuilder(const model::Model& model, const model::Analysis* analysis, const Level& level,
        const DrawingOptions& options, const TextMeasurer& measurer, std::stop_token stop)
        : m_model(model)
        , m_analysis(analysis)
        , m_graph(model.graph(level.graph))
        , m_options(options)
        , m_measurer(measurer)
        , m_stop(std::move(stop))
        , m_producer(model.values.size(), noBox)
        , m_drawn(model.values.size(), noBox)
        , m_lastReader(model.values.size(), noBox)
    {
        m_drawing.direction = options.direction;
        m_drawing.cut = options.cut;
    }

    Drawing run()
    {
        addInputs();
        addNodes();
        for (const auto id : m_graph.nodes) {
            if (support::isStopped(m_stop, id.value()))
                return std::move(m_drawing);
            if (m_boxOf.size() > m_model.node(id).position
                && m_boxOf[m_model.node(id).position] != noBox)
                readInputs(id, m_boxOf[m_model.node(id).position]);
        }
        addOutputs();
        return std::move(m_drawing);
    }

private:
    std::uint32_t addBox(Item item)
    {
        const auto content = cardContent(m_model, m_analysis, item, m_options.cards);
        m_drawing.boxes.push_back({ item, cardSize(content, m_options.cards, m_measurer) });
        return static_cast<std::uint32_t>(m_drawing.boxes.size() - 1);
    }

    void addInputs()
    {
        for (const auto value : m_graph.inputs) {
            if (!m_model.value(value).initializer.isValid())
                m_producer[value.value()] = addBox({ ItemKind::GraphInput, value.value() });
        }
    }

    void addNodes()
    {
        m_boxOf.assign(m_graph.nodes.size(), noBox);
        for (std::size_t i = 0; i < m_graph.nodes.size() && !support::isStopped(m_stop, i); ++i) {
            const auto id = m_graph.nodes[i];
            const model::Node& node = m_model.node(id);
            if (isFolded(m_model, node))
                continue;
            const auto box = addBox({ ItemKind::Node, id.value() });
            m_boxOf[i] = box;
            for (const auto output : node.outputs) {
                if (output.isValid())
                    m_producer[output.value()] = box;
            }
        }
    }

    void addOutputs()
    {
        for (const auto value : m_graph.outputs) {
            const auto box = addBox({ ItemKind::GraphOutput, value.value() });
            read(value, box);
        }
    }

    void readInputs(model::NodeId id, std::uint32_t box)
    {
        for (const auto input : m_model.node(id).inputs)
            read(input, box);
        for (const auto value : capturedBy(m_model, id))
            read(value, box);
    }

    /// Adds an edge from the producer of a value to a box. If a box reads a value twice, it gets
    /// one edge.
    void read(model::ValueId id, std::uint32_t box)
    {
        if (!id.isValid() || m_lastReader[id.value()] == box)
            return;
        const auto producer = producerOf(id);
        if (producer == noBox)
            return;
        m_lastReader[id.value()] = box;
        m_drawing.edges.push_back({ producer, box, drawnValue(id) });
    }

    std::uint32_t producerOf(model::ValueId id)
    {
        auto& producer = m_producer[id.value()];
        if (producer == noBox && isCapture(m_model.value(id)))
            producer = addBox({ ItemKind::Capture, id.value() });
        return producer;
    }

    bool isCapture(const model::Value& value) const
    {
        return value.graph != m_graph.id && value.isDefined && !isRow(m_model, value);
    }

    std::uint32_t drawnValue(model::ValueId id)
    {
        auto& index = m_drawn[id.value()];
        if (index == noBox) {
            index = static_cast<std::uint32_t>(m_drawing.values.size());
            m_drawing.values.push_back(
                measuredValue(m_model, m_analysis, id, m_options.direction, m_measurer));
        }
        return index;
    }

    const model::Model& m_model;
    const model::Analysis* m_analysis;
    const model::Graph& m_graph;
    const DrawingOptions& m_options;
    const TextMeasurer& m_measurer;
    std::stop_token m_stop;
    Drawing m_drawing;
    std::vector<std::uint32_t> m_boxOf; ///< by position in the graph
    std::vector<std::uint32_t> m_producer; ///< by value: box of its producer
    std::vector<std::uint32_t> m_drawn; ///< by value: index into Drawing::values
    std::vector<std::uint32_t> m_lastReader; ///< by value: the box that read it last
};

}

DrawnValue measuredValue(const model::Model& model, const model::Analysis* analysis,
    model::ValueId id, Direction direction, const TextMeasurer& measurer)
{
    DrawnValue value { id, measurer.width(TextRole::Chip, valueName(model, id)), 0 };
    constexpr float border = 8;
    // With Direction::Right a label lies between two ranks, so the ranks must be far enough apart.
    if (direction == Direction::Right)
        value.labelWidth
            = measurer.width(TextRole::Chip, labelText(model, analysis, id, LabelRule::All))
            + border;
    return value;
}

Drawing buildDrawing(const model::Model& model, const model::Analysis* analysis, const Level& level,
    const DrawingOptions& options, const TextMeasurer& measurer, std::stop_token stop)
{
    return DrawingBuilder(model, analysis, level, options, measurer, std::move(stop)).run();
}

}
