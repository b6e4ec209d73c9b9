#include "engine/inputs/image_input.h"
#include "engine/inputs/inputs.h"
#include "engine/kernel/element_dispatch.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sstream>

using namespace engine;

namespace {

/// The picture of tests/oracles/make_image_inputs.py.
Picture gradient(std::int64_t width, std::int64_t height)
{
    Picture picture { width, height, {} };
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x)
            for (std::int64_t channel = 0; channel < 3; ++channel)
                picture.pixels.push_back(static_cast<std::uint8_t>(
                    (x * 37 + y * 91 + channel * 53 + x * y * 7 + 11) % 256));
    return picture;
}

Dims dimsOf(QString text)
{
    Dims dims;
    for (const auto& part : text.split('x'))
        dims.push_back(part.toLongLong());
    return dims;
}

ElementType typeNamed(const QString& name)
{
    return testing::modelFromText("input x: " + name.toStdString() + " 1\noutput x")
        ->values.front()
        .type.element;
}

std::vector<double> numbersOf(const Tensor& tensor)
{
    std::vector<double> numbers;
    const auto visited = visitElement(NumberTypes {}, tensor.element(), [&]<typename T>() {
        for (const auto number : tensor.as<T>())
            if constexpr (std::is_arithmetic_v<T>)
                numbers.push_back(static_cast<double>(number));
            else
                numbers.push_back(static_cast<double>(static_cast<float>(number)));
    });
    return visited ? numbers : std::vector<double>();
}

Result<Tensor> tensorFor(
    const Picture& picture, ElementType element, const Dims& dims, std::string_view options)
{
    const auto pool = MemoryPool::create();
    const auto preparation = TRY(imagePreparationFromText(options));
    model::Shape shape;
    for (const auto size : dims)
        shape.push_back(model::Dimension::number(size));
    const auto axes = TRY(imageAxes(shape, preparation.order));
    return imageTensor(picture, preparation, { element, dims }, axes, *pool);
}

QString errorOf(std::string_view input, const std::string& spec)
{
    RunRequest request;
    request.model = testing::modelFromText(input);
    const auto parsed = inputSpecFromText(spec);
    if (!parsed)
        return QString::fromStdString(parsed.error().message());
    request.inputs["x"] = *parsed;
    const auto pool = MemoryPool::create();
    const auto made = makeInputs(request, *pool);
    return made ? QString() : QString::fromStdString(made.error().message());
}

} // namespace

/// What a model gets from a picture.
class TestImageInput : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::string m_picture;

