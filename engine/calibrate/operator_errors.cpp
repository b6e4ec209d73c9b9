#include "engine/calibrate/operator_errors.h"

#include "engine/plan/plan_state.h"

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace engine {

namespace {

using Values = std::map<std::string, RuntimeValue, std::less<>>;

bool isFloats(const RuntimeValue& value)
{
    return value.isTensor() && value.tensor().element() == ElementType::Float;
}

/// Keeps the wanted values of a run.
class Keeper final : public StepInterceptor {
public:
    explicit Keeper(std::set<std::string, std::less<>> wanted)
        : m_wanted(std::move(wanted))
    {
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override
    {
        for (const auto& [name, id] : namedValuesOf(executor, step))
            if (m_wanted.contains(name) && isFloats(executor.value(id)))
                values[name] = TRY(copied(executor, executor.value(id).tensor()));
        return {};
    }

    Values values;

private:
    static Result<RuntimeValue> copied(Executor& executor, const Tensor& tensor)
    {
        auto copy = TRY(executor.pool().allocate(tensor.element(), tensor.dims()));
        std::ranges::copy(tensor.as<float>(), copy.as<float>().begin());
        return RuntimeValue { std::move(copy) };
    }

    std::set<std::string, std::less<>> m_wanted;
};

/// Compares the values of a run with expected ones, and puts those in their place.
class Replacer final : public StepInterceptor {
public:
    using Compare = std::function<void(const std::string&, const Tensor&, const Tensor&)>;
    Replacer(const Values& expected, Compare compare)
        : m_expected(expected)
        , m_compare(std::move(compare))
    {
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override
    {
        for (const auto& [name, id] : namedValuesOf(executor, step)) {
            const auto expected = m_expected.find(name);
            if (expected == m_expected.end() || !isFloats(executor.value(id)))
                continue;
            m_compare(name, executor.value(id).tensor(), expected->second.tensor());
            TRY(bringIn(executor, id, expected->second));
        }
        return {};
    }

private:
    const Values& m_expected;
    Compare m_compare;
};

/// Sums over the elements of a value and over samples.
class ErrorSum {
public:
    void add(const Tensor& found, const Tensor& expected)
    {
        m_isComparable = m_isComparable && found.dims() == expected.dims()
            && (m_samples == 0 || m_dims == expected.dims());
        ++m_samples;
        if (found.dims() != expected.dims()) {
            m_error.notFinite += static_cast<std::uint64_t>(expected.count());
            return;
        }
        m_dims = expected.dims();
        const auto values = expected.as<float>();
        const auto changed = found.as<float>();
        if (m_isComparable)
            m_sums.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            ++m_error.elements;
            if (!std::isfinite(values[i]) || !std::isfinite(changed[i])) {
                m_error.notFinite += values[i] == changed[i] ? 0 : 1;
                continue;
            }
            const auto difference = double(changed[i]) - values[i];
            m_differences += difference * difference;
            m_squares += double(values[i]) * values[i];
            m_error.largest = std::max(m_error.largest, std::abs(difference));
            if (m_isComparable)
                m_sums[i] += values[i];
        }
    }

    ValueError result(std::string name) const
    {
        auto error = m_error;
        error.name = std::move(name);
        error.relative = m_differences > 0 ? std::sqrt(m_differences / m_squares) : 0;
        if (!m_isComparable || m_samples < 2)
            return error;
        double means = 0;
        for (const auto sum : m_sums)
            means += sum * sum;
        // Differences below the rounding of the sums tell nothing.
        const auto spread = m_squares - means / static_cast<double>(m_samples);
        if (spread > 1e-12 * m_squares)
            error.toSpread = std::sqrt(m_differences / spread);
        return error;
    }

private:
    ValueError m_error;
    Dims m_dims;
    std::vector<double> m_sums; ///< of the first model's elements, over the samples
    double m_differences = 0;
    double m_squares = 0;
    std::size_t m_samples = 0;
    bool m_isComparable = true; ///< all samples have one shape
};

using ErrorSums = std::map<std::string, ErrorSum, std::less<>>;

std::vector<ValueError> resultsOf(const ErrorSums& sums, const std::vector<std::string>& names)
{
    std::vector<ValueError> results;
    for (const auto& name : names) {
        const auto found = sums.find(name);
        results.push_back(
            found == sums.end() ? ErrorSum().result(name) : found->second.result(name));
    }
    return results;
}

std::vector<std::string> outputNames(const model::Model& model)
{
    std::vector<std::string> names;
    for (const auto output : model.main().outputs)
        names.push_back(model.value(output).name);
    return names;
}

std::set<std::string, std::less<>> setOf(std::initializer_list<std::vector<std::string>> lists)
{
    std::set<std::string, std::less<>> set;
    for (const auto& names : lists)
        for (const auto& name : names)
            set.insert(name);
    return set;
}

} // namespace

double ValueError::signalToNoise() const
{
    return relative > 0 ? -20 * std::log10(relative) : std::numeric_limits<double>::infinity();
}

Result<ModelErrors> compareModels(const RunRequest& first, const RunRequest& changed,
    const Samples& samples, const std::vector<std::string>& own, std::stop_token stop,
    const support::Progress& progress)
{
    SampleRuns firstRuns(first);
    SampleRuns changedRuns(changed);
    ErrorSums ownSums;
    ErrorSums outputSums;
    const auto outputs = outputNames(*first.model);
    for (std::size_t i = 0; i < samples.count(); ++i) {
        if (progress)
            progress("comparing", i, samples.count());
        const auto inputs = TRY(firstRuns.inputs(samples, i));
        Keeper expected(setOf({ own, outputs }));
        TRY(firstRuns.run(inputs, expected, stop).within("the model as it was"));
        Values replaced;
        for (const auto& name : own)
            if (const auto found = expected.values.find(name); found != expected.values.end())
                replaced[name] = found->second;
        Replacer replacer(replaced,
            [&](const auto& name, const Tensor& a, const Tensor& b) { ownSums[name].add(a, b); });
        TRY(changedRuns.run(inputs, replacer, stop).within("the changed model"));
        Keeper found(setOf({ outputs }));
        TRY(changedRuns.run(inputs, found, stop).within("the changed model"));
        for (const auto& [name, value] : found.values)
            if (const auto was = expected.values.find(name); was != expected.values.end())
                outputSums[name].add(value.tensor(), was->second.tensor());
    }
    return ModelErrors { resultsOf(ownSums, own), resultsOf(outputSums, outputs) };
}

} // namespace engine
