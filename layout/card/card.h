#pragma once

#include "layout/card/text_measurer.h"
#include "layout/drawing.h"
#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/palette.h"

#include <cstdint>
#include <string>
#include <vector>

/// What stands on a card, for the sizes of boxes and for the painters of SVG and canvas alike. All
/// texts are sanitised: they are safe to show as plain text, and elided to a bounded length.
namespace layout {

/// Which parts of a card are shown (View menu). The same options must be given to buildDrawing and
/// to the painter.
struct CardOptions {
    bool attributes = true;
    bool weights = true;
    bool names = true;
    bool measured = false; ///< keep room for the line of measured values
    bool operator==(const CardOptions&) const = default;
};

struct CardRow {
    enum class Kind : std::uint8_t { Attribute, Weight, Constant, More };
    Kind kind = Kind::Attribute;
    std::string label; ///< left, secondary: `kernel_shape`, `weight`
    std::string text; ///< right: `3 3`, `64×3×7×7 fp32`
    model::ValueId value; ///< of a weight or constant
};

struct CardContent {
    ItemKind kind = ItemKind::Node;
    std::string title; ///< operator type; name of an input or output
    std::string name; ///< node's name; type and shape of an input or output
    model::Category category = model::Category::Custom;
    std::vector<CardRow> rows;
    bool hasInside = false; ///< has a subgraph or calls a local function: can be entered
    bool isUnknown = false; ///< operator without a schema that is no local function
    /// Drawn with a hatched header and a dashed border, because its category has no colour.
    bool isCustom() const { return isUnknown || category == model::Category::Custom; }
};

/// Measures of a card, from top to bottom: header, name, rows, measured line.
struct CardMetrics {
    static constexpr float minimumWidth = 132;
    static constexpr float maximumWidth = 240;
    static constexpr float widthStep = 4;
    static constexpr float header = 24;
    static constexpr float name = 18;
    static constexpr float row = 16;
    static constexpr float measured = 20;
    static constexpr float padding = 5; ///< below the last row
    static constexpr float side = 10; ///< left (after the stripe's edge) and right of texts
    static constexpr float stripe = 4;
    static constexpr float radius = 6;
    static constexpr float columnGap = 12; ///< between a row's label and its text
    static constexpr float weightIcon = 14; ///< room for the sign before a weight's label
    static constexpr float terminalHeight = 40; ///< box of a graph input, output or captured value
    static constexpr std::size_t maximumRows = 6;
};

/// `analysis` may be null: then declared types are shown.
CardContent cardContent(const model::Model& model, const model::Analysis* analysis, Item item,
    const CardOptions& options);
Size cardSize(const CardContent& content, const CardOptions& options, const TextMeasurer& measurer);

/// The name of a value as on chips and labels: sanitised, elided.
std::string valueName(const model::Model& model, model::ValueId value);
/// `1×64×56×56 fp32`; declared types without analysis; empty if nothing is known.
std::string valueTypeText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId value);

/// Calls of local functions count as control flow.
model::Category nodeCategory(const model::Node& node);

/// Nodes that are rows of their readers instead of cards: Constant nodes that are read by nodes
/// only, and chains of at most eight Identity nodes that hand such a constant or an initializer on.
bool isFolded(const model::Model& model, const model::Node& node);
/// Constant data that is a row of its readers: no line leads to it.
bool isRow(const model::Model& model, const model::Value& value);
/// What a folded chain of Identity nodes hands on; of other values the value itself.
model::ValueId handedOn(const model::Model& model, model::ValueId value);

} // namespace layout
