#include "engine/cpu/byte_image.h"
#include "engine/cpu/kernels/requantize.h"
#include "engine/plan/kernel_choice.h"
#include "engine/reference/standard.h"

#include <algorithm>
#include <array>
#include <cstring>

// Operators on tensors of bytes around quantised convolutions: QLinearAdd, QLinearMul,
// QLinearSigmoid, QLinearLeakyRelu, QLinearConcat and QLinearGlobalAveragePool of com.microsoft,
// MaxPool of channels-last images, and Reorder. Images are plain or channels last. Source: ONNX
// MaxPool-12; ONNX Runtime, contrib operators.

namespace engine {

namespace {

std::vector<std::int64_t> dimsInMemory(const Dims& dims, Layout layout)
{
    if (layout == Layout::Plain || dims.size() != 4)
        return dims;
    return { dims[0], dims[2], dims[3], dims[1] };
}

Layout layoutOf(const KernelRequest& request)
{
    return request.outputs.empty() ? Layout::Plain : request.outputs.front().layout;
}

// QLinearAdd, QLinearMul

/// Rows of the first operand, and how the second one goes along: its row r begins at r % repeat *
/// width (Rows), or it has one element per row (Number).
struct BytePairs {
    std::int64_t rows = 1;
    std::int64_t width = 1;
    std::int64_t perEntry = 1; ///< rows before the second operand's next row
    std::int64_t entries = 1; ///< rows (or numbers) of the second operand, then it begins again
    bool isNumber = false;
    Dims output;
};

/// The second operand must be the same along leading and trailing axes: its axes are ones, those of
/// the first, ones.
Result<BytePairs> pairsOf(const KernelRequest& request)
{
    const auto& a = request.input(0).tensor.dims;
    const auto& b = request.input(3).tensor.dims;
    if (TRY(broadcastDims(a, b)) != a)
        return fail("the first operand is stretched");
    auto stretched = Dims(a.size() - b.size(), 1);
    stretched.insert(stretched.end(), b.begin(), b.end());
    const auto layout = request.input(0).layout;
    if (hasChannelsLast(request)
        && (layout != layoutOf(request) || a.size() != 4
            || (b == a && request.input(3).layout != layout)))
        return fail("the operands have different layouts");
    const auto first = dimsInMemory(a, layout);
    const auto second = dimsInMemory(stretched, layout);
    std::size_t begin = 0;
    while (begin < second.size() && second[begin] == 1 && first[begin] != 1)
        ++begin;
    std::size_t end = second.size();
    while (end > begin && second[end - 1] == 1 && first[end - 1] != 1)
        --end;
    // A middle axis may be repeated only in front of the last ones: [n, 1, 1, c].
    std::size_t middle = begin;
    while (middle < end && second[middle] == first[middle])
        ++middle;
    std::size_t tail = middle;
    while (tail < end && second[tail] == 1)
        ++tail;
    if (!std::equal(second.begin() + static_cast<std::ptrdiff_t>(tail),
            second.begin() + static_cast<std::ptrdiff_t>(end),
            first.begin() + static_cast<std::ptrdiff_t>(tail))
        || (tail > middle && begin > 0))
        return fail("the second operand is stretched along axes apart from each other");
    const auto countOf = [&](std::size_t from, std::size_t to) {
        return elementCount(std::span(first).subspan(from, to - from));
    };
    BytePairs pairs;
    pairs.output = a;
    pairs.isNumber = end < second.size();
    if (pairs.isNumber && tail > middle)
        return fail("the second operand is stretched along axes apart from each other");
    if (begin == second.size())
        pairs = { 1, countOf(0, begin), 1, 1, true, a };
    else if (pairs.isNumber)
        pairs = { countOf(0, end), countOf(end, first.size()), 1, countOf(begin, end), true, a };
    else if (tail > middle)
        pairs = { countOf(0, tail), countOf(tail, end), countOf(middle, tail), countOf(0, middle),
            false, a };
    else
        pairs = { countOf(0, begin), countOf(begin, end), 1, 1, false, a };
    return pairs;
}

using RowOfBytes = std::function<void(
    const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::int64_t n)>;

Result<void> runPairs(const BytePairs& pairs, RunContext& context, const RowOfBytes& combine)
{
    auto* output = TRY(context.output(0, context.tensor(0).element(), pairs.output));
    const auto* a = storage<std::uint8_t>(context.tensor(0));
    const auto* b = storage<std::uint8_t>(context.tensor(3));
    auto* const y = storage<std::uint8_t>(*output);
    if (pairs.rows == 1 && !pairs.isNumber) {
        parallelFor(pairs.width, elementsPerThread, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                combine(a + first, b + first, y + first, last - first);
            });
        return {};
    }
    parallelFor(pairs.rows, rowsPerThread(pairs.width), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            std::array<std::uint8_t, 256> repeated;
            for (auto row = first; row < last; ++row) {
                const auto entry = row / pairs.perEntry % pairs.entries;
                const auto at = row * pairs.width;
                if (!pairs.isNumber) {
                    combine(a + at, b + entry * pairs.width, y + at, pairs.width);
                    continue;
                }
                repeated.fill(b[entry]);
                for (std::int64_t i = 0; i < pairs.width; i += std::ssize(repeated))
                    combine(a + at + i, repeated.data(), y + at + i,
                        std::min<std::int64_t>(std::ssize(repeated), pairs.width - i));
            }
        });
    return {};
}

