// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/support/compress.h"
#include "profiler/exporters/exporter.h"
#include "tests/support/golden.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace profiler;

namespace {

QByteArray exported(std::string_view form, const testing::SampleShape& shape = {})
{
    const auto text = exportText(*findExporter(form), buildReport(testing::sampleProfile(shape)));
    return text ? QByteArray::fromStdString(*text) : QByteArray();
}

QJsonObject json(std::string_view form, const testing::SampleShape& shape = {})
{
    return QJsonDocument::fromJson(exported(form, shape)).object();
}

/// Of a profile of a GPU.
QJsonObject deviceJson(std::string_view form)
{
    const auto report = buildReport(testing::profileOf(testing::deviceSample()));
    const auto text = exportText(*findExporter(form), report);
    return text ? QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object()
                : QJsonObject();
}

/// RFC 4180: the cells of one file, quotes removed.
QList<QStringList> cellsOf(const QByteArray& csv)
{
    QList<QStringList> rows { {} };
    QString cell;
    bool isQuoted = false;
    const auto text = QString::fromUtf8(csv);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto c = text[i];
        if (c == '"') {
            const bool isEscape = isQuoted && i + 1 < text.size() && text[i + 1] == '"';
            isEscape ? (cell += c, void(++i)) : void(isQuoted = !isQuoted);
        } else if (!isQuoted && (c == ',' || c == '\n')) {
            rows.last() << cell;
            cell.clear();
            if (c == '\n')
                rows << QStringList();
        } else if (isQuoted || c != '\r') {
            cell += c;
        }
    }
    rows.removeLast();
    return rows;
}

/// The part of JSON Schema that docs/opscope-report-1.schema.json uses. Every member that is
/// written must be named there.
class Schema {
public:
    explicit Schema(QJsonObject root)
        : m_root(std::move(root))
    {
    }

    QStringList findings(const QJsonValue& value) const
    {
        QStringList found;
        check(m_root, value, "report", found);
        return found;
    }

private:
    QJsonObject resolved(const QJsonObject& schema) const
    {
        if (!schema.contains("$ref"))
            return schema;
        QJsonValue place = m_root;
        for (const auto& name : schema["$ref"].toString().mid(2).split('/'))
            place = place.toObject()[name];
        return place.toObject();
    }

    static bool hasType(const QJsonValue& value, const QString& type)
    {
        if (type == "integer")
            return value.isDouble() && value.toDouble() == std::floor(value.toDouble());
        const QMap<QString, QJsonValue::Type> types { { "object", QJsonValue::Object },
            { "array", QJsonValue::Array }, { "string", QJsonValue::String },
            { "number", QJsonValue::Double }, { "boolean", QJsonValue::Bool },
            { "null", QJsonValue::Null } };
        return types.contains(type) && value.type() == types[type];
    }

    static bool hasOneType(const QJsonValue& value, const QJsonValue& types)
    {
        if (types.isString())
            return hasType(value, types.toString());
        for (const auto& type : types.toArray())
            if (hasType(value, type.toString()))
                return true;
        return false;
    }

    void check(const QJsonObject& reference, const QJsonValue& value, const QString& path,
        QStringList& found) const
    {
        const auto schema = resolved(reference);
        if (schema.contains("type") && !hasOneType(value, schema["type"]))
            found << path + " has another type";
        if (schema.contains("const") && schema["const"] != value)
            found << path + " has another value";
        if (schema.contains("enum") && !schema["enum"].toArray().contains(value))
            found << path + " is " + value.toString();
        if (schema.contains("minimum") && value.toDouble() < schema["minimum"].toDouble())
            found << path + " is too small";
        const auto items = value.toArray();
        for (int i = 0; i < items.size(); ++i)
            check(schema["items"].toObject(), items[i], path + "/" + QString::number(i), found);
        if (value.isObject())
            checkMembers(schema, value.toObject(), path, found);
    }

    void checkMembers(const QJsonObject& schema, const QJsonObject& object, const QString& path,
        QStringList& found) const
    {
        for (const auto& name : schema["required"].toArray())
            if (!object.contains(name.toString()))
                found << path + " lacks " + name.toString();
        const auto properties = schema["properties"].toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const auto& place = properties.contains(member.key()) ? properties[member.key()]
                                                                  : schema["additionalProperties"];
            if (!place.isObject())
                found << path + "/" + member.key() + " is not in the schema";
            else
                check(place.toObject(), member.value(), path + "/" + member.key(), found);
        }
    }

    QJsonObject m_root;
};

