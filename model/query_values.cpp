#include "model/operator.h"
#include "model/query_term.h"
#include "model/support/text.h"

#include <algorithm>
#include <charconv>
#include <functional>

namespace model {

namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.emplace_back(text.substr(0, at));
        text.remove_prefix(at + separator.size());
    }
    parts.emplace_back(text);
    return parts;
}

std::optional<double> numberOf(std::string_view text)
{
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// Wanted value of an attribute, as a text, a number or a list of numbers.
struct Wanted {
    Comparison comparison = Comparison::Equal;
    std::string text;
    std::vector<double> numbers; ///< empty if the text is not made of numbers
};

bool compareNumbers(const Wanted& wanted, const std::vector<double>& have)
{
    if (wanted.comparison == Comparison::Equal)
        return std::ranges::equal(have, wanted.numbers);
    if (wanted.comparison == Comparison::NotEqual)
        return !std::ranges::equal(have, wanted.numbers);
    return wanted.numbers.size() == 1 && std::ranges::any_of(have, [&](double number) {
        return holds(wanted.comparison, number, wanted.numbers[0]);
    });
}

bool compareText(const Wanted& wanted, std::string_view have)
{
    const bool isSame = matchesWildcard(have, wanted.text);
    return wanted.comparison == Comparison::NotEqual
        ? !isSame
        : wanted.comparison == Comparison::Equal && isSame;
}

struct AttributeTest {
    const Wanted& wanted;

    bool operator()(float value) const
    {
        // 0.1 in a query means the float next to it.
        std::vector<double> rounded = wanted.numbers;
        std::ranges::transform(rounded, rounded.begin(),
            [](double number) { return static_cast<double>(static_cast<float>(number)); });
        return !rounded.empty()
            && compareNumbers({ wanted.comparison, {}, rounded }, { static_cast<double>(value) });
    }
    bool operator()(std::int64_t value) const
    {
        return !wanted.numbers.empty() && compareNumbers(wanted, { static_cast<double>(value) });
    }
    bool operator()(const std::string& value) const { return compareText(wanted, value); }
    bool operator()(const std::vector<std::int64_t>& values) const
    {
        return !wanted.numbers.empty() && compareNumbers(wanted, { values.begin(), values.end() });
    }
    bool operator()(const std::vector<float>& values) const
    {
        return !wanted.numbers.empty() && compareNumbers(wanted, { values.begin(), values.end() });
    }
    bool operator()(const std::vector<std::string>& values) const
    {
        return std::ranges::any_of(
            values, [&](const std::string& value) { return compareText(wanted, value); });
    }
    template <typename T>
    bool operator()(const T&) const
    {
        return false;
    }
};

class AttributeTerm final : public QueryTerm {
public:
    AttributeTerm(std::string_view name, std::optional<Wanted> wanted)
        : m_name(name)
        , m_wanted(std::move(wanted))
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        const auto& node = context.model.node(id);
        if (const auto* attribute = node.attribute(m_name))
            return !m_wanted || std::visit(AttributeTest { *m_wanted }, attribute->value);
        const auto* const spec = node.schema && m_wanted ? node.schema->attribute(m_name) : nullptr;
        return spec && std::visit(AttributeTest { *m_wanted }, spec->defaultValue);
    }

private:
    std::string m_name;
    std::optional<Wanted> m_wanted;
};

/// `1x*x2048`, `batch×512`, `?`, `scalar`.
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
        // A name may hold an x; between sizes it separates.
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
                && (isSizeEnd(text[i - 1]) || isSizeStart(text[i + 1]));
            if (isBorder)
                parts.emplace_back();
            else
                parts.back() += text[i];
        }
        return parts;
    }
    static bool isSizeEnd(char c) { return (c >= '0' && c <= '9') || c == '*' || c == '?'; }
    static bool isSizeStart(char c) { return isSizeEnd(c); }
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

class ShapeTerm final : public QueryTerm {
public:
    ShapeTerm(bool isOutput, ShapePattern pattern)
        : m_isOutput(isOutput)
        , m_pattern(std::move(pattern))
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        const auto& node = context.model.node(id);
        return std::ranges::any_of(m_isOutput ? node.outputs : node.inputs, [&](ValueId value) {
            return value.isValid() && m_pattern.matches(typeOf(context, value));
        });
    }

private:
    bool m_isOutput;
    ShapePattern m_pattern;
};

class RankTerm final : public QueryTerm {
public:
    RankTerm(Comparison comparison, double rank)
        : m_comparison(comparison)
        , m_rank(rank)
    {
    }
    bool matches(const QueryContext& context, NodeId id) const override
    {
        return anyValue(
            context.model.node(id), [&](ValueId value) { return matchesValue(context, value); });
    }
    bool isAboutValues() const override { return true; }
    bool matchesValue(const QueryContext& context, ValueId id) const override
    {
        const auto& type = typeOf(context, id);
        return type.shape && holds(m_comparison, static_cast<double>(type.shape->size()), m_rank);
    }

private:
    Comparison m_comparison;
    double m_rank;
};

