#include <QTest>

#include "engine/image/picture.h"

#include <QByteArray>

/// Image files of a few pixels, written out here, and broken ones. Formats decoded by libraries are
/// covered by ONNX's suite too.
class TestPicture : public QObject {
    Q_OBJECT

private slots:
    void decodes_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("width");
        QTest::addColumn<QByteArray>("pixels");
        QTest::newRow("pixmap as text, with a comment")
            << QByteArray("P3\n# two pixels\n2 1\n255\n255 0 0  0 128 255\n") << 2
            << QByteArray::fromHex("ff00000080ff");
        QTest::newRow("graymap of 4 levels")
            << QByteArray("P5 3 1 3\n") + QByteArray::fromHex("000103") << 3
            << QByteArray::fromHex("000000555555ffffff");
        QTest::newRow("pixmap of 16 bits")
            << QByteArray("P6 1 1 65535\n") + QByteArray::fromHex("ffff80000000") << 1
            << QByteArray::fromHex("ff7f00");
        QTest::newRow("bitmap whose rows end inside a byte")
            << QByteArray("P4 3 2\n") + QByteArray::fromHex("a040") << 3
            << QByteArray::fromHex("000000ffffff000000ffffff000000ffffff");
        QTest::newRow("BMP of 24 bits, bottom row first") << bmp(2, 2, 24, {},
            "010203040506"
            "0000"
            "0708090a0b0c"
            "0000") << 2 << QByteArray::fromHex("0908070c0b0a030201060504");
        QTest::newRow("BMP of 24 bits, top row first") << bmp(1, -2, 24, {},
            "01020300"
            "04050600") << 1 << QByteArray::fromHex("030201060504");
        QTest::newRow("BMP with a palette of one bit") << bmp(3, 1, 1,
            "0000ff00"
            "00ff0000",
            "a0000000") << 3 << QByteArray::fromHex("00ff00ff000000ff00");
    }
    void decodes()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, pixels);
        const auto picture = engine::decodePicture(
            std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size()))));
        QVERIFY2(picture, picture ? "" : picture.error().message().c_str());
        QTEST(static_cast<int>(picture->width), "width");
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(picture->pixels.data()),
                     static_cast<qsizetype>(picture->pixels.size()))
                     .toHex(),
            pixels.toHex());
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("says");
        QTest::newRow("no bytes") << QByteArray() << "no image of a known format";
        QTest::newRow("text") << QByteArray("<html>") << "no image of a known format";
        QTest::newRow("cut pixmap") << QByteArray("P6 2 2 255\nabc") << "the file ends early";
        QTest::newRow("no size") << QByteArray("P6 x") << "expected a number at byte 3";
        QTest::newRow("claims too much") << QByteArray("P6 999999999 999999999 255\n") << "at most";
        QTest::newRow("cut BMP") << bmp(100, 100, 24, {}, "010203") << "the file ends early";
        QTest::newRow("BMP of odd depth") << bmp(1, 1, 7, {}, "00000000") << "7 bits per pixel";
        QTest::newRow("BMP without height") << bmp(1, 0, 24, {}, "00000000") << "1 x 0 pixels";
        QTest::newRow("cut PNG") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16)
                                 << "PNG image";
        QTest::newRow("cut JPEG") << QByteArray("\xff\xd8\xff\xe0", 4) << "JPEG image";
        QTest::newRow("empty TIFF") << QByteArray("II*\0\0\0\0\0", 8) << "TIFF image";
        QTest::newRow("cut WebP") << QByteArray("RIFF\x10\0\0\0WEBPVP8 ", 16) << "WebP image";
        QTest::newRow("cut JPEG 2000")
            << QByteArray("\xff\x4f\xff\x51\0\0", 6) << "JPEG 2000 image";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, says);
        const auto picture = engine::decodePicture(
            std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size()))));
        QVERIFY(!picture);
        QVERIFY2(QString::fromStdString(picture.error().message()).contains(says),
            picture.error().message().c_str());
    }

    /// Each scan makes the library decode the complete image.
    void scansOfJpeg()
    {
        const auto few = engine::decodePicture(bytesOf(jpeg(3)));
        if (!few && few.error().message().find("built without") != std::string::npos)
            QSKIP("built without libjpeg");
        QVERIFY2(few, few ? "" : few.error().message().c_str());
        QCOMPARE(few->width, std::int64_t(8));
        const auto many = engine::decodePicture(bytesOf(jpeg(501)));
        QVERIFY(!many);
        const auto message = QString::fromStdString(many.error().message());
        QVERIFY2(message.contains("more than 500 scans"), qPrintable(message));
    }

    /// The library decodes all components, three are used.
    void componentsOfJpeg2000()
    {
        const auto picture = engine::decodePicture(bytesOf(jpeg2000(1024, 600)));
        QVERIFY(!picture);
        const auto message = QString::fromStdString(picture.error().message());
        if (message.contains("built without"))
            QSKIP("built without OpenJPEG");
        QVERIFY2(
            message.contains("600 colour components of 1024 x 1024 samples"), qPrintable(message));
    }

    /// The library allocates a table for each component of each tile before it reads a pixel.
    void tilesOfJpeg2000()
    {
        auto file = jpeg2000(250, 1000);
        file.replace(24, 8, QByteArray::fromHex("0000000100000001")); // sizes of a tile
        const auto picture = engine::decodePicture(bytesOf(file));
        QVERIFY(!picture);
        const auto message = QString::fromStdString(picture.error().message());
        if (message.contains("built without"))
            QSKIP("built without OpenJPEG");
        QVERIFY2(
            message.contains("250 x 250 tiles of 1000 colour components"), qPrintable(message));
    }

