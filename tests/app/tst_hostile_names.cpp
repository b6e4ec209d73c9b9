// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/support/atomic_file.h"
#include "profiler/file/profile_file.h"
#include "tests/support/cli_process.h"
#include "tests/support/profiler/sample_profile.h"
#include "tests/support/wire.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace testing;

namespace {

/// Each is the name of a node, a value, a dimension, an operator or a step.
QByteArrayList names()
{
    return { "</script><img src=x onerror=alert(1)>", "\x1b[31mred\x1b[2J\x1b]0;t\x07",
        "\xe2\x80\xae"
        "desrever\xe2\x81\xa6",
        "\xc2\x9b"
        "31m",
        "a\nb\r\n# c\td", "=cmd|' /C calc'!A0", "|a|`b`**c** [d](javascript:e)", "a,\"b\";c d",
        "]]>--><!--", "&lt;&#60;",
        "\xff\xfe"
        "no text",
        "%s%n", "\xe2\x80\x8b\xef\xbb\xbf", "http://a.b/c" };
}

QString decoded(const QByteArray& text) { return QString::fromUtf8(text); }

/// Control characters but line breaks and tabs, and those that are invisible or turn the direction.
bool isTame(const QString& text)
{
    for (const auto c : text) {
        const auto code = c.unicode();
        const bool isControl
            = (code < 0x20 && c != '\n' && c != '\r' && c != '\t') || (code >= 0x7f && code < 0xa0);
        const bool isHidden = code == 0x200b || code == 0xfeff || (code >= 0x202a && code <= 0x202e)
            || (code >= 0x2066 && code <= 0x2069);
        if (isControl || isHidden)
            return false;
    }
    return true;
}

/// Rows of RFC 4180: cells in quotes may hold line breaks.
QList<QStringList> rowsOf(const QString& text)
{
    QList<QStringList> rows { { "" } };
    bool isQuoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        auto& cell = rows.back().back();
        if (text[i] == '"' && isQuoted && text.mid(i + 1, 1) == "\"")
            cell += text[i++];
        else if (text[i] == '"')
            isQuoted = !isQuoted;
        else if (text[i] == ',' && !isQuoted)
            rows.back() << "";
        else if (text.mid(i, 2) == "\r\n" && !isQuoted && i + 2 < text.size())
            rows << QStringList { "" };
        else if (text[i] != '\r' || isQuoted)
            cell += text[i];
    }
    return rows;
}

/// Signs that Markdown would act on, outside of our own marks at the beginning of lines and cells.
QString firstBareSign(const QString& text)
{
    for (const auto& line : text.split('\n')) {
        if (line.startsWith("| ---"))
            continue;
        for (qsizetype i = 0; i < line.size(); ++i) {
            if (line[i] == '\\') {
                ++i;
                continue;
            }
            if (line[i] == '<' || line[i] == '`' || line[i] == '[' || line.mid(i, 3) == "://")
                return line.mid(i, 40);
        }
    }
    return {};
}

QString problemOf(const QString& format, const CliOutcome& outcome)
{
    if (outcome.out.isEmpty())
        return "nothing was written: " + outcome.err;
    if (!isTame(outcome.out))
        return "a control or direction character is in it";
    if (format == "json" && outcome.json().isEmpty())
        return "it is no JSON";
    if (format == "markdown" && !firstBareSign(outcome.out).isEmpty())
        return "Markdown would act on " + firstBareSign(outcome.out);
    if (format == "csv") {
        const auto rows = rowsOf(outcome.out);
        for (const auto& row : rows) {
            if (row.size() != rows[0].size())
                return "a row has " + QString::number(row.size()) + " cells: " + row.join('/');
            for (const auto& cell : row)
                if (cell.startsWith('=') || cell.startsWith('@'))
                    return "a spreadsheet computes " + cell;
        }
    }
    if (format == "svg" || format == "junit") {
        QXmlStreamReader xml(outcome.out);
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement
                && (xml.name() == QLatin1String("script") || xml.name() == QLatin1String("img")))
                return "an element of a name is in it";
        if (xml.hasError())
            return "it is no XML: " + xml.errorString();
    }
    if (format == "html"
        && (outcome.out.contains("<img src=x") || outcome.out.contains("</script><img")))
        return "an element of a name is in it";
    return {};
}

} // namespace

/// Names that bite, in everything that is written.
class TestHostileNames : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Chains of Relu and of operators that nobody knows, all named by `names`.
    void writeModel(const char* file, bool hasUnknown, const char* suffix) const
    {
        const auto value = [&](qsizetype i) {
            const auto all = names();
            return i < 0 ? std::string("x") : all[i].toStdString() + suffix;
        };
        const auto dimension = [](const QByteArray& name) {
            // TypeProto.tensor_type { elem_type 1, shape { dim { dim_param } dim { 3 } } }
            return wire::bytes(1,
                wire::number(1, 1)
                    + wire::bytes(2,
                        wire::bytes(1, wire::bytes(2, name.toStdString()))
                            + wire::bytes(1, wire::number(1, 3))));
        };
        std::string graph = wire::bytes(2, "graph");
        const auto all = names();
        for (qsizetype i = 0; i < all.size(); ++i) {
            const auto type = hasUnknown && i % 2 == 1 ? all[i].toStdString() : std::string("Relu");
            graph
                += wire::nodeField(type, { value(i - 1) }, { value(i) }, wire::bytes(3, value(i)));
        }
        graph += wire::inputField("x", dimension("=1+1\x1b[31m"));
        graph += wire::outputField(value(all.size() - 1));
        QVERIFY(support::writeFile(path(file).toStdString(), wire::model(graph)));
    }

