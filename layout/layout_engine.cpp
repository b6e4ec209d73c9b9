#include "layout/layout_engine.h"

#include <array>

namespace layout {
namespace {

constexpr std::array<LayoutEngine, 2> engines { {
    { "layered", "Layered", [] { return true; }, layered },
    { "dot", "Graphviz", hasGraphviz, graphviz },
} };

}

#ifndef OPSCOPE_WITH_GRAPHVIZ
bool hasGraphviz() { return false; }

support::Result<void> graphvizCanPlace(std::uint64_t)
{
    return support::failAs(
        support::ErrorKind::Unsupported, "this build has no Graphviz: use the layered layout");
}

support::Result<Scene> graphviz(const Drawing&, std::stop_token, const support::Progress&)
{
    TRY(graphvizCanPlace(0));
    return Scene();
}
#endif

std::span<const LayoutEngine> layoutEngines() { return engines; }

const LayoutEngine* findEngine(std::string_view name)
{
    for (const auto& engine : engines) {
        if (engine.name == name)
            return &engine;
    }
    return nullptr;
}

}
