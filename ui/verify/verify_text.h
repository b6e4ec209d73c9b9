#pragma once

#include "ui/verify/verification.h"
#include "ui/widgets/histogram_view.h"

#include <QString>

namespace ui {

/// Texts of a verification for tables and facts.

/// `0.0123`, `1.23e−7`, `0`; `–` for NaN.
QString errorText(double error, int digits = 3);
/// `passed`, `failed`, ... and its colour token. When tiers are compared, a failed row is `at
/// fault`, or `carried` if its inputs were already past the tolerance.
QString outcomeText(const VerifiedRow& row);
const char* toneOf(const VerifiedRow& row);
/// Shape and element type: `1×10 float`.
QString typeText(const engine::ComparedValue& value);
/// The tolerance as a formula: `1e−7 + 0.001 × |expected|`.
QString toleranceText(const engine::Difference& difference);
/// The number of elements past the tolerance: `12 of 480`.
QString beyondText(const engine::Difference& difference);
/// The summary, as `2 of 3 outputs are not as expected.`, and why it is incomplete.
QString summaryOf(const Verification& verification);
/// The error histogram: a bar for equal elements, one per decade, one for elements that are not
/// finite. Marks the tolerance for an expected value of 0.
HistogramContent histogramOf(const engine::Difference& difference);

} // namespace ui