private slots:
    void initTestCase()
    {
        m_picture = m_folder.filePath("a,b=c.ppm").toStdString();
        std::ofstream file(m_picture);
        file << "P3 4 2 255\n";
        for (int i = 0; i < 8; ++i)
            file << 10 * i << " 200 255\n";
    }

    void givesTheNumbersOfPillowAndNumpy_data()
    {
        QTest::addColumn<QString>("row");
        std::ifstream file(testing::sourceDir() / "tests/data/golden/image_inputs.txt");
        std::string line;
        for (std::getline(file, line); std::getline(file, line);) {
            const auto row = QString::fromStdString(line);
            QTest::newRow(qPrintable(row.section(" : ", 0, 0))) << row;
        }
    }
    void givesTheNumbersOfPillowAndNumpy()
    {
        QFETCH(QString, row);
        const auto facts = row.section(" : ", 0, 0).split(' ');
        const auto size = dimsOf(facts[0]);
        const auto options = facts[3] == "-" ? std::string() : facts[3].toStdString();
        const auto tensor
            = tensorFor(gradient(size[0], size[1]), typeNamed(facts[1]), dimsOf(facts[2]), options);
        QVERIFY2(tensor, tensor ? "" : tensor.error().message().c_str());
        const auto found = numbersOf(*tensor);
        const auto expected = row.section(" : ", 1).split(' ');
        QCOMPARE(found.size(), static_cast<std::size_t>(expected.size()));
        const double tolerance = facts[3].contains("linear") ? 3e-5 : 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double number = expected[static_cast<qsizetype>(i)].toDouble();
            QVERIFY2(std::abs(found[i] - number) <= tolerance * std::max(1.0, std::abs(number)),
                qPrintable(QString("element %1 is %2, expected %3")
                               .arg(i)
                               .arg(found[i], 0, 'g', 17)
                               .arg(number, 0, 'g', 17)));
        }
    }

    void optionsAreReadAsTheyArePrinted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("printed");
        QTest::newRow("none") << ""
                              << "";
        QTest::newRow("defaults") << "stretch,bilinear,rgb"
                                  << "";
        QTest::newRow("all") << "nhwc,pad=114,bicubic,bgr,range=0..255,mean=1/2/3,std=0.5"
                             << "nhwc,pad=114,bicubic,bgr,range=0..255,mean=1/2/3,std=0.5";
        QTest::newRow("later ones win") << "pad=3,crop=256,crop,linear"
                                        << "crop,linear";
        QTest::newRow("a name for several")
            << "imagenet,crop=232"
            << "crop=232,mean=0.485/0.456/0.406,std=0.229/0.224/0.225";
    }
    void optionsAreReadAsTheyArePrinted()
    {
        QFETCH(QString, text);
        const auto made = imagePreparationFromText(text.toStdString());
        QVERIFY2(made, made ? "" : made.error().message().c_str());
        const auto printed = imagePreparationText(*made);
        QTEST(QString::fromStdString(printed), "printed");
        QCOMPARE(*imagePreparationFromText(printed), *made);
        for (const auto& named : namedPreparations())
            QVERIFY2(imagePreparationFromText(named.options), named.name.data());
    }

    void aFileMayHaveCommasAndEqualSigns()
    {
        const auto spec = inputSpecFromText("image:" + m_picture + ",nchw,mean=0.5");
        QVERIFY(spec);
        QCOMPARE(spec->file.string(), m_picture);
        QCOMPARE(imagePreparationText(spec->image), std::string("nchw,mean=0.5"));
    }

    void errorsNameWhatWasFound_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("words");
        const auto row
            = [](const char* name, const char* input, const char* options, const char* words) {
                  QTest::newRow(name) << QByteArray(input) << QString(options) << QString(words);
              };
        row("rank 2", "float 3 4", "", "has the shape 3×4, an image needs rank 3 or 4");
        row("four channels", "float 1 4 8 8", ",nchw", "has 4 channels, an image gives 1 or 3");
        row("no order", "float 1 8 8 8", "", "give the channel order");
        row("text", "string 1 3 4 4", "", "string");
        row("an unknown option", "float 1 3 4 4", ",croop=4",
            "\"croop=4\" is unknown, expected nchw");
        row("no number", "float 1 3 4 4", ",mean=0.5/x",
            "mean= is \"0.5/x\", expected numbers for the channels");
        row("a deviation of zero", "float 1 3 4 4", ",std=0", "expected numbers above 0");
        row("two means", "float 1 3 4 4", ",mean=1/2", "has 3 channels, mean has 2 numbers");
        row("a cut that is too large", "float 1 3 4 4", ",crop=3",
            "takes 4 x 4 pixels, the picture has 6 x 3 before it is cut");
        row("levels that do not fit", "int8 1 3 4 4", "",
            "is int8, which cannot hold the levels: they become 0 to 255");
        row("numbers below zero", "uint8 1 3 4 4", ",mean=128", "they become -128 to 127");
    }
    void errorsNameWhatWasFound()
    {
        QFETCH(QByteArray, input);
        QFETCH(QString, options);
        QFETCH(QString, words);
        const auto error = errorOf("input x: " + input.toStdString() + "\noutput x",
            "image:" + m_picture + options.toStdString());
        QVERIFY2(error.contains(words), qPrintable(error));
    }

    void freeSizesAreThoseOfThePicture()
    {
        RunRequest request;
        request.model = testing::modelFromText("input x: float n 3 h w\noutput x");
        request.inputs["x"] = *inputSpecFromText("image:" + m_picture + ",nchw");
        const auto pool = MemoryPool::create();
        const auto whole = makeInputs(request, *pool);
        QVERIFY2(whole, whole ? "" : whole.error().message().c_str());
        QCOMPARE(whole->values[0].value.tensor().dims(), (Dims { 1, 3, 2, 4 }));
        request.inputs["x"].image.fit = ImageFit::Crop;
        request.inputs["x"].image.shorterSide = 3;
        const auto larger = makeInputs(request, *pool);
        QCOMPARE(larger->values[0].value.tensor().dims(), (Dims { 1, 3, 3, 6 }));
        QCOMPARE(larger->values[0].how, std::string("image a,b=c.ppm, nchw,crop=3"));
    }
};

QTEST_GUILESS_MAIN(TestImageInput)
#include "tst_image_input.moc"
