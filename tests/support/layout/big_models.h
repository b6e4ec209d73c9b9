#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// ONNX files of any size that look like what exporters write for language models, for tests and
/// benchmarks of everything that must stay fast on large graphs. About 54 nodes a layer.
namespace testing {

enum class BigVariant {
    Chain, ///< nothing is shared between layers
    Llm, ///< mask and two rotation tables are made once and read by every layer
    Scoped, ///< as Llm, with names by scope: `/model/layers.7/self_attn/q_proj/MatMul`
    Wide, ///< as Llm, each layer sends its state to 256 experts and sums them again
    Nested, ///< as Llm, every fourth layer is an If, every eighth a Loop, reading outer values
};

struct BigVariantName {
    BigVariant variant;
    std::string_view name;
};
constexpr BigVariantName bigVariants[] = { { BigVariant::Chain, "chain" },
    { BigVariant::Llm, "llm" }, { BigVariant::Scoped, "scoped" }, { BigVariant::Wide, "wide" },
    { BigVariant::Nested, "nested" } };

struct BigModel {
    std::string bytes; ///< a ModelProto
    std::size_t nodes = 0; ///< with those of subgraphs
};

/// Whole layers, as many as fit into `nodes`, at least one. The same arguments give the same bytes.
BigModel bigModel(BigVariant variant, std::size_t nodes);

}
