#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace engine {

/// What decides whether a product does the activation behind it in passing
/// (passes/fuse_epilogues.cpp); reports say by the same rules why it did not.

/// A product with less work is not fused: as engine/cpu/onednn.cpp, below, the library refuses.
inline constexpr std::int64_t leastEpilogueMultiplyAdds = 20'000;

inline constexpr std::array epilogueActivations { std::string_view("Relu"),
    std::string_view("Sigmoid"), std::string_view("Tanh"), std::string_view("HardSwish"),
    std::string_view("LeakyRelu"), std::string_view("Elu"), std::string_view("Clip") };

inline bool isEpilogueActivation(std::string_view domain, std::string_view type)
{
    return domain.empty()
        && std::ranges::find(epilogueActivations, type) != epilogueActivations.end();
}

} // namespace engine