Result<float> zeroOrNone(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? static_cast<float>(TRY(readNumber(context.tensor(input))))
                                   : 0.0F;
}

Result<float> scaleAt(const RunContext& context, std::size_t input)
{
    return static_cast<float>(TRY(readNumber(context.tensor(input))));
}

Result<void> runQLinearAdd(const BytePairs& pairs, RunContext& context)
{
    const auto scaleA = TRY(scaleAt(context, 1));
    const auto scaleB = TRY(scaleAt(context, 4));
    const auto scaleY = TRY(scaleAt(context, 6));
    ByteTable::Sum sum { scaleA / scaleY, scaleB / scaleY, 0,
        context.tensor(0).element() == ElementType::Int8 };
    sum.constant = TRY(zeroOrNone(context, 7))
        - (sum.scaleA * TRY(zeroOrNone(context, 2)) + sum.scaleB * TRY(zeroOrNone(context, 5)));
    return runPairs(pairs, context,
        [&](const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::int64_t n) {
            byteTable().add(a, b, sum, y, n);
        });
}

Result<void> runQLinearMul(const BytePairs& pairs, RunContext& context)
{
    const auto scaleA = TRY(scaleAt(context, 1));
    const auto scaleB = TRY(scaleAt(context, 4));
    const auto scaleY = TRY(scaleAt(context, 6));
    ByteTable::Product product;
    product.scale = scaleA * scaleB / scaleY;
    product.zeroA = TRY(zeroOrNone(context, 2));
    product.zeroB = TRY(zeroOrNone(context, 5));
    product.zeroY = TRY(zeroOrNone(context, 7));
    product.isSigned = context.tensor(0).element() == ElementType::Int8;
    return runPairs(pairs, context,
        [&](const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::int64_t n) {
            byteTable().multiply(a, b, product, y, n);
        });
}

template <Result<void> (*run)(const BytePairs&, RunContext&)>
Result<std::unique_ptr<Kernel>> preparePairs(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    TRY(requireBytes(request, 3));
    if (request.input(0).tensor.element != request.input(3).tensor.element)
        return fail("the operands have different types");
    return nativeKernel(TRY(pairsOf(request)), run);
}

// QLinearSigmoid, QLinearLeakyRelu

using CodeMap = std::array<std::uint8_t, 256>;

/// The result for each byte, computed as the reference kernel does.
using TensorOf = std::function<const Tensor*(std::size_t input)>;
Result<CodeMap> mapOf(const OpNode& node, ElementType element, const TensorOf& tensorOf)
{
    const auto zeroOf = [&](std::size_t input) {
        return tensorOf(input) == nullptr ? Result<double>(0.0) : readNumber(*tensorOf(input));
    };
    const bool isSigned = element == ElementType::Int8;
    const auto scale = TRY(readNumber(*tensorOf(1)));
    const auto zero = TRY(zeroOf(2));
    CodeMap map;
    auto numbers = makeTensor(ElementType::Float, { std::ssize(map) });
    for (int byte = 0; byte < std::ssize(map); ++byte) {
        const double code = isSigned ? static_cast<std::int8_t>(byte) : byte;
        floats(numbers)[byte] = static_cast<float>((code - zero) * scale);
    }
    constexpr auto prefix = std::string_view("QLinear").size();
    const auto results = TRY(runStandard(
        node, std::string_view(node.type).substr(prefix), { RuntimeValue { numbers } }));
    const auto scaleY = static_cast<float>(TRY(readNumber(*tensorOf(3))));
    const auto zeroY = static_cast<int>(TRY(zeroOf(4)));
    byteTable().quantize(floats(results), map.data(), std::ssize(map), scaleY, zeroY, isSigned);
    return map;
}

