// Classical machine learning (ai.onnx.ml): features and labels.

#include "model/ops/cost_rules.h"
#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <array>
#include <string>

namespace model::ops {

namespace {

/// Selects columns of the last axis. A vector counts as one row.
std::optional<Shape> extractFeatures(InferenceContext& context, Shape shape)
{
    if (!expectRankAtLeast(context, 0, 1))
        return std::nullopt;
    if (shape.size() == 1)
        shape.insert(shape.begin(), Dimension::number(1));
    shape.back() = productOf(knownShape(context, 1).value_or(Shape(1)));
    return shape;
}

void castMap(InferenceContext& context)
{
    const auto target = context.text("cast_to");
    const auto element = target == "TO_STRING" ? ElementType::String
        : target == "TO_INT64"                 ? ElementType::Int64
                                               : ElementType::Float;
    const auto width = context.text("map_form") == "SPARSE"
        ? Dimension::number(context.integer("max_map", 1))
        : Dimension();
    context.setTensor(0, element, Shape { Dimension::number(1), width });
}

void mapCategories(InferenceContext& context)
{
    expectEqualLengths(context, { "cats_strings", "cats_int64s" });
    setSameShape(context,
        context.element(0) == ElementType::String ? ElementType::Int64 : ElementType::String);
}

void vectorizeMap(InferenceContext& context)
{
    const auto texts = context.texts("string_vocabulary");
    const auto numbers = context.integers("int64_vocabulary");
    const auto count = texts ? texts->size() : numbers ? numbers->size() : 0;
    const auto& values = context.type(0).inner;
    const auto element = values && values->isTensor() ? values->element : context.element(0);
    context.setTensor(0, element,
        Shape { Dimension::number(1), count > 0 ? Dimension::number(count) : Dimension() });
}

void joinFeatures(InferenceContext& context)
{
    const auto sizes = context.integers("inputdimensions").value_or(std::vector<std::int64_t> {});
    auto width = Dimension::number(0);
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        if (!expectRank(context, i, { 1, 2 }))
            return;
        const auto features = context.rank(i) == 1u ? context.dim(i, 0) : context.dim(i, 1);
        if (i < sizes.size() && features.isNumber() && features.value() != sizes[i])
            context.inputWarning(i,
                "has " + features.text() + " features, but attribute 'inputdimensions' says "
                    + std::to_string(sizes[i]));
        if (i < sizes.size() && sizes[i] < 0)
            context.error(
                "attribute 'inputdimensions' has the negative entry " + std::to_string(sizes[i]));
        width = width + (i < sizes.size() ? Dimension::number(sizes[i]) : features);
    }
    context.setTensor(0, ElementType::Float,
        Shape { context.rank(0) == 1u ? Dimension::number(1) : context.dim(0, 0), width });
}

/// Keys and values are each one list, whose name says the type of its entries.
void expectValuePerKey(InferenceContext& context)
{
    auto entries = [&](const std::string& name) -> std::optional<std::size_t> {
        for (const auto* type : { "_tensor", "_strings", "_int64s", "_floats" }) {
            if (context.hasAttribute(name + type))
                return context.entryCount(name + type);
        }
        return std::nullopt;
    };
    const auto keys = entries("keys");
    const auto values = entries("values");
    if (context.version() > 1 && !keys)
        context.error("none of the attributes 'keys_...' lists what is mapped");
    if (keys && values && *keys != *values)
        context.error("attributes list " + std::to_string(*keys) + " keys and "
            + std::to_string(*values) + " values, expected the same number");
}

/// The attribute that lists the values determines their type.
void encodeLabels(InferenceContext& context)
{
    expectValuePerKey(context);
    constexpr std::array lists { "values_strings", "values_int64s", "values_floats",
        "values_tensor" };
    const auto given = std::ranges::count_if(
        lists, [&](const char* list) { return context.hasAttribute(list); });
    if (context.version() > 1 && given > 1)
        context.error("has " + std::to_string(given) + " lists of values, expected one");
    auto element = ElementType::Undefined;
    if (context.version() == 1)
        element
            = context.element(0) == ElementType::String ? ElementType::Int64 : ElementType::String;
    else if (context.hasAttribute("values_strings"))
        element = ElementType::String;
    else if (context.hasAttribute("values_int64s"))
        element = ElementType::Int64;
    else if (context.hasAttribute("values_floats"))
        element = ElementType::Float;
    else if (const auto* values = context.tensor("values_tensor"))
        element = values->element;
    else
        context.error("none of the attributes 'values_...' lists what keys are mapped to");
    setSameShape(context, element);
}

void toFloat(InferenceContext& context) { setSameShape(context, ElementType::Float); }

/// Offset and scale have an entry per feature, or one for all.
void scale(InferenceContext& context)
{
    const auto offsets = context.entryCount("offset").value_or(0);
    const auto scales = context.entryCount("scale").value_or(0);
    if (offsets > 1 && scales > 1 && offsets != scales)
        context.error("attribute 'offset' has " + std::to_string(offsets)
            + " entries and 'scale' has " + std::to_string(scales)
            + ", expected the same number, or 1");
    toFloat(context);
}

void impute(InferenceContext& context)
{
    expectAnyEntry(context, { "imputed_value_floats", "imputed_value_int64s" },
        "has no value to put in the place of missing ones, expected attribute "
        "'imputed_value_floats' or 'imputed_value_int64s'");
    sameAsFirst(context);
}

void oneHotEncoder(InferenceContext& context)
{
    context.setTensor(0, ElementType::Float);
    const auto numbers = context.integers("cats_int64s");
    const auto texts = context.texts("cats_strings");
    const auto isText = context.element(0) == ElementType::String;
    if (context.element(0) != ElementType::Undefined
        && !(isText ? texts.has_value() : numbers.has_value()))
        context.error(
            "lists no categories for an input of " + std::string(name(context.element(0))));
    const auto count = isText ? (texts ? texts->size() : 0) : (numbers ? numbers->size() : 0);
    if (!context.hasShape(0))
        return;
    auto shape = context.shape(0);
    shape.push_back(Dimension::number(count));
    context.setTensor(0, ElementType::Float, std::move(shape));
}

void zipMap(InferenceContext& context)
{
    expectAnyEntry(context, { "classlabels_strings", "classlabels_int64s" },
        "lists no classes, expected attribute 'classlabels_strings' or 'classlabels_int64s'");
    ValueType map;
    map.kind = ValueType::Kind::Map;
    map.key
        = context.hasAttribute("classlabels_strings") ? ElementType::String : ElementType::Int64;
    map.element = ElementType::Float;
    map.inner = std::make_shared<const ValueType>(ValueType::tensor(ElementType::Float));
    context.setType(0, ValueType::sequence(std::move(map)));
}

const RegisterOperators mlFeaturesOperators {
    op("ai.onnx.ml:ArrayFeatureExtractor", "Takes columns of the last axis by index.")
        .since(1, "X: T, Y: int64 -> Z: T", "T: float double int32 int64 string")
        .rules(extractFeatures, costPick),

    elementwise("ai.onnx.ml:Binarizer", "One above a threshold, zero otherwise.")
        .since(1, "X: T -> Y: T", "T: float double int32 int64")
        .attributes("threshold: float = 0"),

    op("ai.onnx.ml:CastMap", "Turns a map from integers into a tensor, dense or sparse.")
        .since(
            1, "X: T1 -> Y: T2", "T1: map(int64,float) map(int64,string); T2: float int64 string")
        .attributes("cast_to: string = TO_FLOAT, map_form: string = DENSE, max_map: int = 1")
        .rules(castMap),

    op("ai.onnx.ml:CategoryMapper", "Maps strings to integers or integers to strings by two lists.")
        .since(1, "X: T1 -> Y: T2", "T1: int64 string; T2: int64 string")
        .attributes("cats_int64s: ints, cats_strings: strings, default_int64: int = -1, "
                    "default_string: string = _Unused")
        .rules(mapCategories),

    op("ai.onnx.ml:DictVectorizer", "Turns a map into a vector with one place per known key.")
        .since(1, "X: T1 -> Y: T2",
            "T1: map(int64,double) map(int64,float) map(int64,string) map(string,double) "
            "map(string,float) map(string,int64); T2: float double int64 string")
        .attributes("int64_vocabulary: ints, string_vocabulary: strings")
        .rules(vectorizeMap),

    op("ai.onnx.ml:FeatureVectorizer", "Joins feature columns into one float tensor.")
        .since(1, "X...: T1 -> Y: float", "T1: float double int32 int64")
        .attributes("inputdimensions: ints")
        .rules(joinFeatures),

    op("ai.onnx.ml:Imputer", "Replaces missing values by stored ones.")
        .since(1, "X: T -> Y: T", "T: float double int32 int64")
        .attributes("imputed_value_floats: floats, imputed_value_int64s: ints, "
                    "replaced_value_float: float = 0, replaced_value_int64: int = 0")
        .rules(impute, costElementwise),

    op("ai.onnx.ml:LabelEncoder", "Maps keys to values by two lists, with a default.")
        .since(1, "X: T1 -> Y: T2", "T1: int64 string; T2: int64 string")
        .attributes(
            "classes_strings: strings, default_int64: int = -1, default_string: string = _Unused")
        .since(2, "T1: float int64 string; T2: float int64 string")
        .without("classes_strings")
        .attributes(
            "default_float: float = -0, keys_floats: floats, keys_int64s: ints, keys_strings: "
            "strings, values_floats: floats, values_int64s: ints, values_strings: strings")
        .since(4,
            "T1: float double int16 int32 int64 string; T2: float double int16 int32 int64 string")
        .attributes("default_tensor: tensor, keys_tensor: tensor, values_tensor: tensor")
        .rules(encodeLabels),

    op("ai.onnx.ml:Normalizer", "Divides each row by its largest value, its sum or its length.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64")
        .attributes("norm: string = MAX")
        .rules(toFloat, costElementwise),

    op("ai.onnx.ml:OneHotEncoder", "One place per category, one where it matches.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64 string")
        .attributes("cats_int64s: ints, cats_strings: strings, zeros: int = 1")
        .rules(oneHotEncoder),

    op("ai.onnx.ml:Scaler", "Subtracts an offset and multiplies by a scale, per feature.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64")
        .attributes("offset: floats, scale: floats")
        .rules(scale, costElementwise),

    op("ai.onnx.ml:ZipMap", "Pairs scores with class labels: a sequence of maps.")
        .since(1, "X: float -> Z: T", "T: seq(map(int64,float)) seq(map(string,float))")
        .attributes("classlabels_int64s: ints, classlabels_strings: strings")
        .rules(zipMap),
};

} // namespace

} // namespace model::ops
