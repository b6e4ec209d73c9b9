// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/npy.h"
#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <cmath>

using namespace testing;

namespace {

QString busyPlugin()
{
    return QString::fromStdString((buildDir() / "tests/plugins/busy_operators.so").string());
}

/// Operators `b0`, `b1` ... one after the other, of so many turns (3 ns each and more).
QByteArray busyChain(const QList<int>& turns)
{
    QByteArray text = "opset busy.test 1\nx0: float[8]\n";
    for (int i = 0; i < turns.size(); ++i)
        text += QString("x%2 = busy.test:Busy(x%1) \"b%1\" {turns: %3}\n")
                    .arg(i)
                    .arg(i + 1)
                    .arg(turns[i])
                    .toUtf8();
    return text + "x" + QByteArray::number(turns.size()) + " -> float[8]";
}

const QList<int> baseTurns { 60'000, 400'000, 100'000, 30'000 };

QList<int> withSlower(qsizetype which, double factor)
{
    auto turns = baseTurns;
    turns[which] = int(turns[which] * factor);
    return turns;
}

bool writeArray(const QString& file, const std::vector<float>& numbers)
{
    model::DataTensor tensor;
    tensor.element = model::ElementType::Float;
    tensor.dims = { std::int64_t(numbers.size()) };
    const auto bytes = std::as_bytes(std::span(numbers));
    tensor.bytes.assign(bytes.begin(), bytes.end());
    return bool(model::writeNpy(file.toStdString(), tensor));
}

/// Names of gate rows with this result.
QStringList gateRows(const QJsonObject& json, const QString& wanted)
{
    QStringList names;
    for (const auto& row : json["gate"].toObject()["rows"].toArray())
        if (row.toObject()["result"].toString() == wanted)
            names << row.toObject()["name"].toString();
    return names;
}

QJsonObject operatorRow(const QJsonObject& json, const QString& name)
{
    for (const auto& row : json["time"].toObject()["operators"].toArray())
        if (row.toObject()["operator"].toString() == name)
            return row.toObject();
    return {};
}

} // namespace

