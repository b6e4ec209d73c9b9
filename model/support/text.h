#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Text for numbers and for names from files, shared by window, reports and command line. Durations
/// are nanoseconds as double, because medians and means are not integers.
namespace support {

/// Window: grouped digits, U+2212 as minus. File: ASCII numbers with `.` and no grouping, for text
/// that programs read.
enum class NumberStyle { Window, File };

/// Shown in place of a value that was not measured. Never shown as 0.
inline constexpr std::string_view notMeasured = "–";

enum class TimeUnit { Nanoseconds, Microseconds, Milliseconds, Seconds, Minutes };

/// Formats with `digits` significant digits and no exponent: `0.0123`, `12.3`, `1,230`. Values that
/// are not finite: `NaN`, `∞`, `−∞` (`inf` in files).
std::string numberText(double value, int digits = 3, NumberStyle style = NumberStyle::Window);

/// `318 µs`, `21.9 ms`, `1.50 s`, `2.5 min`. The unit changes at 1,000 (to minutes from 100 s on).
std::string durationText(double ns, int digits = 3, NumberStyle style = NumberStyle::Window);
/// Returns the number in a given unit, without the unit; for a table column.
std::string durationNumber(
    double ns, TimeUnit unit, int digits = 3, NumberStyle style = NumberStyle::Window);
TimeUnit unitFor(double ns);
std::string_view unitName(TimeUnit unit);
double nanosecondsPer(TimeUnit unit);

/// `318 µs ± 4`: value and half interval. The interval has one significant digit, or two if the
/// first is 1. Digits of the value below the interval's last digit are dropped. An interval that
/// would round to 0 in the value's unit gets its own unit: `2.00 s ± 30 µs`.
std::string durationText(
    double ns, double halfIntervalNs, int digits, NumberStyle style = NumberStyle::Window);

/// `512 B`, `1.50 KiB`, `3.22 GiB`.
std::string bytesText(std::uint64_t bytes, NumberStyle style = NumberStyle::Window);
/// `12.3 GB/s`, decimal.
std::string byteRateText(double bytesPerSecond, NumberStyle style = NumberStyle::Window);
/// `7.75 GFLOP`, decimal; a multiply-add counts as two.
std::string workText(double flops, NumberStyle style = NumberStyle::Window);
/// `1.20 TFLOP/s`.
std::string workRateText(double flopsPerSecond, NumberStyle style = NumberStyle::Window);

/// Number of decimals of a share. Table: one. Card: two below 2 %.
enum class ShareForm { Table, Card };
/// `12.3 %`, `< 0.1 %` where rounding would give zero, `0 %` for an exact zero.
std::string shareText(
    double fraction, ShareForm form = ShareForm::Table, NumberStyle style = NumberStyle::Window);

/// `10,214`; in files `10214`.
std::string countText(std::uint64_t count, NumberStyle style = NumberStyle::Window);
std::string integerText(std::int64_t value, NumberStyle style = NumberStyle::Window);
/// ASCII letters in lower case; other bytes unchanged.
std::string lowered(std::string_view text);

/// Returns the text without blanks, tabs and line breaks at its ends.
std::string_view trimmed(std::string_view text);

/// `1 node`, `10,214 nodes`.
std::string countOf(std::uint64_t count, std::string_view singular, std::string_view plural);

/// Joins what `textOf` returns for each item, with `separator` between them.
template <typename Range, typename TextOf = std::identity>
std::string joined(const Range& range, std::string_view separator, TextOf textOf = {})
{
    std::string text;
    for (const auto& item : range) {
        if (!text.empty())
            text += separator;
        text += std::invoke(textOf, item);
    }
    return text;
}

/// A sentence apart from its values, so that the window can translate it.
struct Sentence {
    std::string_view pattern; ///< a literal with `%1` to `%9` for values; empty: nothing to say
    std::vector<std::string> values;
    std::string name; ///< for `%0`; a word that is translated as well

    bool empty() const { return pattern.empty(); }
    std::string text() const; ///< in English
};
/// Returns the pattern with the name and the values in it. What they contain is not replaced.
std::string filled(
    std::string_view pattern, std::string_view name, const std::vector<std::string>& values);
/// Returns the sentences in English.
std::vector<std::string> textsOf(const std::vector<Sentence>& sentences);

enum class Lines { Single, Several };
/// Returns text from a file in a form that is safe to display. Invalid UTF-8 becomes U+FFFD,
/// control characters become their symbols (`␀`), invisible characters and characters that change
/// the writing direction become `‹U+202E›`. Lines::Several keeps line breaks and tabs.
std::string sanitise(std::string_view text, Lines lines = Lines::Single);
/// Returns the text with every ill-formed byte replaced by U+FFFD.
std::string validUtf8(std::string_view text);
/// Returns at most `limit` characters (code points), with `…` in place of the middle:
/// `layers.7…/Attention`.
std::string elideMiddle(std::string_view text, std::size_t limit);
/// Returns a name from a file for use in a message: sanitised, elided and in double quotes.
std::string quote(std::string_view name, std::size_t limit = 200);
/// Returns the number of code points; an ill-formed byte counts as one.
std::size_t characterCount(std::string_view text);

/// One step of decoding UTF-8: the first code point and its number of bytes. U+FFFD and 1 for an
/// ill-formed byte. `text` must not be empty.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool isValid = true;
};
CodePoint firstCodePoint(std::string_view text);
void appendUtf8(std::string& text, char32_t codePoint);

/// Returns the parts between separators, empty ones too. The parts are views into `text`.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Returns the number if the whole text is one: `12` and `-1`, but not `12 ` or `1x`.
/// `format` is from_chars' base of an integer, or its std::chars_format.
template <typename Number, typename... Format>
std::optional<Number> numberFrom(std::string_view text, Format... format)
{
    Number number {};
    const auto* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

/// Returns the shortest text that reads back as the same number: `0.1`, `1e+30`, `nan`.
std::string shortestText(float number);
std::string shortestText(double number);
std::string shortestText(std::int64_t number);
std::string shortestText(std::uint64_t number);

} // namespace support
