#pragma once

#include "layout/layered/cut.h"
#include "layout/layered/ranks.h"
#include "layout/scene/scene_parts.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <stop_token>

namespace layout {

/// A drawing with fixed ranks, the edges that are cut and the chips for them.
struct RankedDrawing {
    const Drawing& drawing;
    const Ranking& ranking;
    const Cuts& cuts;
    ChipPlan chips;
};

/// Performs the steps of layered() after ranking and cutting. The scene has no bounds and no
/// indices; finishScene adds them.
support::Result<Scene> placeRanked(
    const RankedDrawing& ranked, std::stop_token stop = {}, const support::Progress& progress = {});

}
