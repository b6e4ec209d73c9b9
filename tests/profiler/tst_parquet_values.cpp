// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/parquet.h"
#include "tests/support/paths.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

using namespace profiler::file;

namespace {

constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array columns { ColumnSpec { "number", ColumnType::Number, Presence::Optional },
    ColumnSpec { "whole", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "always", ColumnType::Integer }, ColumnSpec { "text", ColumnType::Text },
    ColumnSpec { "long", ColumnType::Text },
    ColumnSpec { "no_number", ColumnType::Number, Presence::Optional },
    ColumnSpec { "no_whole", ColumnType::Integer, Presence::Optional },
    ColumnSpec { "zeros", ColumnType::Number },
    ColumnSpec { "some_text", ColumnType::Text, Presence::Optional },
    ColumnSpec { "no_text", ColumnType::Text, Presence::Optional },
    ColumnSpec { "time", ColumnType::Time, Presence::Optional } };
constexpr std::size_t shown = 16;
constexpr std::size_t manyRows = 5000; // more different numbers than a dictionary holds

const std::string longText(70, 'l');

ColumnValues edgeValues(std::size_t column)
{
    using Number = std::numeric_limits<double>;
    using Whole = std::numeric_limits<std::int64_t>;
    switch (column) {
    case 0:
        return { .numbers = { 1.5, nan, -Number::infinity(), Number::infinity(),
                     Number::denorm_min(), Number::max(), Number::lowest(), nan, -1.5, 0.1 } };
    case 1:
        return { .integers
            = { noInteger, 0, -1, Whole::max(), Whole::min() + 1, noInteger, 1, 2, 3, noInteger } };
    case 2:
        return { .integers = { Whole::min(), Whole::max(), 0, -1, 1, 1, 1, 1, 1, 1 } };
    case 3:
        return { .dictionary = { "", "a", "\xc3\xa4", "\xf0\x9f\x98\x80" },
            .indices = { 0, 1, 2, 3, 3, 3, 1, 1, 1, 0 } };
    case 4:
        return { .dictionary = { longText }, .indices = std::vector<std::uint32_t>(10, 0) };
    case 5:
        return { .numbers = std::vector<double>(10, nan) };
    case 6:
        return { .integers = std::vector<std::int64_t>(10, noInteger) };
    case 7:
        return { .numbers = { 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0 } };
    case 8:
        return { .dictionary = { "", "a", "\xc3\xa4" },
            .indices = { noText, 0, 1, 2, noText, noText, 1, 1, 0, noText } };
    case 9:
        return { .indices = std::vector<std::uint32_t>(10, noText) };
    default:
        return { .integers = { 0, -1, noInteger, 1'795'771'800'123'456, 1, noInteger,
                     253'402'300'799'999'999, -62'135'596'800'000'000, 5, 6 } };
    }
}

/// Every third optional value is absent.
ColumnValues manyValues(std::size_t column)
{
    const bool isOptional = columns[column].presence == Presence::Optional;
    ColumnValues values;
    if (columns[column].type == ColumnType::Text) {
        values.dictionary = { "same" };
        for (std::size_t row = 0; row < manyRows; ++row)
            values.indices.push_back(isOptional && row % 3 == 1 ? noText : 0);
        return values;
    }
    for (std::size_t row = 0; row < manyRows; ++row) {
        const auto whole = static_cast<std::int64_t>(row * row * 37 % 100'003) - 50'000;
        const bool isAbsent = row % 3 == 1 && isOptional;
        if (columns[column].type == ColumnType::Number)
            values.numbers.push_back(isAbsent ? nan : static_cast<double>(whole) / 7);
        else
            values.integers.push_back(isAbsent ? noInteger : whole);
    }
    return values;
}

std::string bitsText(std::uint64_t bits)
{
    return QString("%1").arg(bits, 16, 16, QChar('0')).toStdString();
}

/// A line as tests/oracles/read_parquet.py writes it.
std::string lineOf(int group, const ColumnSpec& column, const ColumnValues& values)
{
    std::vector<std::string> texts;
    std::uint64_t combined = 0;
    std::size_t nulls = 0;
    std::string span = "no range";
    const auto add = [&](bool isAbsent, std::uint64_t bits, const std::string& text) {
        texts.push_back(isAbsent ? "null" : text);
        combined ^= isAbsent ? 0 : bits;
        nulls += isAbsent ? 1 : 0;
    };
    if (column.type == ColumnType::Text) {
        auto words = values.dictionary;
        std::ranges::sort(words);
        if (!words.empty() && words.back().size() <= 64)
            span = '"' + std::string(words.front()) + "\" to \"" + std::string(words.back()) + '"';
        for (const auto index : values.indices)
            add(index == noText, 0,
                index == noText ? "" : '"' + std::string(values.dictionary[index]) + '"');
    } else if (column.type == ColumnType::Number) {
        double least = std::numeric_limits<double>::infinity();
        double largest = -least;
        for (const auto value : values.numbers) {
            add(std::isnan(value), std::bit_cast<std::uint64_t>(value),
                bitsText(std::bit_cast<std::uint64_t>(value)));
            least = std::fmin(least, value);
            largest = std::fmax(largest, value);
        }
        // Of zeros the format wants the wider range.
        if (nulls < values.numbers.size())
            span = bitsText(std::bit_cast<std::uint64_t>(least == 0 ? -0.0 : least)) + " to "
                + bitsText(std::bit_cast<std::uint64_t>(largest == 0 ? 0.0 : largest));
    } else {
        auto least = std::numeric_limits<std::int64_t>::max();
        auto largest = std::numeric_limits<std::int64_t>::min();
        for (const auto value : values.integers) {
            const bool isAbsent = value == noInteger && column.presence == Presence::Optional;
            add(isAbsent, static_cast<std::uint64_t>(value), std::to_string(value));
            least = isAbsent ? least : std::min(least, value);
            largest = isAbsent ? largest : std::max(largest, value);
        }
        if (nulls < values.integers.size())
            span = std::to_string(least) + " to " + std::to_string(largest);
    }
    std::string joined;
    for (const auto& text : texts)
        joined += (joined.empty() ? "" : " ") + text;
    return std::to_string(group) + " " + std::string(column.name) + ": " + std::to_string(nulls)
        + " nulls, " + span + ": " + (texts.size() > shown ? bitsText(combined) : joined) + "\n";
}

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Edge values of every type in a Parquet file, as pyarrow and DuckDB read them
/// (tests/oracles/read_parquet.py).
class TestParquetValues : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    const std::filesystem::path m_sample
        = testing::sourceDir() / "tests/data/profiles/edge-values.parquet";

    static std::string textOf(const std::filesystem::path& path)
    {
        const auto content = contentOf(path);
        auto reader = ParquetReader::open(
            std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))));
        if (!reader)
            return reader.error().message();
        std::string text;
        for (std::size_t group = 0; group < reader->groups(); ++group)
            for (const auto& column : columns) {
                const auto values = reader->read(group, column);
                text += values ? lineOf(static_cast<int>(group), column, *values)
                               : values.error().message();
            }
        return text;
    }

