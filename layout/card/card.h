#pragma once

#include "layout/card/text_measurer.h"
#include "layout/drawing.h"
#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/palette.h"

#include <cstdint>
#include <string>
#include <vector>

/// Content of cards, for the sizes of boxes and for the painters of SVG and canvas. All texts are
/// sanitised and elided, so they can be shown as plain text.
namespace layout {

/// The parts of a card that are shown (View menu). buildDrawing and the painter must get the same
/// options.
struct CardOptions {
    bool attributes = true;
    bool weights = true;
    bool names = true;
    bool measured = false; ///< reserves space for the line of measured values
    bool operator==(const CardOptions&) const = default;
};

struct CardRow {
    enum class Kind : std::uint8_t { Attribute, Weight, Constant, More };
    Kind kind = Kind::Attribute;
    std::string label; ///< left, in secondary colour: `kernel_shape`, `weight`
    std::string text; ///< right: `3 3`, `64×3×7×7 fp32`
    model::ValueId value; ///< for a weight or constant
};

struct CardContent {
    ItemKind kind = ItemKind::Node;
    std::string title; ///< operator type; for an input or output its name
    std::string name; ///< name of the node; for an input or output its type and shape
    model::Category category = model::Category::Custom;
    std::vector<CardRow> rows;
    bool hasInside = false; ///< has a subgraph or calls a local function, so it can be entered
    bool isUnknown = false; ///< operator without a schema that is not a local function
    /// True if the header is drawn hatched and the border dashed, because the category has no
    /// colour.
    bool isCustom() const { return isUnknown || category == model::Category::Custom; }
};

/// Sizes of the parts of a card, from top to bottom: header, name, rows, measured line.
struct CardMetrics {
    static constexpr float minimumWidth = 132;
    static constexpr float maximumWidth = 240;
    static constexpr float widthStep = 4;
    static constexpr float header = 24;
    static constexpr float name = 18;
    static constexpr float row = 16;
    static constexpr float measured = 20;
    static constexpr float padding = 5; ///< below the last row
    static constexpr float side = 10; ///< left (after the stripe) and right of texts
    static constexpr float stripe = 4;
    static constexpr float radius = 6;
    static constexpr float columnGap = 12; ///< between a row's label and its text
    static constexpr float weightIcon = 14; ///< space for the icon before a weight's label
    static constexpr float terminalHeight = 40; ///< box of a graph input, output or captured value
    static constexpr std::size_t maximumRows = 6;
};

/// If `analysis` is null, declared types are shown.
CardContent cardContent(const model::Model& model, const model::Analysis* analysis, Item item,
    const CardOptions& options);
Size cardSize(const CardContent& content, const CardOptions& options, const TextMeasurer& measurer);

/// Returns the name of a value for chips and labels: sanitised and elided.
std::string valueName(const model::Model& model, model::ValueId value);
/// Returns `1×64×56×56 fp32`. Without analysis the declared type; empty if nothing is known.
std::string valueTypeText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId value);

/// Returns the category of a node. Calls of local functions are Control.
model::Category nodeCategory(const model::Node& node);

/// True for nodes that are drawn as rows of their readers and not as cards: Constant nodes that
/// only nodes read, and chains of at most eight Identity nodes that pass on such a constant or an
/// initializer.
bool isFolded(const model::Model& model, const model::Node& node);
/// True for constant data that is drawn as a row of its readers, so that no line leads to it.
bool isRow(const model::Model& model, const model::Value& value);
/// Returns the value at the start of a folded chain of Identity nodes; for other values the value
/// itself.
model::ValueId handedOn(const model::Model& model, model::ValueId value);

} // namespace layout
