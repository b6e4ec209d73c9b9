#include "engine/reference/elementwise.h"
#include "engine/reference/ml_scores.h"
#include "engine/reference/movement.h"
#include "engine/reference/rounding.h"
#include "engine/reference/standard.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

// Feature operators of ai.onnx.ml.

namespace engine {

namespace {

using FeatureTypes = TypeList<float, double, std::int64_t, std::int32_t>;

/// Returns the length of a row of features, which is the last axis.
std::int64_t rowWidth(const Tensor& tensor) { return tensor.rank() > 0 ? tensor.dims().back() : 1; }

Result<void> runScaler(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    const auto offset = node.reals("offset", {});
    const auto scale = node.reals("scale", {});
    const auto width = static_cast<std::size_t>(rowWidth(input));
    for (const auto* list : { &offset, &scale }) {
        if (list->size() > 1 && list->size() != width)
            return fail("offset or scale has ", list->size(), " entries for ", width, " features");
    }
    auto at = [](const std::vector<float>& list, std::size_t feature, float fallback) {
        return list.empty() ? fallback : list[list.size() == 1 ? 0 : feature];
    };
    auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
    for (std::size_t i = 0; i < values.size(); ++i)
        output->as<float>()[i] = (static_cast<float>(values[i]) - at(offset, i % width, 0.0f))
            * at(scale, i % width, 1.0f);
    return {};
}

Result<void> runNormalizer(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto values = TRY(readNumbers(input));
    const auto norm = node.text("norm", "MAX");
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        return fail("norm \"", norm, "\" is not known");
    const auto width = static_cast<std::size_t>(rowWidth(input));
    auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
    for (std::size_t first = 0; width > 0 && first < values.size(); first += width) {
        double size = norm == "MAX" ? -INFINITY : 0.0;
        for (std::size_t i = first; i < first + width; ++i) {
            const double x = values[i];
            size = norm == "MAX" ? std::max(size, x) : size + (norm == "L1" ? std::fabs(x) : x * x);
        }
        size = norm == "L2" ? std::sqrt(size) : size;
        for (std::size_t i = first; i < first + width; ++i)
            output->as<float>()[i] = static_cast<float>(size != 0 ? values[i] / size : values[i]);
    }
    return {};
}

Result<void> runImputer(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto floats = node.reals("imputed_value_floats", {});
    const auto integers = node.integers("imputed_value_int64s", {});
    const auto width = static_cast<std::size_t>(rowWidth(input));
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    auto impute = [&]<typename T>() -> Result<void> {
        constexpr bool isFloat = std::is_floating_point_v<T>;
        const auto count = isFloat ? floats.size() : integers.size();
        if (count != 1 && count != width)
            return fail("Imputer has ", count, " values for ", width, " features");
        const T missing = isFloat ? static_cast<T>(node.real("replaced_value_float", 0.0f))
                                  : static_cast<T>(node.integer("replaced_value_int64", 0));
        for (std::size_t i = 0; i < static_cast<std::size_t>(input.count()); ++i) {
            const T x = input.as<T>()[i];
            const bool isMissing = x == missing || (missing != missing && x != x);
            const auto feature = count == 1 ? 0 : i % width;
            output->as<T>()[i] = !isMissing
                ? x
                : (isFloat ? static_cast<T>(floats[feature]) : static_cast<T>(integers[feature]));
        }
        return {};
    };
    return visitElement(FeatureTypes {}, input.element(), impute);
}

Result<void> runBinarizer(const OpNode& node, RunContext& context)
{
    const auto threshold = static_cast<double>(node.real("threshold", 0.0f));
    return mapElements<FeatureTypes>(
        context, [&](auto x) { return static_cast<double>(x) > threshold ? 1 : 0; });
}

Result<void> runArrayFeatureExtractor(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() == 0)
        return fail("ArrayFeatureExtractor takes rows of features, found a scalar");
    auto indices = TRY(readIntegers(context.tensor(1)));
    const auto width = input.dims().back();
    for (auto& index : indices)
        index = TRY(checkedIndex(index, width));
    auto dims = input.dims();
    if (dims.size() == 1)
        dims.insert(dims.begin(), 1);
    dims.back() = std::ssize(indices);
    auto* output = TRY(context.output(0, input.element(), dims));
    return visitStorage(input.element(), [&]<typename T>() {
        T* target = storage<T>(*output);
        for (std::int64_t row = 0; width > 0 && row < input.count() / width; ++row) {
            for (const auto index : indices)
                *target++ = storage<T>(input)[row * width + index];
        }
    });
}

/// Inputs with fewer features than inputdimensions are padded with zeros, those with more are cut
/// off.
Result<void> runFeatureVectorizer(const OpNode& node, RunContext& context)
{
    auto widths = node.integers("inputdimensions", {});
    std::vector<std::vector<double>> columns;
    std::int64_t rows = 1;
    std::int64_t total = 0;
    for (std::size_t i = 0; context.hasInput(i); ++i) {
        const auto& input = context.tensor(i);
        if (input.rank() < 1 || input.rank() > 2)
            return fail(
                "input ", i, " has the shape ", input.dims(), ", expected rows of features");
        const auto own = input.rank() > 1 ? input.dims()[0] : 1;
        if (i > 0 && own != rows)
            return fail("input ", i, " has ", own, " rows, the first has ", rows);
        rows = own;
        if (widths.size() <= i)
            widths.push_back(input.dims().back());
        columns.push_back(TRY(readNumbers(input)));
        if (widths[i] < 0 || widths[i] > std::numeric_limits<std::int32_t>::max())
            return fail("inputdimensions has the entry ", widths[i]);
        total += widths[i];
    }
    auto* output = TRY(context.output(0, ElementType::Float, Dims { rows, total }));
    std::size_t at = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto own = std::ssize(columns[i]) / rows;
            for (std::int64_t k = 0; k < widths[i]; ++k)
                output->as<float>()[at++]
                    = k < own ? static_cast<float>(columns[i][row * own + k]) : 0.0F;
        }
    }
    return {};
}

