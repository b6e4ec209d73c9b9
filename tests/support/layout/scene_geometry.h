#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Whether a picture can be read: nothing lies over anything else. Works on any scene, whichever
/// engine made it, and looks at what is drawn (the curves), not only at their points.
namespace testing {

/// What is wrong with a scene, counted by kind.
struct GeometryFaults {
    std::uint64_t overlappingBoxes = 0; ///< pairs of boxes, chips of the same or others included
    std::uint64_t linesThroughBoxes = 0; ///< pairs of a line and a box or chip that is not its end
    std::uint64_t linesThroughOwnBox = 0; ///< lines that run below the box they start or end at
    std::uint64_t looseEnds = 0; ///< lines that do not end on the borders of their boxes
    std::uint64_t upwardEdges = 0; ///< that do not close a cycle
    std::uint64_t labelsOnBoxes = 0; ///< labels that print over a box or chip
    std::uint64_t brokenFrames = 0; ///< frames that cut through a box or another frame
    std::uint64_t linesThroughFrames = 0; ///< pairs; neither end of the line is in the frame
    std::uint64_t outside = 0; ///< boxes beyond the bounds
    std::string first; ///< one of them, with numbers

    // Exceptions: allowed, and counted so that tests can name them.
    std::uint64_t cycleEdges = 0; ///< lead upwards because they close a cycle

    bool isClean() const { return first.empty(); }
};

/// All counts as text.
std::string summary(const GeometryFaults& faults);

/// Width of a label in units; 0 = it has no text.
using LabelWidth = std::function<float(const layout::Label&)>;

/// `labelWidth` may be empty: then every label counts as 80 units wide.
GeometryFaults checkGeometry(const layout::Scene& scene, const LabelWidth& labelWidth = {});

/// The points of a line as it is drawn: curves in short pieces.
std::vector<layout::Point> flattened(const layout::Scene& scene, std::size_t line);

/// How often lines cross, counted where they are drawn, so that engines can be compared. Lines that
/// only meet at a common end do not cross.
std::uint64_t drawnCrossings(const layout::Scene& scene);

}
