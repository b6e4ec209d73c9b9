#include "engine/cpu/native.h"
#include "engine/reference/movement.h"

#include <algorithm>

// GatherBlockQuantized of com.microsoft: tables of bytes (with codes of 2, 4 or 8 bits), int4 and
// uint4, float scales. Only the gathered entries are decoded. Source: ONNX Runtime, contrib
// operators.

namespace engine {

namespace {

struct CodedTable {
    Dims dims; ///< in codes
    std::size_t axis = 0; ///< of the blocks
    std::int64_t block = 1;
    int bits = 8; ///< of a code; those of 8 bits may be signed
    bool isSigned = false;
    int zero = 0; ///< without zero points
    Dims scaleStrides; ///< 0 along axes that share one scale
    Dims zeroStrides;
    AxisFold fold; ///< at the gathered axis
    Dims output;

    /// Returns code `i`, low bits first.
    int codeAt(const std::uint8_t* bytes, std::int64_t i) const
    {
        if (bits == 8)
            return isSigned ? static_cast<std::int8_t>(bytes[i]) : bytes[i];
        const auto codes = 8 / bits;
        return bytes[i / codes] >> (i % codes * bits) & ((1 << bits) - 1);
    }
    std::int64_t places(std::int64_t element, const Dims& strides) const
    {
        std::int64_t place = 0;
        for (std::size_t d = dims.size(); d-- > 0;) {
            const auto position = element % dims[d];
            place += (d == axis ? position / block : position) * strides[d];
            element /= dims[d];
        }
        return place;
    }
};

Result<void> planZeros(const KernelRequest& request, const Dims& expected, CodedTable& table)
{
    if (!request.hasInput(3))
        return {};
    const auto& zeros = request.input(3).tensor;
    auto dims = zeros.dims;
    if (table.bits < 8 && !dims.empty())
        dims.back() = TRY(checkedProduct(dims.back(), 8 / table.bits));
    table.zeroStrides = denseStrides(dims);
    auto wanted = expected;
    if (table.bits < 8 && dims.size() == wanted.size() && dims.back() >= wanted.back())
        wanted.back() = dims.back(); // the last byte may have unused codes
    if (dims != wanted || zeros.element != request.input(0).tensor.element)
        return fail("zero points of ", zeros.dims, " do not fit a table of ", table.dims);
    return {};
}

Result<CodedTable> planTable(const KernelRequest& request)
{
    const auto& data = request.input(0).tensor;
    const auto& node = request.node;
    CodedTable table;
    table.dims = data.dims;
    const bool isBytes = data.element == ElementType::Uint8;
    table.bits = isBytes ? static_cast<int>(node.integer("bits", 4)) : 8;
    table.isSigned = data.element == ElementType::Int4;
    if (table.dims.empty() || (table.bits != 2 && table.bits != 4 && table.bits != 8))
        return fail("native GatherBlockQuantized takes codes of 2, 4 or 8 bits, not ", table.bits);
    table.zero = isBytes ? 1 << (table.bits - 1) : 0;
    table.dims.back() = TRY(checkedProduct(table.dims.back(), 8 / table.bits));
    TRY(checkedCount(table.dims));
    table.axis = TRY(normalizeAxis(node.integer("quantize_axis", 1), table.dims.size()));
    table.block = node.integer("block_size", 128);
    if (table.block == 0)
        table.block = std::max<std::int64_t>(table.dims[table.axis], 1);
    const auto& scales = request.input(2).tensor.dims;
    auto expected = table.dims;
    if (table.block < 1 || scales.size() != expected.size())
        return fail("scales of ", scales, " do not fit a table of ", table.dims);
    expected[table.axis] = (expected[table.axis] - 1) / table.block + 1;
    if (elementCount(table.dims) == 0 || TRY(broadcastDims(scales, expected)) != expected)
        return fail("scales are ", scales, ", expected ", expected);
    table.scaleStrides = broadcastStrides(scales, expected);
    TRY(planZeros(request, expected, table));
    return table;
}

/// Decodes `count` elements from `element` on, which lie in one run of the last axis.
void decodeRun(const CodedTable& table, const RunContext& context, std::int64_t element,
    std::int64_t count, float* to)
{
    const auto* codes = storage<std::uint8_t>(context.tensor(0));
    const auto* scales = floats(context.tensor(2));
    const auto* zeros = context.hasInput(3) ? storage<std::uint8_t>(context.tensor(3)) : nullptr;
    const auto last = table.dims.size() - 1;
    const auto width = table.axis == last ? table.block : 1; // elements that share a scale
    while (count > 0) {
        const auto position = element % table.dims[last];
        const auto length = std::min(count, width - position % width);
        const float scale = scales[table.places(element, table.scaleStrides)];
        const int zero = zeros == nullptr
            ? table.zero
            : table.codeAt(zeros, table.places(element, table.zeroStrides));
        for (std::int64_t i = 0; i < length; ++i)
            to[i] = static_cast<float>(table.codeAt(codes, element + i) - zero) * scale;
        element += length;
        to += length;
        count -= length;
    }
}

Result<void> runGatherCodes(const CodedTable& table, RunContext& context)
{
    const auto wanted = TRY(readIntegers(context.tensor(1)));
    auto* output = TRY(context.output(0, ElementType::Float, table.output));
    const auto [outer, length, inner] = table.fold;
    const auto entries = std::ssize(wanted);
    // A run ends where the last axis does.
    const auto run = std::min(inner, table.dims.back());
    parallelFor(outer * entries, rowsPerThread(inner), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto row = first; row < last; ++row) {
                const auto written = wanted[row % entries];
                const auto index = written < 0 ? written + length : written;
                float* to = floats(*output) + row * inner;
                if (index < 0 || index >= length) {
                    std::fill_n(to, inner, 0.0f);
                    continue;
                }
                const auto element = (row / entries * length + index) * inner;
                for (std::int64_t i = 0; i < inner; i += run)
                    decodeRun(table, context, element + i, run, to + i);
            }
        });
    return {};
}

Result<std::unique_ptr<Kernel>> prepareGatherCodes(const KernelRequest& request)
{
    const auto element = request.input(0).tensor.element;
    if (element != ElementType::Uint8 && element != ElementType::Int4
        && element != ElementType::Uint4)
        return fail("native GatherBlockQuantized takes uint8, int4 or uint4");
    TRY(requireFloat(request, 2));
    TRY(requireElement(request, 1, IndexTypes {}));
    auto table = TRY(planTable(request));
    const auto& indices = request.input(1).tensor.dims;
    const auto axis = TRY(normalizeAxis(request.node.integer("gather_axis", 0), table.dims.size()));
    table.fold = foldAt(table.dims, axis);
    table.output = gatheredDims(table.dims, axis, indices);
    TRY(checkedCount(table.output));
    return nativeKernel(std::move(table), runGatherCodes);
}

const RegisterNative gatherCodes("GatherBlockQuantized", prepareGatherCodes, "com.microsoft");

} // namespace

} // namespace engine
