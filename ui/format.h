#pragma once

#include "model/support/text.h"

#include <QString>

#include <cstdint>

/// Text of numbers for the window. Uses model/support/text.h, so that window, command line and
/// reports show the same digits.
namespace ui {

inline QString durationText(double ns, int digits = 3)
{
    return QString::fromStdString(support::durationText(ns, digits));
}
inline QString durationText(std::int64_t ns, int digits = 3)
{
    return durationText(static_cast<double>(ns), digits);
}

inline QString bytesText(std::uint64_t bytes)
{
    return QString::fromStdString(support::bytesText(bytes));
}
inline QString countText(std::uint64_t count)
{
    return QString::fromStdString(support::countText(count));
}
inline QString integerText(std::int64_t value)
{
    return QString::fromStdString(support::integerText(value));
}
inline QString numberText(double number, int digits = 3)
{
    return QString::fromStdString(support::numberText(number, digits));
}
inline QString shareText(double fraction)
{
    return QString::fromStdString(support::shareText(fraction));
}
/// The share as it is on cards, with two decimals below 2 %.
inline QString cardShareText(double fraction)
{
    return QString::fromStdString(support::shareText(fraction, support::ShareForm::Card));
}
inline QString workText(double flops) { return QString::fromStdString(support::workText(flops)); }
inline QString workRateText(double flopsPerSecond)
{
    return QString::fromStdString(support::workRateText(flopsPerSecond));
}
inline QString byteRateText(double bytesPerSecond)
{
    return QString::fromStdString(support::byteRateText(bytesPerSecond));
}
/// The text that replaces a missing number.
inline QString notMeasuredText() { return QString::fromUtf8(support::notMeasured.data()); }

}
