#pragma once

#include "model/operator.h"
#include "model/support/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A library with custom operators that was loaded into this process. It is never unloaded, because
/// models refer to its operators.
struct OperatorPlugin {
    std::filesystem::path file; ///< absolute, links resolved
    std::string name; ///< as the library names itself
    std::string version;
    std::vector<const model::OperatorSchema*> operators; ///< in the registry
};

/// Loads a plug-in (packaging/dev/opscope_operator.h, docs/custom-operators.md) and registers its
/// operators and kernels, all or none. This runs the library's code: call it only with a file that
/// the user named. A file that is loaded already is not loaded again. Fails (ErrorKind::File) if it
/// is not a library, of another version, badly described, or has operators that exist already. The
/// error has the file, what was found and what was expected.
support::Result<const OperatorPlugin*> loadOperatorPlugin(const std::filesystem::path& file);

/// Makes a crash of this process inside a plug-in write to stderr where it happened. For command
/// line programs that run models.
void reportPluginCrashes();

/// Returns all plug-ins in the order of loading.
std::vector<const OperatorPlugin*> operatorPlugins();

/// Returns the plug-in that an operator comes from; null if it is built in.
const OperatorPlugin* pluginOf(const model::OperatorSchema& schema);

/// Whether a plug-in may add an operator of this domain: false for domains of the standard and of
/// Opscope.
bool isOpenToPlugins(std::string_view domain);

/// Whether the same inputs always give the same results, by the plug-in's flag. True for built-in
/// operators (isDeterministic in facts.h handles those).
bool isRepeatable(const model::OperatorSchema* schema);

} // namespace engine
