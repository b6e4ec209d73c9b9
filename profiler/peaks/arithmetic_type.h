#pragma once

#include "profiler/tables/profile.h"

#include <string>
#include <string_view>

namespace profiler {

/// What a step multiplies in, by its first operand: `int8` (also unsigned), `bf16`, or `float`, in
/// which all others are computed. Source: Step::inputTypes, the types that the step had when it
/// ran.
std::string_view arithmeticOf(const Profile& profile, const Step& step);

/// What the products of a run are in: the setting `f32`, `tf32` ... for floats, and `int8`, `bf16`
/// where the model's own tensors are; `int8, f32` if both have over 5 % of the multiply-adds, most
/// first. Without products whose work is known the setting.
std::string precisionText(const Profile& profile);

} // namespace profiler
