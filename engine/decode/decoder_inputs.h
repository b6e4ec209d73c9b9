#pragma once

#include "engine/inputs/inputs.h"
#include "model/decoder_roles.h"

#include <span>
#include <vector>

namespace engine {

/// Makes the inputs of a decoder's runs.
class DecoderInputs {
public:
    /// `made`: inputs as makeInputs makes them. Their types give the sizes that no role decides;
    /// inputs without a role keep their values. Fails with ErrorKind::Usage for shapes that a role
    /// does not have, and for a batch.
    static Result<DecoderInputs> create(
        model::Decoder decoder, std::vector<PreparedInput> made, std::shared_ptr<MemoryPool> pool);

    /// Inputs of a run that takes `ids` after `position` tokens. `cache`: values of the inputs with
    /// the role Past, in their order.
    Result<std::vector<RuntimeValue>> inputs(std::span<const std::int64_t> ids,
        std::int64_t position, std::vector<RuntimeValue> cache) const;

    /// A cache of zeros that holds this number of tokens.
    Result<std::vector<RuntimeValue>> cache(std::int64_t positions) const;

    /// Types of these inputs, in which the number of tokens in the cache is the name `past`.
    std::vector<model::ValueType> openTypes(std::span<const RuntimeValue> inputs) const;

    const model::Decoder& decoder() const { return m_decoder; }
    const std::vector<PreparedInput>& made() const { return m_made; }

private:
    DecoderInputs() = default;
    Result<void> check() const;
    Result<Tensor> valueFor(
        std::size_t input, std::span<const std::int64_t> ids, std::int64_t position) const;

    model::Decoder m_decoder;
    std::vector<PreparedInput> m_made;
    std::shared_ptr<MemoryPool> m_pool;
};

} // namespace engine
