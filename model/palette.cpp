#include "model/palette.h"

#include "model/support/json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>

namespace model {

/// resources/themes/tokens.json, compiled in (see model/CMakeLists.txt).
extern const std::string_view designTokens;

namespace {

// Category keys in tokens.json, in the order of Category.
constexpr std::array<std::string_view, categoryCount> categoryKeys { "matmul", "attention", "conv",
    "pool", "norm", "activation", "elementwise", "layout", "index", "quant", "recurrent", "control",
    "constant", "other", "unknown" };
constexpr std::array<std::string_view, 2> themeKeys { "light", "dark" };
constexpr Rgb missing = 0xFF00FF; // a conspicuous colour, so that a wrong token name is noticed

Rgb parseHex(std::string_view text)
{
    Rgb value = missing;
    if (text.starts_with('#'))
        std::from_chars(text.data() + 1, text.data() + text.size(), value, 16);
    return value;
}

Rgb colourOf(const support::JsonValue& json) { return parseHex(json.stringOr("")); }

Rgb mix(Rgb a, Rgb b, double share)
{
    Rgb result = 0;
    for (const int shift : { 16, 8, 0 }) {
        const double from = (a >> shift) & 0xFF;
        const double to = (b >> shift) & 0xFF;
        result |= static_cast<Rgb>(std::lround(from + (to - from) * share)) << shift;
    }
    return result;
}

} // namespace

struct Palette::State {
    using Tokens = std::map<std::string, Rgb, std::less<>>;
    using Ramps = std::map<std::string, std::vector<HeatStop>, std::less<>>;

    std::array<std::string, categoryCount> names;
    std::array<std::string, categoryCount> codes;
    std::array<std::array<CategoryColours, categoryCount>, 2> colours {};
    std::array<Tokens, 2> tokens;
    std::array<Ramps, 2> ramps;
    std::map<std::string, std::map<std::string, Category, std::less<>>, std::less<>>
        operators; // by domain, then type

    void readCategories(const support::JsonValue& json)
    {
        for (std::size_t i = 0; i < categoryCount; ++i) {
            const auto& entry = json[categoryKeys[i]];
            names[i] = entry["name"].stringOr(categoryKeys[i]);
            codes[i] = entry["code"].stringOr("?");
            for (std::size_t theme = 0; theme < 2; ++theme) {
                const auto& set = entry[themeKeys[theme]];
                colours[theme][i] = { colourOf(set["solid"]), colourOf(set["onSolid"]),
                    colourOf(set["tint"]), colourOf(set["ink"]) };
            }
        }
    }

    void readThemes(const support::JsonValue& json)
    {
        for (std::size_t theme = 0; theme < 2; ++theme) {
            for (const auto& [name, value] : json["theme"][themeKeys[theme]].members())
                tokens[theme].emplace(name, colourOf(value));
            for (const auto& [name, stops] : json["heat"][themeKeys[theme]].members()) {
                for (const auto& stop : stops.items())
                    ramps[theme][name].push_back(
                        { stop["at"].numberOr(0), colourOf(stop["fill"]), colourOf(stop["text"]) });
            }
        }
    }

    void readOperators(const support::JsonValue& json)
    {
        for (const auto& [domain, types] : json.members()) {
            auto& table = operators[domain == "ai.onnx" ? "" : domain];
            for (const auto& [type, key] : types.members()) {
                const auto found
                    = std::ranges::find(categoryKeys, std::string_view(key.stringOr("")));
                if (found != categoryKeys.end())
                    table.emplace(type, static_cast<Category>(found - categoryKeys.begin()));
            }
        }
    }
};

const Palette& Palette::instance()
{
    static const Palette palette;
    return palette;
}

Palette::Palette()
    : m_state(new State)
{
    const auto json = support::parseJson(designTokens);
    assert(json && "the compiled-in design tokens are valid JSON");
    if (!json)
        return;
    m_state->readCategories((*json)["category"]);
    m_state->readThemes(*json);
    m_state->readOperators((*json)["operatorCategory"]);
}

Palette::~Palette() { delete m_state; }

Category Palette::category(std::string_view domain, std::string_view type) const
{
    const auto lookUp = [&](std::string_view wanted) -> const Category* {
        const auto table = m_state->operators.find(wanted);
        if (table == m_state->operators.end())
            return nullptr;
        const auto found = table->second.find(type);
        return found == table->second.end() ? nullptr : &found->second;
    };
    if (const auto* own = lookUp(domain == "ai.onnx" ? "" : domain))
        return *own;
    // Other domains often repeat the name of a known operator, as the fused operators of our engine
    // do. Its category is better than "unknown".
    for (const auto* repeated : { "", "com.microsoft" }) {
        if (const auto* known = lookUp(repeated))
            return *known;
    }
    return Category::Custom;
}

const CategoryColours& Palette::colours(Category category, ThemeKind theme) const
{
    return m_state->colours[static_cast<std::size_t>(theme)][static_cast<std::size_t>(category)];
}

std::string_view Palette::name(Category category) const
{
    return m_state->names[static_cast<std::size_t>(category)];
}
std::string_view Palette::code(Category category) const
{
    return m_state->codes[static_cast<std::size_t>(category)];
}

Rgb Palette::colour(ThemeKind theme, std::string_view token) const
{
    const auto& tokens = m_state->tokens[static_cast<std::size_t>(theme)];
    const auto found = tokens.find(token);
    return found == tokens.end() ? missing : found->second;
}

std::span<const HeatStop> Palette::heat(ThemeKind theme, std::string_view ramp) const
{
    const auto& ramps = m_state->ramps[static_cast<std::size_t>(theme)];
    const auto found = ramps.find(ramp);
    return found == ramps.end() ? std::span<const HeatStop> {}
                                : std::span<const HeatStop>(found->second);
}

HeatStop Palette::heatAt(ThemeKind theme, std::string_view ramp, double position) const
{
    const auto stops = heat(theme, ramp);
    if (stops.empty())
        return { position, missing, 0 };
    const auto next
        = std::ranges::find_if(stops, [&](const HeatStop& stop) { return stop.at >= position; });
    if (next == stops.begin())
        return stops.front();
    if (next == stops.end())
        return stops.back();
    const auto& before = *(next - 1);
    const double share = (position - before.at) / (next->at - before.at);
    return { position, mix(before.fill, next->fill, share),
        share < 0.5 ? before.text : next->text };
}

std::string hex(Rgb colour)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text = "#";
    for (int shift = 20; shift >= 0; shift -= 4)
        text += digits[(colour >> shift) & 0xF];
    return text;
}

} // namespace model