/// Nodes known beforehand, by id.
class ListedTerm final : public QueryTerm {
public:
    explicit ListedTerm(std::vector<bool> isListed)
        : m_isListed(std::move(isListed))
    {
    }
    bool matches(const QueryContext&, NodeId id) const override { return m_isListed[id.value()]; }

private:
    std::vector<bool> m_isListed;
};

/// Nodes that lie on a way of data from one named thing to another.
class PathTerm final : public QueryTerm {
public:
    PathTerm(std::string from, std::string to)
        : m_from(std::move(from))
        , m_to(std::move(to))
    {
    }
    bool matches(const QueryContext&, NodeId) const override { return false; }
    std::shared_ptr<const QueryTerm> prepared(const QueryContext& context) const override
    {
        const auto& model = context.model;
        auto isReached
            = reach(model, m_from, &Node::inputs, [&](const Node& node, const auto& visit) {
                  for (const auto output : node.outputs) {
                      if (!output.isValid())
                          continue;
                      for (const auto& use : model.value(output).uses)
                          visit(use.node);
                  }
                  if (model.graph(node.graph).owner.isValid())
                      visit(model.graph(node.graph).owner);
              });
        const auto leads
            = reach(model, m_to, &Node::outputs, [&](const Node& node, const auto& visit) {
                  for (const auto input : node.inputs) {
                      if (input.isValid() && model.value(input).producer.isValid())
                          visit(model.value(input).producer);
                  }
              });
        for (std::size_t i = 0; i < isReached.size(); ++i)
            isReached[i] = isReached[i] && leads[i];
        return std::make_shared<ListedTerm>(std::move(isReached));
    }

private:
    /// From nodes called `start`, and those that have a value of that name among their `ends`, on
    /// and on to their neighbours.
    template <typename Neighbours>
    static std::vector<bool> reach(const Model& model, const std::string& start,
        std::vector<ValueId> Node::*ends, const Neighbours& neighbours)
    {
        std::vector<bool> isReached(model.nodes.size());
        std::vector<NodeId> open;
        const auto visit = [&](NodeId node) {
            if (!isReached[node.value()])
                open.push_back(node);
            isReached[node.value()] = true;
        };
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            const auto& node = model.nodes[i];
            const auto isNamed = [&](ValueId id) {
                return id.isValid() && matchesWildcard(model.value(id).name, start);
            };
            if (matchesWildcard(node.name, start) || std::ranges::any_of(node.*ends, isNamed))
                visit(NodeId(i));
        }
        while (!open.empty()) {
            const auto node = open.back();
            open.pop_back();
            neighbours(model.node(node), visit);
        }
        return isReached;
    }

    std::string m_from;
    std::string m_to;
};

} // namespace

TermResult makeAttributeTerm(const KeyedText& text)
{
    if (!text.comparison)
        return std::make_shared<AttributeTerm>(text.key, std::nullopt);
    if (text.value.empty())
        return "expected a value after " + support::quote(text.key);
    Wanted wanted { *text.comparison, std::string(text.value), {} };
    for (const auto& part : split(text.value, ",")) {
        const auto number = numberOf(part);
        if (!number) {
            wanted.numbers.clear();
            break;
        }
        wanted.numbers.push_back(*number);
    }
    const bool isOrder
        = wanted.comparison != Comparison::Equal && wanted.comparison != Comparison::NotEqual;
    if (isOrder && wanted.numbers.size() != 1)
        return std::string("expected one number to compare with");
    return std::make_shared<AttributeTerm>(text.key, std::move(wanted));
}

TermResult makeShapeTerm(const KeyedText& text)
{
    if (text.key == "rank") {
        const auto rank = numberOf(text.value);
        if (!rank)
            return std::string("expected a number, as in rank:4");
        return std::make_shared<RankTerm>(text.comparison.value_or(Comparison::Equal), *rank);
    }
    auto pattern = ShapePattern::parse(text.value);
    if (!pattern)
        return std::string("expected a shape such as 1x*x2048 or ?");
    return std::make_shared<ShapeTerm>(text.key == "out", *std::move(pattern));
}

TermResult makePathTerm(std::string_view value)
{
    const auto ends = split(value, "->");
    if (ends.size() != 2 || ends[0].empty() || ends[1].empty())
        return std::string("expected two names, as in path:a->b");
    return std::make_shared<PathTerm>(ends[0], ends[1]);
}

} // namespace model
