#pragma once

#include "model/model.h"
#include "model/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

/// Role of an input in a model that generates tokens.
enum class DecoderRole {
    Tokens, ///< ids of the new tokens
    Mask, ///< ones, as long as past and new tokens together
    Positions, ///< positions of the new tokens
    PastLength, ///< number of tokens in the cache
    TotalLength, ///< number of past and new tokens
    LastPosition, ///< TotalLength - 1 (`seqlens_k` of GroupQueryAttention)
    UsesCache, ///< whether the cache holds anything (`use_cache_branch`)
    Past, ///< partner of an output
    Other, ///< the same value in each run, such as the states of an encoder
};

/// Returns the inputs of the main graph that have no weights: those that a run needs, in order.
std::vector<const Value*> inputsWithoutWeights(const Model& model);

struct DecoderInput {
    DecoderRole role = DecoderRole::Other;
    std::size_t output = 0; ///< Past: the output that is the next value of this input
    std::optional<std::size_t> growingAxis; ///< Past: the axis that grows by the new tokens
};

/// How a model generates tokens: its run takes token ids and a cache, and returns logits and the
/// cache for the next run.
struct Decoder {
    std::vector<DecoderInput> inputs; ///< in the order of inputsWithoutWeights()
    std::size_t tokens = 0; ///< the input with the role Tokens
    std::size_t logits = 0; ///< the output
    std::size_t pairs = 0; ///< inputs with the role Past
    std::optional<std::int64_t> tokensPerRun; ///< nothing: any number
};

/// Finds the roles by names, element types and shapes. Inputs and outputs are partners if their
/// names differ only in words such as `past` and `present`, and if their types fit. Fails with a
/// sentence that says which input has no partner, or which input or output is missing.
support::Result<Decoder> findDecoder(const Model& model);

/// Whether an input looks like a cache by its name (`past`) and rank, with or without a partner.
bool hasCacheInput(const Model& model);

} // namespace model
