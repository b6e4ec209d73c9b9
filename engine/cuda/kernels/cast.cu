#include "engine/cuda/kernels/numbers.h"
#include "engine/cuda/rtc/convert.h"

// Cast and CastLike between numbers and bools of all widths. Each value is rounded once.
// Strings stay on the CPU. Source: ONNX Cast-25.

namespace engine::cuda {

namespace {

template <typename From>
struct ElementSource {
    const From* x;

    OPSCOPE_KERNEL Arithmetic<From> at(std::int64_t i) const { return widen(x[i]); }
};

/// Elements of floats of 8 bits and fewer.
struct CodeSource {
    const std::uint8_t* x;
    SmallFormat format;

    OPSCOPE_KERNEL float at(std::int64_t i) const { return decodeAs(format, x[i]); }
};

template <typename To>
struct ElementTarget {
    To* y;

    template <typename Wide>
    OPSCOPE_KERNEL void store(std::int64_t i, Wide value) const
    {
        y[i] = convert<To>(value);
    }
};

struct CodeTarget {
    std::uint8_t* y;
    SmallFormat format;
    Overflow overflow;
    RoundScale scale;

    template <typename Wide>
    OPSCOPE_KERNEL void store(std::int64_t i, Wide value) const
    {
        y[i] = static_cast<std::uint8_t>(encodeAs(format, exactly(value), overflow, scale));
    }
};

/// Makes an integer of 4 or 2 bits from a byte. It is stored in one byte, sign-extended if it is
/// signed.
struct NarrowBits {
    unsigned mask;
    unsigned sign;

    OPSCOPE_KERNEL std::uint8_t operator()(std::uint8_t byte) const
    {
        return static_cast<std::uint8_t>(((byte & mask) ^ sign) - sign);
    }
};

struct BitsTarget {
    std::uint8_t* y;
    NarrowBits narrow;

    template <typename Wide>
    OPSCOPE_KERNEL void store(std::int64_t i, Wide value) const
    {
        y[i] = narrow(convert<std::uint8_t>(value));
    }
};

template <typename Source, typename Target>
struct ConvertElements {
    Source source;
    Target target;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { target.store(i, source.at(i)); }
};

using CastTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

/// Returns the 8-bit type in which a 4- or 2-bit integer is stored; other types unchanged.
ElementType wholeByte(ElementType type)
{
    const auto& traits = model::traits(type);
    if (traits.bits == 0 || traits.bits >= 8)
        return type;
    if (traits.kind == model::ElementClass::SignedInteger)
        return ElementType::Int8;
    return traits.kind == model::ElementClass::UnsignedInteger ? ElementType::Uint8 : type;
}

bool isCode(ElementType type) { return isSmallFloat(type) && elementBytes(type) == 1; }

bool isCast(ElementType type) { return contains(CastTypes {}, wholeByte(type)) || isCode(type); }

NarrowBits narrowBitsOf(ElementType type)
{
    const auto& traits = model::traits(type);
    const bool isSigned = traits.kind == model::ElementClass::SignedInteger;
    return { (1u << traits.bits) - 1u, isSigned ? 1u << (traits.bits - 1) : 0u };
}

struct CastPlan {
    TensorType from;
    TensorType to;
    Overflow overflow = Overflow::Saturate;
    RoundScale scale = RoundScale::Up;
};

template <typename Source>
Result<void> writeFrom(
    ModuleBackend& device, const CastPlan& plan, const Source& source, std::byte* target)
{
    const auto count = plan.from.count();
    auto* const bytes = reinterpret_cast<std::uint8_t*>(target);
    const auto element = plan.to.element;
    if (isCode(element))
        return forEach(device, count,
            ConvertElements<Source, CodeTarget> {
                source, { bytes, *smallFormatOf(element), plan.overflow, plan.scale } });
    if (wholeByte(element) != element)
        return forEach(device, count,
            ConvertElements<Source, BitsTarget> { source, { bytes, narrowBitsOf(element) } });
    auto write = [&]<typename To>() -> Result<void> {
        return forEach(device, count,
            ConvertElements<Source, ElementTarget<To>> {
                source, { reinterpret_cast<To*>(target) } });
    };
    return visitElement(CastTypes {}, element, write);
}

Result<std::unique_ptr<Kernel>> prepareCast(const KernelRequest& request)
{
    const auto to = TRY(outputType(request, 0));
    CastPlan plan { inputType(request, 0), to };
    if (!isCast(plan.from.element) || !isCast(plan.to.element))
        return fail("casts from ", model::name(plan.from.element), " to ",
            model::name(plan.to.element), " are done on the CPU");
    if (request.node.integer("saturate", 1) == 0)
        plan.overflow = Overflow::Special;
    const auto mode = request.node.text("round_mode", "up");
    plan.scale = mode == "down" ? RoundScale::Down
                                : (mode == "nearest" ? RoundScale::Nearest : RoundScale::Up);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "cast"), [=](RunContext& context) -> Result<void> {
            if (plan.from.element == plan.to.element)
                return context.forward(0, 0, plan.from.dims);
            auto* const output = TRY(outputOf(context, 0, plan.to));
            if (isCode(plan.from.element))
                return writeFrom(*device, plan,
                    CodeSource { in<std::uint8_t>(context, 0), *smallFormatOf(plan.from.element) },
                    output->data);
            auto read = [&]<typename From>() -> Result<void> {
                return writeFrom(
                    *device, plan, ElementSource<From> { in<From>(context, 0) }, output->data);
            };
            return visitElement(CastTypes {}, wholeByte(plan.from.element), read);
        });
}

const RegisterKernels cast({ "Cast" }, prepareCast);
const RegisterKernels castLike({ "CastLike" }, prepareCast, 1u << 1);

} // namespace

} // namespace engine::cuda
