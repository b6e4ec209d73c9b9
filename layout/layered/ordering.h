#pragma once

#include "layout/layered/layer_graph.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <stop_token>

namespace layout {

struct OrderingResult {
    Order order;
    std::uint64_t crossings = 0;
};

/// Orders the vertices of every rank so that few lines cross. Starts with a depth-first search,
/// which gives no crossings for chains and trees. Then sweeps down and up sort by barycentres of
/// the neighbours; from the third sweep on adjacent pairs are also swapped. The best order is kept.
/// A rank is processed again only if it or its neighbour changed, so regular graphs are fast. Small
/// graphs get more work: searches from both ends, sweeps in both directions and sifting at the end.
/// Fails only when cancelled.
support::Result<OrderingResult> orderRanks(
    const LayerGraph& graph, std::stop_token stop, const support::Progress& progress);

}
