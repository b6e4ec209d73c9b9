#include <QTest>

#include "tests/support/engine/run_text.h"

/// Whole searches with a small decoder: it sums embeddings of all tokens so far but the last one
/// from its cache. What they should give is from ONNX Runtime 1.31; many more cases are compared by
/// tests/oracles/compare_generation.py. Token 3 ends a sequence, 6 pads.
class TestGeneration : public QObject {
    Q_OBJECT

private slots:
    void generates_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("result");
        const QString tokens = "{eos_token_id: 3, pad_token_id: 6}";
        QTest::newRow("the best token each time") << "y = com.microsoft:GreedySearch(ids, most) "
                + tokens << "2×8: 3 1 6 6 6 6 6 6 4 5 5 5 0 0 0 0";
        QTest::newRow("not ending before a length")
            << "y = com.microsoft:GreedySearch(ids, most, most) " + tokens
            << "2×8: 3 1 4 4 4 0 5 0 4 5 5 5 0 0 0 0";
        QTest::newRow("repetition costs") << "y = com.microsoft:GreedySearch(ids, most, -, two) "
                + tokens << "2×8: 3 1 4 4 6 6 6 6 4 5 5 0 6 6 6 6";
        QTest::newRow("without some tokens")
            << "y = com.microsoft:GreedySearch(ids, most, -, -, mask) " + tokens
            << "2×8: 3 1 4 4 4 0 5 0 4 5 5 5 0 0 0 0";
        QTest::newRow("without some tokens at first")
            << "y = com.microsoft:GreedySearch(ids, most, -, -, -, first) " + tokens
            << "2×8: 3 1 5 4 6 6 6 6 4 5 0 5 0 0 0 0";
        const QString sampling
            = "y = com.microsoft:Sampling(ids, most, -, -, -, -, -, -, %1) {eos_token_id: 3, "
              "pad_token_id: 6, temperature: 3.0, top_p: %2, custom: %3}";
        QTest::newRow("drawn tokens")
            << sampling.arg("one", "0.9", "0") << "2×8: 3 1 0 6 6 6 6 6 4 5 5 5 6 6 6 6";
        QTest::newRow("drawn tokens with another seed")
            << sampling.arg("seven", "0.9", "0") << "2×8: 3 1 4 4 6 6 6 6 4 5 0 5 5 6 6 6";
        QTest::newRow("drawn from one token more")
            << sampling.arg("three", "0.5", "1") << "2×8: 3 1 6 6 6 6 6 6 4 5 5 0 0 0 0 0";
        QTest::newRow("drawn from the best token only")
            << sampling.arg("three", "0.001", "0") << "2×8: 3 1 6 6 6 6 6 6 4 5 5 5 0 0 0 0";
        QTest::newRow("nothing left to generate")
            << "y = com.microsoft:GreedySearch(ids, two_tokens) " + tokens << "2×2: 3 1 4 5";
        QTest::newRow("less room than tokens")
            << "y = com.microsoft:GreedySearch(ids, one) " + tokens
            << "GreedySearch 'graph/node[0]': max_length is 1, expected at least the 2 tokens "
               "given";
        QTest::newRow("a mask of another vocabulary")
            << "y = com.microsoft:GreedySearch(ids, most, -, -, most) " + tokens
            << "GreedySearch 'graph/node[0]': vocab_mask has 1 elements, expected 6 for a "
               "vocabulary of 6";
    }
    void generates()
    {
        QFETCH(QString, line);
        QFETCH(QString, result);
        const auto model = weights + line + decoder + "output y";
        QCOMPARE(QString::fromStdString(testing::runText(model.toStdString())), result);
    }

private:
    const QString weights
        = "weight ids: int32 2 2 = 3 1 4 5\nweight most: int32 1 = 8\nweight two_tokens: int32 1 = "
          "2\nweight two: float 1 = 2\nweight mask: int32 6 = 1 1 1 0 1 1\nweight first: int32 2 6 "
          "= 0 0 0 0 0 1 1 1 0 0 0 0\nweight one: int32 1 = 1\nweight three: int32 1 = 3\nweight "
          "seven: int32 1 = 7\n";
    const QString decoder
        = "\n  decoder(): logits, present_0\n"
          "    input input_ids: int32 batch steps\n"
          "    input position_ids: int32 batch steps\n"
          "    input attention_mask: int32 batch total\n"
          "    input past_0: float 2 batch 1 past 2\n"
          "    weight table: float 7 2 = 1 -1 0.5 2 -1.5 0.5 2 1 -0.5 -2 1.5 -0.5 0 0\n"
          "    weight head: float 2 6 = 1 -0.5 -1.5 2 0.5 -1 -1 1.5 0.5 0.25 2 -2\n"
          "    weight axes01: int64 2 = 0 1\n    weight axes12: int64 2 = 1 2\n"
          "    weight axis1: int64 1 = 1\n    weight zero: int64 = 0\n"
          "    x = Gather(table, input_ids)\n    u = Unsqueeze(x, axes01)\n"
          "    step = Transpose(u) {perm: [0, 2, 1, 3, 4]}\n"
          "    both = Concat(step, step) {axis: 0}\n"
          "    present_0 = Concat(past_0, both) {axis: 3}\n"
          "    seen = Gather(present_0, zero) {axis: 0}\n"
          "    sum = ReduceSum(seen, axes12) {keepdims: 0}\n    row = Unsqueeze(sum, axis1)\n"
          "    other = Sub(row, x)\n    logits = MatMul(other, head)\n";
};

QTEST_GUILESS_MAIN(TestGeneration)
#include "tst_generation.moc"
