#include "engine/cpu/native.h"

#include "engine/plan/kernel_choice.h"

namespace engine {

namespace {

class NativeKernel final : public Kernel {
public:
    NativeKernel(std::function<Result<void>(RunContext&)> run, std::string_view variant)
        : m_run(std::move(run))
        , m_variant(variant)
    {
    }
    Result<void> run(RunContext& context) override { return m_run(context); }
    std::string implementation() const override
    {
        return "native " + m_variant + (m_variant.empty() ? "" : " ") + vectorTable().name;
    }

private:
    std::function<Result<void>(RunContext&)> m_run;
    std::string m_variant;
};

} // namespace

Result<std::unique_ptr<Kernel>> nativeKernel(
    std::function<Result<void>(RunContext&)> run, std::string_view variant)
{
    return std::unique_ptr<Kernel>(std::make_unique<NativeKernel>(std::move(run), variant));
}

KernelEntry nativeEntry(std::string type, PrepareKernel prepare, std::string domain)
{
    auto plainOnly = [prepare = std::move(prepare)](
                         const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        if (hasChannelsLast(request))
            return fail("native ", request.node.type, " does not take channels-last images");
        return prepare(request);
    };
    return { std::move(type), std::move(domain), DeviceKind::Cpu, Tier::Native,
        std::move(plainOnly) };
}

KernelEntry anyLayoutEntry(std::string type, PrepareKernel prepare, std::string domain)
{
    return { std::move(type), std::move(domain), DeviceKind::Cpu, Tier::Native,
        std::move(prepare) };
}

Result<void> requireFloat(const KernelRequest& request, std::size_t input)
{
    const auto& type = request.input(input);
    if (type.kind != InputType::Kind::Tensor || type.tensor.element != ElementType::Float)
        return fail("native ", request.node.type, " takes float, input ", input, " is not");
    return {};
}

Result<void> requireFloats(const KernelRequest& request, std::size_t input, std::int64_t count)
{
    if (!request.hasInput(input))
        return {};
    TRY(requireFloat(request, input));
    const auto found = request.input(input).tensor.count();
    if (found != count)
        return fail("input ", input, " has ", found, " elements, native ", request.node.type,
            " takes ", count);
    return {};
}

Result<float*> optionalOutput(RunContext& context, std::size_t output, const Dims& dims)
{
    if (!context.hasOutput(output))
        return nullptr;
    auto* tensor = TRY(context.output(output, ElementType::Float, dims));
    return floats(*tensor);
}

Result<std::optional<std::vector<std::int64_t>>> constantIntegers(
    const KernelRequest& request, std::size_t input, std::string_view attribute)
{
    if (!request.hasInput(input))
        return request.node.integers(attribute);
    if (request.input(input).constant == nullptr)
        return fail(
            "native ", request.node.type, " takes input ", input, " only if it is constant");
    auto values = TRY(readIntegers(*request.input(input).constant));
    return std::optional(std::move(values));
}

} // namespace engine
