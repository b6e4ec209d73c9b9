#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace support {

enum class Severity { Note, Warning, Error };

/// Where in a model or file something is. All parts are optional; ids are model-wide (see
/// model/graph.h).
struct Location {
    std::string path; ///< `graph/node[12] 'conv1' (Conv)/input[1]`, made by model::path...
    std::optional<std::uint32_t> node; ///< model::NodeId value
    std::optional<std::uint32_t> value; ///< model::ValueId value
    std::optional<std::uint64_t> byteOffset; ///< first byte in the file at fault
    std::optional<std::uint64_t> byteLength;
    std::string file; ///< the file at fault if not the model file itself
};

inline Location locationOf(std::string path)
{
    Location where;
    where.path = std::move(path);
    return where;
}

/// One finding about a model, a file or a profile: many may be wrong at once, so these are
/// collected and work goes on.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code; ///< stable rule id in kebab case: `external-data-range`, `operator-unknown`
    Location where;
    std::string
        message; ///< what was found, what was expected; lower case, no full stop, values in it
    std::string advice; ///< what to do; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

} // namespace support
