#include <QTest>

#include "ui/document/settings.h"
#include "ui/outputs/shown_output.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstring>

using ui::BoxForm;
using ui::ShownAs;
using ui::ShownOptions;

namespace {

template <typename T>
model::TensorElements tensor(
    model::ElementType element, std::vector<std::int64_t> dims, const std::vector<T>& numbers)
{
    model::TensorElements content;
    content.element = element;
    content.dims = std::move(dims);
    content.count = numbers.size();
    auto bytes = std::make_shared<std::vector<std::byte>>(numbers.size() * sizeof(T));
    std::memcpy(bytes->data(), numbers.data(), bytes->size());
    content.data = { *bytes, bytes };
    return content;
}

model::TensorElements floats(std::vector<std::int64_t> dims, const std::vector<float>& numbers)
{
    return tensor(model::ElementType::Float, std::move(dims), numbers);
}

ui::ShowRequest requestFor(ShownAs as)
{
    ui::ShowRequest request;
    request.options.as = as;
    return request;
}

std::shared_ptr<const ui::Vocabulary> wordsOf(std::vector<std::string> words)
{
    auto made = std::make_shared<ui::Vocabulary>();
    made->words = std::move(words);
    return made;
}

} // namespace

/// What outputs are guessed to be, and what is shown of them.
class TestShownOutput : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString written(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        (void)file.open(QIODevice::WriteOnly);
        file.write(text);
        return file.fileName();
    }

