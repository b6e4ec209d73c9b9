#include "model/contents/code_grid.h"

#include "model/contents/channel_layout.h"
#include "model/decode.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace model {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

/// Where a node that quantises has what. An input of -1 is none.
struct GridPlace {
    std::string_view domain;
    std::string_view type;
    bool isOutput; ///< `value` counts outputs
    int value; ///< the position of the value that has codes, or that gets them
    int scale; ///< inputs of the node
    int zeroPoint;
    bool isCoded;
};

constexpr auto microsoft = "com.microsoft";
constexpr std::array places {
    GridPlace { "", "DequantizeLinear", false, 0, 1, 2, true },
    GridPlace { microsoft, "DequantizeLinear", false, 0, 1, 2, true },
    GridPlace { "", "QuantizeLinear", false, 0, 1, 2, false },
    GridPlace { microsoft, "QuantizeLinear", false, 0, 1, 2, false },
    GridPlace { "", "QLinearConv", false, 0, 1, 2, true },
    GridPlace { "", "QLinearConv", false, 3, 4, 5, true },
    GridPlace { "", "QLinearMatMul", false, 0, 1, 2, true },
    GridPlace { "", "QLinearMatMul", false, 3, 4, 5, true },
    GridPlace { microsoft, "QGemm", false, 0, 1, 2, true },
    GridPlace { microsoft, "QGemm", false, 3, 4, 5, true },
    GridPlace { microsoft, "MatMulNBits", false, 1, 2, 3, true },
    GridPlace { microsoft, "GatherBlockQuantized", false, 0, 2, 3, true },
    GridPlace { "", "QuantizeLinear", true, 0, 1, 2, true },
    GridPlace { "", "DequantizeLinear", true, 0, 1, 2, false },
    GridPlace { "", "QLinearConv", true, 0, 6, 7, true },
    GridPlace { "", "QLinearMatMul", true, 0, 6, 7, true },
};

std::int64_t integer(const Node& node, std::string_view name, std::int64_t otherwise)
{
    const auto* const attribute = node.attribute(name);
    const auto* const value = attribute ? std::get_if<std::int64_t>(&attribute->value) : nullptr;
    return value ? *value : otherwise;
}

ValueId inputAt(const Node& node, int position)
{
    return position >= 0 && static_cast<std::size_t>(position) < node.inputs.size()
        ? node.inputs[static_cast<std::size_t>(position)]
        : ValueId();
}

Result<std::shared_ptr<const TensorElements>> constantOf(
    const Model& model, ValueId id, std::string_view what)
{
    const auto* const tensor = constantTensor(model, id);
    if (tensor == nullptr)
        return failAs(ErrorKind::Unsupported, "the ", what, " ", quote(model.value(id).name),
            " is computed by each run, so it is not known from the file");
    return loadTensor(model, *tensor);
}

/// Reads the grid of one node.
class GridReader {
public:
    GridReader(const Model& model, NodeId id, const GridPlace& place)
        : m_model(model)
        , m_node(model.node(id))
        , m_place(place)
    {
        m_grid.node = id;
        m_grid.isCoded = place.isCoded;
    }

    Result<StoredGrid> read(ValueId value)
    {
        const auto scaleId = inputAt(m_node, m_place.scale);
        if (!scaleId.isValid())
            return failAs(ErrorKind::Unsupported, "node ", quote(m_node.name), " has no scale");
        m_grid.scaleName = m_model.value(scaleId).name;
        m_scales = TRY(constantOf(m_model, scaleId, "scale"));
        if (const auto zero = inputAt(m_node, m_place.zeroPoint); zero.isValid())
            m_zeros = TRY(constantOf(m_model, zero, "zero point"));
        if (const auto* const tensor = constantTensor(m_model, value))
            m_dims = tensor->dims;
        if (m_node.type == "MatMulNBits")
            TRY(readRows());
        else if (m_node.type == "GatherBlockQuantized")
            TRY(readTable(value));
        else
            TRY(readLinear(value));
        return std::move(m_grid);
    }

private:
    Result<void> setCodes(ElementType type)
    {
        const auto kind = traits(type).kind;
        const auto bits = static_cast<int>(traits(type).bits);
        const bool isSigned = kind == ElementClass::SignedInteger;
        if ((!isSigned && kind != ElementClass::UnsignedInteger) || bits > 16)
            return failAs(ErrorKind::Unsupported, "codes of type ", name(type),
                " are not judged, expected integers of 2 to 16 bits");
        m_grid.bits = bits;
        m_grid.low = isSigned ? -(1 << (bits - 1)) : 0;
        m_grid.high = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        return {};
    }

