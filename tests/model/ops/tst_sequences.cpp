#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Recurrent layers, attention, sequences, strings, signals and detection.
class TestSequences : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(LSTM-14(float[seq,b,16], float[2,32,16], float[2,32,8]) * 3 {hidden_size: 8; direction: bidirectional} -> float[seq,2,b,8], float[2,b,8], float[2,b,8])",
            R"(GRU-14(float[b,seq,16], float[1,24,16], float[1,24,8]) * 2 {layout: 1} -> float[b,seq,1,8], float[b,1,8])",
            R"(RNN-14(float[seq,b,16], float[1,9,16], float[1,8,8]) {hidden_size: 8} -> error: 1 gates times the hidden size)",
            R"(Attention-23(float[b,q,64], float[b,k,64], float[b,k,32]) {q_num_heads: 8; kv_num_heads: 8} -> float[b,q,32])",
            R"(Attention-23(float[b,8,q,64], float[b,2,k,64], float[b,2,k,32], -, float[b,2,p,64], float[b,2,p,32]) * 3 -> float[b,8,q,32], float[b,2,k + p,64], float[b,2,k + p,32])",
            R"(RotaryEmbedding-23(float[b,8,s,64], float[s,32], float[s,32]) -> float[b,8,s,64])",
            R"(SequenceConstruct-11(float[2,3], float[2,4]) -> seq(float[2,?]))",
            R"(SequenceAt-11(seq(float[2,3]), int64[]) -> float[2,3])",
            R"(SplitToSequence-11(float[6,2]) {keepdims: 0} -> seq(float[2]))",
            R"(ConcatFromSequence-11(seq(float[2,3])) {axis: 0; new_axis: 1} -> float[ConcatFromSequence_count,2,3])",
            R"(OptionalGetElement-18(optional(float[2])) -> float[2])",
            R"(StringConcat-20(string[2,1], string[3]) -> string[2,3])",
            R"(TfIdfVectorizer-9(int64[b,12]) {mode: TF; min_gram_length: 1; max_gram_length: 1; max_skip_count: 0; ngram_counts: 0; ngram_indexes: 0 4 6} -> float[b,7])",
            R"(STFT-17(float[1,128,1], int64[]={8}, -, int64[]={16}) -> float[1,15,9,2])",
            R"(STFT-17(float[1,128,2], int64[]={8}, -, int64[]={16}) -> float[1,15,16,2])",
            R"(STFT-17(float[1,16,1], int64[]={2}, -, int64[]={-2}) -> error: is -2)",
            R"(DFT-20(float[1,10,10,1], -, int64[]={1}) {onesided: 1} -> float[1,6,10,2])",
            R"(HannWindow-17(int64[]={32}) -> float[32])",
            R"(NonMaxSuppression-11(float[1,n,4], float[1,2,n]) -> int64[NonMaxSuppression_boxes,3])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestSequences)
#include "tst_sequences.moc"
