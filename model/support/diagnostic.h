#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace support {

enum class Severity { Note, Warning, Error };

/// A place in a model or file. All parts are optional. Ids are unique in the model (model/graph.h).
struct Location {
    std::string path; ///< `graph/node[12] 'conv1' (Conv)/input[1]`, made by model::locate()
    std::optional<std::uint32_t> node; ///< model::NodeId value
    std::optional<std::uint32_t> value; ///< model::ValueId value
    std::optional<std::uint64_t> byteOffset; ///< first faulty byte in the file
    std::optional<std::uint64_t> byteLength;
    std::string file; ///< the faulty file if it is not the model file
};

inline Location locationOf(std::string path)
{
    Location where;
    where.path = std::move(path);
    return where;
}

/// One finding about a model, a file or a profile. Findings are collected, and work continues.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code; ///< stable rule id in kebab case: `input-undefined`, `operator-unknown`
    Location where;
    std::string
        message; ///< what was found and what was expected; lower case, no full stop, with values
    std::string advice; ///< what to do; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

} // namespace support
