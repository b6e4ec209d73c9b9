#include "engine/reference/standard.h"

#include "engine/plan/kernel_choice.h"
#include "engine/program/evaluate.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <memory>

namespace engine {

namespace {

std::vector<model::Attribute> attributesFor(const model::OperatorSchema& schema, const OpNode& node,
    const std::vector<model::Attribute>& replaced)
{
    auto attributes = replaced;
    for (const auto& attribute : node.attributes) {
        const bool isKnown = schema.attribute(attribute.name) != nullptr;
        if (isKnown
            && std::ranges::find(attributes, attribute.name, &model::Attribute::name)
                == attributes.end())
            attributes.push_back(attribute);
    }
    return attributes;
}

} // namespace

Result<OpNode> newestNode(const OpNode& node, std::string_view domain, std::string_view type,
    const std::vector<model::Attribute>& replaced)
{
    const auto& registry = model::OperatorRegistry::instance();
    const auto* schema = registry.find(domain, type, registry.newestOpset(domain));
    if (schema == nullptr)
        return fail("operator ", type, " is not known");
    return OpNode { std::string(type), std::string(domain), schema->sinceVersion,
        attributesFor(*schema, node, replaced), schema, node.label };
}

Result<std::vector<RuntimeValue>> runOther(const OpNode& node, std::string_view domain,
    std::string_view type, const std::vector<RuntimeValue>& inputs, std::size_t outputs,
    const std::vector<model::Attribute>& replaced)
{
    const auto other = TRY(newestNode(node, domain, type, replaced));
    std::vector<InputType> types;
    // An input that is not present was left out; it is not an empty optional.
    for (const auto& input : inputs)
        types.push_back(input.isPresent() ? typeOf(input) : InputType());
    const auto used = std::make_unique<bool[]>(outputs);
    std::fill_n(used.get(), outputs, true);
    const KernelRequest request { other, types, { used.get(), outputs }, {}, nullptr, {} };
    const auto pool = currentPoolOrNew();
    return evaluate(request, inputs, *pool);
}

Result<Tensor> runStandard(const OpNode& node, std::string_view type,
    const std::vector<RuntimeValue>& inputs, const std::vector<model::Attribute>& replaced)
{
    auto outputs = TRY(runOther(node, {}, type, inputs, 1, replaced));
    if (outputs.empty() || !outputs.front().isTensor())
        return fail(type, " gave no tensor");
    return std::move(outputs.front().tensor());
}

Result<Tensor> transposed(const Tensor& tensor, const std::vector<std::int64_t>& perm)
{
    return runStandard({}, "Transpose", { { tensor } }, { attributeOf("perm", perm) });
}

Result<Tensor> channelsFirst(const Tensor& tensor)
{
    const auto rank = static_cast<std::int64_t>(tensor.rank());
    if (rank < 3)
        return fail("an image of ", tensor.dims(), ", expected batch, sizes and channels");
    std::vector<std::int64_t> perm { 0, rank - 1 };
    for (std::int64_t axis = 1; axis + 1 < rank; ++axis)
        perm.push_back(axis);
    return transposed(tensor, perm);
}

Result<Tensor> channelsLast(const Tensor& tensor)
{
    auto perm = countUp(tensor.rank());
    if (perm.size() > 2)
        std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
    return transposed(tensor, perm);
}

Result<void> setOutputTensor(RunContext& context, Tensor tensor)
{
    return context.setOutput(0, { std::move(tensor) });
}

} // namespace engine