/// `compare`: models, profiles, gates.
class TestCompareCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_base = model("base", busyChain(baseTurns));
        m_slower = model("slower", busyChain(withSlower(1, 1.10)));
        m_eightfold = model("eightfold", busyChain(withSlower(1, 8.0)));
    }

    // Walkthrough 10 of ux.md, first half.
    void equalModelsNeverFailTheGate()
    {
        int undecided = 0;
        for (int seed = 1; seed <= 20; ++seed) {
            const auto outcome = measured(m_base, m_base,
                { "--rounds", "12", "--runs", "1", "--order-seed", QString::number(seed) });
            QVERIFY2(outcome.code == 0 || outcome.code == 6, qPrintable(outcome.out + outcome.err));
            if (outcome.code == 6) {
                ++undecided;
                const auto help = outcome.json()["gate"].toObject()["help"].toArray();
                QVERIFY2(!help.isEmpty(), qPrintable(outcome.out));
            }
        }
        qInfo("%d of 20 undecided", undecided);
    }

    // Second half: 10 % on an operator of 1 ms and more.
    void aSlowerOperatorFailsTheGateAloneOrTheMachineIsTooNoisy()
    {
        const auto outcome = measured(m_base, m_slower, {});
        QVERIFY2(outcome.code == 1 || outcome.code == 6, qPrintable(outcome.out + outcome.err));
        auto beyond = gateRows(outcome.json(), "beyond");
        beyond.removeAll("wall"); // it contains the operator
        if (outcome.code == 1)
            QVERIFY2(
                beyond.isEmpty() || beyond == QStringList { "b1" }, qPrintable(beyond.join(' ')));
        else
            QVERIFY(beyond.isEmpty());
        qInfo("exit %d, beyond: %s", outcome.code,
            qPrintable(gateRows(outcome.json(), "beyond").join(' ')));
    }

    void aMuchSlowerOperatorFailsTheGateOnAnyMachine()
    {
        const auto outcome = measured(m_base, m_eightfold, {});
        QVERIFY2(outcome.code == 1, qPrintable(outcome.out + outcome.err));
        // Eight times the work before it leaves less of caches and clock to the next one: that one
        // may be beyond too, and truly.
        QCOMPARE(gateRows(outcome.json(), "beyond").mid(0, 2), QStringList({ "wall", "b1" }));
        const auto row = operatorRow(outcome.json(), "b1");
        QCOMPARE(row["verdict"].toString(), "slower");
        QVERIFY2(row["change"].toDouble() > 1, qPrintable(outcome.out));
        QVERIFY2(row["p"].toDouble() < 0.01, qPrintable(outcome.out));
        const auto time = outcome.json()["time"].toObject();
        QCOMPARE(time["interleaved"].toBool(), true);
        const auto waterfall = time["waterfall"].toObject();
        double sum = 0;
        for (const auto& part : waterfall["parts"].toArray())
            sum += part.toObject()["b_ns"].toDouble() - part.toObject()["a_ns"].toDouble();
        QCOMPARE(sum, waterfall["b_ns"].toDouble() - waterfall["a_ns"].toDouble());
        const auto faster = measured(m_eightfold, m_base, {});
        QVERIFY2(faster.code == 0 || faster.code == 6, qPrintable(faster.out));
        QCOMPARE(operatorRow(faster.json(), "b1")["verdict"].toString(), "faster");
    }

    void textAndMarkdownNameWhatFailed()
    {
        const QStringList base { "compare", m_base, m_eightfold, "--measure", "--gate", "3%",
            "--gate-op", "5%", "--plugin", busyPlugin(), "--rounds", "20", "--runs", "1" };
        const auto text = cli(base);
        QCOMPARE(text.code, 1);
        for (const auto* words : { "A base.onnx", "B eightfold.onnx", "wall", "5.0 % FAILED",
                 "where the difference comes from", "measured interleaved: 20 rounds",
                 " beyond the gate" })
            QVERIFY2(text.out.contains(words), qPrintable(words + ("\n" + text.out)));
        const auto markdown = cli(base + QStringList { "--format", "markdown" });
        QVERIFY2(markdown.out.startsWith("### A base.onnx"), qPrintable(markdown.out));
        QVERIFY(markdown.out.contains("| b1 | Busy |"));
        QVERIFY(markdown.out.contains("**wall"));
        const auto csv = cli(base + QStringList { "--format", "csv" });
        QVERIFY2(csv.out.startsWith("operator,type,A,B,"), qPrintable(csv.out));
        QCOMPARE(csv.out.trimmed().count('\n'), 4);
    }

    void buildServersReadTheGate()
    {
        const auto file = m_folder.filePath("gate.xml");
        const auto outcome = measured(m_base, m_eightfold, { "--junit", file });
        QCOMPARE(outcome.code, 1);
        QFile opened(file);
        QVERIFY(opened.open(QFile::ReadOnly));
        QXmlStreamReader xml(&opened);
        QStringList cases;
        QStringList failed;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == u"testcase")
                cases << xml.attributes().value("name").toString();
            if (xml.name() == u"failure")
                failed << cases.back();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(cases.contains("b0") && cases.contains("b3"));
        QCOMPARE(failed.mid(0, 2), QStringList({ "wall", "b1" }));
    }

    void keptProfilesCompareAsTheyWereMeasured()
    {
        const auto folder = m_folder.filePath("profiles");
        const auto measuredNow = measured(m_base, m_eightfold, { "--profiles", folder });
        const auto again = cli({ "compare", folder + "/a.opscope", folder + "/b.opscope", "--gate",
            "3%", "--gate-op", "5%", "--format", "json" });
        QCOMPARE(again.code, 1);
        const auto before = measuredNow.json()["time"].toObject();
        const auto after = again.json()["time"].toObject();
        for (const auto* key : { "wall", "operators", "waterfall", "rounds", "interleaved" })
            QCOMPARE(after[key], before[key]);
    }

    void profilesTakenApartSaySo()
    {
        const auto a = m_folder.filePath("apart-a.opscope");
        const auto b = m_folder.filePath("apart-b.opscope");
        for (const auto& [from, to] : { std::pair(m_base, a), std::pair(m_eightfold, b) })
            QCOMPARE(
                cli({ "profile", from, "--plugin", busyPlugin(), "--runs", "30", "-o", to }).code,
                0);
        const auto outcome = cli({ "compare", a, b });
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("measured apart"), qPrintable(outcome.out));
        const auto gated = cli({ "compare", a, a, "--gate", "3%", "--format", "json" });
        QCOMPARE(gated.code, 6);
        QVERIFY(gated.out.contains("--measure"));
    }

    void otherThreadsAreNotComparableUnlessAskedFor()
    {
        const auto a = m_folder.filePath("one.opscope");
        const auto b = m_folder.filePath("two.opscope");
        for (const auto& [threads, to] : { std::pair("1", a), std::pair("2", b) })
            QCOMPARE(cli({ "profile", m_base, "--plugin", busyPlugin(), "--runs", "12", "-o", to,
                             "--threads", threads })
                         .code,
                0);
        const auto outcome = cli({ "compare", a, b, "--gate", "50%" });
        QCOMPARE(outcome.code, 6);
        for (const auto* words :
            { "threads differs: 1 → 2", "not comparable", "--allow-different settings" })
            QVERIFY2(outcome.out.contains(words), qPrintable(outcome.out));
        const auto allowed
            = cli({ "compare", a, b, "--allow-different", "settings", "--format", "json" });
        QCOMPARE(allowed.json()["time"].toObject()["comparable"].toBool(), true);
        const auto asked
            = cli({ "compare", m_base, "--plugin", busyPlugin(), "--measure", "--a", "--threads 1",
                "--b", "--threads=2", "--rounds", "6", "--runs", "1", "--format", "json" });
        QCOMPARE(asked.code, 0);
        QCOMPARE(asked.json()["a"].toObject()["threads"].toString(), "1");
        QCOMPARE(asked.json()["b"].toObject()["threads"].toString(), "2");
        QCOMPARE(asked.json()["time"].toObject()["comparable"].toBool(), true);
    }

    void structureIsWhatModelsAreComparedByDefault()
    {
        const auto a = model(
            "structure-a", "x: float[3]\nh = Relu(x) \"act\"\ny = Neg(h) \"minus\"\ny -> float[3]");
        const auto b = model("structure-b",
            "x: float[3]\nk = Relu(x) \"first\"\ni = Abs(k) \"size\"\ny = Neg(i) \"minus\"\ny -> "
            "float[3]");
        const auto outcome = cli({ "compare", a, b });
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("0 removed, 1 added, 0 changed, 1 renamed, 2 aligned"),
            qPrintable(outcome.out));
        const auto json = cli({ "compare", a, b, "--structure", "--format", "json" }).json();
        const auto rows = json["structure"].toObject()["nodes"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].toObject()["b"].toString(), "first");
    }

    void numbersAreComparedAgainstATolerance()
    {
        const auto a = model("numbers-a",
            "x: float[3]\nh = Sigmoid(x) \"s\"\ni = Exp(h) \"e\"\ny = Neg(i) \"n\"\ny -> float[3]");
        const auto b = model("numbers-b",
            "x: float[3]\nh = Sigmoid(x) \"s\"\ni = Sqrt(h) \"e\"\ny = Neg(i) \"n\"\ny -> "
            "float[3]");
        const auto same = cli(
            { "compare", a, a, "--numbers", "--rtol", "0", "--atol", "0", "--b", "--threads 1" });
        QVERIFY2(same.code == 0, qPrintable(same.out + same.err));
        QVERIFY(same.out.contains("3 tensors compared, 0 past tolerance"));
        const auto other
            = cli({ "compare", a, b, "--numbers", "--rtol", "0.01", "--format", "json" });
        QCOMPARE(other.code, 1);
        const auto numbers = other.json()["numbers"].toObject();
        QCOMPARE(numbers["first_past_tolerance"].toString(), "e");
        QCOMPARE(numbers["past_tolerance"].toInt(), 2);
        QCOMPARE(cli({ "compare", a, b, "--numbers" }).code, 0); // nobody set a limit
    }

    void pathsOfASideMayHaveBlanks()
    {
        const auto a = model("sides", "x: float[3]\ny = Neg(x) \"n\"\ny -> float[3]");
        QDir folder(m_folder.path());
        QVERIFY(folder.mkpath("of a"));
        QVERIFY(folder.mkpath("it's b"));
        QVERIFY(writeArray(folder.filePath("of a/x.npy"), { 1, 2, 3 }));
        QVERIFY(writeArray(folder.filePath("it's b/x.npy"), { 1, 2, 5 }));
        const auto outcome = cli({ "compare", a, "--numbers", "--rtol", "0", "--format", "json",
            "--a", "--data '" + folder.filePath("of a") + "'", "--b",
            "--data=\"" + folder.filePath("it's b") + "\" --threads 1" });
        QVERIFY2(outcome.code == 1, qPrintable(outcome.out + outcome.err));
        const auto tensors = outcome.json()["numbers"].toObject()["tensors"].toArray();
        QVERIFY2(tensors.size() == 1, qPrintable(outcome.out));
        QCOMPARE(tensors[0].toObject()["largest_absolute"].toDouble(), 2.0);
    }

    // A model and what the quantizer of ONNX Runtime made of it (tests/data/quantised).
    void aQuantisedModelIsComparedOperatorByOperator_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("product");
        QTest::addColumn<QStringList>("typesA");
        QTest::addColumn<QStringList>("typesB");
        QTest::newRow("each node a step")
            << QStringList { "--optimize", "none" } << "/fc1/MatMul" << QStringList { "MatMul" }
            << QStringList { "DynamicQuantizeLinear", "MatMulInteger", "Cast", "Mul" };
        QTest::newRow("fused") << QStringList {} << "/fc1/MatMul + 1 more"
                               << QStringList { "MatMul", "FusedElementwise" }
                               << QStringList { "DynamicQuantizeMatMul" };
    }
    void aQuantisedModelIsComparedOperatorByOperator()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, product);
        QFETCH(QStringList, typesA);
        QFETCH(QStringList, typesB);
        const auto outcome = cli(
            QStringList { "compare", testFile("quantised/float.onnx"),
                testFile("quantised/dynamic.onnx"), "--numbers", "--rtol", "0.1", "--atol", "0.1",
                "--measure", "--rounds", "2", "--runs", "1", "--all", "--format", "json" }
            + options);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
        // Products where they are floats again; whole numbers would be far past any tolerance.
        const auto numbers = outcome.json()["numbers"].toObject();
        QCOMPARE(numbers["compared"].toInt(), 10);
        QCOMPARE(numbers["past_tolerance"].toInt(), 0);
        const auto row = operatorRow(outcome.json(), product);
        QCOMPARE(row["type_a"].toString(), typesA.join(" + "));
        for (const auto& type : typesB)
            QVERIFY2(row["type_b"].toString().contains(type), qPrintable(outcome.out));
        QStringList onlyOneSide; // three products share what quantises their input
        for (const auto& operatorOf : outcome.json()["time"].toObject()["operators"].toArray())
            if (operatorOf.toObject()["steps_a"].toInt() == 0
                || operatorOf.toObject()["steps_b"].toInt() == 0)
                onlyOneSide << operatorOf.toObject()["operator"].toString();
        QCOMPARE(onlyOneSide, QStringList { "r1_QuantizeLinear" });
    }

    void wrongUsageIsNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        QTest::newRow("one file") << QStringList { "BASE" } << "compared under two settings";
        QTest::newRow("gate without times")
            << QStringList { "BASE", "BASE", "--gate", "3%" } << "add --measure";
        QTest::newRow("junit without gate")
            << QStringList { "BASE", "BASE", "--junit", "x.xml" } << "add --gate";
        QTest::newRow("no percentage")
            << QStringList { "BASE", "BASE", "--gate", "much" } << "--gate is \"much\"";
        QTest::newRow("no run option")
            << QStringList { "BASE", "--b", "--gate 3%" } << "--b has \"--gate\"";
        QTest::newRow("no value") << QStringList { "BASE", "--b", "--threads" } << "needs a value";
        QTest::newRow("open quote") << QStringList { "BASE", "--b", "--threads 1 --data 'my dir" }
                                    << "--b: the quote ' at character 20 is not closed";
        QTest::newRow("what may differ")
            << QStringList { "BASE", "BASE", "--measure", "--allow-different", "weather" }
            << "expected machine, settings, all or host";
    }

    void wrongUsageIsNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        arguments.replaceInStrings("BASE", m_base);
        const auto outcome
            = cli(QStringList { "compare" } + arguments + QStringList { "--plugin", busyPlugin() });
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    }

    void aProfileAndAModelAreNotOfAKind()
    {
        const auto folder = m_folder.filePath("kinds");
        measured(m_base, m_base, { "--profiles", folder, "--rounds", "2" });
        const auto mixed = cli({ "compare", folder + "/a.opscope", m_base });
        QCOMPARE(mixed.code, 2);
        QVERIFY2(mixed.err.contains("expected two of a kind"), qPrintable(mixed.err));
        const auto structure
            = cli({ "compare", folder + "/a.opscope", folder + "/b.opscope", "--structure" });
        QCOMPARE(structure.code, 2);
        QVERIFY(structure.err.contains("--structure is for models"));
        QCOMPARE(cli({ "compare", m_base, m_folder.filePath("absent.onnx") }).code, 3);
        const auto refused = cli({ "compare", m_base, m_base, "--measure" });
        QCOMPARE(refused.code, 4);
        QVERIFY2(refused.err.contains("--plugin FILE"), qPrintable(refused.err));
    }

private:
    QString model(const QString& name, const QByteArray& text)
    {
        const auto path = m_folder.filePath(name + ".onnx");
        QFile file(path);
        if (file.open(QFile::WriteOnly))
            file.write(QByteArray::fromStdString(modelBytesFromText(text.toStdString())));
        return path;
    }

    /// With gates of 3 % and 5 %; few rounds, which the caller's options may change.
    CliOutcome measured(const QString& a, const QString& b, const QStringList& more) const
    {
        QStringList arguments { "compare", a, b, "--measure", "--gate", "3%", "--gate-op", "5%",
            "--plugin", busyPlugin(), "--format", "json" };
        if (!more.contains("--rounds"))
            arguments << "--rounds"
                      << "20"
                      << "--runs"
                      << "1";
        return cli(arguments + more);
    }

    QTemporaryDir m_folder;
    QString m_base;
    QString m_slower;
    QString m_eightfold;
};

QTEST_GUILESS_MAIN(TestCompareCommand)
#include "tst_compare_command.moc"
