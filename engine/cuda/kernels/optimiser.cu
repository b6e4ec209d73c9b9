#include "engine/cuda/kernels/numbers.h"

#include <cmath>

// Adagrad, Adam and Momentum of ai.onnx.preview.training: one thread per element of a weight, in
// double. Inputs: rate, count, then all weights, all gradients, all first states (Adam: all second
// states). Outputs: all weights, then the states.

namespace engine::cuda {

namespace {

struct Update {
    double rate;
    double count;
    double weight;
    double gradient;
    double first;
    double second;
};

enum class Optimiser { Adagrad, Adam, Momentum };

/// Attributes of all three optimisers; each uses its own.
struct Settings {
    Optimiser optimiser;
    double alpha;
    double beta;
    double decay;
    double epsilon;
    double norm;
    double normAfter;
    bool isNesterov;

    OPSCOPE_KERNEL void step(Update& u) const
    {
        const double gradient = norm * u.weight + u.gradient;
        if (optimiser == Optimiser::Adagrad) {
            u.first += gradient * gradient;
            u.weight -= u.rate / (1 + u.count * decay) * gradient / (std::sqrt(u.first) + epsilon);
        } else if (optimiser == Optimiser::Momentum) {
            u.first = alpha * u.first + (u.count > 0 ? beta : 1.0) * gradient;
            u.weight -= u.rate * (isNesterov ? gradient + alpha * u.first : u.first);
        } else {
            u.first = alpha * u.first + (1 - alpha) * gradient;
            u.second = beta * u.second + (1 - beta) * gradient * gradient;
            const double rate = u.count > 0
                ? u.rate * std::sqrt(1 - std::pow(beta, u.count)) / (1 - std::pow(alpha, u.count))
                : u.rate;
            u.weight
                = (1 - normAfter) * (u.weight - rate * u.first / (std::sqrt(u.second) + epsilon));
        }
    }
};

template <typename T>
struct UpdateWeights {
    NumberReader rate;
    NumberReader count;
    const T* weight;
    const T* gradient;
    const T* first;
    const T* second; ///< null: the optimiser has one state
    T* newWeight;
    T* newFirst;
    T* newSecond;
    Settings settings;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        Update update { rate.at(0), count.at(0), static_cast<double>(weight[i]),
            static_cast<double>(gradient[i]), static_cast<double>(first[i]),
            second != nullptr ? static_cast<double>(second[i]) : 0.0 };
        settings.step(update);
        newWeight[i] = static_cast<T>(update.weight);
        newFirst[i] = static_cast<T>(update.first);
        if (second != nullptr)
            newSecond[i] = static_cast<T>(update.second);
    }
};

using WeightTypes = TypeList<float, double>;

template <typename T>
Result<T*> writtenTo(RunContext& context, std::size_t i, const TensorType& type)
{
    auto* const tensor = TRY(outputOf(context, i, type));
    return reinterpret_cast<T*>(tensor->data);
}

struct OptimiserPlan {
    Settings settings;
    std::vector<TensorType> weights;
    bool hasSecond = false;
};

template <typename T>
Result<void> updateOne(
    ModuleBackend& device, const OptimiserPlan& plan, std::size_t t, RunContext& context)
{
    const auto n = plan.weights.size();
    const auto& type = plan.weights[t];
    UpdateWeights<T> update { numbersOf(context, 0), numbersOf(context, 1), in<T>(context, 2 + t),
        in<T>(context, 2 + n + t), in<T>(context, 2 + 2 * n + t),
        plan.hasSecond ? in<T>(context, 2 + 3 * n + t) : nullptr, nullptr, nullptr, nullptr,
        plan.settings };
    update.newWeight = TRY(writtenTo<T>(context, t, type));
    update.newFirst = TRY(writtenTo<T>(context, n + t, type));
    if (plan.hasSecond)
        update.newSecond = TRY(writtenTo<T>(context, 2 * n + t, type));
    return forEach(device, type.count(), update);
}

Settings settingsOf(const OpNode& node, Optimiser optimiser)
{
    const auto real = [&](std::string_view name, double fallback) {
        const auto value = node.real(name);
        return value ? static_cast<double>(*value) : fallback;
    };
    const bool isAdam = optimiser == Optimiser::Adam;
    return { optimiser, real("alpha", isAdam ? 0.9 : 0.0), real("beta", isAdam ? 0.999 : 0.0),
        real("decay_factor", 0), real("epsilon", 0), real("norm_coefficient", 0),
        real("norm_coefficient_post", 0), node.text("mode", "standard") == "nesterov" };
}

template <Optimiser optimiser>
Result<std::unique_ptr<Kernel>> prepareOptimiser(const KernelRequest& request)
{
    const std::size_t groups = optimiser == Optimiser::Adam ? 4 : 3;
    const auto inputs = request.inputs.size();
    if (inputs < 2 + groups || (inputs - 2) % groups != 0)
        return fail(request.node.type, " has ", inputs, " inputs");
    TRY(requireNumber(request, 0));
    TRY(requireNumber(request, 1));
    OptimiserPlan plan { settingsOf(request.node, optimiser), {}, groups == 4 };
    const auto tensors = (inputs - 2) / groups;
    for (std::size_t t = 0; t < tensors; ++t) {
        TRY(requireElement(request, 2 + t, WeightTypes {}));
        plan.weights.push_back(inputType(request, 2 + t));
        for (std::size_t g = 1; g < groups; ++g) {
            if (inputType(request, 2 + g * tensors + t) != plan.weights[t])
                return fail("weight ", t, " and its gradient or state differ in type");
        }
    }
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "optimiser"), [=](RunContext& context) -> Result<void> {
            for (std::size_t t = 0; t < plan.weights.size(); ++t) {
                auto run = [&]<typename T>() -> Result<void> {
                    return updateOne<T>(*device, plan, t, context);
                };
                TRY(visitElement(WeightTypes {}, plan.weights[t].element, run));
            }
            return {};
        });
}

constexpr const char* domain = "ai.onnx.preview.training";
const RegisterKernels adagrad(
    { "Adagrad" }, prepareOptimiser<Optimiser::Adagrad>, 0, Tier::Native, domain);
const RegisterKernels adam({ "Adam" }, prepareOptimiser<Optimiser::Adam>, 0, Tier::Native, domain);
const RegisterKernels momentum(
    { "Momentum" }, prepareOptimiser<Optimiser::Momentum>, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