private:
    static std::span<const std::byte> bytesOf(const QByteArray& file)
    {
        return std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size())));
    }

    /// A grey progressive image of 8 x 8 pixels. Each scan gives the one coefficient again.
    static QByteArray jpeg(int scans)
    {
        auto file = QByteArray::fromHex("ffd8ffdb004300") + QByteArray(64, 1)
            + QByteArray::fromHex("ffc2000b080008000801011100") // frame
            + QByteArray::fromHex("ffc400140001") + QByteArray(16, 0); // one code: difference 0
        for (int i = 0; i < scans; ++i)
            file += QByteArray::fromHex("ffda0008010100000000"
                                        "7f");
        return file + QByteArray::fromHex("ffd9");
    }

    /// A code stream of one tile without data, up to its first tile.
    static QByteArray jpeg2000(int size, int components)
    {
        const auto big = [](int value, int bytes) {
            QByteArray text;
            for (int i = bytes; i-- > 0;)
                text += static_cast<char>(static_cast<quint32>(value) >> (8 * i));
            return text;
        };
        auto file = QByteArray::fromHex("ff4fff51") + big(38 + 3 * components, 2) + big(0, 2)
            + big(size, 4) + big(size, 4) + QByteArray(8, 0) + big(size, 4) + big(size, 4)
            + QByteArray(8, 0) + big(components, 2);
        for (int i = 0; i < components; ++i)
            file += QByteArray::fromHex("070101");
        return file + QByteArray::fromHex("ff52000c00000001000004040001") // coding style
            + QByteArray::fromHex("ff5c00044040") // no quantisation
            + QByteArray::fromHex("ff90000a0000000000000001ff93ffd9");
    }

    static QByteArray number(qint32 value, int bytes)
    {
        QByteArray text;
        for (int i = 0; i < bytes; ++i)
            text += i < 4 ? static_cast<char>(static_cast<quint32>(value) >> (8 * i)) : '\0';
        return text;
    }
    /// A file header, an info header of 40 bytes, palette and pixels.
    static QByteArray bmp(qint32 width, qint32 height, qint32 bits, const QByteArray& palette,
        const QByteArray& pixels)
    {
        const auto colours = QByteArray::fromHex(palette);
        QByteArray file = "BM" + number(0, 8) + number(static_cast<qint32>(54 + colours.size()), 4);
        file += number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2)
            + number(bits, 2) + number(0, 24);
        return file + colours + QByteArray::fromHex(pixels);
    }
};

QTEST_GUILESS_MAIN(TestPicture)
#include "tst_picture.moc"
