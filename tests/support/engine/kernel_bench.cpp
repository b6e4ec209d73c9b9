#include "tests/support/engine/kernel_bench.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/plan/kernel_choice.h"
#include "engine/program/facts.h"
#include "model/support/catch_exceptions.h"
#include "model/support/text.h"

#include <array>
#include <cstring>
#include <limits>
#include <random>

namespace testing {

using namespace engine;

namespace {

/// Only small tensors are filled, because filling takes time that a measurement would include.
constexpr std::size_t maxPatterned = 64 << 10;

/// Fills outputs with a pattern before a run, so that elements which a kernel does not write are
/// not correct by chance.
class BenchContext final : public RunContext {
public:
    BenchContext(std::span<const RuntimeValue> inputs, std::size_t outputs, int threads,
        MemoryPool& pool, Backend* device = nullptr)
        : m_inputs(inputs)
        , m_outputs(outputs)
        , m_threads(threads)
        , m_pool(pool)
        , m_device(device)
    {
    }

    const RuntimeValue& input(std::size_t i) const override
    {
        static const RuntimeValue absent;
        return i < m_inputs.size() ? m_inputs[i] : absent;
    }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        m_outputs[i].content = TRY(m_pool.allocate(element, dims));
        auto& tensor = m_outputs[i].tensor();
        TRY(pattern(tensor.data, tensor.type.bytes()));
        return &tensor;
    }
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override
    {
        auto tensor = input(from).tensor();
        tensor.type.dims.assign(dims.begin(), dims.end());
        m_outputs[i].content = std::move(tensor);
        return {};
    }
    Result<void> setOutput(std::size_t i, RuntimeValue value) override
    {
        m_outputs[i] = std::move(value);
        return {};
    }
    bool hasOutput(std::size_t i) const override { return i < m_outputs.size(); }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        auto block = TRY(m_pool.allocate(bytes));
        TRY(pattern(block.data, bytes));
        m_scratch.push_back(block.owner);
        return std::span(block.data, bytes);
    }
    int threads() const override { return m_threads; }
    std::stop_token stop() const override { return {}; }

    std::vector<RuntimeValue> takeOutputs() { return std::move(m_outputs); }

private:
    Result<void> pattern(std::byte* data, std::size_t bytes) const
    {
        if (data == nullptr || bytes == 0 || bytes > maxPatterned)
            return {};
        if (m_device == nullptr) {
            std::memset(data, 0x5a, bytes);
            return {};
        }
        const std::vector<std::byte> nonsense(bytes, std::byte { 0x5a });
        return m_device->toDevice(data, nonsense.data(), bytes);
    }

    std::span<const RuntimeValue> m_inputs;
    std::vector<RuntimeValue> m_outputs;
    int m_threads;
    MemoryPool& m_pool;
    Backend* m_device;
    std::vector<std::shared_ptr<void>> m_scratch;
};

void fillGiven(Tensor& tensor, const model::KnownElements& elements)
{
    auto fill = [&]<typename T>() -> Result<void> {
        for (std::size_t i = 0; i < tensor.as<T>().size(); ++i) {
            if constexpr (isFloatType<T>)
                tensor.as<T>()[i] = static_cast<T>(static_cast<Arithmetic<T>>(elements.reals[i]));
            else
                tensor.as<T>()[i] = static_cast<T>((*elements.numbers())[i]);
        }
        return {};
    };
    using All = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t, std::uint8_t,
        std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;
    if (const auto filled = visitElement(All {}, tensor.element(), fill); !filled)
        throw std::invalid_argument(filled.error().message());
}

} // namespace

KernelBench::KernelBench(std::string_view text, std::vector<Tensor> inputs)
    : m_pool(MemoryPool::create())
{
    readNode(text);
    auto input = inputs.begin();
    for (const auto& argument : m_arguments) {
        m_inputs.emplace_back();
        if (argument.isPresent && input != inputs.end())
            m_inputs.back().content = std::move(*input++);
    }
}

void KernelBench::readNode(std::string_view text)
{
    auto node = nodeFrom(text);
    m_node.type = node.schema->name;
    m_node.domain = node.schema->domain;
    m_node.version = static_cast<int>(node.schema->sinceVersion);
    m_node.schema = node.schema;
    m_node.attributes = std::move(node.attributes);
    m_node.label = text;
    m_arguments = std::move(node.inputs);
    m_outputs = node.outputs;
    for (const auto& argument : m_arguments)
        m_isGiven.push_back(argument.elements != nullptr);
}

KernelBench::KernelBench(std::string_view text, Numbers numbers)
    : m_pool(MemoryPool::create())
{
    readNode(text);
    for (std::size_t i = 0; i < m_arguments.size(); ++i) {
        const auto& argument = m_arguments[i];
        m_inputs.emplace_back();
        if (!argument.isPresent)
            continue;
        auto tensor = makeTensor(argument.type.element,
            model::concrete(argument.type.shape.value_or(model::Shape {})).value_or(Dims {}));
        if (argument.elements)
            fillGiven(tensor, *argument.elements);
        else
            draw(tensor, i, numbers);
        m_inputs.back().content = std::move(tensor);
    }
}