void applyMap(const CodeMap& map, const std::uint8_t* x, std::int64_t n, std::uint8_t* y)
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i] = map[x[i]];
}

Result<std::unique_ptr<Kernel>> prepareMap(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    if (request.input(0).layout != layoutOf(request))
        return fail("keeps the layout");
    for (const std::size_t input : { 1, 2, 3, 4 }) {
        if (request.hasInput(input) && request.input(input).tensor.count() != 1)
            return fail("takes one scale and one zero point");
    }
    return nativeKernel([node = request.node](RunContext& context) -> Result<void> {
        const auto& x = context.tensor(0);
        const auto map = TRY(mapOf(node, x.element(), [&](std::size_t input) {
            return context.hasInput(input) ? &context.tensor(input) : nullptr;
        }));
        auto* output = TRY(context.output(0, x.element(), x.dims()));
        parallelFor(x.count(), elementsPerThread, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                applyMap(map, storage<std::uint8_t>(x) + first, last - first,
                    storage<std::uint8_t>(*output) + first);
            });
        return {};
    });
}

// QLinearConcat

/// The parts in memory: rows of `widths` bytes each.
struct ByteConcat {
    Dims output;
    std::int64_t rows = 1;
    std::vector<std::int64_t> widths; ///< bytes of a row, by part
    std::int64_t width = 0; ///< of the output
};

/// Codes of a part in the scale of the output, by its byte. Empty if they are the same.
Result<std::optional<CodeMap>> codeMap(const RunContext& context, std::size_t part)
{
    const bool isSigned = context.tensor(2).element() == ElementType::Int8;
    const double zero = static_cast<double>(TRY(zeroOrNone(context, part + 2)));
    const auto zeroY = static_cast<int>(TRY(zeroOrNone(context, 1)));
    const auto scale = TRY(readNumber(context.tensor(part + 1)));
    const auto scaleY = TRY(scaleAt(context, 0));
    if (static_cast<float>(scale) == scaleY && static_cast<int>(zero) == zeroY)
        return std::optional<CodeMap>();
    CodeMap map;
    for (int byte = 0; byte < 256; ++byte) {
        const double code = isSigned ? static_cast<std::int8_t>(byte) : byte;
        const auto number = static_cast<float>((code - zero) * scale);
        byteTable().quantize(
            &number, &map[static_cast<std::size_t>(byte)], 1, scaleY, zeroY, isSigned);
    }
    return std::optional(map);
}

Result<void> runQLinearConcat(const ByteConcat& concat, RunContext& context)
{
    auto* output = TRY(context.output(0, context.tensor(2).element(), concat.output));
    auto* to = storage<std::uint8_t>(*output);
    for (std::size_t i = 0; i < concat.widths.size(); ++i) {
        const auto part = 2 + 3 * i;
        const auto map = TRY(codeMap(context, part));
        const auto width = concat.widths[i];
        const auto* from = storage<std::uint8_t>(context.tensor(part));
        parallelFor(concat.rows, rowsPerThread(width), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    auto* const target = to + row * concat.width;
                    const auto* const source = from + row * width;
                    if (!map)
                        std::memcpy(target, source, static_cast<std::size_t>(width));
                    else
                        applyMap(*map, source, width, target);
                }
            });
        to += width;
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareQLinearConcat(const KernelRequest& request)
{
    ByteConcat concat;
    const auto layout = layoutOf(request);
    std::size_t axis = 0;
    std::size_t rank = 0;
    for (std::size_t i = 2; request.hasInput(i); i += 3) {
        TRY(requireBytes(request, i));
        const auto& type = request.input(i);
        if (type.tensor.count() == 0)
            return fail("a part is empty");
        if (type.layout != layout || type.tensor.element != request.input(2).tensor.element)
            return fail("the parts have different layouts or types");
        const auto& dims = type.tensor.dims;
        if (i == 2) {
            concat.output = dims;
            rank = dims.size();
            axis = TRY(normalizeAxis(request.node.integer("axis", 0), rank));
            concat.output[axis] = 0;
        }
        if (dims.size() != rank)
            return fail("the parts have different ranks");
        for (std::size_t d = 0; d < rank; ++d) {
            if (d != axis && dims[d] != concat.output[d])
                return fail("a part of ", dims, " does not fit ", concat.output);
        }
        concat.output[axis] += dims[axis];
        const auto placed = layout == Layout::Plain ? axis
            : axis == 1                             ? 3
                                                    : axis - (axis > 1 ? 1 : 0);
        const auto inMemory = dimsInMemory(dims, layout);
        concat.widths.push_back(elementCount(std::span(inMemory).subspan(placed)));
        concat.rows = elementCount(std::span(inMemory).first(placed));
        concat.width += concat.widths.back();
    }
    if (concat.widths.empty())
        return fail("there are no parts");
    return nativeKernel(std::move(concat), runQLinearConcat);
}

