#pragma once

#include "model/support/text.h"

#include <QString>

#include <cstdint>

/// Text of numbers for the window. Uses model/support/text.h, so that window, command line and
/// reports show the same digits.
namespace ui {

inline QString durationText(double ns) { return QString::fromStdString(support::durationText(ns)); }
inline QString durationText(std::int64_t ns) { return durationText(static_cast<double>(ns)); }

inline QString bytesText(std::uint64_t bytes)
{
    return QString::fromStdString(support::bytesText(bytes));
}
inline QString countText(std::uint64_t count)
{
    return QString::fromStdString(support::countText(count));
}
inline QString numberText(double number)
{
    return QString::fromStdString(support::numberText(number));
}
/// The text that replaces a missing number.
inline QString notMeasuredText() { return QString::fromUtf8(support::notMeasured.data()); }

}
