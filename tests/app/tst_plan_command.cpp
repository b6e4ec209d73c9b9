#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using testing::cli;
using testing::CliOutcome;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QList<QJsonObject> objectsOf(const QJsonValue& list)
{
    QList<QJsonObject> objects;
    for (const auto& item : list.toArray())
        objects.push_back(item.toObject());
    return objects;
}

/// A program that runs while the test goes on.
class Running {
public:
    explicit Running(const QStringList& arguments, const QString& folder)
    {
        m_process.setWorkingDirectory(folder);
        m_process.start(QString::fromStdString(testing::cliProgram().string()), arguments);
        m_process.waitForStarted();
    }
    ~Running()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    pid_t id() const { return static_cast<pid_t>(m_process.processId()); }
    /// The process that it started; 0 while there is none.
    pid_t child() const
    {
        const auto path = QStringLiteral("/proc/%1/task/%1/children").arg(id());
        return contentOf(path).split(' ').value(0).toInt();
    }
    /// What it has written to stderr so far.
    const QByteArray& err()
    {
        m_process.waitForReadyRead(10);
        return m_err += m_process.readAllStandardError();
    }
    /// Waits for its end; -2 if a signal ended it.
    int code()
    {
        m_process.waitForFinished(testing::cliPatienceMs);
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -2;
    }

private:
    QProcess m_process;
    QByteArray m_err;
};

/// Whether a process runs. One that ended and was not waited for has no command line.
bool isRunning(pid_t process)
{
    return !contentOf(QStringLiteral("/proc/%1/cmdline").arg(process)).isEmpty();
}

} // namespace

class TestPlanCommand : public QObject {
    Q_OBJECT

private slots:
    void init();
    void makesAllCombinations();
    void namesAJobByWhatItMeasures();
    void leavesOutWhatIsNotToBeMeasured();
    void readsSettingsFromAFile();
    void isTheSameTableInParquet();
    void refusesWhatProfileWouldRefuse_data();
    void refusesWhatProfileWouldRefuse();
    void refusesAnotherPlan_data();
    void refusesAnotherPlan();
    void runsEachJobOnce();
    void replacesWhatIsNoWholeResult();
    void keepsFailures();
    void refusesAChangedModel();
    void triesAgainAfterASignal();
    void endsTheMeasurementWithTheRunner();
    void measuresOneAtATime();
    void writesAnArrayForSlurm();
    void writesAManifestForKubernetes();

private:
    CliOutcome plan(const QStringList& arguments) const
    {
        return cli(QStringList { "plan" } + arguments, m_folder->path());
    }
    /// Makes plan.json; returns its jobs.
    QList<QJsonObject> make(const QStringList& arguments) const
    {
        const auto made = plan(
            QStringList { "make" } + arguments + QStringList { "--force", "-o", "plan.json" });
        if (made.code != 0)
            qWarning() << made.err;
        return jobsOf("plan.json");
    }
    QList<QJsonObject> jobsOf(const char* file) const
    {
        return objectsOf(QJsonDocument::fromJson(contentOf(path(file))).object()["jobs"]);
    }
    /// `plan ACTION plan.json --to results`, with a lock of the test.
    QStringList words(const QStringList& action, const QStringList& more = {}) const
    {
        QStringList result { action.value(0), "plan.json" };
        result += action.mid(1);
        return result + QStringList { "--to", "results", "--lock", "lock" } + more;
    }
    CliOutcome runPlan(const QStringList& more = {}) const { return plan(words({ "run" }, more)); }
    QJsonObject status() const
    {
        return plan({ "status", "plan.json", "--to", "results", "--format", "json" }).json();
    }
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString resultOf(const QJsonObject& job) const
    {
        return path("results/" + job["job"].toString() + ".opscope");
    }
    QJsonObject failureOf(const QJsonObject& job) const
    {
        return QJsonDocument::fromJson(
            contentOf(path("results/" + job["job"].toString() + ".fail")))
            .object();
    }
    /// Private files of jobs that were not tidied away.
    QStringList left() const { return QDir(path("results/jobs")).entryList(QDir::Files); }
    void writeModel(const QString& name, const char* text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(testing::modelBytesFromText(text)));
    }
    /// A plan of one job that measures for minutes.
    void makeLong() const
    {
        QCOMPARE(make({ "small.onnx", "--runs", "1000000", "--limit", "10min" }).size(), 1);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestPlanCommand::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    writeModel("small.onnx", "opset 17\n x: float[N,4]\n y = Relu(x)\n y -> float[N,4]\n");
    writeModel("other.onnx", "opset 17\n x: float[4]\n y = Neg(x)\n y -> float[4]\n");
}

