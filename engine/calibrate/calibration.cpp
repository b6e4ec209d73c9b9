#include "engine/calibrate/calibration.h"

#include "model/support/text.h"

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

/// Counts the numbers of the wanted values as they are made.
class Counter final : public StepInterceptor {
public:
    explicit Counter(Histograms& histograms)
        : m_histograms(histograms)
    {
    }

    void count(const std::string& name, const RuntimeValue& value)
    {
        const auto histogram = m_histograms.find(name);
        if (histogram != m_histograms.end() && value.isTensor()
            && value.tensor().element() == ElementType::Float)
            histogram->second.add(value.tensor().as<float>());
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override
    {
        for (const auto& [name, id] : namedValuesOf(executor, step))
            count(name, executor.value(id));
        return {};
    }

private:
    Histograms& m_histograms;
};

} // namespace

Result<Histograms> calibrate(const RunRequest& request, const Samples& samples,
    const std::vector<std::vector<model::ValueId>>& values, std::stop_token stop,
    const support::Progress& progress)
{
    Histograms histograms;
    for (const auto& group : values)
        for (const auto value : group)
            histograms[request.model->value(value).name];
    SampleRuns runs(request);
    Counter counter(histograms);
    for (std::size_t i = 0; i < samples.count(); ++i) {
        if (progress)
            progress("calibrating", i, samples.count());
        const auto inputs = TRY(runs.inputs(samples, i));
        for (const auto& input : inputs.values)
            counter.count(input.name, input.value);
        TRY(runs.run(inputs, counter, stop).within("calibration run " + std::to_string(i + 1)));
    }
    for (const auto& [name, histogram] : histograms)
        if (histogram.notFinite() > 0)
            return failAs(ErrorKind::Failed, "value ", support::quote(name), " has ",
                support::countOf(histogram.notFinite(), "number", "numbers"),
                " that are not finite in the calibration runs; keep the nodes that make or read "
                "it");
    std::erase_if(histograms, [](const auto& entry) { return entry.second.count() == 0; });
    return histograms;
}

Result<std::map<std::string, ActivationRange, std::less<>>> activationRanges(
    const RunRequest& request, const Samples& samples, const model::edit::QuantisationPlan& plan,
    const RangeOptions& options, std::stop_token stop, const support::Progress& progress)
{
    const auto histograms
        = TRY(calibrate(request, samples, plan.activations, std::move(stop), progress));
    std::map<std::string, ActivationRange, std::less<>> ranges;
    for (const auto& [name, histogram] : histograms)
        ranges[name] = histogram.range(options);
    return ranges;
}

} // namespace engine
