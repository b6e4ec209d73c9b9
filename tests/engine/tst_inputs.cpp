#include "engine/inputs/inputs.h"
#include "engine/inputs/linked_dims.h"
#include "engine/inputs/value_file.h"
#include "engine/program/weights.h"
#include "tests/support/engine/model_text.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace engine;

namespace {

Result<Inputs> inputsFor(std::string_view text, RunRequest request = {})
{
    request.model = testing::modelFromText(text);
    const auto pool = MemoryPool::create();
    return makeInputs(request, *pool);
}

RuntimeValue filled(Dims dims, float number)
{
    auto tensor = makeTensor(ElementType::Float, std::move(dims));
    std::ranges::fill(tensor.as<float>(), number);
    return { std::move(tensor) };
}

}

class TestInputs : public QObject {
    Q_OBJECT

private slots:
    void drawsTheSameForTheSameSeed()
    {
        RunRequest seven;
        seven.seed = 7;
        const auto a = inputsFor("input x: float 4\noutput x", seven);
        const auto b = inputsFor("input x: float 4\noutput x", seven);
        const auto c = inputsFor("input x: float 4\noutput x");
        const auto numbers = [](const Result<Inputs>& inputs) {
            const auto span = inputs->values.front().value.tensor().as<float>();
            return std::vector<float>(span.begin(), span.end());
        };
        QCOMPARE(numbers(a), numbers(b));
        QVERIFY(numbers(a) != numbers(c));
        QCOMPARE(a->values.front().how, std::string("random 0..1, seed 7"));
    }

    void drawsIntegersThatStayIndices()
    {
        const auto inputs = inputsFor("input x: int64 200\noutput x");
        const auto numbers = inputs->values.front().value.tensor().as<std::int64_t>();
        QCOMPARE(std::ranges::min(numbers), 0);
        QCOMPARE(std::ranges::max(numbers), 1);
    }

    void takesTheRangeItIsGiven()
    {
        RunRequest request;
        request.inputs["x"] = { InputSpec::Source::Random, 5.0, 7.0, {} };
        const auto inputs = inputsFor("input x: int64 200\noutput x", request);
        const auto numbers = inputs->values.front().value.tensor().as<std::int64_t>();
        QCOMPARE(std::ranges::min(numbers), 5);
        QCOMPARE(std::ranges::max(numbers), 7);
    }