    /// The type of the codes: that of the zero point, of the coded value, of `output_dtype`; uint8.
    ElementType codeType(ValueId value) const
    {
        if (m_zeros != nullptr)
            return m_zeros->element;
        if (m_place.isCoded && m_model.value(value).type.element != ElementType::Undefined)
            return m_model.value(value).type.element;
        if (const auto* const tensor = constantTensor(m_model, value);
            m_place.isCoded && tensor != nullptr)
            return tensor->element;
        const auto wanted = integer(m_node, "output_dtype", 0);
        if (wanted != 0)
            return static_cast<ElementType>(wanted);
        if (m_node.type == "DequantizeLinear") {
            const auto& codes = m_model.value(m_node.inputs.front());
            if (const auto* const tensor = constantTensor(m_model, m_node.inputs.front()))
                return tensor->element;
            if (codes.type.element != ElementType::Undefined)
                return codes.type.element;
        }
        return ElementType::Uint8;
    }

    void setScales(double zero)
    {
        m_grid.scales.resize(m_scales->count);
        for (std::size_t i = 0; i < m_grid.scales.size(); ++i)
            m_grid.scales[i] = { m_scales->number(i),
                m_zeros != nullptr ? m_zeros->number(m_zeros->count == 1 ? 0 : i) : zero };
    }

    Result<void> checkZeros() const
    {
        if (m_scales->count == 0)
            return failAs(
                ErrorKind::File, "the scale ", quote(m_grid.scaleName), " has no element");
        if (m_zeros != nullptr && m_zeros->count != 1 && m_zeros->count != m_scales->count)
            return failAs(ErrorKind::File, "node ", quote(m_node.name), " has ", m_scales->count,
                " scales and ", m_zeros->count, " zero points, expected as many");
        return {};
    }

    Result<void> readLinear(ValueId value)
    {
        TRY(checkZeros());
        TRY(setCodes(codeType(value)));
        setScales(0);
        if (m_scales->count == 1 && m_scales->dims.size() < 2)
            return {};
        const bool isLast = m_node.type == "QLinearMatMul" || m_node.type == "QGemm";
        const auto rank = static_cast<std::int64_t>(m_dims.size());
        auto axis = m_node.type == "QLinearConv"                          ? 0
            : m_node.type == "QGemm" && integer(m_node, "transB", 0) != 0 ? 0
            : isLast ? std::max<std::int64_t>(rank, 2) - 1
                     : integer(m_node, "axis", 1);
        if (axis < 0 && rank > 0)
            axis += rank;
        if (axis < 0 || (rank > 0 && axis >= rank))
            return failAs(ErrorKind::File, "node ", quote(m_node.name), " has axis ", axis,
                ", expected one of the ", rank, " dimensions of its input");
        m_grid.axis = static_cast<std::size_t>(axis);
        m_grid.block = static_cast<std::uint64_t>(
            std::max<std::int64_t>(integer(m_node, "block_size", 0), 1));
        return m_dims.empty() ? Result<void>() : m_grid.checkFits(m_dims);
    }