private slots:
    void initTestCase()
    {
        writeModel("m.onnx", true, "");
        writeModel("runs.onnx", false, "");
        writeModel("other.onnx", false, "2");
        // In place of steps: one profile for each name.
        const auto all = names();
        for (qsizetype i = 0; i < all.size(); ++i) {
            const auto name = all[i].toStdString();
            const auto profile = sampleProfile({ .nodeName = name });
            QVERIFY(profiler::writeProfileFile(
                m_folder.filePath(QString("p%1.opscope").arg(i)).toStdString(), *profile));
        }
    }

    void modelsAreWrittenSafely_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("format");
        const auto row = [](const QStringList& arguments, const QStringList& formats) {
            for (const auto& format : formats)
                QTest::addRow("%s, %s", qPrintable(arguments.join(' ')), qPrintable(format))
                    << arguments + QStringList { "--format", format } << format;
        };
        const QStringList all { "text", "json", "csv", "markdown" };
        row({ "inspect", "m.onnx" }, { "text", "json" });
        row({ "inspect", "m.onnx", "--nodes" }, all);
        row({ "inspect", "m.onnx", "--values" }, all);
        row({ "inspect", "m.onnx", "--find", "type:Relu" }, all);
        row({ "inspect", "m.onnx", "--node", "graph/node[0]" }, { "text", "json" });
        row({ "check", "m.onnx" }, { "text", "json" });
        row({ "check", "m.onnx", "--device", "cpu" }, { "text", "json" });
        row({ "run", "m.onnx", "--partial", "--tolerate", "all" }, { "text", "json" });
        row({ "run", "m.onnx", "--tolerate", "all" }, { "json" });
        row({ "run", "runs.onnx", "--tolerate", "all" }, { "text", "json" });
        row({ "profile", "runs.onnx", "--tolerate", "all", "--runs", "2" }, all);
        row({ "verify", "runs.onnx", "--against", "reference", "--tolerate", "all" }, all);
        row({ "compare", "m.onnx", "other.onnx" }, all);
        row({ "compare", "runs.onnx", "other.onnx", "--numbers", "--tolerate", "all" }, all);
        QTest::newRow("draw") << QStringList { "draw", "m.onnx" } << "svg";
    }
    void modelsAreWrittenSafely()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, format);
        const auto outcome = cli(arguments, m_folder.path());
        QVERIFY2(outcome.code >= 0, qPrintable(outcome.err));
        const auto problem = problemOf(format, outcome);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY2(isTame(outcome.err), "the talk has control characters");
    }

    void profilesAreWrittenSafely_data()
    {
        QTest::addColumn<QString>("form");
        for (const auto* form : { "html", "json", "csv", "csv-nodes", "csv-runs", "chrome",
                 "folded", "markdown", "junit", "compare markdown", "compare csv", "compare json" })
            QTest::newRow(form) << form;
    }
    void profilesAreWrittenSafely()
    {
        QFETCH(QString, form);
        for (qsizetype i = 0; i < names().size(); ++i) {
            const auto file = QString("p%1.opscope").arg(i);
            auto outcome = form.startsWith("compare")
                ? cli({ "compare", file, "p0.opscope", "--format", form.section(' ', 1) },
                    m_folder.path())
                : form == "junit" ? cli({ "compare", file, "p0.opscope", "--gate", "5%",
                                            "--gate-op", "5%", "--junit", "junit.xml" },
                      m_folder.path())
                                  : cli({ "export", file, "--to", form }, m_folder.path());
            if (form == "junit") {
                QFile xml(path("junit.xml"));
                QVERIFY(xml.open(QIODevice::ReadOnly));
                outcome.out = QString::fromUtf8(xml.readAll());
            }
            const auto problem = problemOf(form.startsWith("csv") ? "csv"
                    : form == "chrome"                            ? "json"
                                                                  : form.section(' ', -1),
                outcome);
            QVERIFY2(problem.isEmpty(),
                qPrintable("name " + QString::number(i) + ": " + problem + "; " + outcome.err));
            if (form == "folded")
                for (const auto& line : outcome.out.trimmed().split('\n'))
                    QVERIFY2(QRegularExpression("^[^\\r]+ \\d+$").match(line).hasMatch(),
                        qPrintable(line));
        }
    }

    void jsonGivesNamesBack()
    {
        const auto nodes = cli(
            { "inspect", "m.onnx", "--node", "graph/node[1]", "--format", "json" }, m_folder.path())
                               .json();
        QCOMPARE(nodes["type"].toString(), decoded(names()[1]));
    }
};

QTEST_GUILESS_MAIN(TestHostileNames)
#include "tst_hostile_names.moc"