    /// A type that cannot hold a number of the range takes the nearest that it can hold.
    void keepsNumbersWithinTheirType_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<double>("bound");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        QTest::newRow("bool") << QByteArray("bool") << 1.0 << 0 << 1;
        QTest::newRow("bool, far") << QByteArray("bool") << 1e30 << 0 << 1;
        QTest::newRow("int4") << QByteArray("int4") << 100.0 << -8 << 7;
        QTest::newRow("int2") << QByteArray("int2") << 100.0 << -2 << 1;
        QTest::newRow("int8") << QByteArray("int8") << 1e30 << -128 << 127;
    }
    void keepsNumbersWithinTheirType()
    {
        QFETCH(QByteArray, type);
        QFETCH(double, bound);
        QFETCH(int, least);
        QFETCH(int, most);
        RunRequest request;
        request.inputs["x"] = { InputSpec::Source::Random, -bound, bound, {} };
        const auto inputs = inputsFor("input x: " + type.toStdString() + " 200\noutput x", request);
        QVERIFY2(bool(inputs), inputs ? "" : inputs.error().message().c_str());
        const auto codes = inputs->values.front().value.tensor().as<std::uint8_t>();
        std::set<int> numbers;
        for (const auto code : codes)
            numbers.insert(static_cast<std::int8_t>(code));
        QCOMPARE(*numbers.begin(), least);
        QCOMPARE(*numbers.rbegin(), most);
    }

    void randomWeightsAreNearlyNormal()
    {
        const auto pool = MemoryPool::create();
        const std::array<std::int64_t, 2> dims { 256, 400 };
        const auto weights = randomWeights(ElementType::Float, dims, 7, *pool);
        QVERIFY(bool(weights));
        const auto numbers = weights->as<float>();
        QCOMPARE(numbers.size(), std::size_t(256 * 400));
        double sum = 0;
        double squares = 0;
        std::array<std::size_t, 3> within {}; // one, two and three deviations
        constexpr double deviation = 1.0 / 20; // of the numbers that a row sums up
        for (const double number : numbers) {
            sum += number;
            squares += number * number;
            for (std::size_t i = 0; i < within.size(); ++i)
                within[i] += std::abs(number) <= static_cast<double>(i + 1) * deviation ? 1 : 0;
        }
        const auto count = static_cast<double>(numbers.size());
        QVERIFY(std::abs(sum / count) < 5 * deviation / std::sqrt(count));
        QVERIFY(std::abs(std::sqrt(squares / count) / deviation - 1) < 0.01);
        const std::array shares { 0.683, 0.954, 0.997 }; // of a normal distribution
        for (std::size_t i = 0; i < within.size(); ++i)
            QVERIFY(std::abs(static_cast<double>(within[i]) / count - shares[i]) < 0.02);
        const auto again = randomWeights(ElementType::Float, dims, 7, *pool);
        QVERIFY(std::ranges::equal(numbers, again->as<float>()));
        const auto other = randomWeights(ElementType::Float, dims, 8, *pool);
        QVERIFY(!std::ranges::equal(numbers, other->as<float>()));
    }

    void takesSizesFromFilesForTheOthers()
    {
        const QTemporaryDir folder;
        RunRequest request;
        request.data = folder.path().toStdString();
        QVERIFY(writeValue(request.data / "input_0.pb", filled({ 2, 3 }, 1), "x"));
        const auto inputs = inputsFor(
            "input x: float batch length\ninput y: float length other\noutput x", request);
        QVERIFY2(inputs, inputs ? "" : inputs.error().message().c_str());
        QCOMPARE(inputs->values[1].value.tensor().dims(), (Dims { 3, 1 }));
        QCOMPARE(inputs->unboundDims, std::vector<std::string> { "other" });
    }

    void takesSizesThatFollowFromOthers_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("size"); // with past = 5 and new = 3
        QTest::newRow("a sum in the name") << "input m: float batch past_plus_new\ninput p: float "
                                              "past\ninput n: float new\noutput "
                                              "m"
                                           << "past_plus_new" << 8LL;
        QTest::newRow("a number in the name")
            << "input m: float batch past_plus_1\ninput p: float past\noutput m"
            << "past_plus_1" << 6LL;
        QTest::newRow("a sum of what is no dimension") << "input m: float a_plus_b\noutput m"
                                                       << "a_plus_b" << 1LL;
        QTest::newRow("the mask of a decoder with a cache")
            << "input input_ids: int64 batch new\ninput attention_mask: int64 batch m\ninput "
               "past_key_values.0.key: float batch 12 past 64\noutput input_ids"
            << "m" << 8LL;
        QTest::newRow("the mask of a decoder that takes one token")
            << "input input_ids: int64 batch 1\ninput attention_mask: int64 batch m\ninput "
               "past_0: float 2 batch 12 past 64\noutput input_ids"
            << "m" << 6LL;
        QTest::newRow("a mask without a cache")
            << "input input_ids: int64 batch new\ninput attention_mask: int64 batch m\noutput "
               "input_ids"
            << "m" << 1LL;
        QTest::newRow("a mask as long as the tokens")
            << "input input_ids: int64 batch new\ninput attention_mask: int64 batch new\ninput "
               "past_0: float batch 12 past 64\noutput input_ids"
            << "new" << 3LL;
    }
    void takesSizesThatFollowFromOthers()
    {
        QFETCH(QString, model);
        QFETCH(QString, name);
        QFETCH(qint64, size);
        RunRequest request;
        request.dims = { { "past", 5 }, { "new", 3 } };
        const auto inputs = inputsFor(model.toStdString(), request);
        QVERIFY2(inputs, inputs ? "" : inputs.error().message().c_str());
        QCOMPARE(inputs->dims.at(name.toStdString()), size);
        const auto parsed = testing::modelFromText(model.toStdString());
        QCOMPARE(proposedSizes(*parsed, request.dims).at(name.toStdString()), size);
    }

    void doesAsItIsToldWhereASizeFollows()
    {
        RunRequest request;
        request.dims = { { "past_plus_1", 9 } };
        const auto inputs
            = inputsFor("input m: float past_plus_1\ninput p: float past\noutput m", request);
        QCOMPARE(inputs->dims.at("past_plus_1"), 9);
        QCOMPARE(inputs->unboundDims, std::vector<std::string> { "past" });
    }

    void saysHowASizeFollows()
    {
        const auto inputs = inputsFor("input m: float past_plus_1\ninput p: float past\noutput m");
        QCOMPARE(inputs->linkedDims.at("past_plus_1"),
            std::string("past + 1, because its name is a sum of other dimensions"));
    }

    void refusesAFolderThatGivesNothing()
    {
        const QTemporaryDir folder;
        RunRequest request;
        request.data = folder.path().toStdString();
        const auto empty = inputsFor("input x: float 2\ninput y: float 2\noutput x", request);
        QVERIFY(!empty);
        QCOMPARE(empty.error().kind(), support::ErrorKind::File);
        QVERIFY(QByteArray::fromStdString(empty.error().message()).contains("'x', 'y'"));
        request.data /= "nobody";
        const auto absent = inputsFor("input x: float 2\noutput x", request);
        QVERIFY(!absent);
        QVERIFY(QByteArray::fromStdString(absent.error().message()).contains("no folder"));
        QVERIFY(inputsFor("weight w: float 1 = 2\ny = Neg(w)\noutput y", request));
    }

    void readsNpyByName()
    {
        const QTemporaryDir folder;
        RunRequest request;
        request.data = folder.path().toStdString();
        QVERIFY(writeValue(request.data / "y.npy", filled({ 2 }, 3), "y"));
        const auto inputs = inputsFor("input x: float 1\ninput y: float 2\noutput x", request);
        QVERIFY2(inputs, inputs ? "" : inputs.error().message().c_str());
        QCOMPARE(inputs->values[1].value.tensor().as<float>()[1], 3.0F);
    }

    void refusesLargeSizesBesideZero()
    {
        const QTemporaryDir folder;
        QByteArray header
            = "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 1099511627776), }";
        header += QByteArray(117 - header.size(), ' ') + "\n";
        QFile file(folder.filePath("x.npy"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("\x93NUMPY\x01\0\x76\0", 10) + header);
        file.close();
        const auto value = readValue(file.fileName().toStdString(),
            model::ValueType::tensor(ElementType::Float, model::Shape {}));
        QVERIFY(!value);
        QCOMPARE(value.error().kind(), support::ErrorKind::File);
        const auto message = QString::fromStdString(value.error().message());
        QVERIFY2(
            message.contains("other sizes with a product of 1099511627776"), qPrintable(message));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("words");
        QTest::newRow("a file of another rank") << "input x: float 2\noutput x"
                                                << "has the shape 2×3";
        QTest::newRow("a file of another size")
            << "input x: float 2 4\noutput x"
            << "input_0.pb: has the shape 2×3, the model takes 2×4";
        QTest::newRow("a file of another type") << "input x: int64 2 3\noutput x"
                                                << "input_0.pb: is fp32, the model takes int64";
        QTest::newRow("an input without shape") << "input x: float 2 3\ninput y\noutput x"
                                                << "only come from a file";
    }
    void refuses()
    {
        QFETCH(QString, model);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        RunRequest request;
        request.data = folder.path().toStdString();
        QVERIFY(writeValue(request.data / "input_0.pb", filled({ 2, 3 }, 1), "x"));
        const auto inputs = inputsFor(model.toStdString(), request);
        QVERIFY(!inputs);
        QVERIFY2(inputs.error().message().find(words.toStdString()) != std::string::npos,
            inputs.error().message().c_str());
    }

    void refusesANameThatIsNoInput()
    {
        RunRequest request;
        request.inputs["z"] = {};
        const auto inputs = inputsFor("input x: float 1\noutput x", request);
        QVERIFY(!inputs);
        QVERIFY(inputs.error().message().find("its inputs are 'x'") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestInputs)
#include "tst_inputs.moc"
