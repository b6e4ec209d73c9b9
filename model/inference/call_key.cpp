#include "model/inference/call_key.h"

#include "model/compare/attribute_value.h"

#include <bit>

namespace model {

namespace {

void add(support::ContentHash& hash, const std::vector<Dimension>& dims)
{
    hash.add(static_cast<std::int64_t>(dims.size()));
    for (const auto& dim : dims) {
        hash.add(std::int64_t(dim.isUnknown() ? 0 : dim.isNumber() ? 1 : 2));
        hash.add(dim.text());
    }
}

void add(support::ContentHash& hash, const ValueType& type)
{
    for (const auto* at = &type; at != nullptr; at = at->inner.get()) {
        hash.add(static_cast<std::int64_t>(at->kind));
        hash.add(static_cast<std::int64_t>(at->element));
        hash.add(static_cast<std::int64_t>(at->key));
        hash.add(at->opaqueName);
        hash.add(std::int64_t(at->shape.has_value()));
        if (at->shape)
            add(hash, *at->shape);
    }
}

void add(support::ContentHash& hash, const KnownElements& elements)
{
    hash.add(static_cast<std::int64_t>(elements.dims.size()));
    for (const auto dim : elements.dims)
        hash.add(dim);
    add(hash, elements.integers);
    hash.add(static_cast<std::int64_t>(elements.reals.size()));
    for (const auto real : elements.reals)
        hash.add(std::bit_cast<std::int64_t>(real));
}

/// Adds a tensor's location to the hash. Within one model, tensors at one location are equal.
void addPlace(support::ContentHash& hash, const Tensor& tensor)
{
    const auto& ref = tensor.ref;
    addTensorType(hash, tensor);
    hash.add(static_cast<std::int64_t>(ref.place));
    hash.add(static_cast<std::int64_t>(ref.offset));
    hash.add(static_cast<std::int64_t>(ref.length));
    hash.add(ref.file);
    if (ref.memory)
        hash.add(ref.memory->bytes);
    if (ref.strings)
        for (const auto& text : *ref.strings)
            hash.add(text);
}

} // namespace

CallKey keyOf(FunctionId function, const Arguments& inputs, const CallAttributes& attributes)
{
    support::ContentHash hash;
    hash.add(static_cast<std::int64_t>(function.value()));
    hash.add(static_cast<std::int64_t>(inputs.size()));
    for (const auto& input : inputs) {
        hash.add(std::int64_t(input.isPresent));
        add(hash, input.type);
        hash.add(std::int64_t(input.elements != nullptr));
        if (input.elements)
            add(hash, *input.elements);
    }
    for (const auto& [name, attribute] : attributes) {
        hash.add(name);
        addValue(hash, attribute, addPlace);
    }
    const auto value = hash.value();
    return { value.high, value.low };
}

} // namespace model