void TestPlanCommand::makesAllCombinations()
{
    const auto jobs = make({ "small.onnx", "other.onnx", "--dim", "N=1,8", "--threads", "1,2",
        "--precision", "f32,bf16", "--runs", "3" });
    // other.onnx has no N: its combinations are the same for both sizes.
    QCOMPARE(jobs.size(), 8 + 4);
    QSet<QString> names;
    QSet<QString> settings;
    for (const auto& job : jobs) {
        QCOMPARE(job["index"].toInt(), names.size());
        names.insert(job["job"].toString());
        settings.insert(job["model"].toString()
            + QJsonDocument(job["dims"].toObject()).toJson(QJsonDocument::Compact)
            + QString::number(job["threads"].toInt()) + job["precision"].toString());
        QCOMPARE(job["runs"].toInt(), 3);
        QVERIFY(job["warmup"].isNull());
    }
    QCOMPARE(names.size(), jobs.size());
    QCOMPARE(settings.size(), jobs.size());
    QVERIFY(settings.contains("small.onnx{\"N\":8}2bf16"));
    QVERIFY(settings.contains("other.onnx{}1f32"));
}

void TestPlanCommand::namesAJobByWhatItMeasures()
{
    const auto job = make({ "small.onnx", "--dim", "N=8", "--threads", "2", "--runs", "3", "--with",
        "--tune off" })[0];
    const auto model
        = QCryptographicHash::hash(contentOf(path("small.onnx")), QCryptographicHash::Sha256)
              .toHex();
    QCOMPARE(job["model_sha256"].toString().toLatin1(), model);
    const auto program = cli({ "--version" }).out.section('\n', 0, 0).section(' ', 1).toUtf8();
    const auto measured = "{\"opscope\":\"" + program + "\",\"model_sha256\":\"" + model
        + "\",\"weights_sha256\":\"\",\"dims\":{\"N\":8},\"threads\":2,\"precision\":\"f32\","
          "\"engine\":\"opscope\",\"optimize\":\"full\",\"machine_class\":\"\",\"runs\":3,"
          "\"warmup\":null,\"limit\":\"\",\"until\":\"\",\"options\":[\"--tune\",\"off\"]}";
    QCOMPARE(job["job"].toString().toLatin1(),
        QCryptographicHash::hash(measured, QCryptographicHash::Sha256).toHex().left(32));
}

void TestPlanCommand::leavesOutWhatIsNotToBeMeasured()
{
    auto jobs = make({ "small.onnx", "other.onnx", "--threads", "1,2", "--precision", "f32,bf16",
        "--exclude", "precision=bf16,threads=1", "--exclude", "model=other*" });
    QCOMPARE(jobs.size(), 3);
    jobs = make({ "small.onnx", "other.onnx", "--dim", "N=1,8", "--threads", "1,2", "--include",
        "dim.N=8,threads=2" });
    QCOMPARE(jobs.size(), 1);
    // Another engine has no precision and no passes of ours: one job for all of their values.
    jobs = make({ "small.onnx", "--engine", "opscope,onnxruntime", "--precision", "f32,bf16",
        "--optimize", "none,full" });
    QCOMPARE(jobs.size(), 4 + 1);
}

