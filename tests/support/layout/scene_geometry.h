#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Checks that a scene is readable: nothing is drawn over anything else. Works for scenes of every
/// layout engine, and checks the drawn curves, not only their points.
namespace testing {

/// The faults of a scene, counted by kind.
struct GeometryFaults {
    std::uint64_t overlappingBoxes = 0; ///< pairs of boxes, including their chips
    /// Pairs of a line and a box or chip that is not at its end.
    std::uint64_t linesThroughBoxes = 0;
    std::uint64_t linesThroughOwnBox = 0; ///< lines that run below a box at which they start or end
    std::uint64_t looseEnds = 0; ///< lines that do not end on the borders of their boxes
    std::uint64_t upwardEdges = 0; ///< edges upwards that do not close a cycle
    std::uint64_t labelsOnBoxes = 0; ///< labels drawn over a box or chip
    std::uint64_t brokenFrames = 0; ///< frames that cross a box or another frame
    /// Pairs of a line and a frame that contains neither end of the line.
    std::uint64_t linesThroughFrames = 0;
    std::uint64_t outside = 0; ///< boxes beyond the bounds
    std::string first; ///< the first fault, with numbers

    // Allowed exceptions, counted so that tests can check them.
    std::uint64_t cycleEdges = 0; ///< edges upwards that close a cycle

    bool isClean() const { return first.empty(); }
};

/// All counts as text.
std::string summary(const GeometryFaults& faults);

/// Returns the width of a label in units; 0 for a label without text.
using LabelWidth = std::function<float(const layout::Label&)>;

/// Checks a scene. If `labelWidth` is empty, every label counts as 80 units wide.
GeometryFaults checkGeometry(const layout::Scene& scene, const LabelWidth& labelWidth = {});

/// The points of a line as drawn, with curves divided into short pieces.
std::vector<layout::Point> flattened(const layout::Scene& scene, std::size_t line);

/// Number of crossings between drawn lines, to compare layout engines. Lines that only meet at a
/// common end do not cross.
std::uint64_t drawnCrossings(const layout::Scene& scene);

}
