#include "engine/plan/kernel_choice.h"

#include "engine/program/node_check.h"
#include "model/inference/type_constraints.h"
#include "model/support/catch_exceptions.h"

#include <algorithm>
#include <string_view>

namespace engine {

namespace {

std::string_view kindPrefix(InputType::Kind kind)
{
    return kind == InputType::Kind::Sequence ? "seq("
        : kind == InputType::Kind::Map       ? "map("
                                             : "optional(";
}

std::string_view kindName(InputType::Kind kind)
{
    return kind == InputType::Kind::Sequence ? "a sequence"
        : kind == InputType::Kind::Map       ? "a map"
                                             : "an optional that holds nothing";
}

/// Checks the element type of an input. A type that the operator does not list is left to the
/// kernels where a type variable has more than two types (int8 in MatMul is clear enough). Kernels
/// rely on the list where it has one or two (a condition, indices, a shape) and for strings.
Result<void> checkElement(const KernelRequest& request, std::size_t i)
{
    constexpr std::size_t few = 2;
    const auto& schema = *request.node.schema;
    const auto* formal = model::parameterAt(schema.inputs, i);
    const auto& input = request.input(i);
    if (formal == nullptr || !input.isPresent())
        return {};
    const auto constraint
        = std::ranges::find(schema.constraints, formal->type, &model::TypeConstraint::name);
    const std::span<const std::string> listed = constraint != schema.constraints.end()
        ? std::span(constraint->types)
        : std::span(&formal->type, 1);
    if (input.kind != InputType::Kind::Tensor) {
        const bool isLeftOut = input.kind == InputType::Kind::Optional
            && formal->option != model::FormalParameter::Option::Single;
        if (isLeftOut)
            return {};
        const auto prefix = kindPrefix(input.kind);
        const bool isListed = std::ranges::any_of(
            listed, [&](const std::string& name) { return name.starts_with(prefix); });
        const bool wantsTensor = std::ranges::all_of(
            listed, [](const std::string& name) { return name.starts_with("tensor("); });
        if (isListed || !wantsTensor)
            return {};
        return fail(
            "input ", i, " (", formal->name, ") is ", kindName(input.kind), ", expected a tensor");
    }
    const auto type = model::onnxTypeText(model::ValueType::tensor(input.tensor.element));
    const auto lists = [&](std::string_view wanted) {
        return std::ranges::find(listed, wanted) != listed.end();
    };
    const bool isText = input.tensor.element == ElementType::String;
    const bool takesOtherThanText = std::ranges::any_of(
        listed, [](const std::string& name) { return name != "tensor(string)"; });
    if (lists(type) || (listed.size() > few && !isText && takesOtherThanText))
        return {};
    return fail("input ", i, " (", formal->name, ") is ", input.tensor.element, ", which ",
        schema.name, " does not take there");
}

/// Checks the node (engine/program/node_check.h) and the element types of its inputs.
Result<void> checkRequest(const KernelRequest& request)
{
    const auto* schema = request.node.schema;
    if (schema == nullptr || request.node.domain == passDomain)
        return {}; // passes make these operators and give them the right inputs
    std::vector<bool> hasInput;
    for (const auto& input : request.inputs)
        hasInput.push_back(input.isPresent());
    TRY(checkNode(request.node, hasInput, request.outputsUsed.size()));
    for (std::size_t i = 0; i < request.inputs.size(); ++i)
        TRY(checkElement(request, i));
    return {};
}

KernelChoice askAll(const KernelRequest& request, DeviceKind device, std::span<const Tier> tiers)
{
    KernelChoice choice;
    if (const auto checked = checkRequest(request); !checked) {
        choice.refusals.push_back(checked.error().message());
        return choice;
    }
    const bool hasLayout = hasChannelsLast(request);
    for (const auto* entry :
        KernelRegistry::instance().find(request.node.domain, request.node.type, device)) {
        const std::string tier(tierName(entry->tier));
        if (std::ranges::find(tiers, entry->tier) == tiers.end()) {
            choice.refusals.push_back(tier + ": not allowed for this run");
            continue;
        }
        if (hasLayout && entry->tier == Tier::Reference) {
            choice.refusals.push_back(tier + ": takes plain tensors only");
            continue;
        }
        auto kernel
            = support::catchExceptions("the kernel", [&] { return entry->prepare(request); });
        if (!kernel && device == DeviceKind::Cpu
            && kernel.error().kind() == support::ErrorKind::Resource) {
            choice.error = std::move(kernel).error();
            return choice;
        }
        if (!kernel) {
            choice.refusals.push_back(tier + ": " + kernel.error().message());
            continue;
        }
        choice.kernel = std::move(*kernel);
        choice.tier = entry->tier;
        choice.entry = entry;
        return choice;
    }
    if (choice.refusals.empty())
        choice.refusals.push_back("no kernel for this operator");
    return choice;
}

} // namespace

bool hasChannelsLast(const KernelRequest& request)
{
    const auto isLast = [](const InputType& type) { return type.layout == Layout::ChannelsLast; };
    return std::ranges::any_of(request.inputs, isLast)
        || std::ranges::any_of(request.outputs, isLast);
}

std::unique_ptr<Kernel> prepareAgain(const KernelEntry& entry, const KernelRequest& request)
{
    auto kernel = support::catchExceptions("the kernel", [&] { return entry.prepare(request); });
    return kernel ? std::move(*kernel) : nullptr;
}

KernelChoice chooseKernel(
    const KernelRequest& request, DeviceKind device, std::span<const Tier> tiers)
{
    auto choice = askAll(request, device, tiers);
    if (choice.kernel || choice.error || request.settings.smallWork == SmallWork::Accept)
        return choice;
    // A library may do small work slowly where no other kernel does it.
    auto willing = request;
    willing.settings.smallWork = SmallWork::Accept;
    auto second = askAll(willing, device, tiers);
    return second.kernel || second.error ? std::move(second) : std::move(choice);
}

InputType typeOf(const RuntimeValue& value)
{
    InputType type;
    switch (value.content.index()) {
    case 1:
        type.kind = InputType::Kind::Tensor;
        type.tensor = value.tensor().type;
        break;
    case 2:
        type.kind = InputType::Kind::Sequence;
        break;
    case 3:
        type.kind = InputType::Kind::Map;
        break;
    default:
        type.kind = InputType::Kind::Optional;
    }
    return type;
}

} // namespace engine
