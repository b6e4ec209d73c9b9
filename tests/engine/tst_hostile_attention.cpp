#include "tests/support/engine/hostile_run.h"

#include <QtTest>

/// Reference kernels of attention on sizes, attributes and lengths that do not fit each other. Most
/// of these models once read or wrote memory of others, or never ended.
class TestHostileAttention : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatDoesNotFit_data()
    {
        addColumns();
        addHeads();
        addOperands();
        addCaches();
        addIntegers();
        addFeatures();
    }
    /// `words` must be in the error; without words the model must run.
    void refusesWhatDoesNotFit()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, opset);
        QFETCH(QString, words);
        const auto error
            = QString::fromStdString(testing::refusalOf(model.toStdString() + "\noutput y", opset));
        QVERIFY2(words.isEmpty() ? error.isEmpty() : error.contains(words), qPrintable(error));
    }

private:
    static void addColumns()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("words");
    }
    static void row(const char* name, int opset, const char* words, const QByteArray& model)
    {
        QTest::newRow(name) << model << opset << QString(words);
    }
    static void runs(const char* name, int opset, const QByteArray& model)
    {
        row(name, opset, "", model);
    }

    /// Numbers of heads that features do not bound.
    static void addHeads()
    {
        const char* const tooMany = "heads: a tensor without elements has other sizes";
        row("heads of an empty query, values of one feature", 23, tooMany,
            "input q: float 1 4 0\ninput k: float 1 1 0\ninput v: float 1 1 1\n"
            "y = Attention(q, k, v) {q_num_heads: 4611686018427387904, kv_num_heads: 1}");
        const QByteArray empty = "input q: float 1 1 0\n";
        row("heads without features", 23, tooMany,
            empty
                + "y = Attention(q, q, q) {q_num_heads: 4611686018427387904, "
                  "kv_num_heads: 4611686018427387904}");
        runs("eight heads without features", 23,
            empty + "y = Attention(q, q, q) {q_num_heads: 8, kv_num_heads: 8}");
        row("an axis of heads beside an empty one", 23, "other sizes with a product",
            "input q: float 1 4611686018427387904 4 0\ninput k: float 1 1 1 0\n"
            "input v: float 1 1 1 1\ny = Attention(q, k, v)");
        row("an axis of heads beside an empty one, flexible", 23, "other sizes with a product",
            "input q: float 1 4611686018427387904 4 0\ninput k: float 1 1 1 0\n"
            "input v: float 1 1 1 1\ny = ai.onnx.preview:FlexAttention(q, k, v)");
        row("scores that nothing bounds", 23, "scores: a tensor without elements",
            "input q: float 1 2147483648 1 0\ninput k: float 1 1 2 0\ninput v: float 1 1 2 0\n"
            "y = Attention(q, k, v)");
        runs("keys and queries without features", 23,
            "input q: float 1 2 3 0\ninput k: float 1 1 2 0\ninput v: float 1 1 2 4\n"
            "y = Attention(q, k, v)");
        row("heads of an empty projection", 21, "query: a tensor without elements",
            "input x: float 1 1 4\ninput w: float 4 0\n"
            "y = com.microsoft:Attention(x, w) {num_heads: 4611686018427387904}");
        row("heads of empty rows", 21, tooMany,
            empty
                + "y = com.microsoft:MultiHeadAttention(q, q, q) "
                  "{num_heads: 4611686018427387904}");
        row("heads of empty rows, an empty batch of values", 21, tooMany,
            "input q: float 1 1 0\ninput k: float 1 1 1 0\ninput v: float 0 1 1 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 4611686018427387904}");
        runs("eight heads of empty rows", 21,
            empty + "y = com.microsoft:MultiHeadAttention(q, q, q) {num_heads: 8}");
        row("more heads than features of a group", 21, "does not fit 4611686018427387904 heads",
            empty
                + "weight l: int32 1 = 0\nweight n: int32 = 1\n"
                  "y = com.microsoft:GroupQueryAttention(q, q, q, -, -, l, n) "
                  "{num_heads: 4611686018427387904, kv_num_heads: 1}");
        row("rotated heads without features", 23, tooMany,
            "input x: float 1 1 0\ninput c: float 1 1\n"
            "y = RotaryEmbedding(x, c, c) {num_heads: 4611686018427387904}");
        row("rotated heads without features, com.microsoft", 21, tooMany,
            "input x: float 1 1 0\nweight p: int64 1 = 0\ninput c: float 1 1\n"
            "y = com.microsoft:RotaryEmbedding(x, p, c, c) "
            "{num_heads: 4611686018427387904, rotary_embedding_dim: 2}");
        const QByteArray linear = "input q: float 1 1 0\ninput v: float 1 1 4\n";
        row("linear, query heads", 27, tooMany,
            linear
                + "y = LinearAttention(q, q, v) {q_num_heads: 4611686018427387904, "
                  "kv_num_heads: 1, update_rule: linear}");
        row("linear, all heads", 27, tooMany,
            linear
                + "y = LinearAttention(q, q, q) {q_num_heads: 4611686018427387904, "
                  "kv_num_heads: 4611686018427387904, update_rule: linear}");
        runs("linear, four heads without features", 27,
            linear
                + "y = LinearAttention(q, q, v) {q_num_heads: 4, kv_num_heads: 1, "
                  "update_rule: linear}");
    }

    /// Keys and values of another batch, length or layout than the query.
    static void addOperands()
    {
        row("keys of one sequence for many", 21, "does not fit a query of 64×1×4",
            "input q: float 64 1 4\ninput k: float 1 1 4\ninput v: float 1 1 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 1}");
        row("values of one sequence for many", 21, "does not fit a query of 64×1×4",
            "input q: float 64 1 4\ninput k: float 64 1 4\ninput v: float 1 1 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 1}");
        runs("keys of as many sequences", 21,
            "input q: float 64 1 4\ninput k: float 64 2 4\ninput v: float 64 2 8\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 1}");
        row("heads in front, another batch", 21, "value 1×2×3×4, expected",
            "input q: float 2 1 8\ninput k: float 2 2 3 4\ninput v: float 1 2 3 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 2}");
        row("heads in front, other axes", 21, "key is 2×1×3×4",
            "input q: float 1 1 8\ninput k: float 2 1 3 4\ninput v: float 1 2 3 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 2}");
        runs("heads in front", 21,
            "input q: float 2 1 8\ninput k: float 2 2 3 4\ninput v: float 2 2 3 5\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 2}");
        row("a packed key of one part", 21, "a packed key is 1×64×1×1×3, expected 1×64×1×2×4",
            "input q: float 1 1 4\ninput k: float 1 64 1 1 3\n"
            "y = com.microsoft:MultiHeadAttention(q, k) {num_heads: 1}");
        row("a packed key beside a query without features", 21, "a packed key is 1×64×1×1×3",
            "input q: float 1 1 0\ninput k: float 1 64 1 1 3\n"
            "y = com.microsoft:MultiHeadAttention(q, k) {num_heads: 1}");
        runs("a packed key", 21,
            "input q: float 1 1 4\ninput k: float 1 64 1 2 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k) {num_heads: 1}");
        const QByteArray unequal
            = "input x: float 1 4 4\ninput w: float 4 68\n"
              "y, p = com.microsoft:Attention(x, w) {num_heads: 1, qkv_hidden_sizes: [2, 2, 64]}";
        row("a present of keys and larger values", 21, "output 1 has 264 values",
            unequal + "\noutput p");
        runs("larger values without a present", 21, QByteArray(unequal).replace("y, p", "y"));
        const QByteArray keyless
            = "input q: float 1 1 1 4\ninput k: float 1 1 0 4\ninput v: float 1 1 0 4\n";
        runs("no keys", 23, keyless + "y = Attention(q, k, v)");
        runs("no keys, flexible", 23, keyless + "y = ai.onnx.preview:FlexAttention(q, k, v)");
        row("other values than keys, flexible", 23, "do not fit",
            "input q: float 1 1 1 4\ninput k: float 1 1 1 4\ninput v: float 1 1 2 4\n"
            "y = ai.onnx.preview:FlexAttention(q, k, v)");
    }

    static void addCaches()
    {
        const auto past = [](const char* batch) {
            return QByteArray("input q: float 1 1 1 4\ninput k: float 1 1 1 4\n"
                              "input v: float 1 1 1 4\ninput a: float 1 1 64 4\ninput b: float ")
                + batch + " 1 64 4\ny, c, d = Attention(q, k, v, -, a, b)\noutput d";
        };
        row("a past value of more sequences", 23, "past value 8×1×64×4", past("8"));
        row("a past value of no sequence", 23, "past value 0×1×64×4", past("0"));
        runs("a past", 23, past("1"));
        row("a past value of other features", 21, "past value 1×1×2×8",
            "input q: float 1 1 4\ninput a: float 1 1 2 4\ninput b: float 1 1 2 8\n"
            "y = com.microsoft:MultiHeadAttention(q, q, q, -, -, -, a, b) {num_heads: 1}");
        const auto decoder = [](const char* steps, const char* value, const char* cache) {
            return QByteArray("input q: float 1 ") + steps + " 8\ninput v: float 1 " + steps + " "
                + value + "\ninput a: " + cache + "\ninput b: " + cache
                + "\ninput n: int32 1\ny, c, d = com.microsoft:DecoderMaskedMultiHeadAttention(q, "
                  "q, v, -, -, a, b, n) {num_heads: 2, past_present_share_buffer: 1}\noutput c";
        };
        row("a cache shorter than the new steps", 21, "cannot hold keys",
            decoder("64", "8", "float 1 2 2 4"));
        row("a cache of another type", 21, "a cache of fp16", decoder("1", "8", "float16 1 2 4 4"));
        row("a cache of narrower values", 21, "past value", decoder("1", "16", "float 1 2 4 4"));
        runs("a cache with room", 21, decoder("1", "8", "float 1 2 4 4"));
        const auto grouped = [](const char* last) {
            return QByteArray("input q: float 1 1 8\ninput k: float 1 1 8\ninput v: float 1 1 8\n"
                              "input a: float 1 1 4096 8\ninput c: float 1 1 4096 8\n"
                              "weight l: int32 1 = ")
                + last
                + "\nweight n: int32 = 2\ninput b: float 1 1 1 2\n"
                  "y, d, e = com.microsoft:GroupQueryAttention(q, k, v, a, c, l, n, -, -, -, b) "
                  "{num_heads: 1, kv_num_heads: 1}";
        };
        row("more keys in use than columns of the bias", 21,
            "expected less than total_sequence_length", grouped("4000"));
        row("one key more than columns of the bias", 21, "expected less than total_sequence_length",
            grouped("2"));
        runs("as many keys as columns of the bias", 21, grouped("1"));
    }

    /// Sums of integers that do not fit.
    static void addIntegers()
    {
        const auto padded = [](const char* length) {
            return QByteArray(
                       "input q: float 1 1 2 4\ninput k: float 1 1 3 4\nweight n: int64 1 = ")
                + length + "\ny = Attention(q, k, k, -, -, -, n) {is_causal: 1}";
        };
        row("the least length", 24, "nonpad_kv_seqlen has an entry of -9223372036854775808",
            padded("-9223372036854775808"));
        row("a length above the keys", 24, "nonpad_kv_seqlen has an entry of 4", padded("4"));
        runs("a length of all keys", 24, padded("3"));
        runs("a length of no keys", 24, padded("0"));
        runs("the widest windows", 25,
            "input q: float 1 1 2 4\ninput k: float 1 1 3 4\n"
            "y = Attention(q, k, k) {left_window_size: 9223372036854775807, "
            "right_window_size: 9223372036854775807}");
        const QByteArray highest = "weight m: int64 1 = -9223372036854775808\n"
                                   "p = BitwiseNot(m)\ninput c: float 4 2\n";
        row("positions from the highest integer", 21, "position_ids begins at 9223372036854775807",
            highest + "input x: float 1 2 4\ny = com.microsoft:RotaryEmbedding(x, p, c, c)");
        row("positions of groups from the highest integer", 21,
            "position_ids begins at 9223372036854775807",
            highest
                + "input q: float 1 2 4\nweight l: int32 1 = 1\nweight n: int32 = 2\n"
                  "y = com.microsoft:GroupQueryAttention(q, q, q, -, -, l, n, c, c, p) "
                  "{num_heads: 1, kv_num_heads: 1, do_rotary: 1}");
        const QByteArray cache = "input x: float 1 2 4\ninput c: float 4 2\nweight p: int64 1 = ";
        runs("the last positions of a cache", 21,
            cache + "2\ny = com.microsoft:RotaryEmbedding(x, p, c, c)");
        row("a position behind the cache", 21, "position 4 is outside a cache of 4",
            cache + "3\ny = com.microsoft:RotaryEmbedding(x, p, c, c)");
        const auto sizes = [](const char* list) {
            return QByteArray("input x: float 1 1 4\ninput w: float 4 6\n"
                              "y = com.microsoft:Attention(x, w) {num_heads: 1, qkv_hidden_sizes: ")
                + list + "}";
        };
        row("negative numbers of columns", 21, "cannot be divided into query",
            sizes("[-3, -3, 12]"));
        row("numbers of columns whose sum wraps", 21, "cannot be divided into query",
            sizes("[4611686018427387904, 4611686018427387904, 9223372036854775807]"));
        runs("numbers of columns", 21, sizes("[1, 1, 4]"));
        const auto packed = [](const char* list) {
            return QByteArray("input x: float 1 4\ninput w: float 4 6\ninput b: float 6\n"
                              "input o: int32 1 1\nweight e: int32 2 = 0 1\n"
                              "y = com.microsoft:PackedAttention(x, w, b, o, e) "
                              "{num_heads: 1, qkv_hidden_sizes: ")
                + list + "}";
        };
        row("numbers of columns whose sum wraps, packed", 21, "do not share 6 columns",
            packed("[4611686018427387904, 4611686018427387904, 9223372036854775807]"));
        runs("numbers of columns, packed", 21, packed("[1, 1, 4]"));
        row("a sequence longer than its places", 21, "sequence 0 has 2 tokens of 1",
            "input q: float 2 4\ninput o: int32 1 1\nweight e: int32 2 = 0 2\n"
            "y = com.microsoft:PackedMultiHeadAttention(q, q, q, -, o, e) {num_heads: 1}");
        row("more tokens than may be", 21, "other sizes with a product",
            "input x: float 3 1073741824 0\ninput n: int32 3\n"
            "y = com.microsoft:RemovePadding(x, n)");
        row("more tokens than int32 counts", 21, "more tokens than int32",
            "input x: float 2 1073741824 0\ninput n: int32 2\n"
            "y = com.microsoft:RemovePadding(x, n)");
        runs("tokens without features", 21,
            "input x: float 2 3 0\ninput n: int32 2\ny = com.microsoft:RemovePadding(x, n)");
        const auto codes = [](const char* width, const char* bytes) {
            return QByteArray("input a: float 1 1\ninput s: float 1\ninput b: uint8 ") + bytes
                + "\ny = com.microsoft:MatMulBnb4(a, b, s) {K: 1, " + width
                + ", block_size: 16, quant_type: 0}";
        };
        row("the highest number of codes", 21, "expected 4611686018427387904",
            codes("N: 9223372036854775807", "1"));
        runs("an odd number of codes", 21, codes("N: 3", "2"));
    }

    /// Rows without features: their number is not that of the elements by the features.
    static void addFeatures()
    {
        const char* const none = "the input has 0 features, expected 1 or more";
        row("attention without features", 21, none,
            "input x: float 1 1 0\ninput w: float 0 3\n"
            "y = com.microsoft:Attention(x, w) {num_heads: 1}");
        row("packed attention without features", 21, none,
            "input x: float 1 0\ninput w: float 0 3\ninput b: float 3\ninput o: int32 1 1\n"
            "weight e: int32 2 = 0 1\n"
            "y = com.microsoft:PackedAttention(x, w, b, o, e) {num_heads: 1}");
        const auto longformer = [](const QByteArray& features, const QByteArray& columns) {
            const auto weights = features + " " + columns;
            return "input x: float 1 2 " + features + "\ninput w: float " + weights
                + "\ninput b: float " + columns
                + "\ninput m: float 1 2\ninput g: int32 1 2\n"
                  "y = com.microsoft:LongformerAttention(x, w, b, m, w, b, g) "
                  "{num_heads: 1, window: 1}";
        };
        row("windows without features", 21, none, longformer("0", "0"));
        runs("windows of one feature", 21, longformer("1", "3"));
        runs("attention of one feature", 21,
            "input x: float 1 1 1\ninput w: float 1 3\n"
            "y = com.microsoft:Attention(x, w) {num_heads: 1}");
    }
};

QTEST_GUILESS_MAIN(TestHostileAttention)
#include "tst_hostile_attention.moc"
