// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/process/confinement.h"
#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace testing;

namespace {

QString intruder()
{
    return QString::fromStdString((buildDir() / "tests/plugins/intruder.so").string());
}

/// A folder of the user with two files, and one for outputs.
class Home {
public:
    Home()
    {
        QDir(m_folder.path()).mkdir("outputs");
        for (const auto* name : { "kept", "second" }) {
            QFile file(path(name));
            if (file.open(QIODevice::WriteOnly))
                file.write("content");
        }
        qputenv("INTRUDER_FOLDER", m_folder.path().toUtf8());
        qputenv("XDG_CACHE_HOME", path("outputs/cache").toUtf8());
    }
    ~Home()
    {
        qunsetenv("INTRUDER_FOLDER");
        qunsetenv("XDG_CACHE_HOME");
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray content(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries);
    }

private:
    QTemporaryDir m_folder;
};

/// What the intruder said it could do, in the order of its tries.
QStringList done(const CliOutcome& outcome)
{
    QStringList words;
    for (const auto& line : outcome.err.split('\n'))
        if (line.endsWith(": done"))
            words << line.chopped(6);
    return words;
}

QStringList command(const QString& name, const Home& home)
{
    QStringList words { name, sampleModel("residual-cnn") };
    if (name == "profile")
        words << "--runs"
              << "1"
              << "-o" << home.path("outputs/result.opscope");
    else if (name == "verify")
        words = { name, sample("residual-cnn") };
    else if (name == "edit")
        words << "--set"
              << "model.producer_name=x"
              << "-o" << home.path("outputs/result.onnx");
    else if (name == "draw")
        words << "-o" << home.path("outputs/result.svg");
    return words;
}

} // namespace

/// `--sandbox`: what code can do that took over the program (docs/security.md).
class TestSandbox : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto kernel = support::confinementSupport();
        if (!kernel.isComplete())
            QSKIP(qPrintable("this kernel has no " + QString::fromStdString(kernel.missing())));
    }

    void withoutASandboxTheIntruderCanDoEverything()
    {
        const Home home;
        const auto run = cli(
            command("run", home) + QStringList { "--sandbox", "off", "--plugin", intruder() });
        const auto could = done(run);
        for (const auto* what : { "read", "write", "append", "truncate", "chmod", "link", "folder",
                 "rename", "remove", "local socket", "start", "trace" })
            QVERIFY2(could.contains(what), qPrintable(QString(what) + " in\n" + run.err));
        QVERIFY(home.names().contains("moved"));
    }

    void theIntruderCanOnlyRead_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : { "run", "profile", "verify", "inspect", "check", "edit" })
            QTest::newRow(name) << name;
    }
    void theIntruderCanOnlyRead()
    {
        QFETCH(QString, name);
        const Home home;
        const auto before = home.names();
        const auto run = cli(command(name, home) + QStringList { "--plugin", intruder() });
        QCOMPARE(done(run), QStringList { "read" });
        QVERIFY2(run.err.contains("ring: Operation not permitted"), qPrintable(run.err));
        QCOMPARE(home.names(), before);
        QCOMPARE(home.content("kept"), "content");
    }

    /// A model file whose run is taken over by its author, without a plug-in.
    void aRunThatIsTakenOverCanOnlyRead_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : { "run", "profile", "verify" })
            QTest::newRow(name) << name;
    }
    void aRunThatIsTakenOverCanOnlyRead()
    {
        QFETCH(QString, name);
        const Home home;
        QFile model(home.path("model.onnx"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write(QByteArray::fromStdString(
            modelBytesFromText("x: float[2]\ny = Elu(x) {alpha: 0.625}\ny -> float[2]")));
        model.close();
        const auto before = home.names();
        qputenv("LD_PRELOAD",
            QByteArray::fromStdString(
                (buildDir() / "tests/app/libopscope_faulty_kernels.so").string()));
        qputenv("ASAN_OPTIONS", "verify_asan_link_order=0");
        qputenv("INTRUDER", intruder().toUtf8());
        auto words = QStringList { name, home.path("model.onnx") };
        if (name == "verify")
            words << "--against"
                  << "reference";
        if (name == "profile")
            words << "-o" << home.path("outputs/result.opscope");
        const auto run = cli(words);
        const auto after = home.names();
        const auto kept = home.content("kept");
        const auto open = cli(words + QStringList { "--sandbox", "off" });
        qunsetenv("LD_PRELOAD");
        qunsetenv("INTRUDER");
        QCOMPARE(done(run), QStringList { "read" });
        QCOMPARE(after, before);
        QCOMPARE(kept, "content");
        QVERIFY2(done(open).contains("write"), qPrintable(open.err)); // it does try
    }

    void drawMayStartItsChild()
    {
        const Home home;
        const auto run = cli(command("draw", home) + QStringList { "--plugin", intruder() });
        QCOMPARE(done(run), QStringList({ "read", "start" }));
    }

    void serveWritesWhereItIsAsked()
    {
        const Home home;
        const auto run = cli({ "serve", "--stdio", "--plugin", intruder() });
        const auto could = done(run);
        QVERIFY2(could.contains("write"), qPrintable(run.err));
        for (const auto* what : { "internet", "local socket", "start", "trace", "chmod" })
            QVERIFY2(!could.contains(what), what);
    }

    void commandsWriteTheirOutputs_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");
        QTest::newRow("profile") << "profile"
                                 << "result.opscope";
        QTest::newRow("edit") << "edit"
                              << "result.onnx";
        QTest::newRow("draw") << "draw"
                              << "result.svg";
    }
    void commandsWriteTheirOutputs()
    {
        QFETCH(QString, name);
        QFETCH(QString, file);
        const Home home;
        const auto run = cli(command(name, home) + QStringList { "--sandbox", "on" });
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(!home.content("outputs/" + file).isEmpty());
        // Again: the file is replaced.
        QCOMPARE(cli(command(name, home)).code, 0);
    }

    void measuredChoicesAreStillRemembered()
    {
        const auto remembers = [](const QString& sandbox) {
            const Home home;
            const auto run
                = cli(command("run", home) + QStringList { "--sandbox", sandbox, "--tune", "on" });
            if (run.code != 0)
                qWarning("%s", qPrintable(run.err));
            return !QDir(home.path("outputs/cache/opscope/tune")).isEmpty();
        };
        if (!remembers("off"))
            QSKIP(
                "no step of the sample has two kernels on this machine, so nothing is remembered");
        QVERIFY(remembers("on"));
    }

    void aWrongWordIsNamed()
    {
        const auto run = cli({ "run", sampleModel("residual-cnn"), "--sandbox", "strict" });
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("--sandbox is \"strict\", expected auto, on or off"),
            qPrintable(run.err));
    }
};

QTEST_GUILESS_MAIN(TestSandbox)
#include "tst_sandbox.moc"
