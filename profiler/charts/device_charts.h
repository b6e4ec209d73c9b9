#pragma once

#include "profiler/charts/charts.h"
#include "profiler/device/device_account.h"

#include <vector>

namespace profiler {

/// The rows of a device's account in display order, also those that are zero; the overlap is
/// negative, so that they add up to the wall.
std::vector<AccountPart> deviceAccountParts(const DeviceAccount& account);
Figure deviceAccountStrip(const DeviceAccount& account, double width);

} // namespace profiler
