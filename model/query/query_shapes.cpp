#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

/// Terms that test shapes and sizes.
namespace model {

namespace {

constexpr std::array byteUnits { QueryUnit { "", 1 }, QueryUnit { "B", 1 },
    QueryUnit { "KiB", 1024 }, QueryUnit { "MiB", 1048576 }, QueryUnit { "GiB", 1073741824 },
    QueryUnit { "kB", 1e3 }, QueryUnit { "MB", 1e6 }, QueryUnit { "GB", 1e9 } };

/// A shape pattern: `1x*x2048`, `batch×512`, `?`, `scalar`.
class ShapePattern {
public:
    static std::optional<ShapePattern> parse(std::string_view text)
    {
        ShapePattern pattern;
        if (text == "?") {
            pattern.m_isUnknown = true;
            return pattern;
        }
        if (text == "scalar" || text == "()")
            return pattern;
        std::string plain(text);
        for (auto at = plain.find("×"); at != std::string::npos; at = plain.find("×"))
            plain.replace(at, std::string_view("×").size(), "x");
        // An x between two sizes separates; a name may contain an x.
        for (auto& part : splitDimensions(plain)) {
            if (part.empty())
                return std::nullopt;
            pattern.m_dims.push_back(std::move(part));
        }
        return pattern;
    }

    bool matches(const ValueType& type) const
    {
        if (type.kind != ValueType::Kind::Tensor && type.kind != ValueType::Kind::SparseTensor)
            return m_isUnknown && type.kind == ValueType::Kind::Unknown;
        if (m_isUnknown)
            return !type.shape || std::ranges::any_of(*type.shape, &Dimension::isUnknown);
        return type.shape && std::ranges::equal(*type.shape, m_dims, matchesDimension);
    }

private:
    static std::vector<std::string> splitDimensions(std::string_view text)
    {
        std::vector<std::string> parts { "" };
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool isBorder = i > 0 && i + 1 < text.size() && text[i] == 'x'
                && (isSize(text[i - 1]) || isSize(text[i + 1]));
            if (isBorder)
                parts.emplace_back();
            else
                parts.back() += text[i];
        }
        return parts;
    }
    static bool isSize(char c) { return (c >= '0' && c <= '9') || c == '*' || c == '?'; }
    static bool matchesDimension(const Dimension& dimension, const std::string& wanted)
    {
        if (wanted == "*")
            return true;
        if (wanted == "?")
            return dimension.isUnknown();
        return !dimension.isUnknown() && dimension.text() == wanted;
    }

    std::vector<std::string> m_dims;
    bool m_isUnknown = false;
};

} // namespace

TermResult makeShapeTerm(const KeyedText& text)
{
    auto pattern = ShapePattern::parse(text.value);
    if (!pattern)
        return std::string("expected a shape such as 1x*x2048 or ?");
    const auto narrow = [isOutput = text.key == "out", pattern = *std::move(pattern)](
                            const QueryInputs& run, QueryHits& hits) {
        const auto isMarked
            = valuesByType(run, [&](const ValueType& type) { return pattern.matches(type); });
        keepNodesAt(run, hits, isMarked, [&](std::size_t node) {
            return isOutput ? run.index.outputs(node) : run.index.inputs(node);
        });
    };
    return QueryTerm { .narrow = narrow };
}

TermResult makeRankTerm(const KeyedText& text)
{
    const auto rank = numberOf(text.value);
    if (!rank)
        return std::string("expected a number, as in rank:4");
    return valueTypeTerm([rank = *rank, comparison = text.comparison.value_or(Comparison::Equal)](
                             const ValueType& type) {
        return type.shape && holds(comparison, static_cast<double>(type.shape->size()), rank);
    });
}

TermResult makeSizeTerm(const KeyedText& text)
{
    const auto limit = numberWithUnit(text.value, byteUnits);
    if (!text.comparison || !limit)
        return std::string("expected a comparison such as size>1MiB");
    return valueTypeTerm([comparison = *text.comparison, limit = *limit](const ValueType& type) {
        if (!type.isTensor() || !type.shape)
            return false;
        const auto count = elementCount(*type.shape);
        const auto bytes = count ? packedBytes(type.element, *count) : std::nullopt;
        return bytes && holds(comparison, static_cast<double>(*bytes), limit);
    });
}

} // namespace model
