#pragma once

#include "model/operator.h"
#include "model/support/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A library with operators of somebody else that was loaded into this process. It is never
/// unloaded: models refer to its operators.
struct OperatorPlugin {
    std::filesystem::path file; ///< absolute, links resolved
    std::string name; ///< as it calls itself
    std::string version;
    std::vector<const model::OperatorSchema*> operators; ///< in the registry
};

/// Loads a plug-in (packaging/dev/opscope_operator.h, docs/custom-operators.md) and registers its
/// operators and kernels, all or none. This runs the library's code: call it only with a file that
/// the user named. A file that is loaded already is not loaded again. Errors (ErrorKind::File): not
/// a library, of another version, badly described, operators that exist already; each with the
/// file, what was found and what was expected.
support::Result<const OperatorPlugin*> loadOperatorPlugin(const std::filesystem::path& file);

/// From now on, if this process crashes inside a plug-in, its last words on stderr say where. For
/// programs that run models; a window has other things to do then.
void tellOfPluginCrashes();

/// All that were loaded, in that order.
std::vector<const OperatorPlugin*> operatorPlugins();

/// The plug-in that an operator comes from; null if it is one of ours.
const OperatorPlugin* pluginOf(const model::OperatorSchema& schema);

/// Whether a plug-in may bring an operator of this domain: not for those of the standard and ours.
bool isOpenToPlugins(std::string_view domain);

/// Whether the same inputs always give the same results; operators of ours count as such.
bool isRepeatable(const model::OperatorSchema* schema);

} // namespace engine
