#include "model/sparse_tensor.h"

#include <cstring>

namespace model {

using support::failAs;
using support::Result;

Result<SparseIndices> SparseIndices::of(
    const SparseTensor& sparse, std::span<const std::byte> bytes)
{
    if (sparse.indices.element != ElementType::Int64)
        return failAs(support::ErrorKind::File, "its indices are ", name(sparse.indices.element),
            ", expected int64");
    SparseIndices indices;
    indices.m_dims = sparse.dims;
    indices.m_isLinear = sparse.indices.dims.size() == 1;
    indices.m_numbers.resize(bytes.size() / sizeof(std::int64_t));
    if (!indices.m_numbers.empty())
        std::memcpy(indices.m_numbers.data(), bytes.data(),
            indices.m_numbers.size() * sizeof(std::int64_t));
    const auto perValue = indices.m_isLinear ? 1 : sparse.dims.size();
    const auto numbers = indices.m_numbers.size();
    indices.m_count = elementCount(sparse.values.dims).value_or(0);
    if (perValue == 0 || numbers % perValue != 0 || numbers / perValue != indices.m_count)
        return failAs(support::ErrorKind::File, "it has ", indices.m_count, " values but ", numbers,
            " index numbers");
    return indices;
}

std::span<const std::int64_t> SparseIndices::stored(std::uint64_t value) const
{
    const auto perValue = m_isLinear ? 1 : m_dims.size();
    return std::span(m_numbers).subspan(static_cast<std::size_t>(value) * perValue, perValue);
}

std::optional<std::uint64_t> SparseIndices::element(std::uint64_t value) const
{
    const auto numbers = stored(value);
    const auto elements = elementCount(m_dims);
    if (m_isLinear)
        return elements && numbers[0] >= 0 && static_cast<std::uint64_t>(numbers[0]) < *elements
            ? std::optional(static_cast<std::uint64_t>(numbers[0]))
            : std::nullopt;
    if (!elements)
        return std::nullopt;
    std::uint64_t element = 0;
    for (std::size_t axis = 0; axis < m_dims.size(); ++axis) {
        if (numbers[axis] < 0 || numbers[axis] >= m_dims[axis])
            return std::nullopt;
        element = element * static_cast<std::uint64_t>(m_dims[axis])
            + static_cast<std::uint64_t>(numbers[axis]);
    }
    return element;
}

Result<void> expandSparse(const SparseTensor& sparse, std::span<const std::byte> values,
    std::span<const std::byte> indices, std::span<std::byte> dense)
{
    const auto bits = traits(sparse.values.element).bits;
    if (bits == 0 || bits % 8 != 0)
        return failAs(support::ErrorKind::Unsupported, "element type ", name(sparse.values.element),
            " is not supported in a sparse tensor");
    const auto width = static_cast<std::size_t>(bits / 8);
    const auto places = TRY(SparseIndices::of(sparse, indices));
    if (values.size() % width != 0 || values.size() / width != places.count())
        return failAs(support::ErrorKind::File, "its values have ", values.size(),
            " bytes, expected ", places.count(), " elements of ", width);
    std::optional<std::uint64_t> before;
    for (std::uint64_t k = 0; k < places.count(); ++k) {
        const auto element = places.element(k);
        if (!element || *element >= dense.size() / width)
            return failAs(support::ErrorKind::File, "index ", places.stored(k)[0], " (number ", k,
                ") lies outside its dimensions");
        if (before && *element <= *before)
            return failAs(support::ErrorKind::File, "index number ", k,
                " is not greater than the one before it");
        before = element;
        std::memcpy(dense.data() + *element * width, values.data() + k * width, width);
    }
    return {};
}

} // namespace model
