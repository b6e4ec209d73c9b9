#pragma once

#include "model/model.h"

#include <string>

/// The checks, one file each. checker.cpp has their array.
namespace model::checks {

void checkOperators(const Model& model, support::Diagnostics& diagnostics);
void checkArity(const Model& model, support::Diagnostics& diagnostics);
void checkAttributes(const Model& model, support::Diagnostics& diagnostics);
void checkAttributeValues(const Model& model, support::Diagnostics& diagnostics);
void checkFunctions(const Model& model, support::Diagnostics& diagnostics);
void checkSubgraphs(const Model& model, support::Diagnostics& diagnostics);
void checkInterface(const Model& model, support::Diagnostics& diagnostics);
void checkUnused(const Model& model, support::Diagnostics& diagnostics);
void checkDepth(const Model& model, support::Diagnostics& diagnostics);

/// Returns the domain for display; `ai.onnx` for the empty domain.
std::string shownDomain(std::string_view domain);
/// `1 input`, `3 inputs`.
std::string counted(std::size_t count, std::string_view noun);

} // namespace model::checks