void KernelBench::draw(Tensor& tensor, std::size_t input, Numbers numbers)
{
    std::mt19937 engine(static_cast<unsigned>(input + 1));
    const auto real = [&] { return static_cast<float>(engine() % 4001) / 1000.0f - 2.0f; };
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::array special { infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
        0.0f };
    auto fill = [&]<typename T>() -> Result<void> {
        for (auto& element : tensor.as<T>()) {
            if constexpr (isFloatType<T>) {
                const bool isSpecial
                    = numbers == Numbers::WithInfinities && input == 0 && engine() % 7 == 0;
                element = static_cast<T>(static_cast<Arithmetic<T>>(
                    isSpecial ? special[engine() % special.size()] : real()));
            } else if constexpr (std::is_same_v<T, bool>) {
                element = engine() % 2 == 0;
            } else if constexpr (sizeof(T) == 1) {
                element = static_cast<T>(engine() % 256);
            } else {
                element = static_cast<T>(
                    static_cast<std::int64_t>(engine() % 201) - (std::is_signed_v<T> ? 100 : 0));
            }
        }
        return {};
    };
    using All = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t, std::uint8_t,
        std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;
    if (const auto filled = visitElement(All {}, tensor.element(), fill); !filled)
        throw std::invalid_argument(filled.error().message());
}

Result<std::unique_ptr<Kernel>> KernelBench::prepare(const Options& options)
{
    std::vector<InputType> types;
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        types.push_back(m_inputs[i].isPresent() ? typeOf(m_inputs[i]) : InputType());
        if (m_inputs[i].isTensor() && (m_isGiven[i] || (options.isConstant && i > 0)))
            types.back().constant = &m_inputs[i].tensor();
    }
    std::vector<InputType> outputs;
    for (const auto& type : inferOutputs(m_node, m_arguments, m_outputs))
        outputs.push_back(inputTypeOf(type).value_or(InputType()));
    const std::unique_ptr<bool[]> used(new bool[m_outputs]);
    std::fill_n(used.get(), m_outputs, true);
    const auto* const device = options.device;
    const KernelRequest request { m_node, types, { used.get(), m_outputs }, outputs, nullptr,
        { .threads = options.threads,
            .precision = options.precision,
            .smallWork = SmallWork::Accept },
        device != nullptr ? device->backend.get() : nullptr, options.variants };
    auto choice = device != nullptr
        ? chooseKernel(request, DeviceKind::Cuda, std::array { Tier::Library, Tier::Native })
        : chooseKernel(request, DeviceKind::Cpu, std::array { options.tier });
    if (choice.error)
        return std::move(*choice.error);
    if (!choice.kernel) {
        // Kernels of other tiers are refused only because this run allows one tier.
        std::erase_if(choice.refusals,
            [](const std::string& words) { return words.ends_with("not allowed for this run"); });
        return fail("refused: ",
            choice.refusals.empty() ? "no kernel" : support::joined(choice.refusals, "; "));
    }
    return std::move(choice.kernel);
}

Result<std::vector<RuntimeValue>> KernelBench::runKernel(Kernel& kernel, int threads)
{
    BenchContext context(m_inputs, m_outputs, threads, *m_pool);
    TRY(support::catchExceptions("the kernel", [&] { return kernel.run(context); }));
    return context.takeOutputs();
}

Result<std::vector<RuntimeValue>> KernelBench::inputsOnDevice(const DeviceMemory& device) const
{
    // As in engine/passes/place_on_device.cpp: the first entry determines which inputs stay on the
    // host.
    const auto entries
        = KernelRegistry::instance().find(m_node.domain, m_node.type, DeviceKind::Cuda);
    const auto hostInputs = entries.empty() ? 0u : entries.front()->hostInputs;
    auto inputs = m_inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool isOnHost = i < 32 && ((hostInputs >> i) & 1u) != 0;
        if (isOnHost || !inputs[i].isTensor())
            continue;
        const auto& from = m_inputs[i].tensor();
        auto copy = TRY(device.pool->allocate(from.element(), from.dims()));
        if (from.type.bytes() > 0)
            TRY(device.backend->toDevice(copy.data, from.data, from.type.bytes()));
        inputs[i].content = std::move(copy);
    }
    return inputs;
}

Result<std::vector<RuntimeValue>> KernelBench::runOnDevice(
    Kernel& kernel, const DeviceMemory& device)
{
    const auto inputs = TRY(inputsOnDevice(device));
    BenchContext context(inputs, m_outputs, 1, *device.pool, device.backend.get());
    TRY(support::catchExceptions("the kernel", [&] { return kernel.run(context); }));
    TRY(device.backend->synchronise());
    auto outputs = context.takeOutputs();
    for (auto& output : outputs) {
        if (!output.isTensor())
            continue;
        const auto& from = output.tensor();
        auto copy = makeTensor(from.element(), from.dims());
        if (from.type.bytes() > 0)
            TRY(device.backend->toHost(copy.data, from.data, from.type.bytes()));
        output.content = std::move(copy);
    }
    return outputs;
}

Result<std::vector<RuntimeValue>> KernelBench::run(const Options& options)
{
    const auto kernel = TRY(prepare(options));
    if (options.device != nullptr) {
        TRY(runOnDevice(*kernel, *options.device));
        return runOnDevice(*kernel, *options.device);
    }
    // Runs twice: state that a kernel keeps after a run must not affect the next one.
    TRY(runKernel(*kernel, options.threads));
    return runKernel(*kernel, options.threads);
}

} // namespace testing
