#include "ui/verify/verify_text.h"

#include "model/dimension.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

using engine::ErrorHistogram;
using engine::VerifyOutcome;

namespace {

struct OutcomeTexts {
    const char* text;
    const char* tone;
};
constexpr OutcomeTexts atFault { QT_TR_NOOP("at fault"), "error" };
constexpr OutcomeTexts carried { QT_TR_NOOP("carried"), "warning" };
constexpr std::array<OutcomeTexts, 4> outcomes { { { QT_TR_NOOP("passed"), "good" },
    { QT_TR_NOOP("failed"), "error" }, { QT_TR_NOOP("unsupported"), "warning" },
    { QT_TR_NOOP("ran"), "textSecondary" } } };

const OutcomeTexts& wordsOf(const VerifiedRow& row)
{
    if (row.isAtFault())
        return atFault;
    if (row.outcome == VerifyOutcome::Failed && row.step && row.step->own)
        return carried;
    return outcomes[static_cast<std::size_t>(row.outcome)];
}

/// A power of ten: `10⁻³`.
QString decadeText(int power)
{
    static constexpr std::array<char16_t, 10> digits { u'⁰', u'¹', u'²', u'³', u'⁴', u'⁵', u'⁶',
        u'⁷', u'⁸', u'⁹' };
    auto text = QStringLiteral("10") + (power < 0 ? QStringLiteral("⁻") : QString());
    for (const auto digit : QString::number(std::abs(power)))
        text += QChar(digits[static_cast<std::size_t>(digit.digitValue())]);
    return text;
}

/// A number that a user entered: `1e−7`, `0.001`.
QString shortText(double number)
{
    auto text = QString::number(number, 'g', 3);
    text.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
    return text.replace(u'-', u'−');
}

/// The range of decades with errors or the tolerance, plus one at each side.
struct Decades {
    int first; // exponent of the first bar
    int count;
};

Decades decadesOf(const ErrorHistogram& histogram, double markPower)
{
    constexpr int minShown = 8;
    constexpr int all = static_cast<int>(ErrorHistogram::bins);
    int low = all;
    int high = -1;
    for (int i = 0; i < all; ++i) {
        if (histogram.counts[static_cast<std::size_t>(i)] == 0)
            continue;
        low = std::min(low, i);
        high = i;
    }
    if (std::isfinite(markPower)) {
        const int mark = static_cast<int>(std::floor(markPower)) - ErrorHistogram::log10First;
        low = std::clamp(mark, 0, low);
        high = std::clamp(mark, high, all - 1);
    }
    low = std::clamp(low - 1, 0, all - minShown);
    high = std::clamp(high + 1, low + minShown - 1, all - 1);
    return { low + ErrorHistogram::log10First, high - low + 1 };
}

/// The result of comparing tiers: `9 of 20 values are past the tolerance. At fault first: Conv
/// stem.`
QString tiersText(const Verification& verification, int past)
{
    auto text
        = tr("%1 of %2 values are past the tolerance.").arg(past).arg(verification.rows.size());
    if (const auto* fault = verification.firstAtFault())
        text += u' '
            + tr("First faulty step: %1.")
                  .arg(plain(fault->step->opType + " " + fault->step->label, 100));
    if (verification.state != Verification::State::Complete)
        text += u' ' + plain(verification.message, 1000);
    return text;
}

} // namespace

QString errorText(double error, int digits)
{
    if (std::isnan(error))
        return notMeasuredText();
    const double magnitude = std::fabs(error);
    constexpr double plainFrom = 1e-3;
    constexpr double plainTo = 1e6;
    if (error == 0 || !std::isfinite(error) || (magnitude >= plainFrom && magnitude < plainTo))
        return numberText(error, digits);
    auto text = QString::number(error, 'e', digits - 1);
    // Removes the leading zero of `-07`.
    const auto exponent = text.mid(text.indexOf(u'e') + 1).toInt();
    text = text.left(text.indexOf(u'e') + 1) + QString::number(exponent);
    return text.replace(u'-', u'−');
}

QString outcomeText(const VerifiedRow& row) { return tr(wordsOf(row).text); }

const char* toneOf(const VerifiedRow& row) { return wordsOf(row).tone; }

QString typeText(const engine::ComparedValue& value)
{
    const auto shape = model::shapeText(model::shapeOf(value.dims));
    return plain(value.dims.empty() ? value.type : shape + " " + value.type);
}

QString toleranceText(const engine::Difference& difference)
{
    return difference.tolerance ? tr("%1 + %2 × |expected|")
                                      .arg(shortText(difference.tolerance->absolute),
                                          shortText(difference.tolerance->relative))
                                : tr("none");
}

QString beyondText(const engine::Difference& difference)
{
    return tr("%1 of %2").arg(countText(difference.beyond), countText(difference.elements));
}

QString summaryOf(const Verification& verification)
{
    const auto total = static_cast<int>(verification.rows.size());
    const auto passed = static_cast<int>(verification.count(VerifyOutcome::Passed));
    if (total == 0)
        return plain(verification.message, 1000);
    const bool isOfTiers = verification.kind == Verification::Kind::Tiers;
    if (isOfTiers && passed < total)
        return tiersText(verification, total - passed);
    auto text = passed == total
        ? tr("%n output(s) compared, all within the tolerance.", nullptr, total)
        : tr("%1 of %2 outputs are not as expected.").arg(total - passed).arg(total);
    if (verification.state != Verification::State::Complete)
        text += u' ' + plain(verification.message, 1000);
    return text;
}

HistogramContent histogramOf(const engine::Difference& difference)
{
    const auto& histogram = difference.histogram;
    const double markPower = difference.tolerance && difference.tolerance->absolute > 0
        ? std::log10(difference.tolerance->absolute)
        : std::numeric_limits<double>::quiet_NaN();
    const auto decades = decadesOf(histogram, markPower);
    HistogramContent content;
    content.counts.push_back(histogram.equal);
    content.tones.push_back("good");
    for (int i = 0; i < decades.count; ++i) {
        const int power = decades.first + i;
        content.counts.push_back(
            histogram.counts[static_cast<std::size_t>(power - ErrorHistogram::log10First)]);
        content.tones.push_back("accent");
        if (i % 3 == 0 && i + 2 < decades.count)
            content.labels.push_back({ i + 1.0, decadeText(power) });
    }
    content.counts.push_back(histogram.notFinite);
    content.tones.push_back("error");
    const auto last = static_cast<std::size_t>(decades.count) + 1;
    content.labels.insert(content.labels.begin(), { 0.5, tr("equal") });
    content.labels.push_back({ static_cast<double>(last) + 0.5, tr("NaN, ∞") });
    if (std::isfinite(markPower)) {
        content.markAt = 1 + markPower - decades.first;
        content.markText = tr("absolute tolerance");
    }
    content.description = tr("errors by decade");
    content.tip = [first = decades.first, last](std::size_t bin) {
        if (bin == 0)
            return tr("equal");
        if (bin == last)
            return tr("not finite on one side only");
        const int power = first + static_cast<int>(bin) - 1;
        return tr("error from %1 to %2").arg(decadeText(power), decadeText(power + 1));
    };
    return content;
}

} // namespace ui
