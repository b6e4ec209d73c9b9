#include "engine/inputs/linked_dims.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

namespace {

using model::Dimension;
using model::Shape;

constexpr std::string_view maskReason = "the mask covers the cache and the new tokens";

/// Each list has the names that exporters use for one quantity.
constexpr std::array pastNames { std::string_view("past_sequence_length"),
    std::string_view("past_seq_len"), std::string_view("past_seq_length"),
    std::string_view("past_length"), std::string_view("past_key_value_length") };
constexpr std::array newNames { std::string_view("sequence_length"), std::string_view("seq_len"),
    std::string_view("seq_length"), std::string_view("sequence"), std::string_view("seq") };
constexpr std::array totalNames { std::string_view("total_sequence_length"),
    std::string_view("total_seq_len"), std::string_view("total_seq_length"),
    std::string_view("attention_mask_sequence_length"), std::string_view("kv_sequence_length") };

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

class LinkFinder {
public:
    explicit LinkFinder(const model::Model& model)
    {
        for (const auto id : model.main().inputs) {
            const auto& value = model.value(id);
            if (value.initializer.isValid() || !value.type.isTensor() || !value.type.shape)
                continue;
            m_inputs.push_back({ value.name, &*value.type.shape });
            for (const auto& dimension : *value.type.shape)
                for (const auto& name : dimension.symbols())
                    m_names.insert(name);
        }
    }

    std::map<std::string, LinkedDimension, std::less<>> find()
    {
        for (const auto& name : m_names) {
            if (auto size = sumIn(name))
                m_links.emplace(name,
                    LinkedDimension { std::move(*size), "its name is a sum of other dimensions" });
        }
        linkTotals();
        linkMask();
        std::erase_if(m_links, [this](const auto& link) {
            return std::ranges::any_of(link.second.size.symbols(),
                [&](const std::string& name) { return m_links.contains(name); });
        });
        return std::move(m_links);
    }

private:
    struct Input {
        std::string_view name;
        const Shape* shape;
    };

    std::optional<Dimension> termOf(std::string_view text) const
    {
        if (const auto number = support::numberFrom<std::int64_t>(text))
            return Dimension::number(*number);
        if (m_names.contains(std::string(text)))
            return Dimension::symbol(text);
        return std::nullopt;
    }

    /// Returns the sum in a name such as `past + sequence`, `past + 1` or `past_plus_1`. Its terms
    /// must be numbers or names of dimensions.
    std::optional<Dimension> sumIn(const std::string& name) const
    {
        constexpr std::string_view word = "_plus_";
        auto rest = std::string_view(name);
        std::optional<Dimension> sum;
        for (bool isLast = false; !isLast;) {
            auto end = rest.find('+');
            auto next = end + 1;
            if (end == std::string_view::npos) {
                end = rest.find(word);
                next = end + word.size();
            }
            isLast = end == std::string_view::npos;
            const auto term = termOf(trimmed(rest.substr(0, end)));
            if (!term || (isLast && !sum))
                return std::nullopt;
            sum = sum ? *sum + *term : *term;
            if (!isLast)
                rest.remove_prefix(next);
        }
        return sum;
    }

    std::optional<Dimension> firstOf(std::span<const std::string_view> names) const
    {
        for (const auto name : names)
            if (m_names.contains(std::string(name)))
                return Dimension::symbol(name);
        return std::nullopt;
    }

    void linkTotals()
    {
        const auto past = firstOf(pastNames);
        const auto fresh = firstOf(newNames);
        if (!past || !fresh)
            return;
        for (const auto total : totalNames)
            if (m_names.contains(std::string(total)))
                m_links.try_emplace(std::string(total),
                    LinkedDimension { *past + *fresh, std::string(maskReason) });
    }

    const Input* inputWith(std::span<const std::string_view> words) const
    {
        for (const auto word : words) {
            const auto found = std::ranges::find(m_inputs, word, &Input::name);
            if (found != m_inputs.end())
                return &*found;
        }
        return nullptr;
    }

    /// Returns the first cache: [batch, heads, past, size], or [2, batch, heads, past, size].
    const Input* cache() const
    {
        const auto found = std::ranges::find_if(m_inputs, [](const Input& input) {
            return input.name.starts_with("past") && input.shape->size() >= 4;
        });
        return found == m_inputs.end() ? nullptr : &*found;
    }

    void linkMask()
    {
        constexpr std::array maskNames { std::string_view("attention_mask"),
            std::string_view("decoder_attention_mask") };
        constexpr std::array tokenNames { std::string_view("input_ids"),
            std::string_view("decoder_input_ids"), std::string_view("inputs_embeds") };
        const auto* const mask = inputWith(maskNames);
        const auto* const tokens = inputWith(tokenNames);
        const auto* const past = cache();
        if (mask == nullptr || tokens == nullptr || past == nullptr || mask->shape->size() != 2
            || tokens->shape->size() < 2)
            return;
        const auto& total = mask->shape->back();
        const auto& fresh = (*tokens->shape)[1];
        const auto& before = (*past->shape)[past->shape->size() - 2];
        if (!total.isSymbol() || fresh.isUnknown() || !before.isSymbol() || total.isSameAs(fresh)
            || total.isSameAs(before))
            return;
        m_links.try_emplace(
            total.text(), LinkedDimension { before + fresh, std::string(maskReason) });
    }

    std::vector<Input> m_inputs;
    std::set<std::string> m_names;
    std::map<std::string, LinkedDimension, std::less<>> m_links;
};

} // namespace

std::map<std::string, LinkedDimension, std::less<>> linkedDimensions(const model::Model& model)
{
    return LinkFinder(model).find();
}

model::Binding proposedSizes(const model::Model& model, const model::Binding& bound)
{
    const auto links = linkedDimensions(model);
    auto sizes = bound;
    for (const auto id : model.main().inputs) {
        for (const auto& dimension : model.value(id).type.shape.value_or(Shape()))
            for (const auto& name : dimension.symbols())
                if (!links.contains(name))
                    sizes.try_emplace(name, 1);
    }
    for (const auto& [name, link] : links)
        sizes.try_emplace(name, link.size.bound(sizes).value().value_or(1));
    return sizes;
}

} // namespace engine
