#pragma once

#include "model/onnx/wire_reader.h"
#include "model/onnx/wire_schema.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

/// Validates the wire format of a complete file before anything is built from it. One pass with an
/// explicit stack checks every number, length, nesting depth and count against limits. Later
/// readers can then rely on well-formed fields, and Protocol Buffers parses only small, shallow,
/// well-formed messages. Weights are skipped without touching their pages.
namespace model::onnx {

struct WireLimits {
    std::uint64_t fields = 400'000'000;
    std::uint64_t nodes = 10'000'000;
    std::uint64_t tensors = 10'000'000;
    std::size_t graphLevels = 100'000; ///< nesting depth of graphs
    std::size_t otherLevels
        = 60; ///< nesting depth of messages between two graphs; Protocol Buffers allows 100
    std::uint64_t textBytes = 1ULL << 30;
};

/// A field with another wire type than the schema has. It is skipped, as Protocol Buffers does.
struct WireOddity {
    std::uint64_t offset = 0;
    std::string field; ///< `graph.node[3].name`
    std::string message;
};

struct WireIndex {
    std::uint64_t fields = 0;
    std::uint64_t knownFields = 0; ///< of the outermost message
    std::uint64_t nodes = 0;
    std::uint64_t tensors = 0;
    std::uint64_t graphs = 0;
    std::vector<WireOddity> oddities; ///< at most 100
};

/// `rule` describes the message: `messageRule("ModelProto")`. Fails with byte and field: `byte
/// 1234, graph.node[3].attribute[0].t: length 400 goes past the end ...`.
support::Result<WireIndex> indexWire(Piece message, const MessageRule& rule,
    const WireLimits& limits = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace model::onnx