Result<void> runOneHotEncoder(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto texts = node.texts("cats_strings", {});
    const auto numbers = node.integers("cats_int64s", {});
    const bool areTexts = input.element() == ElementType::String;
    const auto classes = areTexts ? texts.size() : numbers.size();
    auto dims = input.dims();
    dims.push_back(static_cast<std::int64_t>(classes));
    std::vector<std::size_t> places;
    if (areTexts) {
        for (const auto& text : *input.strings)
            places.push_back(
                static_cast<std::size_t>(std::ranges::find(texts, text) - texts.begin()));
    } else {
        for (const double number : TRY(readNumbers(input)))
            places.push_back(static_cast<std::size_t>(
                std::ranges::find(numbers, toInteger<std::int64_t>(number)) - numbers.begin()));
    }
    auto* output = TRY(context.output(0, ElementType::Float, dims));
    std::ranges::fill(output->as<float>(), 0.0f);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] < classes)
            output->as<float>()[i * classes + places[i]] = 1.0f;
        else if (node.integer("zeros", 1) == 0)
            return fail("element ", i, " is none of the ", classes, " categories");
    }
    return {};
}

/// Converts rows of scores to a sequence of maps from label to score.
Result<void> runZipMap(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto labels = classLabels(node, "classlabels_strings", "classlabels_int64s");
    const auto features = TRY(featureRows(input));
    if (labels.count() != features.width)
        return fail("ZipMap has ", labels.count(), " labels for ", features.width, " scores");
    ValueSequence maps;
    for (std::size_t row = 0; row < features.rows; ++row) {
        MapValue map;
        if (labels.texts.empty())
            map.entries.emplace<std::map<std::int64_t, Tensor>>();
        else
            map.entries.emplace<std::map<std::string, Tensor>>();
        for (std::size_t i = 0; i < features.width; ++i) {
            auto value = tensorOf(static_cast<float>(features.row(row)[i]));
            if (auto* byNumber = std::get_if<std::map<std::int64_t, Tensor>>(&map.entries))
                byNumber->insert_or_assign(labels.numbers[i], std::move(value));
            else
                std::get<std::map<std::string, Tensor>>(map.entries)
                    .insert_or_assign(labels.texts[i], std::move(value));
        }
        maps.push_back({ std::make_shared<const MapValue>(std::move(map)) });
    }
    return context.setOutput(0, { std::make_shared<const ValueSequence>(std::move(maps)) });
}

Result<const MapValue*> mapOf(const RuntimeValue& value)
{
    const auto* held = std::get_if<std::shared_ptr<const MapValue>>(&value.content);
    if (held == nullptr || !*held)
        return fail("an input is not a map");
    return held->get();
}

