#include "model/decoder_roles.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace model {

using support::ErrorKind;
using support::failAs;

namespace {

/// Words that tell an input from its partner among the outputs.
constexpr std::array pairWords { std::string_view("past"), std::string_view("present"),
    std::string_view("past_key_values"), std::string_view("in"), std::string_view("out"),
    std::string_view("input"), std::string_view("output"), std::string_view("new"),
    std::string_view("next"), std::string_view("updated"), std::string_view("values"),
    std::string_view("pkv"), std::string_view("cache") };

/// Splits at all characters that are neither letters nor digits; lower case.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char c : support::lowered(name)) {
        const bool isPart = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isPart)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    return words;
}

bool isPairWord(std::string_view word)
{
    return std::ranges::find(pairWords, word) != pairWords.end();
}

/// `past_key_values.3.key` and `present.3.key` become `3 key`.
std::string commonName(std::string_view name)
{
    auto words = wordsOf(name);
    // `past_key_values` is one word of pairs, `past_key_self` is not.
    const auto values = std::ranges::find(words, "values");
    if (values != words.begin() && values != words.end() && *std::prev(values) == "key")
        words.erase(std::prev(values));
    std::string text;
    for (const auto& word : words) {
        if (!isPairWord(word) && !word.empty())
            text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

bool hasWord(std::string_view name, std::string_view word)
{
    return support::lowered(name).find(word) != std::string::npos;
}

bool isInteger(ElementType element)
{
    return element == ElementType::Int64 || element == ElementType::Int32;
}

std::size_t rankOf(const Value& value) { return value.type.shape ? value.type.shape->size() : 0; }

/// Whether an output of type `b` may be the next value of an input of type `a`.
bool mayFollow(const ValueType& a, const ValueType& b)
{
    if (b.kind == ValueType::Kind::Unknown)
        return a.isTensor(); // an output without a declared type
    if (!a.isTensor() || !b.isTensor() || a.element != b.element)
        return false;
    if (!a.shape || !b.shape)
        return true;
    return a.shape->size() == b.shape->size();
}

/// The axis whose size is open in the input and not the same in the output. Of several, the last
/// but one of the tensor is taken, which is the sequence in most models. That axis grows also if
/// the exporter has one name for both sizes.
std::optional<std::size_t> growingAxis(const ValueType& past, const ValueType& present)
{
    if (!past.shape || past.shape->size() < 2)
        return std::nullopt;
    const auto sequence = past.shape->size() - 2;
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < past.shape->size(); ++i) {
        const auto& from = (*past.shape)[i];
        const bool isKept = present.shape && from.isSameAs((*present.shape)[i]);
        if (!from.isNumber() && (!isKept || i == sequence))
            axes.push_back(i);
    }
    if (axes.empty())
        return std::nullopt;
    const bool isSequence = std::ranges::find(axes, sequence) != axes.end();
    return isSequence ? sequence : axes.back();
}

struct NamedRole {
    std::string_view word;
    DecoderRole role;
};
constexpr std::array namedRoles {
    NamedRole { "attention_mask", DecoderRole::Mask },
    NamedRole { "position_ids", DecoderRole::Positions },
    NamedRole { "cache_position", DecoderRole::Positions },
    NamedRole { "past_sequence_length", DecoderRole::PastLength },
    NamedRole { "past_length", DecoderRole::PastLength },
    NamedRole { "total_sequence_length", DecoderRole::TotalLength },
    NamedRole { "seqlens_k", DecoderRole::LastPosition },
    NamedRole { "use_cache", DecoderRole::UsesCache },
};

bool looksLikeCache(const Value& input) { return hasWord(input.name, "past") && rankOf(input) > 1; }

class RoleFinder {
public:
    explicit RoleFinder(const Model& model)
        : m_inputs(inputsWithoutWeights(model))
    {
        for (const auto id : model.main().outputs)
            m_outputs.push_back(&model.value(id));
        m_decoder.inputs.resize(m_inputs.size());
        m_isTaken.resize(m_outputs.size());
    }

    support::Result<Decoder> find()
    {
        findNamed();
        pair();
        if (m_decoder.pairs == 0)
            return failAs(ErrorKind::Usage, "no output leads back to an input", unpairedText(),
                ": tokens can only be generated with a model that takes its cache as input and "
                "returns it");
        TRY(checkPairs());
        TRY(findTokens());
        TRY(findLogits());
        return std::move(m_decoder);
    }

private:
    void findNamed()
    {
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const bool isEncoder
                = hasWord(m_inputs[i]->name, "encoder_") && !hasWord(m_inputs[i]->name, "decoder_");
            for (const auto& row : namedRoles) {
                if (!isEncoder && m_inputs[i]->type.isTensor()
                    && hasWord(m_inputs[i]->name, row.word))
                    m_decoder.inputs[i].role = row.role;
            }
        }
    }

    void pair()
    {
        std::map<std::string, std::size_t> outputs;
        for (std::size_t i = 0; i < m_outputs.size(); ++i)
            outputs.emplace(commonName(m_outputs[i]->name), i);
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            auto& input = m_decoder.inputs[i];
            const auto found = outputs.find(commonName(m_inputs[i]->name));
            const bool isPartner = input.role == DecoderRole::Other && found != outputs.end()
                && !m_isTaken[found->second] && m_inputs[i]->name != m_outputs[found->second]->name
                && mayFollow(m_inputs[i]->type, m_outputs[found->second]->type);
            if (!isPartner)
                continue;
            const auto& name = m_inputs[i]->name;
            const bool isCross = hasWord(name, "cross") || hasWord(name, "encoder");
            input = { DecoderRole::Past, found->second,
                isCross ? std::nullopt
                        : growingAxis(m_inputs[i]->type, m_outputs[found->second]->type) };
            m_isTaken[found->second] = true;
            ++m_decoder.pairs;
        }
    }

    /// Fails for an input that looks like a cache and has no partner.
    support::Result<void> checkPairs() const
    {
        const auto lost = unpaired();
        if (!lost.empty())
            return failAs(ErrorKind::Usage, "input ", support::quote(lost),
                " has no partner: no output of the same type has its name with `present` for "
                "`past`");
        return {};
    }

    std::string unpaired() const
    {
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const bool isCross
                = hasWord(m_inputs[i]->name, "cross") || hasWord(m_inputs[i]->name, "encoder");
            if (m_decoder.inputs[i].role == DecoderRole::Other && !isCross
                && looksLikeCache(*m_inputs[i]))
                return m_inputs[i]->name;
        }
        return {};
    }

    std::string unpairedText() const
    {
        const auto lost = unpaired();
        return lost.empty() ? std::string()
                            : " (input " + support::quote(lost) + " has no partner)";
    }

    support::Result<void> findTokens()
    {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const auto& value = *m_inputs[i];
            if (m_decoder.inputs[i].role != DecoderRole::Other || !isInteger(value.type.element))
                continue;
            const bool isNamed = hasWord(value.name, "ids") || hasWord(value.name, "token");
            if (!found || (isNamed && !hasWord(m_inputs[*found]->name, "ids")))
                found = i;
        }
        if (!found)
            return failAs(ErrorKind::Usage, "no input takes token ids (int64 or int32)");
        const auto& shape = m_inputs[*found]->type.shape;
        if (shape && (shape->empty() || shape->size() > 2))
            return failAs(ErrorKind::Usage, "input ", support::quote(m_inputs[*found]->name),
                " has the shape ", shapeText(*shape), ", expected token ids as batch×sequence");
        m_decoder.tokens = *found;
        m_decoder.inputs[*found].role = DecoderRole::Tokens;
        if (shape)
            m_decoder.tokensPerRun = shape->back().value();
        return {};
    }

    support::Result<void> findLogits()
    {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            const bool isNamed = hasWord(m_outputs[i]->name, "logits");
            if (!m_isTaken[i]
                && (!found || (isNamed && !hasWord(m_outputs[*found]->name, "logits"))))
                found = i;
        }
        if (!found)
            return failAs(
                ErrorKind::Usage, "no output holds logits: each one is part of the cache");
        const auto& type = m_outputs[*found]->type;
        if (type.isTensor() && type.shape && (type.shape->empty() || type.shape->size() > 3))
            return failAs(ErrorKind::Usage, "output ", support::quote(m_outputs[*found]->name),
                " has the shape ", shapeText(*type.shape),
                ", expected logits as batch×sequence×vocabulary");
        m_decoder.logits = *found;
        return {};
    }

    std::vector<const Value*> m_inputs;
    std::vector<const Value*> m_outputs;
    std::vector<bool> m_isTaken; ///< outputs that are part of the cache
    Decoder m_decoder;
};

} // namespace

std::vector<const Value*> inputsWithoutWeights(const Model& model)
{
    std::vector<const Value*> inputs;
    for (const auto id : model.main().inputs) {
        if (!model.value(id).initializer.isValid())
            inputs.push_back(&model.value(id));
    }
    return inputs;
}

support::Result<Decoder> findDecoder(const Model& model) { return RoleFinder(model).find(); }

bool hasCacheInput(const Model& model)
{
    return std::ranges::any_of(
        inputsWithoutWeights(model), [](const Value* input) { return looksLikeCache(*input); });
}

} // namespace model