Schema publishedSchema()
{
    QFile file(QString::fromStdString(
        (testing::sourceDir() / "docs/opscope-report-1.schema.json").string()));
    return file.open(QIODevice::ReadOnly) ? Schema(QJsonDocument::fromJson(file.readAll()).object())
                                          : Schema({});
}

} // namespace

class TestExporters : public QObject {
    Q_OBJECT

private slots:
    void theFormIsChosenByTheNamesEnd_data();
    void theFormIsChosenByTheNamesEnd();
    void smallExportsReadAsTheyDid_data();
    void smallExportsReadAsTheyDid();
    void jsonKeepsItsSchema_data();
    void jsonKeepsItsSchema();
    void jsonOfADeviceKeepsItsSchema();
    void namedEventsAreExportedAsText();
    void aTraceOfADeviceIsInOrderWithItsArrows();
    void theSchemaNoticesAChange();
    void csvHasAsManyCellsAsHeadings_data();
    void csvHasAsManyCellsAsHeadings();
    void aFormulaInACellIsDefused();
    void markdownShowsNamesAsTheyAre();
    void theTraceHasOneEventPerExecutedStep();
    void theTraceIsInOrderOfTime();
    void foldedStacksNameWhatIsInNoOperator();
    void theTraceListsNodesWithoutAStep();
    void aTraceEndingInGzIsCompressed();
};

void TestExporters::theFormIsChosenByTheNamesEnd_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("form");
    for (const auto& [file, form] :
        { std::pair("a.html", "html"), { "a.csv", "csv" }, { "a.nodes.csv", "csv-nodes" },
            { "a.runs.csv", "csv-runs" }, { "a.json", "json" }, { "a.trace.json", "chrome" },
            { "a.trace.json.gz", "chrome" }, { "a.md", "markdown" }, { "a.folded", "folded" },
            { "a.pftrace", "perfetto" }, { "a.xyz", "" }, { "html", "" } })
        QTest::addRow("%s", file) << file << form;
}

void TestExporters::theFormIsChosenByTheNamesEnd()
{
    QFETCH(QString, file);
    QFETCH(QString, form);
    const auto* exporter = exporterFor(file.toStdString());
    QCOMPARE(exporter == nullptr ? QString()
                                 : QString::fromUtf8(exporter->name.data(),
                                     static_cast<qsizetype>(exporter->name.size())),
        form);
}

void TestExporters::smallExportsReadAsTheyDid_data()
{
    QTest::addColumn<QString>("form");
    for (const auto& exporter : exporters())
        if (exporter.name != "html" && exporter.name != "perfetto") // tst_html, tst_perfetto
            QTest::addRow("%s", exporter.name.data()) << QString::fromUtf8(exporter.name.data());
}

void TestExporters::smallExportsReadAsTheyDid()
{
    QFETCH(QString, form);
    const auto* exporter = findExporter(form.toStdString());
    const testing::SampleShape shape { .steps = 3, .rounds = 2, .warmUp = 1 };
    auto text = exported(exporter->name, shape);
    text.replace(OPSCOPE_VERSION, "VERSION");
    const auto difference = testing::differenceToGolden(
        "sample." + std::string(exporter->extension), text.toStdString());
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestExporters::jsonKeepsItsSchema_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("rounds");
    QTest::newRow("with intervals") << 8 << 15;
    QTest::newRow("too few runs for intervals") << 3 << 2;
    QTest::newRow("no runs") << 3 << 0;
}

void TestExporters::jsonKeepsItsSchema()
{
    QFETCH(int, steps);
    QFETCH(int, rounds);
    const auto document = json("json",
        { .steps = static_cast<std::uint32_t>(steps),
            .rounds = static_cast<std::uint32_t>(rounds) });
    QVERIFY(!document.isEmpty());
    const auto findings = publishedSchema().findings(document);
    QVERIFY2(findings.isEmpty(), qPrintable(findings.join("\n")));
}

