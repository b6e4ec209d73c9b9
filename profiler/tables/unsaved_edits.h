#pragma once

#include "profiler/tables/metadata.h"

namespace profiler::keys {

/// Number of edits of the model that its file does not have: a copy of the edited model was
/// measured. Absent for a model as its file has it.
inline constexpr std::string_view unsavedEdits = "model.unsaved_edits";

} // namespace profiler::keys
