#include "engine/kernel/elementwise_chain.h"

#include "engine/kernel/elementwise_functions.h"
#include "model/support/text.h"

#include <array>
#include <charconv>
#include <sstream>

namespace engine {

using support::Result;

namespace {

constexpr std::string_view kindLetters = "itc";

std::string operandText(ChainOperand operand)
{
    return kindLetters[static_cast<std::size_t>(operand.kind)] + std::to_string(operand.number);
}

std::vector<std::string> words(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> found;
    for (std::string word; stream >> word;)
        found.push_back(std::move(word));
    return found;
}

/// Writes element type and dims: `1 2x3x4`; without dims `1`.
std::string typeText(const TensorType& type)
{
    auto text = std::to_string(static_cast<int>(type.element));
    for (std::size_t d = 0; d < type.dims.size(); ++d)
        text += (d == 0 ? " " : "x") + std::to_string(type.dims[d]);
    return text;
}

std::optional<TensorType> typeIn(const std::string& text)
{
    const auto parts = words(text);
    const auto element = parts.empty() ? std::nullopt : support::numberFrom<int>(parts[0]);
    if (!element || parts.size() > 2)
        return std::nullopt;
    TensorType type { static_cast<ElementType>(*element), {} };
    std::istringstream dims(parts.size() > 1 ? parts[1] : std::string());
    for (std::string dim; std::getline(dims, dim, 'x');) {
        const auto size = support::numberFrom<std::int64_t>(dim);
        if (!size || *size < 0)
            return std::nullopt;
        type.dims.push_back(*size);
    }
    return type;
}

/// Writes function, element type, operands and parameters: `LeakyRelu 1 t0 p0.1`.
std::string termText(const ChainTerm& term)
{
    auto text = term.function + " " + std::to_string(static_cast<int>(term.element));
    for (const auto& operand : term.operands)
        text += " " + operandText(operand);
    for (const float parameter : term.parameters) {
        std::array<char, 32> digits {};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), parameter);
        text += " p" + std::string(digits.data(), end.ptr);
    }
    return text;
}

std::optional<ChainTerm> termIn(const std::string& text)
{
    const auto parts = words(text);
    const auto element = parts.size() < 2 ? std::nullopt : support::numberFrom<int>(parts[1]);
    if (!element)
        return std::nullopt;
    ChainTerm term { parts[0], static_cast<ElementType>(*element), {}, {} };
    for (std::size_t i = 2; i < parts.size(); ++i) {
        const auto kind = kindLetters.find(parts[i][0]);
        const auto rest = std::string_view(parts[i]).substr(1);
        const auto number = support::numberFrom<std::uint32_t>(rest);
        const auto parameter = support::numberFrom<float>(rest);
        if (kind != std::string_view::npos && number)
            term.operands.push_back({ static_cast<ChainOperand::Kind>(kind), *number });
        else if (parts[i][0] == 'p' && parameter)
            term.parameters.push_back(*parameter);
        else
            return std::nullopt;
    }
    return term;
}

std::optional<ChainConstant> constantIn(const std::string& text)
{
    const auto parts = words(text);
    if (parts.size() != 2)
        return std::nullopt;
    const auto element = support::numberFrom<int>(parts[0]);
    const auto bits = support::numberFrom<std::uint64_t>(parts[1], 16);
    if (!element || !bits)
        return std::nullopt;
    return ChainConstant { static_cast<ElementType>(*element), *bits };
}

std::string constantText(const ChainConstant& constant)
{
    std::array<char, 32> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), constant.bits, 16);
    return std::to_string(static_cast<int>(constant.element)) + " "
        + std::string(digits.data(), end.ptr);
}

template <typename Item, typename Read>
Result<std::vector<Item>> itemsIn(const OpNode& node, std::string_view attribute, Read read)
{
    std::vector<Item> items;
    for (const auto& text : node.texts(attribute, {})) {
        auto item = read(text);
        if (!item)
            return fail("attribute ", attribute, " of a fused chain has \"", text, "\"");
        items.push_back(std::move(*item));
    }
    return items;
}

/// Checks that each operand exists before the term that reads it, and that the functions are known.
Result<void> checkTerms(const ElementwiseChain& chain)
{
    for (std::size_t i = 0; i < chain.terms.size(); ++i) {
        const auto& term = chain.terms[i];
        if (functionNamed(term.function) == nullptr)
            return fail("a fused chain names the function \"", term.function, "\"");
        for (const auto& operand : term.operands) {
            const std::array sizes { chain.inputs.size(), i, chain.constants.size() };
            if (operand.number >= sizes[static_cast<std::size_t>(operand.kind)])
                return fail("a fused chain reads ", operandText(operand), " in term ", i,
                    ", which is not there");
        }
    }
    if (chain.terms.empty() || chain.terms.back().element != chain.output.element)
        return fail("a fused chain does not make its output");
    return {};
}

} // namespace

ElementType ElementwiseChain::elementOf(ChainOperand operand) const
{
    switch (operand.kind) {
    case ChainOperand::Kind::Input:
        return inputs[operand.number].element;
    case ChainOperand::Kind::Term:
        return terms[operand.number].element;
    case ChainOperand::Kind::Constant:
        return constants[operand.number].element;
    }
    return ElementType::Undefined;
}

bool isChain(const OpNode& node) { return node.domain == "opscope" && node.type == chainOperator; }

OpNode nodeOf(const ElementwiseChain& chain, std::string label)
{
    const auto textsOf = [](std::string name, const auto& items, auto write) {
        std::vector<std::string> texts;
        for (const auto& item : items)
            texts.push_back(write(item));
        return attributeOf(std::move(name), std::move(texts));
    };
    OpNode node;
    node.type = chainOperator;
    node.domain = "opscope";
    node.version = 1;
    node.label = std::move(label);
    node.attributes.push_back(textsOf("terms", chain.terms, termText));
    node.attributes.push_back(textsOf("constants", chain.constants, constantText));
    node.attributes.push_back(textsOf("inputs", chain.inputs, typeText));
    node.attributes.push_back(attributeOf("output", typeText(chain.output)));
    return node;
}

Result<ElementwiseChain> chainOf(const OpNode& node)
{
    ElementwiseChain chain;
    chain.terms = TRY(itemsIn<ChainTerm>(node, "terms", termIn));
    chain.constants = TRY(itemsIn<ChainConstant>(node, "constants", constantIn));
    chain.inputs = TRY(itemsIn<TensorType>(node, "inputs", typeIn));
    const auto output = chainOutput(node);
    if (!output)
        return fail("attribute output of a fused chain is \"", node.text("output", ""), "\"");
    chain.output = *output;
    TRY(checkTerms(chain));
    return chain;
}

std::optional<TensorType> chainOutput(const OpNode& node)
{
    return typeIn(node.text("output", ""));
}

} // namespace engine
