#pragma once

#include "model/support/text.h"

#include <QString>

#include <cstdint>

/// Numbers as the window shows them. The text is made by model/support/text.h, so that window,
/// command line and reports agree to the digit.
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
/// Stands where there is no figure.
inline QString notMeasuredText() { return QString::fromUtf8(support::notMeasured.data()); }

}
