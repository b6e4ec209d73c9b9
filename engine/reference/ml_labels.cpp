#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

// LabelEncoder (1, 2, 4) and CategoryMapper of ai.onnx.ml: two lists map keys to values.

namespace engine {

namespace {

Tensor textTensor(std::vector<std::string> texts)
{
    auto tensor = makeTensor(ElementType::String, { std::ssize(texts) });
    *tensor.strings = std::move(texts);
    return tensor;
}

/// Returns the list `prefix`_strings, _int64s, _floats or _tensor.
Result<Tensor> listOf(const KernelRequest& request, const std::string& prefix)
{
    const auto& node = request.node;
    if (const auto* tensor = node.tensor(prefix + "_tensor"))
        return attributeTensor(request, *tensor);
    if (auto texts = node.texts(prefix + "_strings"))
        return textTensor(std::move(*texts));
    if (const auto numbers = node.integers(prefix + "_int64s"))
        return tensorOf(*numbers);
    if (const auto numbers = node.reals(prefix + "_floats"))
        return tensorOf(*numbers);
    return fail(node.type, " has no list of ", prefix);
}

/// Returns the value for unknown keys, an element of the values' type.
Result<Tensor> defaultOf(const KernelRequest& request, ElementType element)
{
    const auto& node = request.node;
    if (const auto* tensor = node.tensor("default_tensor")) {
        auto loaded = TRY(attributeTensor(request, *tensor));
        if (loaded.count() != 1 || loaded.element() != element)
            return fail("default_tensor is ", loaded.dims(), " ", loaded.element(),
                ", expected one ", element);
        return loaded;
    }
    if (element == ElementType::String)
        return textTensor({ node.text("default_string", "_Unused") });
    auto tensor = makeTensor(element, { 1 });
    auto write = [&]<typename T>() {
        tensor.as<T>()[0] = std::is_floating_point_v<T>
            ? static_cast<T>(node.real("default_float", -0.0f))
            : static_cast<T>(node.integer("default_int64", -1));
    };
    TRY(visitElement(
        TypeList<float, double, std::int64_t, std::int32_t, std::int16_t> {}, element, write));
    return tensor;
}

/// Returns keys of any type as texts that are equal if the keys are. All NaNs are one key, -0 is 0.
Result<std::vector<std::string>> keyTexts(const Tensor& keys)
{
    if (keys.element() == ElementType::String)
        return *keys.strings;
    const auto numbers = TRY(readNumbers(keys));
    std::vector<std::string> texts;
    for (const double number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(std::isnan(number) ? NAN : number + 0.0);
        texts.push_back(std::to_string(bits));
    }
    return texts;
}

struct LabelMap {
    std::map<std::string, std::int64_t, std::less<>> places;
    ElementType keyElement = ElementType::Undefined;
    Tensor values;
    Tensor fallback;
};

Result<LabelMap> labelMap(const KernelRequest& request, const Tensor& keys, Tensor values)
{
    if (keys.count() != values.count())
        return fail(
            request.node.type, " has ", keys.count(), " keys and ", values.count(), " values");
    LabelMap map;
    map.keyElement = keys.element();
    const auto texts = TRY(keyTexts(keys));
    for (std::size_t i = 0; i < texts.size(); ++i)
        map.places.emplace(texts[i], static_cast<std::int64_t>(i));
    map.fallback = TRY(defaultOf(request, values.element()));
    map.values = std::move(values);
    return map;
}

Result<void> encode(const LabelMap& map, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.element() != map.keyElement)
        return fail("the input has element type ", input.element(), ", the keys ",
            model::name(map.keyElement));
    const auto keys = TRY(keyTexts(input));
    auto* output = TRY(context.output(0, map.values.element(), input.dims()));
    return visitStorage(map.values.element(), [&]<typename T>() {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto found = map.places.find(keys[i]);
            storage<T>(*output)[i] = found == map.places.end()
                ? storage<T>(map.fallback)[0]
                : storage<T>(map.values)[found->second];
        }
    });
}

Result<std::unique_ptr<Kernel>> kernelFor(LabelMap map)
{
    return referenceKernel(
        [map = std::move(map)](RunContext& context) { return encode(map, context); });
}

/// Maps texts to numbers or numbers to texts, depending on the input.
Result<std::unique_ptr<Kernel>> prepareCategories(const KernelRequest& request,
    std::vector<std::string> texts, const std::vector<std::int64_t>& numbers)
{
    auto first = textTensor(std::move(texts));
    auto second = tensorOf(numbers);
    const bool fromTexts = request.input(0).tensor.element == ElementType::String;
    auto map = TRY(labelMap(request, fromTexts ? first : second, fromTexts ? second : first));
    return kernelFor(std::move(map));
}

Result<std::unique_ptr<Kernel>> prepareLabelEncoder(const KernelRequest& request)
{
    if (auto classes = request.node.texts("classes_strings"); classes && request.node.version < 2) {
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < classes->size(); ++i)
            numbers.push_back(static_cast<std::int64_t>(i));
        return prepareCategories(request, std::move(*classes), numbers);
    }
    const auto keys = TRY(listOf(request, "keys"));
    auto values = TRY(listOf(request, "values"));
    auto map = TRY(labelMap(request, keys, std::move(values)));
    return kernelFor(std::move(map));
}

Result<std::unique_ptr<Kernel>> prepareCategoryMapper(const KernelRequest& request)
{
    auto texts = request.node.texts("cats_strings", {});
    const auto numbers = request.node.integers("cats_int64s", {});
    return prepareCategories(request, std::move(texts), numbers);
}

const RegisterReference labelOperators[] = {
    { "LabelEncoder", prepareLabelEncoder, "ai.onnx.ml" },
    { "CategoryMapper", prepareCategoryMapper, "ai.onnx.ml" },
};

} // namespace

} // namespace engine
