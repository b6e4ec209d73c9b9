#pragma once

#include "profiler/charts/charts.h"
#include "profiler/device/device_account.h"

#include <vector>

namespace profiler {

/// Returns the rows of a device's account in display order, zero rows included. The overlap is
/// negative, so the rows add up to the wall.
std::vector<AccountPart> deviceAccountParts(const DeviceAccount& account);
Figure deviceAccountStrip(const DeviceAccount& account, double width);

} // namespace profiler
