#include "model/contents/sparse_elements.h"

#include "model/support/text.h"

namespace model {

using support::failAs;
using support::Result;

namespace {

constexpr std::uint64_t denseLimit = std::uint64_t { 1 } << 30; // bytes

std::string describe(const SparseTensor& sparse)
{
    return "sparse tensor " + support::quote(sparse.values.name);
}

} // namespace

const SparseTensor* sparseTensor(const Model& model, ValueId id)
{
    const auto& value = model.value(id);
    if (value.initializer.isValid())
        return model.tensor(value.initializer).sparse.get();
    if (!value.producer.isValid() || model.node(value.producer).type != "Constant")
        return nullptr;
    const auto* const attribute = model.node(value.producer).attribute("sparse_value");
    return attribute ? std::get_if<SparseTensor>(&attribute->value) : nullptr;
}

Result<std::shared_ptr<const SparseElements>> loadSparse(
    const Model& model, const SparseTensor& sparse)
{
    const auto indices = TRY(model.store->bytes(sparse.indices));
    auto values = TRY(loadTensor(model, sparse.values));
    auto places = TRY(SparseIndices::of(sparse, indices.bytes).within(describe(sparse)));
    return std::make_shared<const SparseElements>(
        SparseElements { sparse.dims, std::move(values), std::move(places) });
}

Result<std::shared_ptr<const TensorElements>> loadDense(
    const Model& model, const SparseTensor& sparse)
{
    const auto count = elementCount(sparse.dims);
    const auto size = count ? packedBytes(sparse.values.element, *count) : std::nullopt;
    if (!size || *size > denseLimit)
        return failAs(support::ErrorKind::Unsupported, describe(sparse), " needs ",
            size ? support::bytesText(*size) : "an unknown size",
            " as a dense tensor, and is made dense up to ", support::bytesText(denseLimit));
    const auto values = TRY(model.store->bytes(sparse.values));
    const auto indices = TRY(model.store->bytes(sparse.indices));
    std::vector<std::byte> bytes(static_cast<std::size_t>(*size));
    TRY(expandSparse(sparse, values.bytes, indices.bytes, bytes).within(describe(sparse)));
    Tensor dense = sparse.values;
    dense.dims = sparse.dims;
    dense.ref = TensorRef::inMemory(TensorBytes::of(std::move(bytes)));
    return loadTensor(model, dense);
}

} // namespace model
