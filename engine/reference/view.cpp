#include "engine/reference/movement.h"

// Operators that only change the shape: Reshape, Flatten, Squeeze, Unsqueeze, Identity. Nothing is
// computed.

namespace engine {

namespace {

/// Returns the dims of Reshape. 0 copies the input's dim (unless allowzero); one -1 becomes the
/// remaining size.
Result<Dims> reshapedDims(const Dims& input, Dims wanted, bool allowsZero)
{
    std::size_t open = wanted.size();
    for (std::size_t d = 0; d < wanted.size(); ++d) {
        if (wanted[d] == 0 && !allowsZero) {
            if (d >= input.size())
                return fail("dimension ", d, " of the new shape copies from an input of rank ",
                    input.size());
            wanted[d] = input[d];
        }
        if (wanted[d] == -1) {
            if (open != wanted.size())
                return fail("the new shape leaves two dimensions open");
            open = d;
        }
    }
    const auto count = elementCount(input);
    if (open < wanted.size()) {
        wanted[open] = 1;
        const auto known = TRY(checkedCount(wanted));
        if (known == 0 || count % known != 0)
            return fail(
                "an input of ", input, " cannot be divided into rows of ", known, " elements");
        wanted[open] = count / known;
    }
    const auto found = TRY(checkedCount(wanted));
    if (found != count)
        return fail("an input of ", input, " has ", count, " elements, the new shape ", wanted,
            " has ", found);
    return wanted;
}

Result<void> runReshape(const OpNode& node, RunContext& context)
{
    auto wanted = TRY(integersFromInputOrAttribute(node, context, 1, "shape"));
    if (!wanted)
        return fail("Reshape has no shape");
    const auto dims
        = TRY(reshapedDims(context.tensor(0).dims(), std::move(*wanted), node.flag("allowzero")));
    return context.forward(0, 0, dims);
}

Result<void> runFlatten(const OpNode& node, RunContext& context)
{
    const auto& dims = context.tensor(0).dims();
    const auto axis = node.integer("axis", 1);
    // The axis may be the rank, but a negative one counts from the rank.
    const auto at = TRY(normalizeAxis(axis, axis < 0 ? dims.size() : dims.size() + 1));
    const std::span all(dims);
    return context.forward(
        0, 0, Dims { elementCount(all.first(at)), elementCount(all.subspan(at)) });
}

Result<void> runSqueeze(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0).dims();
    const auto axes = TRY(integersFromInputOrAttribute(node, context, 1, "axes"));
    std::vector<bool> drops(input.size(), false);
    if (axes) {
        const auto dropped = TRY(normalizeAxes(*axes, input.size()));
        for (const auto axis : dropped) {
            if (input[axis] != 1)
                return fail("axis ", axis, " of ", input, " has ", input[axis],
                    " elements and cannot be squeezed");
            drops[axis] = true;
        }
    }
    Dims dims;
    for (std::size_t d = 0; d < input.size(); ++d) {
        if (!(axes ? drops[d] : input[d] == 1))
            dims.push_back(input[d]);
    }
    return context.forward(0, 0, dims);
}

Result<void> runUnsqueeze(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0).dims();
    const auto axes = TRY(integersFromInputOrAttribute(node, context, 1, "axes"));
    if (!axes)
        return fail("Unsqueeze has no axes");
    const auto added = TRY(normalizeAxes(*axes, input.size() + axes->size()));
    Dims dims = input;
    for (const auto axis : added)
        dims.insert(dims.begin() + axis, 1);
    return context.forward(0, 0, dims);
}

Result<void> runIdentity(const OpNode&, RunContext& context)
{
    if (!context.input(0).isTensor())
        return context.setOutput(0, context.input(0));
    return context.forward(0, 0, context.tensor(0).dims());
}

const RegisterReference views[] = {
    { "Reshape", runReshape },
    { "Flatten", runFlatten },
    { "Squeeze", runSqueeze },
    { "Unsqueeze", runUnsqueeze },
    { "ExpandDims", runUnsqueeze, nullptr, "com.microsoft" },
    { "Identity", runIdentity },
};

} // namespace

} // namespace engine
