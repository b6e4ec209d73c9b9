#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Numbers and foreign text as people read them: the one place for window, report and command line
/// (ux.md 6.1). Durations are nanoseconds as double, because medians and means fall between two.
namespace support {

/// Window: grouped counts, U+2212 as minus. File: plain ASCII numbers, `.` and no grouping, for
/// anything a program reads.
enum class NumberStyle { Window, File };

/// What stands where nothing was measured: never 0.
inline constexpr std::string_view notMeasured = "–";

enum class TimeUnit { Nanoseconds, Microseconds, Milliseconds, Seconds, Minutes };

/// `digits` significant digits, without exponent: `0.0123`, `12.3`, `1,230`. Not finite: `NaN`,
/// `∞`, `−∞` (`inf` in files).
std::string numberText(double value, int digits = 3, NumberStyle style = NumberStyle::Window);

/// `318 µs`, `21.9 ms`, `1.50 s`, `2.5 min`; the unit changes at 1,000 (minutes from 100 s on).
std::string durationText(double ns, int digits = 3, NumberStyle style = NumberStyle::Window);
/// In one forced unit, for a column: only the number.
std::string durationNumber(
    double ns, TimeUnit unit, int digits = 3, NumberStyle style = NumberStyle::Window);
TimeUnit unitFor(double ns);
std::string_view unitName(TimeUnit unit);
double nanosecondsPer(TimeUnit unit);

/// `318 µs ± 4`: half an interval with one significant digit, two if the first is 1; digits of the
/// value below its last one are dropped. An interval that would be 0 in the value's unit gets its
/// own unit: `2.00 s ± 30 µs`.
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

/// Table: one decimal. Card: two below 2 %.
enum class ShareForm { Table, Card };
/// `12.3 %`, `< 0.1 %` instead of a rounded zero, `0 %` for none.
std::string shareText(
    double fraction, ShareForm form = ShareForm::Table, NumberStyle style = NumberStyle::Window);

/// `10,214`; in files `10214`.
std::string countText(std::uint64_t count, NumberStyle style = NumberStyle::Window);
std::string integerText(std::int64_t value, NumberStyle style = NumberStyle::Window);
/// `1 node`, `10,214 nodes`.
std::string countOf(std::uint64_t count, std::string_view singular, std::string_view plural);

enum class Lines { Single, Several };
/// Text of a file made safe to look at: invalid UTF-8 becomes U+FFFD, control characters their
/// pictures (`␀`), characters that are invisible or turn the writing direction become `‹U+202E›`.
/// Several keeps line breaks and tabs.
std::string sanitise(std::string_view text, Lines lines = Lines::Single);
/// The text with every ill-formed byte replaced by U+FFFD.
std::string validUtf8(std::string_view text);
/// At most `limit` characters (code points), the middle replaced by `…`: `layers.7…/Attention`.
std::string elideMiddle(std::string_view text, std::size_t limit);
/// A name from a file inside a message: sanitised, elided, in double quotes.
std::string quote(std::string_view name, std::size_t limit = 200);
/// Number of code points; an ill-formed byte counts as one.
std::size_t characterCount(std::string_view text);

/// One step of decoding UTF-8: the code point at the front and its bytes; U+FFFD and 1 for an
/// ill-formed byte. `text` is not empty.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool isValid = true;
};
CodePoint firstCodePoint(std::string_view text);
void appendUtf8(std::string& text, char32_t codePoint);

} // namespace support