void TestPlanCommand::readsSettingsFromAFile()
{
    QDir(m_folder->path()).mkdir("settings");
    QFile file(path("settings/all.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"models": ["../small.onnx"], "dims": {"N": [1, 8]}, "threads": 2, "runs": 5,
        "exclude": "dim.N=8"})");
    file.close();
    const auto jobs = make({ "settings/all.json", "--threads", "1" });
    QCOMPARE(jobs.size(), 1);
    QCOMPARE(jobs[0]["model"].toString(), QString("small.onnx"));
    QCOMPARE(jobs[0]["threads"].toInt(), 1);
    QCOMPARE(jobs[0]["dims"].toObject()["N"].toInt(), 1);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"models": ["../small.onnx"], "thread": 2})");
    file.close();
    const auto refused = plan({ "make", "settings/all.json" });
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("unknown member \"thread\""), qPrintable(refused.err));
}

void TestPlanCommand::isTheSameTableInParquet()
{
    const QStringList settings { "make", "small.onnx", "--dim", "N=1,8", "--threads", "1,2",
        "--runs", "1", "--with", "--tune off" };
    QCOMPARE(plan(settings + QStringList { "-o", "plan.json" }).code, 0);
    QCOMPARE(plan(settings + QStringList { "-o", "plan.parquet" }).code, 0);
    QVERIFY(contentOf(path("plan.parquet")).startsWith("PAR1"));
    const auto ofParquet
        = plan({ "status", "plan.parquet", "--to", "results", "--format", "json" });
    QCOMPARE(ofParquet.code, 1);
    QCOMPARE(ofParquet.json(), status());
    QCOMPARE(ofParquet.json()["missing"].toInt(), 4);
    QCOMPARE(plan({ "run-job", "plan.parquet", "3", "--to", "results", "--lock", "lock" }).code, 0);
    QCOMPARE(status()["done"].toInt(), 1);
}

void TestPlanCommand::refusesWhatProfileWouldRefuse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const auto row
        = [](const char* name, const QStringList& arguments, int code, const char* message) {
              QTest::newRow(name) << arguments << code << QString(message);
          };
    row("precision", { "small.onnx", "--precision", "f32,f7" }, 2, "--precision is \"f7\"");
    row("precision of a GPU", { "small.onnx", "--precision", "tf32" }, 2, "is for --device cuda");
    row("runs", { "small.onnx", "--runs", "2000000" }, 2, "--runs is \"2000000\"");
    row("threads", { "small.onnx", "--threads", "9999" }, 2, "--threads is \"9999\"");
    row("no number", { "small.onnx", "--threads", "1,x" }, 2, "--threads has \"x\"");
    row("dimension", { "small.onnx", "--dim", "M=1" }, 2, "a dimension that no model has");
    row("limit", { "small.onnx", "--limit", "soon" }, 2, "--limit is \"soon\"");
    row("engine", { "small.onnx", "--engine", "abacus" }, 2, "--engine is \"abacus\"");
    row("unknown option", { "small.onnx", "--with", "--frobnicate" }, 2, "--frobnicate");
    row("own option", { "small.onnx", "--with", "--threads 2" }, 2, "--with has --threads");
    row("output", { "small.onnx", "--with", "-o x.opscope" }, 2, "--with has -o");
    row("report", { "small.onnx", "--with", "--report x.html" }, 2, "--with has --report");
    row("key of a filter", { "small.onnx", "--include", "thread=1" }, 2, "expected KEY=PATTERN");
    row("nothing left", { "small.onnx", "--exclude", "model=*" }, 2, "no job is left");
    row("no model", { "nowhere.onnx" }, 3, "nowhere.onnx");
    row("too many",
        { "small.onnx", "--dim", "N=1,2,3,4,5,6,7,8,9,10", "--threads",
            QStringList(QVector<QString>(20'000, "1").toList()).join(',') },
        2, "more than 100000 combinations");
}

void TestPlanCommand::refusesWhatProfileWouldRefuse()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, message);
    const auto refused = plan(QStringList { "make" } + arguments + QStringList { "-o", "p.json" });
    QCOMPARE(refused.code, code);
    QVERIFY2(refused.err.contains(message), qPrintable(refused.err));
    QVERIFY(!QFile::exists(path("p.json")));
}