// QLinearGlobalAveragePool

struct BytePool {
    Dims output;
    std::int64_t images, channels, pixels;
    bool isLast;
};

/// Adds the pixels of channels [first, last) of an image.
void sumPixels(const BytePool& pool, const std::uint8_t* image, bool isSigned, std::int64_t first,
    std::int64_t last, std::int32_t* sums)
{
    std::fill_n(sums, last - first, 0);
    if (pool.isLast) {
        for (std::int64_t p = 0; p < pool.pixels; ++p)
            byteTable().accumulate(image + p * pool.channels + first, isSigned, sums, last - first);
        return;
    }
    for (auto c = first; c < last; ++c) {
        const auto* row = image + c * pool.pixels;
        for (std::int64_t p = 0; p < pool.pixels; ++p)
            sums[c - first] += isSigned ? static_cast<std::int8_t>(row[p]) : row[p];
    }
}

Result<void> runGlobalAverage(const BytePool& pool, RunContext& context)
{
    const auto& image = context.tensor(0);
    const auto factor = TRY(readNumber(context.tensor(1))) / TRY(readNumber(context.tensor(3)))
        / static_cast<double>(std::max<std::int64_t>(pool.pixels, 1));
    const auto zero = static_cast<std::int32_t>(TRY(zeroOrNone(context, 2)));
    const auto zeroY = static_cast<int>(TRY(zeroOrNone(context, 4)));
    const Requantization rule(std::vector<double>(static_cast<std::size_t>(pool.channels), factor),
        zeroY, image.element(), pool.pixels);
    const std::vector<std::int32_t> offsets(static_cast<std::size_t>(pool.channels),
        static_cast<std::int32_t>(
            0u - static_cast<std::uint32_t>(zero) * static_cast<std::uint32_t>(pool.pixels)));
    auto* output = TRY(context.output(0, image.element(), pool.output));
    const auto memory = TRY(context.scratch(
        static_cast<std::size_t>(std::max<std::int64_t>(pool.channels, 1)) * sizeof(std::int32_t)));
    auto* const sums = reinterpret_cast<std::int32_t*>(memory.data());
    for (std::int64_t i = 0; i < pool.images; ++i) {
        parallelFor(pool.channels, rowsPerThread(pool.pixels), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                sumPixels(pool, storage<std::uint8_t>(image) + i * pool.channels * pool.pixels,
                    image.element() == ElementType::Int8, first, last, sums + first);
                byteTable().toBytes(sums + first, rule.at(first, offsets.data() + first),
                    storage<std::uint8_t>(*output) + i * pool.channels + first,
                    { 1, last - first, 0, 0 });
            });
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareGlobalAverage(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    if (request.node.flag("channels_last") || dims.size() < 3)
        return fail("takes images with the channels first");
    BytePool pool { Dims(dims.size(), 1), dims[0], dims[1],
        elementCount(std::span(dims).subspan(2)), request.input(0).layout == Layout::ChannelsLast };
    if (request.input(0).tensor.count() == 0 || pool.pixels > (1 << 22))
        return fail("takes 1 to ", 1 << 22, " pixels, found ", pool.pixels);
    pool.output[0] = dims[0];
    pool.output[1] = dims[1];
    return nativeKernel(std::move(pool), runGlobalAverage);
}

// MaxPool

struct ByteMaxPool {
    ImageWindow window;
    std::vector<ImageWindow::Axes> taps;
    Dims output;
};

Result<void> runMaxPool(const ByteMaxPool& pool, RunContext& context)
{
    const auto& image = context.tensor(0);
    const bool isSigned = image.element() == ElementType::Int8;
    const auto& w = pool.window;
    const auto channels = pool.output[1];
    auto* output = TRY(context.output(0, image.element(), pool.output));
    const auto positions = w.positionCount();
    const auto* const x = storage<std::uint8_t>(image);
    auto* const y = storage<std::uint8_t>(*output);
    parallelFor(pool.output[0] * positions, rowsPerThread(channels * std::ssize(pool.taps)),
        context.threads(), [&](std::int64_t first, std::int64_t last) {
            std::vector<const std::uint8_t*> inside(pool.taps.size());
            for (auto row = first; row < last; ++row) {
                const auto at = row % positions;
                auto* const to = y + row * channels;
                const auto top = at / w.positions[2] * w.strides[1] - w.pads[1];
                const auto left = at % w.positions[2] * w.strides[2] - w.pads[2];
                const auto* const start = x + row / positions * w.image[1] * w.image[2] * channels;
                std::int64_t count = 0;
                for (const auto& tap : pool.taps) {
                    const auto v = top + tap[1];
                    const auto u = left + tap[2];
                    if (v >= 0 && v < w.image[1] && u >= 0 && u < w.image[2])
                        inside[static_cast<std::size_t>(count++)]
                            = start + (v * w.image[2] + u) * channels;
                }
                if (count > 0)
                    byteTable().largest(inside.data(), count, isSigned, to, channels);
                else
                    std::fill_n(to, channels, static_cast<std::uint8_t>(isSigned ? 0x80 : 0));
            }
        });
    return {};
}

Result<std::unique_ptr<Kernel>> prepareMaxPool(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    if (request.input(0).layout != Layout::ChannelsLast || dims.size() != 4
        || request.input(0).tensor.count() == 0)
        return fail("takes channels-last images of bytes");
    const auto kernel = request.node.integers("kernel_shape");
    if (request.hasOutput(1) || !kernel || kernel->size() != 2)
        return fail("gives no Indices and slides along two axes");
    const auto rounding = request.node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor;
    const auto shape
        = TRY(windowShape(request.node, std::span(dims).subspan(2), *kernel, rounding));
    ByteMaxPool pool { TRY(ImageWindow::create(shape)), {},
        { dims[0], dims[1], shape.positions[0], shape.positions[1] } };
    pool.taps = pool.window.taps();
    return nativeKernel(std::move(pool), runMaxPool);
}

// Reorder

struct ByteReorder {
    TensorType type;
    bool toLast;
};

Result<void> runReorder(const ByteReorder& reorder, RunContext& context)
{
    const auto& dims = reorder.type.dims;
    auto* output = TRY(context.output(0, reorder.type.element, dims));
    const auto channels = dims[1];
    const auto pixels = dims[2] * dims[3];
    for (std::int64_t i = 0; i < dims[0]; ++i) {
        const auto at = i * channels * pixels;
        const auto* const from = storage<std::uint8_t>(context.tensor(0)) + at;
        auto* const to = storage<std::uint8_t>(*output) + at;
        const auto rows = reorder.toLast ? channels : pixels;
        const auto columns = reorder.toLast ? pixels : channels;
        parallelFor(columns, rowsPerThread(rows), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                transposeBytes(from, rows, columns, first, last, to);
            });
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareByteReorder(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    const auto& type = request.input(0);
    if (type.tensor.dims.size() != 4 || type.layout == layoutOf(request))
        return fail("moves images of bytes to the other layout");
    return nativeKernel(
        ByteReorder { type.tensor, layoutOf(request) == Layout::ChannelsLast }, runReorder);
}

const RegisterKernel byteOperators[] = {
    RegisterKernel(anyLayoutEntry("QLinearAdd", preparePairs<runQLinearAdd>, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("QLinearMul", preparePairs<runQLinearMul>, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("QLinearSigmoid", prepareMap, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("QLinearLeakyRelu", prepareMap, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("QLinearConcat", prepareQLinearConcat, "com.microsoft")),
    RegisterKernel(
        anyLayoutEntry("QLinearGlobalAveragePool", prepareGlobalAverage, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("MaxPool", prepareMaxPool)),
    RegisterKernel(anyLayoutEntry("Reorder", prepareByteReorder, "opscope")),
};

} // namespace

} // namespace engine
