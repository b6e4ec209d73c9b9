#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// ONNX files of any size, similar to exported language models, for tests and benchmarks of code
/// that must be fast for large graphs. About 54 nodes per layer.
namespace testing {

enum class BigVariant {
    Chain, ///< no values are shared between layers
    Llm, ///< a mask and two rotation tables are computed once and read by every layer
    Scoped, ///< as Llm, with scoped names: `/model/layers.7/self_attn/q_proj/MatMul`
    Wide, ///< as Llm; each layer sends its state to 256 experts and sums up their results
    /// As Llm; every fourth layer is an If, every eighth a Loop, and they read outer values.
    Nested,
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
    std::size_t nodes = 0; ///< including those of subgraphs
};

/// A model of complete layers with at most `nodes` nodes, but at least one layer. The same
/// arguments give the same bytes.
BigModel bigModel(BigVariant variant, std::size_t nodes);

}
