// Classical machine learning (ai.onnx.ml): features and labels.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("ai.onnx.ml:ArrayFeatureExtractor", "Takes columns of the last axis by index.")
        .since(1).inputs("X: T, Y: int64").outputs("Z: T").types("T: float double int32 int64 string"),

    op("ai.onnx.ml:Binarizer", "One above a threshold, zero otherwise.")
        .since(1).inputs("X: T").outputs("Y: T").attributes("threshold: float = 0").types("T: float double int32 int64"),

    op("ai.onnx.ml:CastMap", "Turns a map from integers into a tensor, dense or sparse.")
        .since(1).inputs("X: T1").outputs("Y: T2").attributes("cast_to: string = TO_FLOAT, map_form: string = DENSE, max_map: int = 1")
            .types("T1: map(int64,float) map(int64,string); T2: float int64 string"),

    op("ai.onnx.ml:CategoryMapper", "Maps strings to integers or integers to strings by two lists.")
        .since(1).inputs("X: T1").outputs("Y: T2")
            .attributes("cats_int64s: ints, cats_strings: strings, default_int64: int = -1, default_string: string = _Unused")
            .types("T1: int64 string; T2: int64 string"),

    op("ai.onnx.ml:DictVectorizer", "Turns a map into a vector with one place per known key.")
        .since(1).inputs("X: T1").outputs("Y: T2").attributes("int64_vocabulary: ints, string_vocabulary: strings")
            .types("T1: map(int64,double) map(int64,float) map(int64,string) map(string,double) map(string,float) map(string,int64); T2: "
                "float double int64 string"),

    op("ai.onnx.ml:FeatureVectorizer", "Joins feature columns into one float tensor.")
        .since(1).inputs("X...: T1").outputs("Y: float").attributes("inputdimensions: ints").types("T1: float double int32 int64"),

    op("ai.onnx.ml:Imputer", "Replaces missing values by stored ones.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("imputed_value_floats: floats, imputed_value_int64s: ints, replaced_value_float: float = 0, replaced_value_int64: int = "
                "0").types("T: float double int32 int64"),

    op("ai.onnx.ml:LabelEncoder", "Maps keys to values by two lists, with a default.")
        .since(1).inputs("X: T1").outputs("Y: T2")
            .attributes("classes_strings: strings, default_int64: int = -1, default_string: string = _Unused")
            .types("T1: int64 string; T2: int64 string")
        .since(2).without("classes_strings")
            .attributes("default_float: float = -0, keys_floats: floats, keys_int64s: ints, keys_strings: strings, values_floats: floats, "
                "values_int64s: ints, values_strings: strings").types("T1: float int64 string; T2: float int64 string")
        .since(4).attributes("default_tensor: tensor, keys_tensor: tensor, values_tensor: tensor")
            .types("T1: float double int16 int32 int64 string; T2: float double int16 int32 int64 string"),

    op("ai.onnx.ml:Normalizer", "Divides each row by its largest value, its sum or its length.")
        .since(1).inputs("X: T").outputs("Y: float").attributes("norm: string = MAX").types("T: float double int32 int64"),

    op("ai.onnx.ml:OneHotEncoder", "One place per category, one where it matches.")
        .since(1).inputs("X: T").outputs("Y: float").attributes("cats_int64s: ints, cats_strings: strings, zeros: int = 1")
            .types("T: float double int32 int64 string"),

    op("ai.onnx.ml:Scaler", "Subtracts an offset and multiplies by a scale, per feature.")
        .since(1).inputs("X: T").outputs("Y: float").attributes("offset: floats, scale: floats").types("T: float double int32 int64"),

    op("ai.onnx.ml:ZipMap", "Pairs scores with class labels: a sequence of maps.")
        .since(1).inputs("X: float").outputs("Z: T").attributes("classlabels_int64s: ints, classlabels_strings: strings")
            .types("T: seq(map(int64,float)) seq(map(string,float))"),
};

} // namespace

} // namespace model::ops