private slots:
    void whatIsWrittenIsWhatOthersRead()
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "edge.parquet";
        auto writer = ParquetWriter::create(path, columns);
        QVERIFY(writer);
        QVERIFY(writer->addGroup(edgeValues, 10, { { "key", "value" } }));
        QVERIFY(writer->addGroup(manyValues, manyRows, { { "key", "value" } }));
        QVERIFY(writer->finish({ { "key", "value" } }));
        std::string text;
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += lineOf(0, columns[i], edgeValues(i));
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += lineOf(1, columns[i], manyValues(i));
        if (qEnvironmentVariableIsSet("OPSCOPE_UPDATE_GOLDEN"))
            std::filesystem::copy_file(
                path, m_sample, std::filesystem::copy_options::overwrite_existing);
        QCOMPARE(QString::fromStdString(textOf(path)), QString::fromStdString(text));
        // What pyarrow and DuckDB read in the sample.
        QCOMPARE(QString::fromUtf8(
                     contentOf(testing::sourceDir() / "tests/data/golden/parquet_values.txt")),
            QString::fromStdString(text));
    }

    void aTextIsNotAbsentWhereItIsRequired()
    {
        const auto content = contentOf(m_sample);
        auto reader = *ParquetReader::open(
            std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))));
        const auto values = reader.read(0, { "some_text", ColumnType::Text });
        QVERIFY(!values);
        QCOMPARE(values.error().message(),
            std::string("column 'some_text' may be absent, texts of profiles are not"));
    }

    void theSampleIsReadAsByOthers()
    {
        QCOMPARE(QString::fromStdString(textOf(m_sample)),
            QString::fromUtf8(
                contentOf(testing::sourceDir() / "tests/data/golden/parquet_values.txt")));
    }
};

QTEST_GUILESS_MAIN(TestParquetValues)
#include "tst_parquet_values.moc"
