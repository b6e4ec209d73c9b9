#include "engine/calibrate/sample_runs.h"

#include "engine/plan/plan_state.h"
#include "model/support/text.h"

#include <algorithm>

namespace engine {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;

Result<Samples> findSamples(std::span<const fs::path> folders)
{
    Samples samples;
    for (const auto& folder : folders) {
        std::error_code error;
        std::vector<fs::path> inner;
        bool hasFiles = false;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            if (entry.is_directory(error))
                inner.push_back(entry.path());
            else if (const auto ending = entry.path().extension();
                     ending == ".pb" || ending == ".npy")
                hasFiles = true;
        }
        if (error)
            return failAs(ErrorKind::File, "cannot read the folder ",
                support::sanitise(folder.string()), ": ", error.message());
        if (!hasFiles && inner.empty())
            return failAs(ErrorKind::File, "the folder ", support::sanitise(folder.string()),
                " has neither inputs (input_0.pb, NAME.npy) nor folders with inputs");
        std::ranges::sort(inner);
        if (hasFiles)
            samples.folders.push_back(folder);
        else
            samples.folders.insert(samples.folders.end(), inner.begin(), inner.end());
    }
    return samples;
}

SampleRuns::SampleRuns(RunRequest request)
    : m_request(std::move(request))
    , m_pool(MemoryPool::create(m_request.memoryLimit))
{
    m_request.optimisation = Optimisation::None;
    m_request.device = DeviceKind::Cpu;
}

Result<Inputs> SampleRuns::inputs(const Samples& samples, std::size_t index)
{
    auto request = m_request;
    request.seed += index;
    if (samples.folders.empty())
        return makeInputs(request, *m_pool);
    request.data = samples.folders[index];
    return makeInputs(request, *m_pool).within(support::sanitise(request.data.string()));
}

Result<void> SampleRuns::run(
    const Inputs& inputs, StepInterceptor& interceptor, std::stop_token stop)
{
    std::vector<std::string> types;
    for (const auto& type : inputs.types())
        types.push_back(onnxTypeText(type) + typeText(type));
    if (!m_plan || types != m_types) {
        m_plan.reset();
        auto prepared = prepare(m_request, inputs, m_pool);
        m_plan = TRY(std::move(prepared.plan));
        m_types = std::move(types);
    }
    return runIntercepted(*m_plan, inputs.runtimeValues(), interceptor, std::move(stop));
}

std::vector<std::pair<std::string, ProgramValueId>> namedValuesOf(
    const Executor& executor, const PlanStep& step)
{
    const auto& program = executor.plan().program;
    std::vector<std::pair<std::string, ProgramValueId>> named;
    const auto add = [&](ProgramValueId id) {
        if (!id.isValid() || !program.value(id).origin.isValid())
            return;
        const auto& value = program.model->value(program.value(id).origin);
        if (value.graph == program.model->main().id)
            named.emplace_back(value.name, id);
    };
    for (const auto id : step.outputs)
        add(id);
    for (const auto& view : step.views)
        add(view.value);
    return named;
}

} // namespace engine