    Result<void> readPackedZeros(std::uint64_t rows, std::uint64_t blocks)
    {
        setScales(0);
        const auto middle = static_cast<double>(1 << (m_grid.bits - 1));
        for (auto& scale : m_grid.scales)
            scale.zeroPoint = middle;
        if (m_zeros == nullptr)
            return {};
        const bool isPacked = m_zeros->element == ElementType::Uint8;
        const auto perRow = isPacked && rows > 0 ? m_zeros->count / rows : blocks;
        const auto needed
            = isPacked ? (blocks * static_cast<unsigned>(m_grid.bits) + 7) / 8 : blocks;
        if (perRow < needed || m_zeros->count < rows * needed)
            return failAs(ErrorKind::File, "node ", quote(m_node.name), " has ", m_zeros->count,
                " zero points, expected ", rows * needed);
        for (std::uint64_t row = 0; row < rows; ++row)
            for (std::uint64_t i = 0; i < blocks; ++i)
                m_grid.scales[row * blocks + i].zeroPoint = !isPacked
                    ? m_zeros->number(row * blocks + i)
                    : static_cast<double>(
                        bitsAt(m_grid.bits == 4 ? ElementType::Uint4 : ElementType::Uint8,
                            m_zeros->data.bytes,
                            row * perRow * 8 / static_cast<unsigned>(m_grid.bits) + i));
        return {};
    }

    Result<void> setPacked(std::int64_t bits)
    {
        if (bits != 4 && bits != 8)
            return failAs(ErrorKind::Unsupported, "packed codes of ", bits,
                " bits are not judged, expected 4 or 8");
        m_grid.bits = static_cast<int>(bits);
        m_grid.low = 0;
        m_grid.high = (1 << bits) - 1;
        m_grid.packedAs = bits == 4 ? ElementType::Uint4 : ElementType::Uint8;
        return {};
    }

    /// MatMulNBits: codes [N][blocks][bytes of a block].
    Result<void> readRows()
    {
        TRY(setPacked(integer(m_node, "bits", 4)));
        const auto block = integer(m_node, "block_size", 0);
        const auto columns = integer(m_node, "K", 0);
        const auto rows = integer(m_node, "N", 0);
        if (block < 1 || columns < 1 || rows < 1)
            return failAs(ErrorKind::File, "MatMulNBits ", quote(m_node.name), " has K ", columns,
                ", N ", rows, " and block_size ", block, ", expected numbers above 0");
        const auto blocks = (columns + block - 1) / block;
        m_grid.axis = 1;
        m_grid.block = static_cast<std::uint64_t>(block);
        m_grid.usedColumns = static_cast<std::uint64_t>(columns);
        m_grid.packedDims = { rows, blocks * block };
        return finishPacked(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(blocks));
    }

    Result<void> finishPacked(std::uint64_t rows, std::uint64_t blocks)
    {
        if (m_scales->count != rows * blocks)
            return failAs(ErrorKind::File, "the scale ", quote(m_grid.scaleName), " has ",
                m_scales->count, " elements, expected ", rows * blocks);
        return readPackedZeros(rows, blocks);
    }

    /// GatherBlockQuantized: bytes with codes along the last axis, or int4 and uint4.
    Result<void> readTable(ValueId value)
    {
        const auto rank = static_cast<std::int64_t>(m_dims.size());
        auto axis = integer(m_node, "quantize_axis", 1);
        axis += axis < 0 ? rank : 0;
        const auto block = integer(m_node, "block_size", 128);
        if (axis < 0 || axis >= rank || block < 1)
            return failAs(ErrorKind::Unsupported, "the table of ", quote(m_node.name),
                " is no constant, or its axis ", axis, " or block_size ", block, " does not fit");
        m_grid.axis = static_cast<std::size_t>(axis);
        m_grid.block = static_cast<std::uint64_t>(block);
        const auto element = constantTensor(m_model, value)->element;
        if (element != ElementType::Uint8) {
            TRY(checkZeros());
            TRY(setCodes(element));
            setScales(0);
            return m_dims.empty() ? Result<void>() : m_grid.checkFits(m_dims);
        }
        TRY(setPacked(integer(m_node, "bits", 4)));
        if (rank != 2 || axis != 1)
            return failAs(ErrorKind::Unsupported, "packed tables of rank ", rank,
                " with blocks along axis ", axis, " are not judged, expected rank 2 and axis 1");
        const auto columns = m_dims[1] * 8 / m_grid.bits;
        m_grid.packedDims = { m_dims[0], columns };
        m_grid.usedColumns = static_cast<std::uint64_t>(columns);
        const auto blocks = (columns + block - 1) / block;
        return finishPacked(
            static_cast<std::uint64_t>(m_dims[0]), static_cast<std::uint64_t>(blocks));
    }

