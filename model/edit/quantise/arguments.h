#pragma once

#include "model/edit/operation.h"
#include "model/edit/quantise/quantise.h"
#include "model/support/text.h"

#include <array>

namespace model::edit {

/// Reads the arguments of the operation of a scheme. Fails with ErrorKind::Usage.
support::Result<QuantiseOptions> quantiseOptionsFrom(
    QuantisationScheme scheme, const OperationArguments& arguments);

/// The operation that quantises with these options: `quantizeWeights`, `quantizeDynamic` or
/// `quantizeStatic`.
Operation operationOf(const QuantiseOptions& options);

/// A word for each value of an option, in arguments and on the command line. The first one is the
/// default.
template <typename T>
struct OptionWord {
    std::string_view word;
    T value;
};
inline constexpr std::array weightScaleWords { OptionWord<WeightScales> {
                                                   "per_channel", WeightScales::PerChannel },
    OptionWord<WeightScales> { "per_tensor", WeightScales::PerTensor } };
inline constexpr std::array zeroPointWords { OptionWord<ZeroPoints> {
                                                 "symmetric", ZeroPoints::Symmetric },
    OptionWord<ZeroPoints> { "asymmetric", ZeroPoints::Asymmetric } };
inline constexpr std::array tableWords { OptionWord<TableCodes> { "8bit", TableCodes::EightBits },
    OptionWord<TableCodes> { "4bit", TableCodes::FourBits },
    OptionWord<TableCodes> { "keep", TableCodes::Keep } };
inline constexpr std::array tiedProductWords { OptionWord<TiedProducts> {
                                                   "float", TiedProducts::Float },
    OptionWord<TiedProducts> { "integer", TiedProducts::Integer } };
inline constexpr std::array profileWords { OptionWord<ActivationProfile> {
                                               "x86", ActivationProfile::X86 },
    OptionWord<ActivationProfile> { "tensorrt", ActivationProfile::TensorRt } };

/// Returns the value of a word. Fails with ErrorKind::Usage: `tables is "2bit", expected 8bit, 4bit
/// or keep`.
template <typename T, std::size_t n>
support::Result<T> valueOfWord(
    std::string_view option, std::string_view word, const std::array<OptionWord<T>, n>& words)
{
    std::string expected;
    for (std::size_t i = 0; i < n; ++i) {
        if (words[i].word == word)
            return words[i].value;
        expected += (i == 0 ? "" : i + 1 == n ? " or " : ", ") + std::string(words[i].word);
    }
    return support::failAs(
        support::ErrorKind::Usage, option, " is ", support::quote(word), ", expected ", expected);
}

template <typename T, std::size_t n>
std::string_view wordOf(T value, const std::array<OptionWord<T>, n>& words)
{
    for (const auto& row : words)
        if (row.value == value)
            return row.word;
    return words.front().word;
}

} // namespace model::edit
