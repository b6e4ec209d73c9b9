#include "engine/reference/einsum.h"

#include "engine/kernel/element_dispatch.h"

#include <algorithm>

// Einsum-12: any number of operands, ellipses, repeated letters, implicit output. Operands are
// contracted two at a time. A letter is summed as soon as neither the output nor a later operand
// has it.

namespace engine {

namespace {

/// Labels of ellipsis axes begin here; labels of letters are character codes.
constexpr int firstEllipsisLabel = 256;

Result<std::vector<std::string>> splitTerms(std::string_view text)
{
    std::vector<std::string> terms(1);
    for (const char c : text) {
        if (c == ',')
            terms.emplace_back();
        else if (c != ' ')
            terms.back() += c;
    }
    return terms;
}

/// Returns one label per axis. The ellipsis covers the remaining axes; their labels count from the
/// last one, so that they broadcast.
Result<Labels> labelsOf(std::string_view term, std::size_t rank)
{
    const auto dots = term.find("...");
    const auto letters = term.size() - (dots == std::string_view::npos ? 0 : 3);
    if (letters > rank || (dots == std::string_view::npos && letters != rank))
        return fail("term \"", term, "\" does not fit an operand of rank ", rank);
    const auto covered = rank - letters;
    Labels labels;
    for (std::size_t i = 0; i < term.size(); ++i) {
        if (i == dots) {
            for (std::size_t k = 0; k < covered; ++k)
                labels.push_back(firstEllipsisLabel + static_cast<int>(covered - 1 - k));
            i += 2;
            continue;
        }
        const auto c = static_cast<unsigned char>(term[i]);
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
            return fail("term \"", term, "\" has the character '", term[i], "'");
        labels.push_back(c);
    }
    return labels;
}

/// The output without an arrow: ellipsis axes, outermost first, then letters that occur once, in
/// alphabetical order.
Labels implicitOutput(const std::vector<Labels>& inputs)
{
    std::map<int, int> counts;
    for (const auto& labels : inputs) {
        for (const auto label : labels)
            ++counts[label];
    }
    Labels output;
    for (auto entry = counts.rbegin(); entry != counts.rend() && entry->first >= firstEllipsisLabel;
         ++entry)
        output.push_back(entry->first);
    for (const auto& [label, count] : counts) {
        if (label < firstEllipsisLabel && count == 1)
            output.push_back(label);
    }
    return output;
}

} // namespace

Result<Equation> parseEquation(std::string_view text, const std::vector<Dims>& operands)
{
    Equation equation;
    const auto arrow = text.find("->");
    const auto terms = TRY(splitTerms(text.substr(0, arrow)));
    if (terms.size() != operands.size())
        return fail("equation \"", text, "\" has ", terms.size(), " terms for ", operands.size(),
            " operands");
    std::size_t ellipsisRank = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        equation.inputs.push_back(TRY(labelsOf(terms[i], operands[i].size())));
        const auto& labels = equation.inputs.back();
        for (std::size_t d = 0; d < labels.size(); ++d) {
            if (labels[d] >= firstEllipsisLabel)
                ellipsisRank = std::max(
                    ellipsisRank, static_cast<std::size_t>(labels[d] - firstEllipsisLabel) + 1);
            auto& size = equation.sizes.try_emplace(labels[d], 1).first->second;
            const auto dim = operands[i][d];
            if (dim != size && dim != 1 && size != 1)
                return fail("one letter of equation \"", text, "\" stands for ", size, " and for ",
                    dim, " elements");
            size = size == 1 ? dim : size;
        }
    }
    if (arrow == std::string_view::npos) {
        equation.output = implicitOutput(equation.inputs);
        return equation;
    }
    const auto outputTerm = TRY(splitTerms(text.substr(arrow + 2)));
    if (outputTerm.size() != 1)
        return fail("equation \"", text, "\" has several outputs");
    const auto hasDots = outputTerm.front().find("...") != std::string::npos;
    equation.output = TRY(labelsOf(outputTerm.front(),
        outputTerm.front().size() - (hasDots ? 3 : 0) + (hasDots ? ellipsisRank : 0)));
    for (const auto label : equation.output) {
        if (!equation.sizes.contains(label) || std::ranges::count(equation.output, label) > 1)
            return fail("the output of equation \"", text,
                "\" names a letter that no operand has, or one twice");
    }
    return equation;
}