private slots:
    void initTestCase() { ui::settings::useFolder(m_folder.filePath("settings")); }

    void guessesByNameTypeAndShape_data()
    {
        using model::ElementType;
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("element");
        QTest::addColumn<QList<qint64>>("dims");
        QTest::addColumn<int>("as");
        const auto row = [](const char* name, ElementType element, QList<qint64> dims, ShownAs as) {
            QTest::addRow("%s, %lld", name, dims.isEmpty() ? 0LL : dims.last())
                << QString(name) << static_cast<int>(element) << dims << static_cast<int>(as);
        };
        row("495", ElementType::Float, { 1, 1000 }, ShownAs::Classes);
        row("probabilities", ElementType::Float16, { 4, 10 }, ShownAs::Classes);
        row("hidden", ElementType::Float, { 1, 768 }, ShownAs::Numbers);
        row("logits", ElementType::Float, { 1, 7, 50257 }, ShownAs::Tokens);
        row("output_ids", ElementType::Int64, { 1, 12 }, ShownAs::Tokens);
        row("class", ElementType::Int64, { 1 }, ShownAs::Numbers);
        row("output0", ElementType::Float, { 1, 84, 8400 }, ShownAs::Boxes);
        row("output", ElementType::Float, { 1, 25200, 85 }, ShownAs::Boxes);
        row("boxes", ElementType::Float, { 1, 100, 4 }, ShownAs::Boxes);
        row("detections", ElementType::Float, { 1, 300, 6 }, ShownAs::Boxes);
        row("out", ElementType::Float, { 1, 21, 65, 65 }, ShownAs::Mask);
        row("mask", ElementType::Float, { 1, 1, 64, 64 }, ShownAs::Mask);
        row("picture", ElementType::Float, { 1, 3, 64, 64 }, ShownAs::Numbers);
        row("audio_out", ElementType::Float, { 1, 16000 }, ShownAs::Wave);
        row("", ElementType::Float, {}, ShownAs::Numbers);
    }
    void guessesByNameTypeAndShape()
    {
        QFETCH(QString, name);
        QFETCH(int, element);
        QFETCH(QList<qint64>, dims);
        const auto guess = ui::guessShown(name.toStdString(),
            static_cast<model::ElementType>(element), { dims.begin(), dims.end() });
        QTEST(static_cast<int>(guess.options.as), "as");
        QCOMPARE(guess.reason.isEmpty(), guess.options.as == ShownAs::Numbers);
    }

    void formsOfBoxesAreGuessed()
    {
        const auto yolo8 = ui::guessShown("output0", model::ElementType::Float, { 1, 84, 8400 });
        QVERIFY(yolo8.options.boxes.isTransposed);
        QCOMPARE(yolo8.options.boxes.scores, BoxForm::Scores::PerClass);
        QCOMPARE(yolo8.options.boxes.corners, BoxForm::Corners::CentreSize);
        const auto yolo5 = ui::guessShown("output", model::ElementType::Float, { 1, 25200, 85 });
        QVERIFY(!yolo5.options.boxes.isTransposed);
        QCOMPARE(yolo5.options.boxes.scores, BoxForm::Scores::ObjectPerClass);
    }

    /// numpy: np.exp([1, 2, 3]) / np.exp([1, 2, 3]).sum()
    void logitsBecomeProbabilities()
    {
        auto request = requestFor(ShownAs::Classes);
        request.words = wordsOf({ "cat", "dog" });
        const auto content = floats({ 1, 3 }, { 1, 2, 3 });
        const auto shown = ui::showOutput(content, request, {});
        QVERIFY2(shown, shown ? "" : shown.error().message().c_str());
        QCOMPARE(shown->rows.size(), std::size_t(3));
        QCOMPARE(shown->rows[0].number, 2);
        QCOMPARE(shown->rows[0].label, QString());
        QVERIFY(std::abs(shown->rows[0].score - 0.66524096) < 1e-8);
        QCOMPARE(shown->rows[1].label, QStringLiteral("dog"));
        QVERIFY(std::abs(shown->rows[1].score - 0.24472847) < 1e-8);
        request.options.scores = ShownOptions::Scores::Probabilities;
        QCOMPARE(ui::showOutput(content, request, {})->rows[0].score, 3.0);
    }

    void probabilitiesStayAsTheyAre()
    {
        auto request = requestFor(ShownAs::Classes);
        request.item = 1;
        const auto shown
            = ui::showOutput(floats({ 2, 2 }, { 0.5F, 0.5F, 0.25F, 0.75F }), request, {});
        QCOMPARE(shown->rows[0].number, 1);
        QCOMPARE(shown->rows[0].score, 0.75);
        QCOMPARE(ui::itemCount(ShownAs::Classes, model::ElementType::Float, { 2, 2 }), 2);
    }

    /// Two boxes of a class share 9 of 16 + 16 - 9 pixels, 0.39; the third is of another class.
    void theBetterOfOverlappingBoxesIsShown()
    {
        auto request = requestFor(ShownAs::Boxes);
        request.options.boxes.scores = BoxForm::Scores::ThenClass;
        request.options.boxes.overlap = 0.38;
        const auto content = floats({ 1, 4, 6 },
            { 10, 10, 14, 14, 0.5F, 1, 11, 11, 15, 15, 0.9F, 1, 10, 10, 14, 14, 0.6F, 2, 0, 0, 9, 9,
                0.1F, 0 });
        const auto shown = ui::showOutput(content, request, {});
        QVERIFY2(shown, shown ? "" : shown.error().message().c_str());
        QCOMPARE(shown->rows.size(), std::size_t(2));
        QCOMPARE(shown->rows[0].place, QRectF(11, 11, 4, 4));
        QCOMPARE(shown->rows[1].number, 2);
        request.options.boxes.overlap = 0.4;
        QCOMPARE(ui::showOutput(content, request, {})->rows.size(), std::size_t(3));
    }

    void boxesAsColumnsWithAScorePerClass()
    {
        auto request = requestFor(ShownAs::Boxes);
        request.options.boxes
            = { BoxForm::Corners::CentreSize, BoxForm::Scores::PerClass, true, 0.25, 1 };
        request.picture = QImage(100, 50, QImage::Format_RGB32);
        request.picture.fill(Qt::black);
        // Two objects, two classes; places are shares of the picture.
        const auto shown = ui::showOutput(
            floats({ 1, 6, 2 },
                { 0.5F, 0.1F, 0.5F, 0.1F, 0.2F, 0.1F, 0.4F, 0.1F, 0.1F, 0.2F, 0.8F, 0.1F }),
            request, {});
        QVERIFY2(shown, shown ? "" : shown.error().message().c_str());
        QCOMPARE(shown->rows.size(), std::size_t(1));
        QCOMPARE(shown->rows[0].number, 1);
        const auto place = shown->rows[0].place;
        QVERIFY(std::abs(place.x() - 40) < 1e-4 && std::abs(place.y() - 15) < 1e-4);
        QVERIFY(std::abs(place.width() - 20) < 1e-4 && std::abs(place.height() - 20) < 1e-4);
        QVERIFY(shown->summary.contains("shares of the picture"));
        QVERIFY(!shown->picture.isNull());
    }

    void aMaskHasTheBestClassOfEachPixel()
    {
        const auto shown
            = ui::showOutput(floats({ 1, 3, 1, 4 }, { 5, 0, 0, 0, 1, 1, 2, 0, 0, 0, 3, 9 }),
                requestFor(ShownAs::Mask), {});
        QVERIFY2(shown, shown ? "" : shown.error().message().c_str());
        // Best channels: 0, 1, 2, 2.
        QCOMPARE(shown->rows[0].number, 2);
        QCOMPARE(shown->rows[0].score, 0.5);
        QCOMPARE(shown->picture.size(), QSize(4, 1));
        QCOMPARE(shown->picture.pixel(2, 0), shown->picture.pixel(3, 0));
        QVERIFY(shown->picture.pixel(1, 0) != shown->picture.pixel(2, 0));
    }

    void aMaskOfOneChannelHasALevel()
    {
        auto request = requestFor(ShownAs::Mask);
        request.options.level = 0.25;
        const auto shown
            = ui::showOutput(floats({ 1, 1, 2, 2 }, { 0, 0.2F, 0.3F, 1 }), request, {});
        QCOMPARE(shown->rows.size(), std::size_t(2));
        QCOMPARE(shown->rows[0].score, 0.5);
    }

    void tokensBecomeText_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("text"); // of tokens 0, 1, 2, 9
        QTest::newRow("lines") << QByteArray("v.txt") << QByteArray("one\ntwo\r\nthree\n")
                               << "one two three <9>";
        QTest::newRow("word pieces")
            << QByteArray("v.txt") << QByteArray("play\n##ing\n##s\n") << "playings <9>";
        QTest::newRow("sentencepiece")
            << QByteArray("tokenizer.json")
            << QByteArray(
                   "{\"model\":{\"vocab\":[[\"\u2581Hello\",-1],[\"\u2581wor\",-2],[\"ld\",-3]]},"
                   "\"added_tokens\":[{\"id\":9,\"content\":\"</s>\"}]}")
            << " Hello world</s>";
        QTest::newRow("bytes") << QByteArray("vocab.json")
                               << QByteArray("{\"\u0120caf\":0,\"\u00c3\u00a9\":1,\"\u0120x\":2}")
                               << QString::fromUtf8(" caf\u00e9 x<9>");
        QTest::newRow("numbers as keys")
            << QByteArray("v.json") << QByteArray("{\"0\":[\"n01\",\"tench\"],\"2\":\"shark\"}")
            << "tench <1> shark <9>";
        QTest::newRow("a configuration")
            << QByteArray("config.json")
            << QByteArray("{\"id2label\":{\"0\":\"a\",\"1\":\"b\"},\"label2id\":{\"a\":0}}")
            << "a b <2> <9>";
    }
    void tokensBecomeText()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, words);
        const auto read = ui::readVocabulary(written(file.constData(), words));
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        auto request = requestFor(ShownAs::Tokens);
        request.words = std::make_shared<const ui::Vocabulary>(*read);
        const auto shown = ui::showOutput(
            tensor<std::int64_t>(model::ElementType::Int64, { 1, 4 }, { 0, 1, 2, 9 }), request, {});
        QVERIFY2(shown, shown ? "" : shown.error().message().c_str());
        QTEST(shown->text, "text");
    }

    void scoresOfTokensGiveTheBest()
    {
        auto request = requestFor(ShownAs::Tokens);
        request.words = wordsOf({ "a", "b" });
        const auto shown = ui::showOutput(floats({ 1, 3, 2 }, { 0, 1, 2, 1, 0, 5 }), request, {});
        QCOMPARE(shown->text, QStringLiteral("b a b"));
    }

    void aWaveKeepsItsPeaks()
    {
        std::vector<float> samples(10'000, 0.0F);
        samples[4321] = -0.75F;
        auto request = requestFor(ShownAs::Wave);
        request.options.sampleRate = 8000;
        const auto shown = ui::showOutput(floats({ 1, 10'000 }, samples), request, {});
        QCOMPARE(shown->wave.largest, 0.75);
        QCOMPARE(*std::ranges::min_element(shown->wave.low), -0.75F);
        QVERIFY2(shown->summary.contains("1.25 s"), qPrintable(shown->summary));
    }

    void errorsNameWhatWasFound()
    {
        const auto message = [](const auto& content, ui::ShowRequest request) {
            const auto shown = ui::showOutput(content, request, {});
            return shown ? QString() : QString::fromStdString(shown.error().message());
        };
        auto boxes = requestFor(ShownAs::Boxes);
        QCOMPARE(message(floats({ 3 }, { 1, 2, 3 }), boxes),
            QStringLiteral("has rank 1, boxes need a row or a column for each object"));
        boxes.options.boxes.scores = BoxForm::Scores::ThenClass;
        QVERIFY(message(floats({ 1, 4 }, { 1, 2, 3, 4 }), boxes)
                    .startsWith("has 4 numbers for each of 1 objects, these boxes need 6"));
        QVERIFY(message(floats({ 2 }, { 1, NAN }), requestFor(ShownAs::Classes))
                    .startsWith("1 of 2 scores are NaN"));
        QVERIFY(message(floats({ 0 }, {}), requestFor(ShownAs::Classes)).contains("no numbers"));
        const auto empty = ui::readVocabulary(written("empty.txt", ""));
        QVERIFY(!empty && empty.error().message().find("has no words") != std::string::npos);
        const auto broken = ui::readVocabulary(written("broken.json", "{\"a\":"));
        QVERIFY(!broken && broken.error().message().find("is no JSON") != std::string::npos);
        QVERIFY(!ui::readVocabulary("/no/such.txt"));
    }

    void choicesAreKeptPerModelAndValue()
    {
        ShownOptions options;
        options.as = ShownAs::Boxes;
        options.words = "labels.txt";
        options.boxes = { BoxForm::Corners::Y1X1Y2X2, BoxForm::Scores::ThenClass, true, 0.125, 1 };
        options.sampleRate = 22050;
        ui::keepShown("/a.onnx", "y", options);
        QVERIFY(ui::chosenShown("/a.onnx", "y") == options);
        QVERIFY(!ui::chosenShown("/a.onnx", "z"));
        QVERIFY(!ui::chosenShown("/b.onnx", "y"));
        ui::forgetShown("/a.onnx", "y");
        QVERIFY(!ui::chosenShown("/a.onnx", "y"));
    }
};

QTEST_MAIN(TestShownOutput)
#include "tst_shown_output.moc"
