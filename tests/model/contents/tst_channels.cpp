#include "model/contents/channel_codes.h"
#include "model/contents/channel_layout.h"
#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

using namespace model;

namespace {

std::shared_ptr<const TensorElements> floats(
    std::vector<std::int64_t> dims, const std::vector<float>& values)
{
    auto content = std::make_shared<TensorElements>();
    content->element = ElementType::Float;
    content->dims = std::move(dims);
    content->count = values.size();
    auto bytes = std::make_shared<std::vector<std::byte>>(values.size() * sizeof(float));
    std::memcpy(bytes->data(), values.data(), bytes->size());
    content->data = { *bytes, bytes };
    return content;
}

std::vector<float> counting(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

/// `0 1 4 5 | 2 3 6 7`
QString channelsText(const TensorElements& content, const ChannelView& view)
{
    QStringList channels;
    QStringList numbers;
    forEachChannel(content, view, 0, view.channels, {}, [&](const ChannelPart& part) {
        for (const auto number : part.numbers)
            numbers << QString::number(number);
        if (part.isLast)
            channels << numbers.join(u' ');
        if (part.isLast)
            numbers.clear();
    });
    return channels.join(QStringLiteral(" | "));
}

CodedTensor coded(const TensorElements& content, const ChannelView& view, const CodeChoice& choice)
{
    const auto statistics = measureChannels(content, view);
    auto result = codeChannels(content, view, *statistics, choice);
    return result ? *std::move(result) : CodedTensor();
}

ValueId valueNamed(const Model& model, std::string_view name)
{
    for (std::size_t i = 0; i < model.values.size(); ++i)
        if (model.values[i].name == name)
            return ValueId(i);
    return {};
}

/// The judgement of a value of a model in text.
struct Judged {
    std::shared_ptr<const Model> model;
    ChannelLayout layout;
    CodedTensor coded;
    std::string problem;
};
Judged judged(const char* text, const char* name)
{
    Judged found;
    found.model = testing::modelFromGraphText(text);
    const auto id = valueNamed(*found.model, name);
    auto layout = channelLayoutOf(
        *found.model, id, *loadTensor(*found.model, *constantTensor(*found.model, id)));
    if (!layout)
        return found;
    found.layout = *std::move(layout);
    found.problem = found.layout.gridProblem;
    if (found.layout.grid)
        found.coded = *judgeChannels(*found.layout.content, found.layout.view, *found.layout.grid);
    return found;
}

} // namespace

/// Expected figures are worked out by hand; tests/oracles/check_channels.py compares with numpy.
class TestChannels : public QObject {
    Q_OBJECT

private slots:
    void channelsAreTheIndicesOfAnAxis()
    {
        const auto content = floats({ 2, 2, 2 }, counting(8));
        QCOMPARE(channelsText(*content, channelView(content->dims, 0)), "0 1 2 3 | 4 5 6 7");
        QCOMPARE(channelsText(*content, channelView(content->dims, 1)), "0 1 4 5 | 2 3 6 7");
        QCOMPARE(channelsText(*content, channelView(content->dims, 2)), "0 2 4 6 | 1 3 5 7");
        QCOMPARE(channelsText(*content, channelView(content->dims, {})), "0 1 2 3 4 5 6 7");
        QCOMPARE(channelView(content->dims, 1).element(1, 2), 6U);
        const auto empty = floats({ 2, 0 }, {});
        QCOMPARE(channelsText(*empty, channelView(empty->dims, 0)), "");
    }

    void aLongChannelComesInParts()
    {
        constexpr std::uint64_t count = 9'000'000;
        const auto content = floats({ static_cast<std::int64_t>(count) }, counting(count));
        std::uint64_t next = 0;
        int parts = 0;
        bool isEnded = false;
        forEachChannel(
            *content, channelView(content->dims, {}), 0, 1, {}, [&](const ChannelPart& part) {
                QCOMPARE(part.first, next);
                QCOMPARE(part.numbers.back(),
                    static_cast<double>(static_cast<float>(next + part.numbers.size() - 1)));
                next += part.numbers.size();
                ++parts;
                isEnded = part.isLast;
            });
        QVERIFY(isEnded && parts == 2 && next == count);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!measureChannels(*content, channelView(content->dims, {}), stop.get_token()));
    }

