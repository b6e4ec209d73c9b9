#include "model/compare/attribute_value.h"

#include <bit>

namespace model {

namespace {

void addDims(support::ContentHash& hash, const std::vector<std::int64_t>& dims)
{
    hash.add(static_cast<std::int64_t>(dims.size()));
    for (const auto dim : dims)
        hash.add(dim);
}

void addType(support::ContentHash& hash, const ValueType& type)
{
    hash.add(onnxTypeText(type));
    hash.add(typeText(type));
}

struct ValueDigest {
    support::ContentHash& hash;
    const TensorDigest& tensor;

    void operator()(std::monostate) const { }
    void operator()(float number) const
    {
        hash.add(static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(number)));
    }
    void operator()(std::int64_t number) const { hash.add(number); }
    void operator()(const std::string& text) const { hash.add(text); }
    void operator()(const Tensor& item) const { tensor(hash, item); }
    void operator()(GraphId graph) const { hash.add(static_cast<std::int64_t>(graph.value())); }
    void operator()(const SparseTensor& sparse) const
    {
        addDims(hash, sparse.dims);
        tensor(hash, sparse.values);
        tensor(hash, sparse.indices);
    }
    void operator()(const ValueType& type) const { addType(hash, type); }
    template <typename T>
    void operator()(const std::vector<T>& items) const
    {
        hash.add(static_cast<std::int64_t>(items.size()));
        for (const auto& item : items)
            (*this)(item);
    }
};

} // namespace

void addTensorType(support::ContentHash& hash, const Tensor& tensor)
{
    hash.add(static_cast<std::int64_t>(tensor.elementNumber));
    hash.add(static_cast<std::int64_t>(tensor.element));
    addDims(hash, tensor.dims);
}

void addValue(support::ContentHash& hash, const Attribute& attribute, const TensorDigest& tensor)
{
    hash.add(attribute.reference);
    hash.add(static_cast<std::int64_t>(attribute.value.index()));
    std::visit(ValueDigest { hash, tensor }, attribute.value);
}

} // namespace model
