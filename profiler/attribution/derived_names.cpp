#include "profiler/attribution/derived_names.h"

#include <array>

namespace profiler {

namespace {

constexpr std::array<std::string_view, 10> suffixes { "_nchwc", "_nchwc_output", "/duplicated",
    "_quant", "_fused", "_new_reshape", "_transformed", "/GatherSliceToSplitFusion", "_token",
    "_output_0" };
constexpr std::array<std::string_view, 8> prefixes { "copied_squeeze_after_", "reshape_before_",
    "reshape_after_", "fused ", "InsertedPrecisionFreeCast_", "InsertedCast_", "_if_then_branch_",
    "_if_else_branch_" };

} // namespace

std::string_view withoutAddition(std::string_view name)
{
    if (name.starts_with("PWN(") && name.ends_with(')'))
        return name.substr(4, name.size() - 5);
    for (const auto prefix : prefixes)
        if (name.starts_with(prefix))
            return name.substr(prefix.size());
    for (const auto suffix : suffixes)
        if (name.ends_with(suffix) && name.size() > suffix.size())
            return name.substr(0, name.size() - suffix.size());
    // `fc/MatMulAddFusion`, `scores/MatMulScaleFusion/`
    const auto end = name.ends_with('/') ? name.size() - 1 : name.size();
    const auto slash = name.substr(0, end).rfind('/');
    if (slash != std::string_view::npos && slash > 0 && name.substr(0, end).ends_with("Fusion"))
        return name.substr(0, slash);
    const auto digits = name.find_last_not_of("0123456789");
    if (digits != std::string_view::npos && digits + 1 < name.size() && name[digits] == '_'
        && digits > 0)
        return name.substr(0, digits);
    return {};
}

} // namespace profiler
