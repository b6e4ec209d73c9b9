#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>

/// Terms that test data paths.
namespace model {

namespace {

/// Returns the nodes that can be reached by `neighbours`. Starts at nodes named `start` and at
/// nodes that have a value of that name among their `ends`.
template <typename Neighbours>
std::vector<char> reach(const QueryInputs& run, const std::string& start,
    QueryIndex::Ids (QueryIndex::*ends)(std::size_t) const, const Neighbours& neighbours)
{
    const auto& index = run.index;
    std::vector<char> isNamed(index.textCount(), 1);
    keepOnly(isNamed, run.stop,
        [&](std::size_t text) { return matchesWildcard(index.text(text), start); });
    std::vector<char> isReached(index.nodeCount(), 0);
    std::vector<std::uint32_t> open;
    const auto visit = [&](std::uint32_t node) {
        if (isReached[node] == 0)
            open.push_back(node);
        isReached[node] = 1;
    };
    for (std::uint32_t node = 0; node < index.nodeCount(); ++node) {
        const auto isEnd
            = [&](std::uint32_t value) { return isNamed[index.nodeCount() + value] != 0; };
        if (isNamed[node] != 0 || std::ranges::any_of((index.*ends)(node), isEnd))
            visit(node);
    }
    for (std::size_t steps = 0; !open.empty(); ++steps) {
        if (steps % stopEvery == 0 && run.stop.stop_requested())
            break;
        const auto node = open.back();
        open.pop_back();
        neighbours(node, visit);
    }
    return isReached;
}

/// Keeps nodes on a data path from one named node or value to another. A node of a subgraph leads
/// to the node that owns the subgraph.
void narrowToPath(
    const QueryInputs& run, QueryHits& hits, const std::string& from, const std::string& to)
{
    const auto& index = run.index;
    const auto isReached
        = reach(run, from, &QueryIndex::inputs, [&](std::size_t node, const auto& visit) {
              for (const auto output : index.outputs(node))
                  std::ranges::for_each(index.readers(output), visit);
              if (index.owner(node) != QueryIndex::none)
                  visit(index.owner(node));
          });
    const auto leads
        = reach(run, to, &QueryIndex::outputs, [&](std::size_t node, const auto& visit) {
              for (const auto input : index.inputs(node)) {
                  if (index.producer(input) != QueryIndex::none)
                      visit(index.producer(input));
              }
          });
    keepOnly(hits.nodes, run.stop,
        [&](std::size_t node) { return isReached[node] != 0 && leads[node] != 0; });
}

} // namespace

TermResult makePathTerm(const KeyedText& text)
{
    constexpr std::string_view arrow = "->";
    const auto at = text.value.find(arrow);
    const auto from = text.value.substr(0, at);
    const auto to
        = at == std::string_view::npos ? std::string_view() : text.value.substr(at + arrow.size());
    if (from.empty() || to.empty() || to.find(arrow) != std::string_view::npos)
        return std::string("expected two names, as in path:a->b");
    const auto narrow
        = [from = support::lowered(from), to = support::lowered(to)](
              const QueryInputs& run, QueryHits& hits) { narrowToPath(run, hits, from, to); };
    return QueryTerm { .narrow = narrow };
}

} // namespace model
