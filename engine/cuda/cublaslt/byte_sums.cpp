#include "engine/cuda/cublaslt/byte_sums.h"

#include "engine/cuda/kernels/strided.h"
#include "engine/plan/memory_plan.h"

#include <algorithm>

namespace engine::cuda::cublaslt {

namespace {

/// Copies `values` to the device, where a kernel keeps them. An empty list becomes one element.
template <typename T>
Result<std::shared_ptr<const DeviceArray>> kept(ModuleBackend& device, std::vector<T> values)
{
    if (values.empty())
        values.emplace_back();
    auto array = TRY(DeviceArray::of<T>(device, values));
    return std::make_shared<const DeviceArray>(std::move(array));
}

/// The library requires multiples of 4 and is faster with multiples of 16.
constexpr std::int64_t dimensionStep = 16;
/// That many products of -128 by -128 do not overflow an int32.
constexpr std::int64_t maxDepth = (std::int64_t(1) << 17) - 1;

std::int64_t padded(std::int64_t size)
{
    return (size + dimensionStep - 1) / dimensionStep * dimensionStep;
}

/// Whether the zero points of the operand are known to be 0 after the shift to signed bytes.
Result<bool> isCentred(const KernelRequest& request, const ByteOperand& operand)
{
    const bool isSigned = inputType(request, operand.values).element == ElementType::Int8;
    if (!request.hasInput(operand.zeros))
        return isSigned;
    const auto* const zeros = request.input(operand.zeros).constant;
    if (zeros == nullptr)
        return false;
    const auto list = TRY(readIntegers(*zeros));
    return std::ranges::all_of(
        list, [&](std::int64_t zero) { return zero == (isSigned ? 0 : 128); });
}

/// The same walk with each stride divided by `size` and multiplied by `step`.
Strided<1> inSteps(Strided<1> walk, std::int64_t size, std::int64_t step)
{
    for (auto& stride : walk.strides[0])
        stride = stride / size * step;
    return walk;
}

} // namespace

Result<std::unique_ptr<ByteSums>> ByteSums::prepare(
    const KernelRequest& request, const ByteProduct& product)
{
    if (product.shape.k > maxDepth)
        return fail("sums of ", product.shape.k, " products may overflow in cuBLASLt");
    std::unique_ptr<ByteSums> sums(new ByteSums(deviceOf(request), product));
    TRY(sums->prepareOperands(request));
    TRY(sums->prepareProduct(request.settings.precision));
    // Only after the library has accepted the product.
    for (auto* const operand : { &sums->m_a, &sums->m_b })
        TRY(sums->keepConstant(request, *operand));
    sums->planWorkspace();
    return sums;
}

Result<void> ByteSums::prepareOperands(const KernelRequest& request)
{
    const auto& product = m_byteProduct;
    const auto& shape = product.shape;
    const auto operand = [&](const ByteOperand& from, std::int64_t lines, std::int64_t paddedLines,
                             const Dims& dims) {
        Operand made { .from = from };
        made.shape = { elementCount(dims) / std::max<std::int64_t>(lines * shape.k, 1), lines,
            shape.k, from.lineStride, from.depthStride, paddedLines, padded(shape.k),
            inputType(request, from.values).element == ElementType::Int8 };
        return made;
    };
    m_a = operand(product.a, shape.m, shape.m, product.dimsA);
    m_b = operand(product.b, shape.n, padded(shape.n), product.dimsB);
    m_a.needsSums = !TRY(isCentred(request, product.b));
    m_b.needsSums = !TRY(isCentred(request, product.a));
    return {};
}

Result<void> ByteSums::prepareProduct(Precision precision)
{
    const auto& shape = m_byteProduct.shape;
    auto batches = TRY(productBatches(m_byteProduct.dimsA, m_byteProduct.dimsB));
    const auto width = m_b.shape.paddedLines;
    const auto depth = m_b.shape.paddedDepth;
    const auto packedA = [&](std::int64_t elements) { return elements / shape.k * depth; };
    const auto packedB
        = [&](std::int64_t elements) { return elements / (shape.k * shape.n) * width * depth; };
    for (auto& call : batches.calls)
        call = { packedA(call.a), packedB(call.b), call.y / shape.n * width };
    const Product product { .element = ElementType::Int8,
        .m = batches.m,
        .n = width,
        .k = depth,
        .turnsB = true,
        .batches = batches.batches,
        .strideA = packedA(batches.strideA),
        .strideB = packedB(batches.strideB),
        .strideY = batches.m * width,
        .alignment = batches.calls.size() == 1 ? 256 : static_cast<std::uint32_t>(dimensionStep) };
    m_product = TRY(PreparedProduct::prepare(m_device, product, precision));
    m_calls = std::move(batches.calls);
    m_raw.m = shape.m;
    m_raw.n = shape.n;
    m_raw.k = shape.k;
    m_raw.width = width;
    m_raw.linesA = inSteps(shape.offsetsA, shape.k, 1);
    m_raw.linesB = inSteps(shape.offsetsB, shape.k * shape.n, width);
    m_lines = shape.batches * shape.m;
    return {};
}

Result<void> ByteSums::keepConstant(const KernelRequest& request, Operand& operand)
{
    const auto* const constant = request.input(operand.from.values).constant;
    if (constant == nullptr || (operand.shape.isPacked() && !operand.needsSums))
        return {};
    auto packed
        = packConstant(operand.shape, reinterpret_cast<const std::uint8_t*>(constant->data));
    if (!operand.shape.isPacked())
        operand.packed = TRY(kept(m_device, std::move(packed.bytes)));
    if (operand.needsSums)
        operand.sums = TRY(kept(m_device, std::move(packed.sums)));
    return {};
}

/// All parts are used until the sums are finished, so no part shares memory with another.
void ByteSums::planWorkspace()
{
    std::uint64_t bytes = 0;
    const auto place = [&](bool isNeeded, std::uint64_t size) {
        const auto offset = bytes;
        if (isNeeded)
            bytes
                += (size + deviceArenaAlignment - 1) / deviceArenaAlignment * deviceArenaAlignment;
        return offset;
    };
    for (auto* const operand : { &m_a, &m_b }) {
        const auto& shape = operand->shape;
        operand->packedOffset
            = place(operand->isPackedInRuns(), static_cast<std::uint64_t>(shape.bytes()));
        operand->sumsOffset = place(operand->isSummedInRuns(),
            static_cast<std::uint64_t>(shape.packedLines()) * sizeof(ByteSum));
    }
    const auto sums = static_cast<std::uint64_t>(m_lines * m_raw.width);
    m_sumsOffset = place(true, sums * sizeof(ByteSum));
    m_libraryOffset = place(true, m_product->workspaceBytes());
    m_workspaceBytes = bytes;
}

Result<ByteSums::Ready> ByteSums::ready(
    RunContext& context, const Operand& operand, std::byte* workspace)
{
    Ready ready;
    const auto* const values = in<std::uint8_t>(context, operand.from.values);
    if (operand.packed != nullptr) {
        ready.packed = operand.packed->as<std::int8_t>();
    } else if (operand.isPackedInRuns()) {
        auto* const packed = reinterpret_cast<std::int8_t*>(workspace + operand.packedOffset);
        TRY(packBytes(m_device, operand.shape, values, packed));
        ready.packed = packed;
    } else {
        ready.packed = reinterpret_cast<const std::int8_t*>(values);
    }
    if (operand.sums != nullptr) {
        ready.sums = operand.sums->as<ByteSum>();
    } else if (operand.needsSums) {
        auto* const sums = reinterpret_cast<ByteSum*>(workspace + operand.sumsOffset);
        TRY(sumLines(m_device, operand.shape, ready.packed, sums));
        ready.sums = sums;
    }
    return ready;
}

Result<RawSums> ByteSums::run(RunContext& context)
{
    auto* const workspace = TRY(context.scratch(m_workspaceBytes)).data();
    const auto a = TRY(ready(context, m_a, workspace));
    const auto b = TRY(ready(context, m_b, workspace));
    auto* const sums = reinterpret_cast<ByteSum*>(workspace + m_sumsOffset);
    for (const auto& call : m_calls)
        TRY(m_product->run({ .a = a.packed + call.a, .b = b.packed + call.b, .y = sums + call.y },
            { workspace + m_libraryOffset, m_product->workspaceBytes() }));
    auto raw = m_raw;
    raw.sums = sums;
    raw.a = bytesOf(context, m_a.from.values, m_a.from.zeros);
    raw.b = bytesOf(context, m_b.from.values, m_b.from.zeros);
    raw.lineSumsA = a.sums;
    raw.lineSumsB = b.sums;
    return raw;
}

std::string ByteSums::implementation() const
{
    const bool packs = m_a.isPackedInRuns() || m_b.isPackedInRuns();
    return m_product->implementation() + (packs ? " + cuda packing" : "") + " + cuda scaling";
}

} // namespace engine::cuda::cublaslt
