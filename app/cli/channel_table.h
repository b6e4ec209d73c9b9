#pragma once

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "model/model.h"

namespace cli {

/// The options of `inspect --channels`.
std::vector<Option> channelOptions();

/// The statistics of each channel of a weight or of a saved value, and its codes: those of the file
/// if it is quantised, else those that `--codes` asks for. Fails with ErrorKind::Usage for a value
/// that the model does not have.
support::Result<TextTable> channelTable(const model::Model& model, const Invocation& invocation);

} // namespace cli