void TestPlanCommand::refusesAnotherPlan_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("message");
    QTest::newRow("changed by hand")
        << QByteArray("\"runs\":1") << QByteArray("\"runs\":2") << "its name is not that";
    QTest::newRow("another type") << QByteArray("\"runs\":1") << QByteArray("\"runs\":\"1\"")
                                  << "`runs` is absent or of another type";
    QTest::newRow("another version")
        << QByteArray("\"version\":1") << QByteArray("\"version\":7") << "a plan of version 7";
    QTest::newRow("no plan") << QByteArray("opscope-plan") << QByteArray("recipe") << "is no plan";
    QTest::newRow("no JSON") << QByteArray("{") << QByteArray("<") << "byte";
    QTest::newRow("index") << QByteArray("\"index\":0") << QByteArray("\"index\":3") << "its place";
}

void TestPlanCommand::refusesAnotherPlan()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, message);
    make({ "small.onnx", "--runs", "1" });
    const auto text = contentOf(path("plan.json"));
    QVERIFY(text.contains(before));
    QFile file(path("plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(text).replace(before, after));
    file.close();
    const auto refused = runPlan();
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains(message), qPrintable(refused.err));
}

void TestPlanCommand::runsEachJobOnce()
{
    const auto jobs = make({ "small.onnx", "--dim", "N=1,8", "--runs", "2", "--warmup", "0" });
    QCOMPARE(status()["missing"].toInt(), 2);
    const auto first = runPlan({ "--json-progress", "--format", "json" });
    QCOMPARE(first.code, 0);
    QCOMPARE(first.json()["done"].toInt(), 2);
    QVERIFY(first.err.contains("\"event\":\"job\""));
    QVERIFY(first.err.contains("\"state\":\"done\",\"done\":2,\"total\":2"));
    const auto written = contentOf(resultOf(jobs[0]));
    const auto second = runPlan();
    QCOMPARE(second.code, 0);
    QCOMPARE(second.out, QString("2 skipped\n"));
    QCOMPARE(contentOf(resultOf(jobs[0])), written);
    QCOMPARE(plan({ "status", "plan.json", "--to", "results" }).out,
        QString("2 done, 0 failed, 0 missing of 2 jobs\n"));
    QCOMPARE(left(), QStringList());
    const auto report = cli({ "export", resultOf(jobs[1]), "--to", "json", "-o", path("r.json") });
    QCOMPARE(report.code, 0);
    QVERIFY(contentOf(path("r.json")).contains("N=8"));
}

void TestPlanCommand::replacesWhatIsNoWholeResult()
{
    const auto jobs = make({ "small.onnx", "--runs", "2", "--warmup", "0" });
    QCOMPARE(runPlan().code, 0);
    const auto written = contentOf(resultOf(jobs[0]));
    QFile file(resultOf(jobs[0]));
    QVERIFY(file.resize(written.size() / 2));
    QCOMPARE(status()["missing"].toInt(), 1);
    QCOMPARE(runPlan().out, QString("1 done\n"));
    // A measurement that was stopped leaves a whole file with a mark.
    const auto marked = [&] {
        Running profile({ "profile", "small.onnx", "--runs", "1000000", "--limit", "10min",
                            "--json-progress", "-o", "marked.opscope" },
            m_folder->path());
        while (!profile.err().contains("\"side\":\"profiled\""))
            QTest::qWait(1);
        ::kill(profile.id(), SIGTERM);
        return profile.code();
    }();
    QCOMPARE(marked, 130);
    QVERIFY(QFile::remove(resultOf(jobs[0])));
    QVERIFY(QFile::rename(path("marked.opscope"), resultOf(jobs[0])));
    QCOMPARE(status()["missing"].toInt(), 1);
    QCOMPARE(runPlan().out, QString("1 done\n"));
}

