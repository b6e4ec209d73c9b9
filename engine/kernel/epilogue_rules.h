#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace engine {

/// Rules that decide whether a product (MatMul, Conv ...) also computes the activation after it
/// (passes/fuse_epilogues.cpp). Reports use them to state why one was not fused.

/// Products with fewer multiply-adds are not fused, since the oneDNN kernels refuse them
/// (minMultiplyAdds in engine/cpu/onednn.cpp).
inline constexpr std::int64_t minEpilogueMultiplyAdds = 20'000;

inline constexpr std::array epilogueActivations { std::string_view("Relu"),
    std::string_view("Sigmoid"), std::string_view("Tanh"), std::string_view("HardSwish"),
    std::string_view("LeakyRelu"), std::string_view("Elu"), std::string_view("Clip") };

inline bool isEpilogueActivation(std::string_view domain, std::string_view type)
{
    return domain.empty()
        && std::ranges::find(epilogueActivations, type) != epilogueActivations.end();
}

} // namespace engine