    void statisticsLeaveOutWhatIsNoNumber()
    {
        constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
        constexpr auto infinity = std::numeric_limits<float>::infinity();
        const auto content = floats({ 2, 5 }, { 3, -4, 0, 1, 5, nan, -infinity, 2, infinity, 2 });
        const auto channels = measureChannels(*content, channelView(content->dims, 0));
        QVERIFY(channels);
        const auto& first = (*channels)[0];
        QCOMPARE(first.smallest, -4.0);
        QCOMPARE(first.largest, 5.0);
        QCOMPARE(first.mean, 1.0);
        QCOMPARE(first.deviation, std::sqrt((4 + 25 + 1 + 0 + 16) / 5.0));
        QCOMPARE(first.p25, 0.0); // of -4 0 1 3 5
        QCOMPARE(first.p50, 1.0);
        QCOMPARE(first.p75, 3.0);
        QCOMPARE(first.p99, 5.0);
        QCOMPARE(first.zeros, 1U);
        QCOMPARE(first.secondLargestMagnitude, 4.0);
        QCOMPARE(first.largestMagnitudeAt, 4U);
        const auto& second = (*channels)[1];
        QCOMPARE(second.nans, 1U);
        QCOMPARE(second.infinities, 2U);
        QCOMPARE(second.finite(), 2U);
        QCOMPARE(second.p50, 2.0);
        QCOMPARE(second.deviation, 0.0);
    }

    void binsCountWhatIsOutside()
    {
        const auto content = floats({ 2, 3 }, { 0, 1, 2, 3, 4, 9 });
        const auto all = countInBins(*content, channelView(content->dims, 0), {}, 0, 4, 4);
        QCOMPARE(all->counts, (std::vector<std::uint64_t> { 1, 1, 1, 2 }));
        QCOMPARE(all->outside, 1U);
        const auto one = countInBins(*content, channelView(content->dims, 0), 0, 0, 4, 4);
        QCOMPARE(one->counts, (std::vector<std::uint64_t> { 1, 1, 1, 0 }));
    }

    void codesOfAChannelAreThoseOfTheQuantiser()
    {
        // Scale 1: codes 127, 3 (2.6), -2 (halves to even: -2.5) and 0.
        const auto content = floats({ 1, 4 }, { 127, 2.6F, -2.5F, 0 });
        const auto view = channelView(content->dims, 0);
        const auto result = coded(*content, view, {});
        const auto& channel = result.channels.front();
        QCOMPARE(channel.lowestScale, 1.0);
        QCOMPARE(channel.codesUsed, 4U);
        const auto norm = std::sqrt(127 * 127 + 2.6 * 2.6 + 2.5 * 2.5);
        QVERIFY(std::abs(*channel.error - std::sqrt(0.4 * 0.4 + 0.5 * 0.5) / norm) < 1e-8);
        QCOMPARE(channel.saturated, 0U);
        const auto quantiser
            = edit::encodeChannels(std::vector<float> { 127, 2.6F, -2.5F, 0 }, 1, 4);
        QCOMPARE(quantiser.codes, (std::vector<std::int8_t> { 127, 3, -2, 0 }));
        QCOMPARE(double(quantiser.scales.front()), channel.lowestScale);
    }

    void oneScaleServesAllChannels()
    {
        const auto content = floats({ 2, 2 }, { 1.27F, 0.5F, 0.01F, -0.004F });
        const auto view = channelView(content->dims, 0);
        CodeChoice choice;
        choice.scales = CodeChoice::Scales::Tensor;
        const auto one = coded(*content, view, choice);
        QVERIFY(std::abs(one.channels[1].lowestScale - 0.01) < 1e-8);
        QVERIFY(*one.channels[1].error > 0.3); // codes 1 and 0 (-0.4)
        QVERIFY(*coded(*content, view, {}).channels[1].error < 0.01);
    }

    void activationsGetAZeroPoint()
    {
        const auto content = floats({ 4 }, { -1, 0, 1, 2 });
        CodeChoice choice;
        choice.scales = CodeChoice::Scales::Tensor;
        choice.codes = CodeChoice::Codes::Unsigned;
        const auto result = coded(*content, channelView(content->dims, {}), choice);
        QCOMPARE(result.low, 0);
        QCOMPARE(result.high, 255);
        QCOMPARE(result.channels.front().lowestZero, 85.0);
        QVERIFY(*result.error < 1e-6); // steps of 3 / 255 meet all four
    }