void TestPlanCommand::keepsFailures()
{
    writeModel("unknown.onnx",
        "opset 17, my.domain 1\n x: float[4]\n y = my.domain.Unheard(x)\n y -> float[4]\n");
    const auto jobs
        = make({ "unknown.onnx", "other.onnx", "--runs", "1", "--warmup", "0", "--threads", "1" });
    QCOMPARE(jobs.size(), 2);
    const auto first = runPlan();
    QCOMPARE(first.code, 1);
    QCOMPARE(first.out, QString("1 done, 1 failed\n"));
    const auto failure = failureOf(jobs[0]);
    QCOMPARE(failure["code"].toInt(), 4);
    QCOMPARE(failure["count"].toInt(), 1);
    QVERIFY(failure["final"].toBool());
    QVERIFY(failure["message"].toString().contains("Unheard"));
    const auto rows = objectsOf(status()["jobs"]);
    QCOMPARE(rows[0]["state"].toString(), QString("failed"));
    QCOMPARE(rows[0]["code"].toInt(), 4);
    QCOMPARE(rows[1]["state"].toString(), QString("done"));
    // It is not tried again, unless someone asks for it.
    QCOMPARE(runPlan().out, QString("1 skipped, 1 failed\n"));
    QCOMPARE(failureOf(jobs[0])["count"].toInt(), 1);
    const auto one = plan(words({ "run-job", "0" }));
    QCOMPARE(one.code, 4);
    QVERIFY2(one.err.contains("Unheard"), qPrintable(one.err));
    QVERIFY(QFile::remove(path("results/" + jobs[0]["job"].toString() + ".fail")));
    QCOMPARE(runPlan({ "--retry-failed" }).code, 1);
    QCOMPARE(failureOf(jobs[0])["count"].toInt(), 1);
}

void TestPlanCommand::refusesAChangedModel()
{
    const auto jobs = make({ "other.onnx", "--runs", "1" });
    writeModel("other.onnx", "opset 17\n x: float[4]\n y = Abs(x)\n y -> float[4]\n");
    const auto one = plan(words({ "run-job", "0" }));
    QCOMPARE(one.code, 3);
    QVERIFY2(one.err.contains("has changed since the plan was made"), qPrintable(one.err));
    QVERIFY(!QFile::exists(resultOf(jobs[0])));
}