/// Writes one element per key of the vocabulary; zero (or an empty text) if the map does not have
/// the key.
Result<void> runDictVectorizer(const OpNode& node, RunContext& context)
{
    const auto* map = TRY(mapOf(context.input(0)));
    const auto vocabulary = classLabels(node, "string_vocabulary", "int64_vocabulary");
    auto write = [&](const auto& entries, const auto& keys) -> Result<void> {
        const auto element
            = entries.empty() ? ElementType::Float : entries.begin()->second.element();
        auto* output = TRY(context.output(0, element, Dims { 1, std::ssize(keys) }));
        return visitStorage(element, [&]<typename T>() {
            for (std::size_t i = 0; i < keys.size(); ++i) {
                const auto found = entries.find(keys[i]);
                storage<T>(*output)[i]
                    = found != entries.end() && found->second.element() == element
                    ? storage<T>(found->second)[0]
                    : T {};
            }
        });
    };
    if (const auto* byNumber = std::get_if<std::map<std::int64_t, Tensor>>(&map->entries))
        return write(*byNumber, vocabulary.numbers);
    return write(std::get<std::map<std::string, Tensor>>(map->entries), vocabulary.texts);
}

Result<void> writeCast(RunContext& context, std::string_view to, const std::vector<double>& values,
    const std::vector<std::string>& texts)
{
    const Dims dims { 1, std::ssize(values) };
    if (to == "TO_STRING") {
        auto* output = TRY(context.output(0, ElementType::String, dims));
        *output->strings = texts;
        return {};
    }
    auto* output
        = TRY(context.output(0, to == "TO_INT64" ? ElementType::Int64 : ElementType::Float, dims));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (to == "TO_INT64")
            output->as<std::int64_t>()[i] = toInteger<std::int64_t>(values[i]);
        else
            output->as<float>()[i] = static_cast<float>(values[i]);
    }
    return {};
}

Result<void> runCastMap(const OpNode& node, RunContext& context)
{
    const auto* map = TRY(mapOf(context.input(0)));
    const auto* entries = std::get_if<std::map<std::int64_t, Tensor>>(&map->entries);
    if (entries == nullptr)
        return fail("CastMap takes a map from integers");
    const bool isSparse = node.text("map_form", "DENSE") == "SPARSE";
    const auto width = isSparse ? node.integer("max_map", 1) : std::ssize(*entries);
    if (width < 0 || width > (std::int64_t(1) << 30))
        return fail("max_map is ", width);
    std::vector<double> values(width, 0.0);
    std::vector<std::string> texts(width);
    std::int64_t next = 0;
    for (const auto& [key, value] : *entries) {
        const auto at = static_cast<std::size_t>(isSparse ? TRY(checkedIndex(key, width)) : next++);
        if (value.element() == ElementType::String) {
            texts[at] = (*value.strings)[0];
            values[at] = std::strtod(texts[at].c_str(), nullptr);
            continue;
        }
        values[at] = TRY(readNumber(value));
        texts[at] = std::to_string(values[at]);
    }
    return writeCast(context, node.text("cast_to", "TO_FLOAT"), values, texts);
}

const RegisterReference featureOperators[] = {
    { "Scaler", runScaler, checkFirstInput<FeatureTypes>, "ai.onnx.ml" },
    { "Normalizer", runNormalizer, checkFirstInput<FeatureTypes>, "ai.onnx.ml" },
    { "Imputer", runImputer, checkFirstInput<FeatureTypes>, "ai.onnx.ml" },
    { "Binarizer", runBinarizer, checkFirstInput<FeatureTypes>, "ai.onnx.ml" },
    { "ArrayFeatureExtractor", runArrayFeatureExtractor, nullptr, "ai.onnx.ml" },
    { "FeatureVectorizer", runFeatureVectorizer, nullptr, "ai.onnx.ml" },
    { "OneHotEncoder", runOneHotEncoder, nullptr, "ai.onnx.ml" },
    { "ZipMap", runZipMap, nullptr, "ai.onnx.ml" },
    { "DictVectorizer", runDictVectorizer, nullptr, "ai.onnx.ml" },
    { "CastMap", runCastMap, nullptr, "ai.onnx.ml" },
};

} // namespace

} // namespace engine
