// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/tables/commit.h"
#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"
#include "tests/support/profiler/simulated_pair.h"
#include "tests/support/profiler/with_metadata.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace testing;

namespace {

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Lines that GitHub's runner reads as annotations: those outside of the text that it passes over.
QStringList annotationsIn(const QString& out)
{
    static const QRegularExpression guarded("::stop-commands::([^\\n]+)\\n.*?\\n::\\1::\\n",
        QRegularExpression::DotMatchesEverythingOption);
    auto text = out;
    text.remove(guarded);
    return text.split('\n', Qt::SkipEmptyParts);
}

QStringList rulesIn(const QJsonObject& sarif)
{
    QStringList rules;
    for (const auto& result : sarif["runs"].toArray()[0].toObject()["results"].toArray())
        rules << result.toObject()["ruleId"].toString();
    return rules;
}

} // namespace

/// What build servers read: annotations and summaries of GitHub Actions, SARIF, baselines, history.
class TestBuildServers : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Writes a made pair as a.opscope and b.opscope.
    bool makePair(const PairShape& shape)
    {
        const auto pair = simulatedPair(shape);
        return profiler::writeProfileFile(path("a.opscope").toStdString(), *pair[0])
            && profiler::writeProfileFile(path("b.opscope").toStdString(), *pair[1]);
    }
    CliOutcome compared(std::uint64_t seed, double factor)
    {
        PairShape shape;
        shape.operatorNs = twentyOperators();
        shape.factors.assign(shape.operatorNs.size(), 1.0);
        shape.factors[largeOperator] = factor; // 1 ms of 10 ms
        shape.seed = seed;
        shape.rounds = 60;
        if (!makePair(shape))
            return {};
        return cli({ "compare", path("a.opscope"), path("b.opscope"), "--gate-op", "2%", "--github",
            "--source", "models/m.onnx", "-o", path("result.txt"), "--quiet" });
    }
    /// Writes a made profile of one commit.
    bool makeCommit(const QString& name, int day, double factor, const QString& threads = "4")
    {
        PairShape shape;
        shape.operatorNs = twentyOperators();
        for (auto& ns : shape.operatorNs)
            ns *= factor;
        shape.rounds = 3;
        shape.seed = static_cast<std::uint64_t>(day);
        shape.isSteady = true;
        const auto made = withMetadata(*simulatedPair(shape)[0], [&](profiler::Metadata& metadata) {
            metadata.set(profiler::keys::modelName, "m.onnx");
            metadata.set(profiler::keys::threads, std::string_view(threads.toStdString()));
            metadata.set(profiler::keys::commit, std::string_view(name.toStdString()));
            metadata.set(profiler::keys::commitTime, std::int64_t(day) * 86'400 * 1'000'000'000);
        });
        return bool(profiler::writeProfileFile(path(name + ".opscope").toStdString(), *made));
    }

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void init()
    {
        qunsetenv("GITHUB_STEP_SUMMARY");
        qunsetenv("GITHUB_WORKSPACE");
    }

    // 20 of 20 equal pairs have no annotation at an operator, and 20 of 20 with 5 % more in one
    // operator have one there. The pairs are made: noise of 2 %, correlated runs, drift, a step of
    // the clock and disturbed runs. So this says what the statistics do, not what a machine does.
    void equalPairsAreNotAnnotated()
    {
        int undecided = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto outcome = compared(seed, 1);
            QVERIFY2(outcome.code == 0 || outcome.code == 6, qPrintable(outcome.out + outcome.err));
            undecided += outcome.code == 6 ? 1 : 0;
            for (const auto& line : annotationsIn(outcome.out))
                QVERIFY2(line.startsWith(
                             "::warning file=models/m.onnx,line=1,title=The gate cannot decide::"),
                    qPrintable(QString::number(seed) + ": " + line));
        }
        qInfo("%d of 20 undecided", undecided);
    }

    void fivePercentMoreIsAnnotatedAtTheOperator()
    {
        for (std::uint64_t seed = 101; seed <= 120; ++seed) {
            const auto outcome = compared(seed, 1.05);
            QVERIFY2(outcome.code == 1, qPrintable(QString::number(seed) + outcome.out));
            const auto lines = annotationsIn(outcome.out);
            QCOMPARE(lines.filter("::error ").size(), 1);
            QVERIFY2(lines[0].startsWith("::error file=models/m.onnx,line=1,title=Slower%3A op4::"),
                qPrintable(lines[0]));
        }
    }

    void theSummaryIsAppended()
    {
        const auto file = path("summary.md");
        qputenv("GITHUB_STEP_SUMMARY", file.toUtf8());
        compared(101, 1.05);
        const auto once = textOf(file);
        for (const auto* words : { "## Opscope: ❌ beyond the gate", "| op4 | Conv |", "FAILED" })
            QVERIFY2(once.contains(words), qPrintable(once));
        compared(1, 1);
        QVERIFY(textOf(file).startsWith(once) && textOf(file).size() > once.size());
        qputenv("GITHUB_STEP_SUMMARY", "/does/not/exist");
        QCOMPARE(compared(1, 1).code, 3);
    }

    void commitsAndMachinesAreInTheSummary()
    {
        QVERIFY(makeCommit("1111aaaa", 1, 1) && makeCommit("2222bbbb", 2, 1));
        const auto file = path("machines.md");
        qputenv("GITHUB_STEP_SUMMARY", file.toUtf8());
        QCOMPARE(
            cli({ "compare", path("1111aaaa.opscope"), path("2222bbbb.opscope"), "--github" }).code,
            0);
        QVERIFY2(
            textOf(file).contains("| commit | 1111aaaa | 2222bbbb |"), qPrintable(textOf(file)));
        QVERIFY(textOf(file).contains("| settings | threads 4 | threads 4 |"));
    }

    void theResultOnStdoutHoldsNoCommands()
    {
        PairShape shape;
        shape.operatorNs = { 1e6, 2e6 };
        shape.rounds = 20;
        shape.factors = { 2, 1 };
        shape.name = "::error::injected ##[set-output name=a]";
        QVERIFY(makePair(shape));
        qputenv("GITHUB_WORKSPACE", m_folder.path().toUtf8());
        const auto outcome
            = cli({ "compare", path("a.opscope"), path("b.opscope"), "--github", "--quiet" });
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.startsWith("::stop-commands::opscope-"));
        const auto lines = annotationsIn(outcome.out);
        QVERIFY(!lines.isEmpty());
        for (const auto& line : lines) // the path is relative to the repository
            QVERIFY2(line.startsWith("::warning file=b.opscope,line=1,title=Slower%3A "),
                qPrintable(line));
    }

    void wrongUsageOfGithubIsNamed()
    {
        QVERIFY(makeCommit("one", 1, 1));
        const auto file = path("one.opscope");
        const auto mixed = cli({ "compare", file, file, "--github", "--format", "json" });
        QCOMPARE(mixed.code, 2);
        QVERIFY(mixed.err.contains("add -o FILE"));
        const auto alone = cli({ "compare", file, file, "--source", "x" });
        QCOMPARE(alone.code, 2);
        const auto model = sampleModel("residual-cnn");
        const auto structure = cli({ "compare", model, model, "--github" });
        QCOMPARE(structure.code, 2);
        QVERIFY(structure.err.contains("--github is for times"));
    }

    void findingsOfTheCheckerAreSarif()
    {
        QFile file(path("bad model.onnx"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray::fromStdString(
            modelBytesFromText("x: float[3]\ny = Relu(nothing) \"act\"\nz = NoSuchOperator(x) "
                               "\"odd\"\ny -> float[3]")));
        file.close();
        const auto outcome
            = cli({ "check", "bad model.onnx", "--sarif", "out.sarif" }, m_folder.path());
        QCOMPARE(outcome.code, 1);
        const auto json = QJsonDocument::fromJson(textOf(path("out.sarif")).toUtf8()).object();
        QCOMPARE(json["version"].toString(), "2.1.0");
        QVERIFY2(rulesIn(json).contains("input-undefined"), qPrintable(rulesIn(json).join(' ')));
        QVERIFY(rulesIn(json).contains("operator-unknown"));
        const auto run = json["runs"].toArray()[0].toObject();
        const auto rules = run["tool"].toObject()["driver"].toObject()["rules"].toArray();
        for (const auto& entry : run["results"].toArray()) {
            const auto result = entry.toObject();
            QCOMPARE(rules[result["ruleIndex"].toInt()].toObject()["id"], result["ruleId"]);
            const auto location = result["locations"].toArray()[0].toObject();
            const auto artifact = location["physicalLocation"]["artifactLocation"];
            QCOMPARE(artifact["uri"].toString(), "bad%20model.onnx");
            QCOMPARE(artifact["uriBaseId"].toString(), "%SRCROOT%");
            if (result["ruleId"] == "input-undefined") {
                const auto place = location["logicalLocations"].toArray()[0].toObject();
                QCOMPARE(place["name"].toString(), "act");
                QVERIFY(place["fullyQualifiedName"].toString().contains("'act' (Relu)"));
                QCOMPARE(result["level"].toString(), "error");
            }
        }
    }

    void aMeasurementKeepsCommitLabelAndFindings()
    {
        const auto model = sampleModel("residual-cnn");
        const auto outcome = cli({ "profile", model, "--runs", "6", "-o", path("real.opscope"),
            "--commit", "abc123", "--commit-date", "2026-11-27T10:00:00+01:00", "--label",
            "nightly", "--sarif", path("lint.sarif"), "--quiet" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto file = profiler::readProfileFile(path("real.opscope").toStdString());
        QVERIFY(file);
        const auto& metadata = (*file)->metadata;
        QCOMPARE(metadata.text(profiler::keys::commit), "abc123");
        QCOMPARE(metadata.text(profiler::keys::tag), "nightly");
        QCOMPARE(*metadata.integer(profiler::keys::commitTime),
            std::int64_t(1'795'770'000) * 1'000'000'000);
        const auto sarif = QJsonDocument::fromJson(textOf(path("lint.sarif")).toUtf8()).object();
        QCOMPARE(sarif["version"].toString(), "2.1.0");
        QVERIFY(sarif["runs"].toArray()[0].toObject()["results"].isArray());
        for (const auto* date : { "yesterday", "2026-02-30", "2026-11-27T25:00:00Z", "-5" })
            QCOMPARE(cli({ "profile", model, "--commit-date", date }).code, 2);
    }

    void aBaselineIsSavedListedAndCompared()
    {
        QVERIFY(makeCommit("base", 1, 1) && makeCommit("same", 2, 1) && makeCommit("slow", 3, 1.3)
            && makeCommit("threads", 4, 1, "8"));
        const auto folder = path("baselines");
        const auto early = cli({ "baseline", "compare", folder, path("same.opscope") });
        QCOMPARE(early.code, 3);
        QVERIFY(early.err.contains("`baseline save` adds one"));
        QCOMPARE(cli({ "baseline", "save", folder, path("base.opscope") }).code, 0);
        const auto list = cli({ "baseline", "list", folder, "--format", "json" }).json();
        const auto row = list["baselines"].toArray()[0].toObject();
        QCOMPARE(row["commit"].toString(), "base");
        QCOMPARE(row["settings"].toString(), "threads 4");
        const auto within = cli({ "baseline", "compare", folder, path("same.opscope"), "--gate",
            "10%", "--spread", "5%" });
        QVERIFY2(within.code == 0, qPrintable(within.out));
        QVERIFY(within.out.contains("A baseline base"));
        const auto beyond = cli({ "baseline", "compare", folder, path("slow.opscope"), "--gate",
            "10%", "--github", "--junit", path("gate.xml") });
        QCOMPARE(beyond.code, 1);
        QVERIFY(textOf(path("gate.xml")).contains("<failure"));
        QVERIFY(!annotationsIn(beyond.out).filter("::error ").isEmpty());
        const auto other = cli({ "baseline", "compare", folder, path("threads.opscope"), "--gate",
            "10%", "--github" });
        QCOMPARE(other.code, 6);
        QVERIFY2(other.out.contains("threads differs: 4 → 8"), qPrintable(other.out));
        QCOMPARE(annotationsIn(other.out).size(), 1);
        const auto allowed = cli({ "baseline", "compare", folder, path("threads.opscope"), "--gate",
            "10%", "--allow-different", "settings" });
        QCOMPARE(allowed.code, 0);
        QCOMPARE(cli({ "baseline", "save", folder }).code, 2);
        QCOMPARE(cli({ "baseline", "keep", folder }).code, 2);
    }

    void aHistoryNamesTheFirstSlowerCommit()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("history/deeper"));
        for (int day = 1; day <= 20; ++day) {
            const auto name = QString("history/%1c%2").arg(day < 5 ? "deeper/" : "").arg(day);
            QVERIFY(makeCommit(name, day, day < 12 ? 1 : 1.1));
        }
        QFile broken(path("history/broken.opscope"));
        QVERIFY(broken.open(QFile::WriteOnly));
        broken.write("no profile");
        broken.close();
        const auto page = path("history.html");
        const auto folder = path("history");
        const auto json = cli({ "history", folder, "--format", "json", "--html", page });
        QVERIFY2(json.code == 0, qPrintable(json.err));
        QVERIFY(json.err.contains("left out: broken.opscope"));
        QCOMPARE(json.json()["left_out"].toArray().size(), 1);
        const auto series = json.json()["series"].toArray()[0].toObject();
        QCOMPARE(series["points"].toArray().size(), 20);
        const auto changes = series["changes"].toArray();
        QCOMPARE(changes.size(), 1);
        const auto change = changes[0].toObject();
        QCOMPARE(change["commit"].toString(), "history/c12");
        QVERIFY(change["low"].toDouble() > 0.05 && change["high"].toDouble() < 0.15);
        QVERIFY(textOf(page).contains("▲ +"));
        const auto text = cli({ "history", folder });
        QVERIFY2(
            text.out.contains("slower") && text.out.contains("20 commits"), qPrintable(text.out));
        const auto csv = cli({ "history", folder, "--format", "csv" });
        QCOMPARE(csv.out.trimmed().count('\n'), 20);
        QCOMPARE(cli({ "history", folder, "--last", "8" }).code, 0);
        QCOMPARE(cli({ "history", folder, "--model", "other" }).code, 2);
        QCOMPARE(cli({ "history", path("nowhere") }).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestBuildServers)
#include "tst_build_servers.moc"