/// The name of an event is a stranger's text too.
void TestExporters::namedEventsAreExportedAsText()
{
    auto profile = *testing::withCounts(*testing::sampleProfile());
    auto record = *profile.processor;
    record.named = { { "=cmd<script>,x", "libpfm4" } };
    for (auto& row : record.rows)
        row.named = { 7 };
    profile.processor = std::make_shared<const ProcessorRecord>(std::move(record));
    const auto report = buildReport(std::make_shared<const Profile>(std::move(profile)));
    const auto text = [&](const char* form) {
        const auto exported = exportText(*findExporter(form), report);
        return exported ? QByteArray::fromStdString(*exported) : QByteArray();
    };
    const auto document = QJsonDocument::fromJson(text("json")).object();
    const auto findings = publishedSchema().findings(document);
    QVERIFY2(findings.isEmpty(), qPrintable(findings.join("\n")));
    const auto counted = document["steps"].toArray()[0].toObject()["processor"].toObject();
    QCOMPARE(counted["named"].toObject()["=cmd<script>,x"].toDouble(), 7.0);
    QCOMPARE(document["processor"].toObject()["clocks"].toArray().size(), 1);
    const auto rows = cellsOf(text("csv"));
    QCOMPARE(rows[0].last(), QString("'=cmd<script>,x"));
    for (const auto& row : rows)
        QCOMPARE(row.size(), rows[0].size());
    QCOMPARE(rows[1].last().toDouble(), 7.0);
    const auto html = text("html");
    QVERIFY(html.contains("=cmd&lt;script&gt;,x") && !html.contains("=cmd<script>"));
}

void TestExporters::jsonOfADeviceKeepsItsSchema()
{
    const auto document = deviceJson("json");
    QVERIFY(document["device"].toObject().contains("kernels"));
    const auto findings = publishedSchema().findings(document);
    QVERIFY2(findings.isEmpty(), qPrintable(findings.join("\n")));
    const auto account = document["device"].toObject()["accounting"].toObject();
    double sum = account["busy_ns"].toDouble();
    for (const auto& gap : account["gaps"].toObject())
        sum += gap.toDouble();
    QCOMPARE(sum, account["wall_ns"].toDouble());
}

void TestExporters::aTraceOfADeviceIsInOrderWithItsArrows()
{
    const auto events = deviceJson("chrome")["traceEvents"].toArray();
    QMap<int, double> calls; // by flow
    int ends = 0;
    int works = 0;
    double last = -1;
    for (const auto& value : events) {
        const auto event = value.toObject();
        if (event["ph"] == "M")
            continue;
        QVERIFY(event["ts"].toDouble() >= last);
        last = event["ts"].toDouble();
        const auto work = event["args"].toObject()["work"].toString();
        works += work == "kernel" || work.startsWith("copy") ? 1 : 0;
        if (event["ph"] == "s")
            calls[event["id"].toInt()] = last;
        if (event["ph"] == "f") {
            ++ends;
            QVERIFY(calls.contains(event["id"].toInt()));
            QVERIFY(calls[event["id"].toInt()] <= last);
        }
    }
    QVERIFY(ends > 100);
    QCOMPARE(ends, works);
}

void TestExporters::theSchemaNoticesAChange()
{
    auto document = json("json");
    document["new"] = 1;
    document.remove("runs");
    document["schema"] = 2;
    QCOMPARE(publishedSchema().findings(document),
        QStringList({ "report lacks runs", "report/new is not in the schema",
            "report/schema has another value" }));
}

void TestExporters::csvHasAsManyCellsAsHeadings_data()
{
    QTest::addColumn<QString>("form");
    QTest::addColumn<int>("rows");
    QTest::newRow("steps") << "csv" << 8 + 3;
    QTest::newRow("nodes") << "csv-nodes" << 8 + 3;
    QTest::newRow("runs") << "csv-runs" << 3 + 40;
}

void TestExporters::csvHasAsManyCellsAsHeadings()
{
    QFETCH(QString, form);
    const auto rows = cellsOf(exported(form.toStdString(), { .nodeName = "a,\"b\"\r\nc" }));
    QTEST(static_cast<int>(rows.size()) - 1, "rows");
    for (const auto& row : rows)
        QCOMPARE(row.size(), rows[0].size());
}

void TestExporters::aFormulaInACellIsDefused()
{
    const auto rows = cellsOf(exported("csv", { .nodeName = "=cmd|'/C calc'!A0" }));
    QCOMPARE(rows[1][1], QString("'=cmd|'/C calc'!A0_0"));
}

void TestExporters::markdownShowsNamesAsTheyAre()
{
    const auto text = QString::fromUtf8(exported("markdown", { .nodeName = "a|b*c<script>" }));
    QVERIFY(text.contains("a\\|b\\*c\\<script\\>\\_0"));
    QVERIFY(!text.contains("<script>"));
}