    void blocksKeepAnOutlierAway()
    {
        std::vector<float> values(64);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = i % 2 == 0 ? 0.1F : -0.05F;
        values[3] = 12.7F;
        const auto content = floats({ 1, 64 }, values);
        const auto view = channelView(content->dims, 0);
        const auto whole = coded(*content, view, {});
        QCOMPARE(whole.findingOf(0), ChannelFinding::Outlier);
        QVERIFY(whole.channels.front().bitsUsed < 2);
        CodeChoice choice;
        choice.scales = CodeChoice::Scales::Blocks;
        choice.format = { 8, 32, edit::ZeroPoints::Symmetric };
        const auto blocks = coded(*content, view, choice);
        QVERIFY(blocks.channels.front().lowestScale < blocks.channels.front().highestScale);
        QVERIFY(*blocks.error < *whole.error);
        // Clipping at 0.1 loses nearly all of the number that is 12.7.
        QVERIFY(*errorOfClipping(*content, view, 0, 0.1) > 0.9);
        // Codes go from -127 to 127: clipping at the outlier itself keeps it.
        const auto ends = floats({ 1, 2 }, { -12.7F, 12.7F });
        QVERIFY(*errorOfClipping(*ends, channelView(ends->dims, 0), 0, 12.7F) < 1e-6);
    }

    void findingsComeFirst()
    {
        std::vector<float> values(3 * 32);
        for (std::size_t i = 0; i < 32; ++i) {
            values[i] = static_cast<float>(i) - 15.5F; // good
            values[32 + i] = 0;
            values[64 + i] = static_cast<float>(i) / 32;
        }
        values[64 + 7] = std::numeric_limits<float>::infinity();
        const auto content = floats({ 3, 32 }, values);
        const auto result = coded(*content, channelView(content->dims, 0), {});
        QCOMPARE(result.findingOf(0), ChannelFinding::None);
        QCOMPARE(result.findingOf(1), ChannelFinding::Zero);
        QCOMPARE(result.findingOf(2), ChannelFinding::NotFinite);
        QCOMPARE(result.worstFirst().back(), 0U);
    }

    void scalesOfAFileAreJudged()
    {
        const auto found = judged(R"(
            opset 13
            x: float[1,2]
            q: int8[2,3] = {127,-128,0,10,20,30}
            s: float[3] = {0.5,1,2}
            z: int8[3] = {0,0,10}
            w = DequantizeLinear(q, s, z) {axis: 1}
            y = MatMul(x, w)
            y -> float[1,3]
        )",
            "q");
        QVERIFY2(found.layout.grid, found.problem.c_str());
        QCOMPARE(found.layout.axis, std::optional<std::size_t>(1));
        QCOMPARE(found.coded.channels.size(), 3U);
        QVERIFY(found.coded.isFromCodes && !found.coded.error);
        QCOMPARE(found.coded.channels[0].numbers.largest, 63.5);
        QCOMPARE(found.coded.channels[0].saturated, 1U);
        QCOMPARE(found.coded.channels[1].numbers.smallest, -128.0);
        QCOMPARE(found.coded.channels[2].numbers.smallest, -20.0); // 2 · (0 − 10)
        QCOMPARE(found.coded.channels[2].highestZero, 10.0);
    }

    void floatsThatAFileCodesSaturate()
    {
        const auto found = judged(R"(
            opset 13
            x: float[1,2]
            w: float[2,2] = {1,0.5,2,0.25}
            s: float = {0.01}
            z: int8 = {0}
            q = QuantizeLinear(w, s, z)
            d = DequantizeLinear(q, s, z)
            y = MatMul(x, d)
            y -> float[1,2]
        )",
            "w");
        QVERIFY2(found.layout.grid, found.problem.c_str());
        QVERIFY(!found.layout.grid->isCoded);
        QCOMPARE(found.coded.saturated, 1U); // 2 is cut off at 1.27
        QVERIFY(std::abs(*found.coded.error - 0.73 / std::sqrt(1 + 0.25 + 4 + 0.0625)) < 1e-6);
    }

    void scalesOfARunAreUnknown()
    {
        const auto found = judged(R"(
            opset 13
            x: float[2]
            s: float
            w: int8[2] = {1,2}
            d = DequantizeLinear(w, s)
            y = Add(x, d)
            y -> float[2]
        )",
            "w");
        QVERIFY(!found.layout.grid);
        QVERIFY2(
            found.problem.find("computed by each run") != std::string::npos, found.problem.c_str());
    }

    void wrongNumbersOfScalesAreRefused()
    {
        const auto found = judged(R"(
            opset 13
            x: float[1,2]
            q: int8[2,3] = {1,2,3,4,5,6}
            s: float[2] = {0.5,1}
            w = DequantizeLinear(q, s) {axis: 1}
            y = MatMul(x, w)
            y -> float[1,3]
        )",
            "q");
        QVERIFY(!found.layout.grid);
        QVERIFY2(found.problem.find("2 elements, expected 3") != std::string::npos,
            found.problem.c_str());
    }
};

QTEST_GUILESS_MAIN(TestChannels)
#include "tst_channels.moc"
