#pragma once

#include "ui/verify/verification.h"
#include "ui/widgets/histogram_view.h"

#include <QString>

namespace ui {

/// How a verification is said in tables and facts.

/// `0.0123`, `1.23e−7`, `0`; `–` if it was not measured.
QString errorText(double error, int digits = 3);
/// `passed`, `failed`, ... and the theme colour of the word. Between tiers a failed row is either
/// `at fault` or `carried`: its inputs were off already.
QString outcomeText(const VerifiedRow& row);
const char* toneOf(const VerifiedRow& row);
/// `1×10 float`.
QString typeText(const engine::ComparedValue& value);
/// `1e−7 + 0.001 × |expected|`.
QString toleranceText(const engine::Difference& difference);
/// `12 of 480`.
QString beyondText(const engine::Difference& difference);
/// `All 3 outputs agree`, `2 of 3 do not agree`, or why it did not come to an end.
QString summaryOf(const Verification& verification);
/// Bars of the errors: equal, a bar per decade, not finite. The tolerance of the expected value 0
/// is marked.
HistogramContent histogramOf(const engine::Difference& difference);

} // namespace ui
