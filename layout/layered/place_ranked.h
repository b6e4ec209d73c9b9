#pragma once

#include "layout/layered/cut.h"
#include "layout/layered/ranks.h"
#include "layout/scene/scene_parts.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <stop_token>

namespace layout {

/// A drawing whose ranks are fixed, with the lines that are not drawn and the chips that stand for
/// them.
struct RankedDrawing {
    const Drawing& drawing;
    const Ranking& ranking;
    const Cuts& cuts;
    ChipPlan chips;
};

/// What layered() does after ranking and cutting. The scene has neither bounds nor indices yet:
/// finishScene makes them.
support::Result<Scene> placeRanked(
    const RankedDrawing& ranked, std::stop_token stop = {}, const support::Progress& progress = {});

}