    const Model& m_model;
    const Node& m_node;
    const GridPlace& m_place;
    StoredGrid m_grid;
    std::shared_ptr<const TensorElements> m_scales;
    std::shared_ptr<const TensorElements> m_zeros;
    std::vector<std::int64_t> m_dims; ///< of a constant; empty: unknown
};

bool isPlace(const GridPlace& place, const Node& node, bool isOutput, std::uint32_t position)
{
    return place.isOutput == isOutput && place.type == node.type && place.domain == node.domain
        && place.value == static_cast<int>(position);
}

} // namespace

std::size_t StoredGrid::channelAxis(std::size_t rank) const
{
    if (!axis)
        return 0;
    if (block == 1)
        return *axis;
    return *axis == 0 ? rank - 1 : 0;
}

Result<void> StoredGrid::checkFits(const std::vector<std::int64_t>& dims) const
{
    if (scales.size() == 1 && !axis)
        return {};
    if (!axis || *axis >= dims.size())
        return failAs(ErrorKind::File, "the scale ", quote(scaleName), " has ", scales.size(),
            " elements for an axis that the tensor does not have");
    const auto view = channelView(dims, axis);
    const auto along = (view.channels + block - 1) / block;
    const auto all = view.outer * along * view.inner;
    if (scales.size() == 1 || scales.size() == all || (block == 1 && scales.size() == along))
        return {};
    return failAs(ErrorKind::File, "the scale ", quote(scaleName), " has ", scales.size(),
        " elements, expected ", block == 1 ? along : all);
}

std::size_t StoredGrid::scaleOf(std::uint64_t element, const std::vector<std::int64_t>& dims) const
{
    if (!axis || scales.size() == 1)
        return 0;
    const auto view = channelView(dims, axis);
    const auto position = element / view.inner % view.channels / block;
    const auto along = (view.channels + block - 1) / block;
    if (block == 1 && scales.size() == along) // the same for all other axes
        return position;
    return (element / view.inner / view.channels * along + position) * view.inner
        + element % view.inner;
}

Result<std::optional<StoredGrid>> storedGridOf(const Model& model, ValueId id)
{
    const auto& value = model.value(id);
    // Readers come first: what they take the codes for is what counts.
    for (const auto& place : places) {
        if (place.isOutput) {
            if (value.producer.isValid()
                && isPlace(place, model.node(value.producer), true, value.producerOutput))
                return std::optional(TRY(GridReader(model, value.producer, place).read(id)));
            continue;
        }
        for (const auto& use : value.uses)
            if (isPlace(place, model.node(use.node), false, use.input))
                return std::optional(TRY(GridReader(model, use.node, place).read(id)));
    }
    return std::optional<StoredGrid>();
}

Result<std::shared_ptr<const TensorElements>> unpacked(
    std::shared_ptr<const TensorElements> content, const StoredGrid& grid)
{
    if (grid.packedAs) {
        auto codes = std::make_shared<TensorElements>(*content);
        codes->element = *grid.packedAs;
        codes->dims = grid.packedDims;
        codes->count = elementCount(grid.packedDims).value_or(0);
        if (content->data.bytes.size() < packedBytes(codes->element, codes->count).value_or(~0ULL))
            return failAs(ErrorKind::File, "the codes ", quote(content->name), " have ",
                content->data.bytes.size(), " bytes, expected those of ", codes->count,
                " codes of ", grid.bits, " bits");
        content = std::move(codes);
    }
    TRY(grid.checkFits(content->dims));
    return content;
}

} // namespace model
