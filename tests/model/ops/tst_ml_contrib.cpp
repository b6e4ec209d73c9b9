#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Classical learning and operators of other domains.
class TestMlContrib : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows(
            {
                R"(ai.onnx.ml:TreeEnsembleClassifier-3(float[n,4]) * 2 {classlabels_int64s: 0 1 2} -> int64[n], float[n,3])",
                R"(ai.onnx.ml:LinearRegressor-1(float[n,4]) {targets: 2} -> float[n,2])",
                R"(ai.onnx.ml:OneHotEncoder-1(string[n,1]) {cats_strings: a b c} -> float[n,1,3])",
                R"(ai.onnx.ml:OneHotEncoder-1(string[n]) {cats_int64s: 1 2} -> error: no categories for an input of string)",
                R"(ai.onnx.ml:LabelEncoder-2(int64[n]) {keys_int64s: 1 2; values_strings: a b} -> string[n])",
                R"(ai.onnx.ml:LabelEncoder-2(int64[n]) {keys_int64s: 1 2 3; values_strings: a b} -> error: 3 keys and 2 values)",
                R"(ai.onnx.ml:CategoryMapper-1(int64[n]) {cats_int64s: 1 2 3; cats_strings: a b} -> error: 'cats_int64s' has 3 entries and 'cats_strings' has 2)",
                R"(ai.onnx.ml:TreeEnsembleRegressor-1(float[n,4]) {nodes_nodeids: 0; nodes_treeids: 0; nodes_featureids: 0; nodes_truenodeids: 0; nodes_falsenodeids: 0; nodes_values: 0.5; nodes_modes: LEAF; target_ids: 0; target_nodeids: 0; target_treeids: 0; target_weights: 1.5} -> float[n,1])",
                R"(ai.onnx.ml:TreeEnsembleRegressor-1(float[n,4]) {nodes_nodeids: 0; nodes_treeids: 0; nodes_featureids: 0; nodes_truenodeids: 0; nodes_falsenodeids: 0; nodes_values: 0.5} -> error: 'nodes_modes' has 0 entries and 'nodes_nodeids' has 1)",
                R"(ai.onnx.ml:TreeEnsembleRegressor-1(float[n,4]) {target_ids: 0; target_nodeids: 0; target_treeids: 0 0; target_weights: 1.5} -> error: 'target_treeids' has 2 entries and 'target_weights' has 1)",
                R"(ai.onnx.ml:TreeEnsembleClassifier-3(float[n,4]) * 2 {classlabels_int64s: 0 1; class_ids: 0; class_nodeids: 0; class_weights: 1.5} -> error: 'class_treeids' has 0 entries)",
                R"(ai.onnx.ml:TreeEnsembleClassifier-3(float[n,4]) * 2 {classlabels_int64s: 0 1; nodes_missing_value_tracks_true: 1} -> error: 'nodes_missing_value_tracks_true' has 1 entries)",
                R"(ai.onnx.ml:TreeEnsembleClassifier-3(float[n,4]) * 2 {classlabels_int64s: 0 1; class_ids: 2; class_nodeids: 0; class_treeids: 0; class_weights: 1.5} -> error: 'class_ids' names 2, expected 0 to 1)",
                R"(ai.onnx.ml:TreeEnsembleRegressor-1(float[n,4]) {target_ids: 1; target_nodeids: 0; target_treeids: 0; target_weights: 1.5} -> error: 'target_ids' names 1, expected 0 to 0)",
                R"(ai.onnx.ml:TreeEnsemble-5(float[n,4]) {nodes_featureids: 0 1; nodes_truenodeids: 0; nodes_trueleafs: 0; nodes_falsenodeids: 0; nodes_falseleafs: 0} -> error: 'nodes_featureids' has 2 entries)",
                R"(ai.onnx.ml:LabelEncoder-2(int64[n]) {values_strings: a b} -> error: 'keys_...')",
                R"(ai.onnx.ml:LinearClassifier-1(float[n,2]) * 2 {coefficients: 1 2 3 4; intercepts: 0 0; classlabels_ints: 0 1} -> int64[n], float[n,2])",
                R"(ai.onnx.ml:LinearClassifier-1(float[n,2]) * 2 {coefficients: 1 2 3; intercepts: 0 0; classlabels_ints: 0 1} -> error: a multiple of the 2 intercepts)",
                R"(ai.onnx.ml:LinearClassifier-1(float[n,2]) * 2 {coefficients: 1 2 3 4; intercepts: 0 0; classlabels_ints: 0} -> error: 2 entries for 1 classes)",
                R"(ai.onnx.ml:LinearClassifier-1(float[n,2]) * 2 {coefficients: 1 2 3 4; intercepts: 0 0} -> error: lists no classes)",
                R"(ai.onnx.ml:Scaler-1(float[n,3]) {offset: 1; scale: 2 2 2} -> float[n,3])",
                R"(ai.onnx.ml:Scaler-1(float[n,3]) {offset: 1 2; scale: 2 2 2} -> error: 'offset' has 2 entries and 'scale' has 3)",
                R"(ai.onnx.ml:Imputer-1(float[n,3]) -> error: no value to put in the place of missing ones)",
                R"(ai.onnx.ml:ZipMap-1(float[n,3]) -> error: lists no classes)",
                R"(ai.onnx.ml:ZipMap-1(float[n,3]) {classlabels_strings: a b c} -> seq(map(string, tensor(float))))",
                R"(ai.onnx.ml:ArrayFeatureExtractor-1(float[3], int64[2]) -> float[1,2])",
                R"(com.microsoft:MatMulIntegerToFloat-1(uint8[2,3], int8[3,4], float16[], float16[]) -> float16[2,4])",
                R"(com.microsoft:MatMulIntegerToFloat-1(uint8[2,5,3], int8[4,3,4], float[], float[]) -> error: cannot be broadcast)",
                R"(com.microsoft:DynamicQuantizeMatMul-1(float[b,2,3], uint8[3,4], float[], uint8[], float[4]) -> float[b,2,4])",
                R"(com.microsoft:DynamicQuantizeMatMul-1(float[2,3], uint8[3,4], float[], uint8[], float[5]) -> error: the columns of B)",
                R"(com.microsoft:GatherBlockQuantized-1(uint8[50,16], int64[b,s], float[50,2]) {block_size: 16} -> float[b,s,32])",
                R"(com.microsoft:NhwcMaxPool-1(uint8[1,8,8,3]) {kernel_shape: 2 2; strides: 2 2} -> uint8[1,4,4,3])",
                R"(com.microsoft:RestorePadding-1(float[t,8], int32[b,s]) -> float[b,s,8])",
                R"(com.microsoft:Unique-1(float[2,3]) * 3 -> error: rank)",
                R"(com.microsoft:BiasGelu-1(float[b,s,8], float[8]) -> float[b,s,8])",
                R"(com.microsoft:MurmurHash3-1(string[b,3]) -> uint32[b,3])",
                R"(com.microsoft:MurmurHash3-1(int64[2]) {positive: 0} -> int32[2])",
                R"(com.microsoft:FusedMatMul-1(float[2,3,4], float[2,5,4]) {transB: 1} -> float[2,3,5])",
                R"(com.microsoft:FusedConv-1(float[1,3,8,8], float[4,3,3,3]) {activation: Relu} -> float[1,4,6,6])",
                R"(com.microsoft:SkipLayerNormalization-1(float[b,s,8], float[b,s,8], float[8]) * 2 -> float[b,s,8], float[b,s,1])",
                R"(com.microsoft:Attention-1(float[b,s,4], float[4,12], float[12]) {num_heads: 2} -> float[b,s,4])",
                R"(com.microsoft:Attention-1(float[1,2,4], float[4,12], float[12]) {num_heads: 2; qkv_hidden_sizes: 2 2 -3} -> error: above 0)",
                R"(com.microsoft:MultiHeadAttention-1(float[b,s,4], float[b,t,4], float[b,t,4]) * 2 {num_heads: 2} -> float[b,s,4], float[b,2,t,2])",
                R"(com.microsoft:MultiHeadAttention-1(float[1,1,1]) {num_heads: 1} -> error: not packed)",
                R"(com.microsoft:MatMulNBits-1(float[b,64], uint8[8,2,16], float[8,2]) {K: 64; N: 8; block_size: 32} -> float[b,8])",
                R"(com.microsoft:MatMulNBits-1(float[b,64], uint8[8,2,16], float[16]) {K: 64; N: 8; block_size: 32} -> float[b,8])",
                R"(com.microsoft:MatMulNBits-1(float[b,64], uint8[8,2,16], float[8]) {K: 64; N: 8; block_size: 32} -> error: one per block)",
                R"(com.microsoft:MatMulBnb4-1(float[2,8], uint8[16], float[5]) {K: 8; N: 4; block_size: 16; quant_type: 0} -> error: one per block)",
                R"(com.microsoft:QLinearConcat-1(float[], uint8[], uint8[2,n], float[], uint8[], uint8[2,3], float[], uint8[]) {axis: 1} -> uint8[2,n + 3])",
                R"(com.microsoft:QLinearWhere-1(bool[3], uint8[2,1], float[], uint8[], uint8[2,3], float[], uint8[], float[], uint8[]) -> uint8[2,3])",
                R"(com.microsoft:QLinearAveragePool-1(uint8[1,5,5,2], float[], uint8[], float[], uint8[]) {kernel_shape: 2 2; channels_last: 1} -> uint8[1,4,4,2])",
                R"(com.microsoft:NhwcConv-1(float[n,5,5,2], float[3,2,3,3]) {strides: 2 2} -> float[n,2,2,3])",
                R"(com.microsoft:BiasSplitGelu-1(float[b,s,8], float[8]) -> float[b,s,4])",
                R"(com.microsoft:DecoderMaskedMultiHeadAttention-1(float[b,1,8], float[b,1,8], float[b,1,8], -, -, float[b,2,p,4], float[b,2,p,4]) * 2 {num_heads: 2} -> float[b,1,8], float[b,2,p + 1,4])",
                R"(com.microsoft:LongformerAttention-1(float[b,8,4], float[4,12], float[12], float[b,8], float[4,12], float[12], int32[b,8]) {num_heads: 2; window: 2} -> float[b,8,4])",
                R"(com.microsoft:LongformerAttention-1(float[1,6,4], float[4,12], float[12], float[1,6], float[4,12], float[12], int32[1,6]) {num_heads: 2; window: 2} -> error: multiple of twice the window)",
                R"(onnx.brevitas:BipolarQuant-1(float[2], float[]) -> float[2])",
                R"(onnx.brevitas:Quant-1(float[2], float[], float[], float[]) -> float[2])",
            });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestMlContrib)
#include "tst_ml_contrib.moc"