Labels neededLater(const Equation& equation, const Labels& a, const Labels& b, std::size_t next)
{
    Labels kept;
    for (const auto& labels : { a, b }) {
        for (const auto label : labels) {
            auto has = [&](const Labels& other) {
                return std::ranges::find(other, label) != other.end();
            };
            const bool isNeeded = has(equation.output)
                || std::any_of(equation.inputs.begin() + next, equation.inputs.end(), has);
            if (isNeeded && !has(kept))
                kept.push_back(label);
        }
    }
    return kept;
}

Labels walkedLabels(const Labels& a, const Labels& b, const Labels& kept)
{
    auto walked = kept;
    for (const auto& labels : { a, b }) {
        for (const auto label : labels) {
            if (std::ranges::find(walked, label) == walked.end())
                walked.push_back(label);
        }
    }
    return walked;
}

Dims loopStrides(const Labels& labels, const Dims& dims, const Labels& walked)
{
    const auto dense = denseStrides(dims);
    Dims strides(walked.size(), 0);
    for (std::size_t d = 0; d < labels.size(); ++d) {
        const auto at = std::ranges::find(walked, labels[d]) - walked.begin();
        strides[at] += dims[d] == 1 ? 0 : dense[d];
    }
    return strides;
}

Dims Equation::dimsOf(const Labels& labels) const
{
    Dims dims;
    for (const auto label : labels)
        dims.push_back(sizes.at(label));
    return dims;
}

namespace {

template <typename A>
struct Operand {
    Labels labels;
    Dims dims;
    std::vector<A> values;
};

/// Multiplies two operands and sums over the labels that are not kept.
template <typename A>
Operand<A> contract(const Operand<A>& a, const Operand<A>& b, const Labels& kept,
    const std::map<int, std::int64_t>& sizes)
{
    const auto walked = walkedLabels(a.labels, b.labels, kept);
    Operand<A> result { kept, {}, {} };
    for (const auto label : kept)
        result.dims.push_back(sizes.at(label));
    result.values.assign(elementCount(result.dims), A(0));
    Dims dims;
    for (const auto label : walked)
        dims.push_back(sizes.at(label));
    const StridedLoop<3> loop(dims,
        { loopStrides(a.labels, a.dims, walked), loopStrides(b.labels, b.dims, walked),
            loopStrides(result.labels, result.dims, walked) });
    const auto [stepA, stepB, stepOut] = loop.rowStrides();
    loop.forEachRow([&, stepA = stepA, stepB = stepB, stepOut = stepOut](const auto& at) {
        for (std::int64_t i = 0; i < loop.rowLength(); ++i) {
            auto& sum = result.values[at[2] + i * stepOut];
            sum = static_cast<A>(sum + a.values[at[0] + i * stepA] * b.values[at[1] + i * stepB]);
        }
    });
    return result;
}

Result<void> runEinsum(const OpNode& node, RunContext& context)
{
    std::vector<const Tensor*> inputs;
    for (std::size_t i = 0; context.hasInput(i); ++i) {
        inputs.push_back(&context.tensor(i));
        if (inputs.back()->element() != inputs.front()->element())
            return fail("operands of Einsum have different element types");
    }
    std::vector<Dims> shapes;
    for (const auto* input : inputs)
        shapes.push_back(input->dims());
    const auto equation = TRY(parseEquation(node.text("equation", ""), shapes));
    auto compute = [&]<typename T>() -> Result<void> {
        using A = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Arithmetic<T>>;
        auto load = [&](std::size_t i) {
            Operand<A> operand { equation.inputs[i], inputs[i]->dims(), {} };
            for (std::int64_t e = 0; e < inputs[i]->count(); ++e)
                operand.values.push_back(static_cast<A>(widen(storage<T>(*inputs[i])[e])));
            return operand;
        };
        Operand<A> result = load(0);
        for (std::size_t i = 1; i < inputs.size(); ++i) {
            const bool isLast = i + 1 == inputs.size();
            const auto next = load(i);
            result = contract(result, next,
                isLast ? equation.output : neededLater(equation, result.labels, next.labels, i + 1),
                equation.sizes);
        }
        if (inputs.size() == 1)
            result = contract(
                result, Operand<A> { {}, {}, { A(1) } }, equation.output, equation.sizes);
        auto* output = TRY(context.output(0, inputs.front()->element(), result.dims));
        for (std::size_t i = 0; i < result.values.size(); ++i)
            storage<T>(*output)[i] = static_cast<T>(result.values[i]);
        return {};
    };
    return visitElement(NumberTypes {}, inputs.front()->element(), compute);
}

const RegisterReference einsum("Einsum", runEinsum, onNumbers);

} // namespace

} // namespace engine
