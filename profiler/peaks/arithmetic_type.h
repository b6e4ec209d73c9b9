#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

namespace profiler {

/// Returns the type in which a step multiplies, by its first operand: `int8` (also for unsigned),
/// `bf16`, or `float`, which is used for all other types. Source: Step::inputTypes, the types at
/// run time.
std::string_view arithmeticOf(const Profile& profile, const Step& step);

/// Returns the precision of the products of a run: the setting `f32`, `tf32` ... for floats, and
/// `int8` or `bf16` for tensors of these types in the model. Lists all with at least 5 % of the
/// multiply-adds, most first: `int8, f32`. Returns the setting if there are no products of known
/// work.
std::string precisionText(const Profile& profile);

} // namespace profiler
