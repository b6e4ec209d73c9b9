#include "engine/reference/fake_quantization.h"

#include <algorithm>
#include <array>

namespace engine {

functors::Rounding roundingOf(const OpNode& node, std::string_view fallback)
{
    using functors::Rounding;
    constexpr std::array<std::pair<std::string_view, Rounding>, 7> names { {
        { "CEIL", Rounding::Ceil },
        { "FLOOR", Rounding::Floor },
        { "UP", Rounding::Up },
        { "DOWN", Rounding::Down },
        { "ROUND_TO_ZERO", Rounding::ToZero },
        { "HALF_UP", Rounding::HalfUp },
        { "HALF_DOWN", Rounding::HalfDown },
    } };
    auto name = node.text("rounding_mode", fallback);
    for (auto& c : name)
        c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    for (const auto& [known, mode] : names) {
        if (name == known)
            return mode;
    }
    return Rounding::Even; // ROUND, HALF_EVEN
}

functors::FakeQuantize fakeQuantize(const OpNode& node)
{
    return { roundingOf(node, "ROUND"), node.integer("signed", 1) != 0, node.flag("narrow") };
}

functors::TruncateBits truncateBits(const OpNode& node) { return { roundingOf(node, "FLOOR") }; }

} // namespace engine
