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

/// Orders the vertices of every rank so that few lines cross. Starts from a depth-first walk (no
/// crossing on any chain or tree), then sweeps down and up: barycentres of the neighbours, from the
/// third sweep on also switching of adjacent pairs. The best order seen is kept. A rank is looked
/// at again only if it or its neighbour changed since, so regular graphs cost little. Small graphs
/// get more: walks from both ends, sweeps in both directions, sifting at the end. Fails only when
/// cancelled.
support::Result<OrderingResult> orderRanks(
    const LayerGraph& graph, std::stop_token stop, const support::Progress& progress);

}