void TestPlanCommand::triesAgainAfterASignal()
{
    makeLong();
    const auto job = jobsOf("plan.json")[0];
    Running runner(QStringList { "plan" } + words({ "run" }), m_folder->path());
    QTRY_VERIFY_WITH_TIMEOUT(!left().isEmpty(), testing::cliPatienceMs);
    const auto first = runner.child();
    QVERIFY(first > 0);
    ::kill(first, SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(
        runner.err().contains("trying again after SIGKILL"), testing::cliPatienceMs);
    QCOMPARE(failureOf(job)["count"].toInt(), 1);
    QCOMPARE(failureOf(job)["signal"].toInt(), SIGKILL);
    QVERIFY(!failureOf(job)["final"].toBool());
    QTRY_VERIFY_WITH_TIMEOUT(
        !left().isEmpty() && runner.child() > 0 && runner.child() != first, testing::cliPatienceMs);
    // An interruption is no failure.
    ::kill(runner.id(), SIGTERM);
    QCOMPARE(runner.code(), 130);
    QCOMPARE(failureOf(job)["count"].toInt(), 1);
    QCOMPARE(left(), QStringList());
    QVERIFY(!QFile::exists(resultOf(job)));
}

void TestPlanCommand::endsTheMeasurementWithTheRunner()
{
    makeLong();
    pid_t child = 0;
    {
        Running runner(QStringList { "plan" } + words({ "run" }), m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(!left().isEmpty(), testing::cliPatienceMs);
        child = runner.child();
        QVERIFY(child > 0 && isRunning(child));
        ::kill(runner.id(), SIGKILL);
        QCOMPARE(runner.code(), -2);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(child), testing::cliPatienceMs);
    QVERIFY(!left().isEmpty());
    // The next program tidies up behind the killed one.
    Running next(QStringList { "plan" } + words({ "run" }), m_folder->path());
    const auto own = "." + QString::number(next.id()) + ".";
    QTRY_VERIFY_WITH_TIMEOUT(
        !left().isEmpty() && left().filter(own).size() == left().size(), testing::cliPatienceMs);
}

void TestPlanCommand::measuresOneAtATime()
{
    make({ "small.onnx", "--runs", "1", "--warmup", "0" });
    const int lock = ::open(path("lock").toUtf8().constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    QVERIFY(lock >= 0);
    QCOMPARE(::flock(lock, LOCK_EX), 0);
    Running runner(QStringList { "plan" } + words({ "run" }), m_folder->path());
    QTRY_VERIFY_WITH_TIMEOUT(
        runner.err().contains("waiting for another measurement"), testing::cliPatienceMs);
    QCOMPARE(status()["done"].toInt(), 0);
    ::close(lock);
    QCOMPARE(runner.code(), 0);
    QCOMPARE(status()["done"].toInt(), 1);
}

void TestPlanCommand::writesAnArrayForSlurm()
{
    const QString hostile = "a 'b' $(touch x) \"c\" ;\n#SBATCH --uid=0";
    QVERIFY(QDir(m_folder->path()).mkdir(hostile));
    const auto file = hostile + "/my plan.json";
    QCOMPARE(plan({ "make", "small.onnx", "--dim", "N=1,2,3,4,5", "--runs", "1", "--warmup", "0",
                      "--with", "--tune off", "-o", file })
                 .code,
        0);
    for (const auto& chunk : { QString("1"), QString("2") }) {
        const auto results = hostile + "/results " + chunk;
        QCOMPARE(plan({ "slurm", file, "--to", results, "--chunk", chunk, "--parallel", "3", "-o",
                          "array.sh" })
                     .code,
            0);
        const auto script = contentOf(path("array.sh"));
        QVERIFY(script.contains("#SBATCH --job-name=opscope-my-plan\n"));
        QVERIFY(
            script.contains(chunk == "1" ? "#SBATCH --array=0-4%3\n" : "#SBATCH --array=0-2%3\n"));
        QVERIFY(script.contains("#SBATCH --exclusive\n#SBATCH --requeue\n"));
        // Slurm reads such lines only before the first command.
        const auto firstCommand = script.indexOf(chunk == "1" ? "\nexec" : "\nfirst=");
        QVERIFY(firstCommand > 0 && script.indexOf("--uid=0") > firstCommand);
        QProcess task;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SLURM_ARRAY_TASK_ID", chunk == "1" ? "4" : "2"); // the last
        task.setProcessEnvironment(environment);
        task.setWorkingDirectory(m_folder->path());
        task.start("bash", { "array.sh" });
        QVERIFY(task.waitForFinished(testing::cliPatienceMs));
        QVERIFY2(task.exitCode() == 0, task.readAllStandardError().constData());
        const auto done = plan({ "status", file, "--to", results, "--format", "json" }).json();
        QCOMPARE(done["done"].toInt(), 1);
        QCOMPARE(objectsOf(done["jobs"])[4]["state"].toString(), QString("done"));
    }
    QVERIFY(!QFile::exists(path("x")));
    QVERIFY(make({ "small.onnx", "--machine-class", "big,small" }).size() == 2);
    const auto refused = plan({ "slurm", "plan.json", "--to", "results" });
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("2 classes of machines"), qPrintable(refused.err));
}

void TestPlanCommand::writesAManifestForKubernetes()
{
    make(
        { "small.onnx", "--dim", "N=1,2,3", "--threads", "1,2", "--machine-class", "big \"one\"" });
    const QStringList words { "kubernetes", "plan.json", "--to", "results $(HOME)", "--image",
        "registry/opscope:1", "--claim", "fleet" };
    const auto made = plan(words);
    QCOMPARE(made.code, 0);
    for (const auto* line :
        { "completionMode: Indexed\n", "completions: 6\n", "backoffLimitPerIndex: 3\n",
            "values: [2, 3, 4]", "nodeSelector: {opscope/machine-class: \"big \\\"one\\\"\"}\n",
            "- \"$(JOB_COMPLETION_INDEX)\"\n", "/results $$(HOME)\"\n", "limits: {cpu: \"2\"," })
        QVERIFY2(made.out.contains(line), qPrintable(line + made.out));
    const auto refused = plan(words.mid(0, 4));
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--image"), qPrintable(refused.err));
    QCOMPARE(plan(words + QStringList { "--mount", "/elsewhere" }).code, 2);
}

QTEST_GUILESS_MAIN(TestPlanCommand)
#include "tst_plan_command.moc"
