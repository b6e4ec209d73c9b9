#include "tests/support/engine/hostile_run.h"

#include <QtTest>

#include <string>

namespace {

/// ` 1 1 1`, for types of high rank.
std::string ones(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += " 1";
    return text;
}

/// GridSample along `axes` axes of one element.
std::string gridOfOnes(int axes, const std::string& attributes)
{
    return "input x: float" + ones(axes + 2) + "\ninput g: float" + ones(axes + 1) + " "
        + std::to_string(axes) + "\ny = GridSample(x, g) {" + attributes + "}\noutput y\n";
}

} // namespace

/// Convolutions, pools, regions, interpolation and movement with sizes, attributes and values that
/// would overflow, never end, or lead outside a tensor.
class TestHostileWindows : public QObject {
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("word");
        const auto row
            = [](const char* name, const std::string& model, const char* word, int opset = 21) {
                  QTest::newRow(name) << QByteArray::fromStdString(model) << opset << QString(word);
              };

        row("MaxPool, a kernel of 2^62 elements", R"(
            input x: float 1 1 1 1
            y = MaxPool(x) {kernel_shape: [2147483648, 2147483648], pads: [1073741824, 1073741824, 1073741824, 1073741824]}
            output y)",
            "a kernel of");
        for (const std::string type : { "MaxPool", "AveragePool", "LpPool" })
            row((type + ", a kernel beyond the memory limit").c_str(),
                "input x: float 1 1 1 1\ny = " + type
                    + "(x) {kernel_shape: [32768, 32768], pads: [16384, 16384, 16384, 16384]}\n"
                      "output y",
                "memory limit");
        row("AveragePool, an image of 2^63 - 1 elements", R"(
            input x: float 0 1 9223372036854775807
            y = AveragePool(x) {kernel_shape: [1], strides: [2], auto_pad: SAME_UPPER}
            output y)",
            "without elements");
        row("Col2Im, an image of 2^62 elements", R"(
            input x: float 1 1 1
            weight i: int64 1 = 4611686018427387904
            weight b: int64 1 = 1
            y = Col2Im(x, i, b)
            output y)",
            "image has an entry of");

        row("Conv, a kernel without channels", R"(
            input x: float 1 0 2147483649 2147483649
            input w: float 0 0 2147483648 2147483648
            y = Conv(x, w)
            output y)",
            "without elements");
        row("Conv, 2^62 groups of nothing", R"(
            input x: float 1 0 4 4
            input w: float 0 0 1 1
            y = Conv(x, w) {group: 4611686018427387904}
            output y)",
            "do not fit 4611686018427387904 groups");
        row("ConvTranspose, 2^62 groups of nothing", R"(
            input x: float 1 0 3 3
            input w: float 0 0 1 1
            y = ConvTranspose(x, w) {group: 4611686018427387904}
            output y)",
            "do not fit 4611686018427387904 groups");
        row("ConvTranspose, output channels overflow", R"(
            input x: float 1 0 3 3
            input w: float 0 4 1 1
            y = ConvTranspose(x, w) {group: 4611686018427387904}
            output y)",
            "do not fit 4611686018427387904 groups");
        row("ConvTranspose, output_padding", R"(
            input x: float 1 1 2 2
            input w: float 1 1 1 1
            y = ConvTranspose(x, w) {output_padding: [9223372036854775807, 0]}
            output y)",
            "output_padding has an entry of");
        row("ConvTranspose, output_shape", R"(
            input x: float 1 1 2 2
            input w: float 1 1 1 1
            y = ConvTranspose(x, w) {output_shape: [-9223372036854775808, 2]}
            output y)",
            "output_shape has an entry of");
        row("ConvTranspose, a stride", R"(
            input x: float 0 1 2147483648 1
            input w: float 1 1 1 1
            y = ConvTranspose(x, w) {strides: [2147483648, 1]}
            output y)",
            "too large for a stride");
        row("DeformConv, 2^62 groups", R"(
            input x: float 1 0 1 1
            input w: float 0 4 1 1
            input o: float 1 2 1 1
            y = DeformConv(x, w, o) {group: 4611686018427387904}
            output y)",
            "too large");
        row("DeformConv, 2^62 offset groups", R"(
            input x: float 1 0 1 1
            input w: float 1 0 1 1
            input o: float 1 0 1 1
            y = DeformConv(x, w, o) {offset_group: 4611686018427387904}
            output y)",
            "too large");

        row("Conv, narrower weights", R"(
            input x: double 1 1 64 64
            input w: float 1 1 64 64
            y = Conv(x, w)
            output y)",
            "must be the same");
        row("Conv, a narrower bias", R"(
            input x: double 1 1 4 4
            input w: double 64 1 1 1
            input b: float 64
            y = Conv(x, w, b)
            output y)",
            "must be the same");
        row("ConvTranspose, narrower weights", R"(
            input x: double 1 1 4 4
            input w: float 1 1 64 64
            y = ConvTranspose(x, w)
            output y)",
            "must be the same");
        row("ConvTranspose, a narrower bias", R"(
            input x: double 1 1 4 4
            input w: double 1 64 1 1
            input b: float 64
            y = ConvTranspose(x, w, b)
            output y)",
            "must be the same");
        row("FusedConv, narrower weights", R"(
            input x: double 1 1 4 4
            input w: float 64 1 1 1
            y = com.microsoft:FusedConv(x, w)
            output y)",
            "must be the same");

        row("MaxRoiPool, a batch index of 1e30", R"(
            input x: float 1 1 2 2
            weight r: float 1 5 = 1e30 0 0 1 1
            y = MaxRoiPool(x, r) {pooled_shape: [1, 1]}
            output y)",
            "batch index");
        row("RoiAlign, a region of no width and endless height", R"(
            input x: float 1 1 2 2
            weight r: float 1 4 = 0 0 0 1e30
            weight i: int64 1 = 0
            y = RoiAlign(x, r, i)
            output y)",
            "sampled too often", 16);
        row("RoiAlign, 2^80 cells of no regions", R"(
            input x: float 1 1 2 2
            input r: float 0 4
            input i: int64 0
            y = RoiAlign(x, r, i) {output_height: 1099511627776, output_width: 1099511627776}
            output y)",
            "too large");
        row("GridSample, linear along 40 axes",
            gridOfOnes(40, "mode: linear, padding_mode: border"), "axes reads", 20);
        row("GridSample, cubic along 9 axes", gridOfOnes(9, "mode: cubic, padding_mode: border"),
            "axes reads", 20);

        row("Flatten, an axis before the first", R"(
            input x: float 2 3
            y = Flatten(x) {axis: -3}
            output y)",
            "axis -3 is outside");
        row("Flatten, a negative axis of a scalar", R"(
            input x: float
            y = Flatten(x) {axis: -1}
            output y)",
            "axis -1 is outside");
        row("Crop, border and scale overflow", R"(
            input x: float 1 1 4 4
            y = Crop(x) {border: [0, 4611686018427387904, 0, 0], scale: [4611686018427387904, 1]}
            output y)",
            "a border of", 9);
        row("Crop, the border at the bottom overflows", R"(
            input x: float 1 1 4 4
            y = Crop(x) {border: [0, 0, 0, -9223372036854775808]}
            output y)",
            "a border of", 9);
        row("Crop, the border at the bottom is too wide", R"(
            input x: float 1 1 4 4
            y = Crop(x) {border: [0, 2, 0, 3]}
            output y)",
            "a border of", 9);
        row("Concat, 2^63 rows without elements", R"(
            input x: float 4611686018427387904 0
            y = Concat(x, x) {axis: 0}
            output y)",
            "without elements");
        row("Slice, a stride of 2^62", R"(
            input x: float 0 3 4611686018427387904
            weight s: int64 1 = 0
            weight e: int64 1 = 3
            weight a: int64 1 = 1
            weight p: int64 1 = 3
            y = Slice(x, s, e, a, p)
            output y)",
            "without elements");
        row("Trilu, 2^63 - 1 columns", R"(
            input x: float 0 9223372036854775807
            y = Trilu(x)
            output y)",
            "without elements");
        row("DepthToSpace, a block of 2^62", R"(
            input x: float 1 0 4 4
            y = DepthToSpace(x) {blocksize: 4611686018427387904}
            output y)",
            "blocksize is 4611686018427387904");
        row("SpaceToDepth, a block of 2^62", R"(
            input x: float 1 3 0 0
            y = SpaceToDepth(x) {blocksize: 4611686018427387904}
            output y)",
            "blocksize is 4611686018427387904");
        row("SpaceToDepth, channels overflow", R"(
            input x: float 1 3 0 0
            y = SpaceToDepth(x) {blocksize: 2147483648}
            output y)",
            "too large");
        row("Tile-1, an axis that is NaN", R"(
            input x: float 2 3
            weight t: float = 2
            weight m: float = -1
            n = Sqrt(m)
            y = Tile(x, t, n)
            output y)",
            "is outside", 5);
        row("Tile-1, a count that is NaN", R"(
            input x: float 2 3
            weight a: float = 0
            weight m: float = -1
            n = Sqrt(m)
            y = Tile(x, n, a)
            output y)",
            "is to be repeated", 5);
    }
    void refuses()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, opset);
        QFETCH(QString, word);
        const auto refusal = QString::fromStdString(testing::refusalOf(model.toStdString(), opset));
        QVERIFY2(refusal.contains(word), qPrintable(refusal));
    }

    /// Models next to the limits, and odd values that have a result.
    void runs_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("opset");
        const auto row = [](const char* name, const std::string& model, int opset = 21) {
            QTest::newRow(name) << QByteArray::fromStdString(model) << opset;
        };

        row("MaxPool, most of a large kernel is padding", R"(
            input x: float 1 1 2 2
            y = MaxPool(x) {kernel_shape: [256, 256], pads: [128, 128, 128, 128]}
            output y)");
        row("AveragePool, a long image of no batches", R"(
            input x: float 0 1 2147483648
            y = AveragePool(x) {kernel_shape: [1024]}
            output y)");
        row("Col2Im, a kernel larger than the image", R"(
            input x: float 1 9 0
            weight i: int64 2 = 2
            weight b: int64 2 = 3
            y = Col2Im(x, i, b)
            output y)");
        row("Conv, a group per channel", R"(
            input x: float 1 4 4 4
            input w: float 4 1 3 3
            y = Conv(x, w) {group: 4}
            output y)");
        row("Conv, no input channels", R"(
            input x: float 1 0 4 4
            input w: float 2 0 1 1
            input b: float 2
            y = Conv(x, w, b)
            output y)");
        row("Conv, a large kernel of no channels", R"(
            input x: float 1 0 1 1
            input w: float 1 0 2147483648 1
            y = Conv(x, w) {pads: [1073741824, 0, 1073741824, 0]}
            output y)");
        row("Conv, no output channels", R"(
            input x: float 1 1 4 4
            input w: float 0 1 3 3
            y = Conv(x, w)
            output y)");
        row("Conv, a long image of no batches", R"(
            input x: float 0 1 2147483648
            input w: float 1 1 3
            y = Conv(x, w)
            output y)");
        row("ConvTranspose, a group per channel", R"(
            input x: float 1 2 3 3
            input w: float 2 1 2 2
            y = ConvTranspose(x, w) {group: 2, strides: [2, 2], output_padding: [1, 1]}
            output y)");
        row("ConvTranspose, output_shape", R"(
            input x: float 1 1 3 3
            input w: float 1 1 3 3
            y = ConvTranspose(x, w) {strides: [2, 2], output_shape: [6, 6]}
            output y)");
        row("ConvTranspose, no input channels", R"(
            input x: float 1 0 3 3
            input w: float 0 4 1 1
            y = ConvTranspose(x, w)
            output y)");
        row("ConvTranspose, a large kernel of no channels", R"(
            input x: float 1 0 1 1
            input w: float 0 1 2147483648 1
            y = ConvTranspose(x, w) {pads: [1073741824, 0, 1073741823, 0]}
            output y)");
        row("ConvTranspose, a long image of no batches", R"(
            input x: float 0 1 1048576
            input w: float 1 1 1
            y = ConvTranspose(x, w) {strides: [2048]}
            output y)");
        row("DeformConv, offsets that are NaN on an image without rows", R"(
            input x: float 1 1 0 1
            input w: float 1 1 1 1
            weight m: float 1 2 1 1 = -1
            o = Sqrt(m)
            y = DeformConv(x, w, o) {pads: [1, 0, 0, 0]}
            output y)");
        row("DeformConv, two groups", R"(
            input x: float 1 2 3 3
            input w: float 2 1 2 2
            input o: float 1 16 2 2
            y = DeformConv(x, w, o) {group: 2, offset_group: 2}
            output y)");
        row("Conv in double", R"(
            input x: double 1 1 4 4
            input w: double 1 1 3 3
            input b: double 1
            y = Conv(x, w, b)
            output y)");

        row("MaxRoiPool, the last batch index", R"(
            input x: float 2 1 2 2
            weight r: float 1 5 = 1 0 0 1 1
            y = MaxRoiPool(x, r) {pooled_shape: [1, 1]}
            output y)");
        row("MaxRoiPool, coordinates that are NaN", R"(
            input x: float 1 1 2 2
            weight m: float 1 5 = 0 -1 -1 -1 -1
            r = Sqrt(m)
            y = MaxRoiPool(x, r) {pooled_shape: [1, 1]}
            output y)");
        row("RoiAlign, a region larger than the image", R"(
            input x: float 1 1 2 2
            weight r: float 1 4 = 0 0 0 1000
            weight i: int64 1 = 0
            y = RoiAlign(x, r, i) {output_height: 2, output_width: 2}
            output y)",
            16);
        row("GridSample, nearest along 40 axes",
            gridOfOnes(40, "mode: nearest, padding_mode: border"), 20);
        row("GridSample, linear along 12 axes",
            gridOfOnes(12, "mode: linear, padding_mode: border"), 20);
        row("GridSample, a place of 1e296 that is reflected", R"(
            input x: float 1 1 3 3
            weight w: float 1 1 1 2 = 1e37
            a = Cast(w) {to: 11}
            b = Mul(a, a)
            c = Mul(b, b)
            g = Mul(c, c)
            y = GridSample(x, g) {mode: linear, padding_mode: reflection}
            output y)",
            20);
        row("Resize, a crop that is NaN", R"(
            input x: float 4
            weight m: float 2 = -1
            r = Sqrt(m)
            weight s: float 1 = 2
            y = Resize(x, r, s) {mode: linear, coordinate_transformation_mode: tf_crop_and_resize}
            output y)",
            13);

        row("Flatten at the rank", R"(
            input x: float 2 3
            y = Flatten(x) {axis: 2}
            output y)");
        row("Flatten at the first axis, negative", R"(
            input x: float 2 3
            y = Flatten(x) {axis: -2}
            output y)");
        row("Flatten of a scalar", R"(
            input x: float
            y = Flatten(x) {axis: 0}
            output y)");
        row("Crop of everything", R"(
            input x: float 1 1 4 4
            y = Crop(x) {border: [0, 2, 0, 2]}
            output y)",
            9);
        row("Crop to a scale", R"(
            input x: float 1 1 4 4
            y = Crop(x) {border: [1, 2, 0, 0], scale: [2, 3]}
            output y)",
            9);
        row("Slice, a long step", R"(
            input x: float 7
            weight s: int64 1 = 0
            weight e: int64 1 = 7
            weight a: int64 1 = 0
            weight p: int64 1 = 4611686018427387904
            y = Slice(x, s, e, a, p)
            output y)");
        row("Slice, a long step back", R"(
            input x: float 7
            weight s: int64 1 = 6
            weight e: int64 1 = -8
            weight a: int64 1 = 0
            weight p: int64 1 = -4611686018427387904
            y = Slice(x, s, e, a, p)
            output y)");
        row("Slice of an axis without elements", R"(
            input x: float 0 3
            weight s: int64 1 = -1
            weight e: int64 1 = -5
            weight a: int64 1 = 0
            weight p: int64 1 = -2
            y = Slice(x, s, e, a, p)
            output y)");
        row("GatherND, 2^31 blocks of nothing", R"(
            input x: float 0
            input i: int64 2147483648 0
            y = GatherND(x, i)
            output y)");
        row("DepthToSpace", R"(
            input x: float 1 4 2 2
            y = DepthToSpace(x) {blocksize: 2}
            output y)");
        row("SpaceToDepth", R"(
            input x: float 1 1 4 4
            y = SpaceToDepth(x) {blocksize: 4}
            output y)");
        row("Tile-1", R"(
            input x: float 2 3
            weight t: float = 2
            weight a: float = 1
            y = Tile(x, t, a)
            output y)",
            5);
    }
    void runs()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, opset);
        const auto refusal = QString::fromStdString(testing::refusalOf(model.toStdString(), opset));
        QVERIFY2(refusal.isEmpty(), qPrintable(refusal));
    }
};

QTEST_GUILESS_MAIN(TestHostileWindows)
#include "tst_hostile_windows.moc"
