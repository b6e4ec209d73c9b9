#pragma once

#include "app/cli/comparing/compare_document.h"

#include <string>

namespace cli {

/// Returns the JSON document with everything (docs/compare.md).
std::string compareJson(const CompareResult& result);

} // namespace cli