void TestExporters::theTraceHasOneEventPerExecutedStep()
{
    const testing::SampleShape shape;
    const auto profile = testing::sampleProfile(shape);
    QMap<int, int> byStep;
    for (const auto& value : json("chrome", shape)["traceEvents"].toArray()) {
        const auto event = value.toObject();
        if (event["cat"].toString() != "op")
            continue;
        QCOMPARE(event["ph"].toString(), QString("X"));
        const auto args = event["args"].toObject();
        for (const auto* key : { "op_type", "nodes", "step", "impl", "run" })
            QVERIFY2(args.contains(key), key);
        QCOMPARE(args.contains("inserted"), args["nodes"].toArray().isEmpty());
        ++byStep[args["step"].toInt()];
    }
    QCOMPARE(byStep.size(), static_cast<qsizetype>(profile->steps.size()));
    for (auto step = byStep.cbegin(); step != byStep.cend(); ++step) {
        const auto label
            = profile->text(profile->steps[static_cast<std::size_t>(step.key())].label);
        QCOMPARE(step.value(),
            label == "loop/body/node[0]"
                ? 60
                : 20); // 20 recorded runs; the body runs three times in each
    }
}

void TestExporters::theTraceIsInOrderOfTime()
{
    double last = 0;
    for (const auto& value : json("chrome")["traceEvents"].toArray()) {
        const auto event = value.toObject();
        if (event["ph"].toString() == "M")
            continue;
        QVERIFY(event["ts"].toDouble() >= last);
        last = event["ts"].toDouble();
    }
    QVERIFY(last > 0);
}

/// Waiting for other threads is most of a run on a busy machine.
void TestExporters::foldedStacksNameWhatIsInNoOperator()
{
    auto report = buildReport(testing::sampleProfile());
    auto statistics = std::make_shared<Statistics>(*report.statistics);
    QVERIFY(statistics->account);
    auto& account = *statistics->account;
    std::tie(account.dispatchNs, account.waitingNs, account.allocationNs, account.unaccountedNs)
        = std::tuple(1, 700, 0, 20);
    report.statistics = statistics;
    const auto text = exportText(*findExporter("folded"), report);
    QVERIFY(text);
    QStringList parts;
    for (const auto& line : QString::fromStdString(*text).split('\n'))
        if (line.startsWith("not in any operator"))
            parts << line;
    QCOMPARE(parts,
        QStringList({ "not in any operator;dispatch 1", "not in any operator;unaccounted 20",
            "not in any operator;waiting 700" }));
}

/// With what became of them; those that are done by another's step are in its nodes.
void TestExporters::theTraceListsNodesWithoutAStep()
{
    for (const auto fate : { Fate::Kept, Fate::Folded, Fate::FusedInto, Fate::Removed,
             Fate::Replaced, Fate::Inlined, Fate::NotRun }) {
        auto profile = std::make_shared<Profile>(*testing::sampleProfile());
        auto& node = profile->provenance.back();
        node.fate = fate;
        const auto text = exportText(*findExporter("chrome"), buildReport(profile));
        QVERIFY(text);
        const auto listed = QJsonDocument::fromJson(QByteArray::fromStdString(*text))
                                .object()["otherData"]
                                .toObject()["eliminated"]
                                .toObject();
        const auto label = QString::fromStdString(std::string(profile->text(node.label)));
        const bool hasStep
            = fate == Fate::Kept || fate == Fate::FusedInto || fate == Fate::Replaced;
        QCOMPARE(listed.contains(label), !hasStep);
    }
}

void TestExporters::aTraceEndingInGzIsCompressed()
{
    QTemporaryDir folder;
    const auto report = buildReport(testing::sampleProfile(
        { .steps = 200, .rounds = 30 })); // above one piece of the compressor
    const auto& exporter = *findExporter("chrome");
    const auto path = folder.filePath("t.json.gz");
    QVERIFY(exportToFile(exporter, report, path.toStdString()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto packed = file.readAll().toStdString();
    QVERIFY(packed.starts_with("\x1f\x8b"));
    const auto expected = *exportText(exporter, report);
    std::string text(expected.size() + 1, '\0');
    support::Decompressor unpacked(std::as_bytes(std::span(packed)));
    text.resize(unpacked.read(text));
    QVERIFY(text == expected);
    QVERIFY(packed.size() * 4 < text.size());
}

QTEST_GUILESS_MAIN(TestExporters)
#include "tst_exporters.moc"
