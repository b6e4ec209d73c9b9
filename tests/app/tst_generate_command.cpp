// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/decoder_text.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>

#include <csignal>

using namespace testing;

class TestGenerateCommand : public QObject {
    Q_OBJECT

private:
    /// Starts an endless profile into `file` and sends the signal after some generations.
    static bool interrupt(const QString& model, const QString& file, int signal)
    {
        constexpr int someRuns = 200;
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QString::fromStdString(cliProgram().string()),
            { "profile", model, "--generate", "20", "--prompt-ids", "1,4", "--runs", "100000",
                "--limit", "3600s", "--json-progress", "-o", file });
        QByteArray told;
        while (
            told.count("\"event\":\"run\"") < someRuns && process.waitForReadyRead(cliPatienceMs))
            told += process.readAll();
        ::kill(static_cast<pid_t>(process.processId()), signal);
        return process.waitForFinished(cliPatienceMs);
    }
    QJsonArray runsIn(const QString& file)
    {
        const auto saved = m_folder.filePath("runs.json");
        QFile::remove(saved);
        if (cli({ "export", file, "-o", saved }).code != 0)
            return {};
        QFile read(saved);
        return read.open(QIODevice::ReadOnly)
            ? QJsonDocument::fromJson(read.readAll()).object()["runs"].toArray()
            : QJsonArray();
    }

private slots:
    void initTestCase()
    {
        m_model = m_folder.filePath("decoder.onnx");
        QFile file(m_model);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(modelBytesFromText(decoderText)));
    }

    void runTellsTokensAndFigures()
    {
        const auto outcome = cli({ "run", m_model, "--generate", "12", "--prompt-ids", "1,4,2",
            "--runs", "2", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto found = outcome.json()["generation"].toObject();
        QCOMPARE(found["tokens"].toArray().size(), 12);
        QCOMPARE(found["prompt"].toArray(), QJsonArray({ 1, 4, 2 }));
        QCOMPARE(found["plans_made"].toInt(-1), 0);
        QCOMPARE(found["cache_positions"].toInt(), 14);
        QCOMPARE(found["cache_bytes"].toInt(), 2 * 14 * 2 * 4);
        QVERIFY(!found.contains("first_difference"));
        QVERIFY(found["tokens_per_second"].toObject()["median"].toDouble() > 0);
        const auto text = cli({ "run", m_model, "--generate", "3", "--prompt", "4" });
        for (const auto* line :
            { "Prefill, 4 tokens", "Time to first token", "Cache", "3 of 3", "ids " })
            QVERIFY2(text.out.contains(line), qPrintable(text.out));
    }

    void theProfileHasEachTokenWithItsPosition()
    {
        const auto file = m_folder.filePath("run.opscope");
        const auto outcome = cli({ "profile", m_model, "--generate", "9", "--prompt-ids", "1,4",
            "--runs", "2", "-o", file, "--report", m_folder.filePath("run.html") });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        for (const auto* line : { "Generation", "what grows with position", "prefill, by type" })
            QVERIFY2(outcome.out.contains(line), qPrintable(outcome.out));
        const auto saved = m_folder.filePath("run.json");
        QCOMPARE(cli({ "export", file, "-o", saved }).code, 0);
        QFile read(saved);
        QVERIFY(read.open(QIODevice::ReadOnly));
        const auto report = QJsonDocument::fromJson(read.readAll()).object();
        int prefill = 0;
        int tokens = 0;
        for (const auto& entry : report["runs"].toArray()) {
            const auto run = entry.toObject();
            QVERIFY(run.contains("position"));
            prefill += run["side"] == "prefill" ? 1 : 0;
            tokens += run["side"] == "profiled" ? 1 : 0;
            if (run["side"] == "profiled")
                QVERIFY(run["position"].toInt() >= 2 && run["position"].toInt() < 10);
        }
        QCOMPARE(prefill, 4); // of both kinds of generations
        QCOMPARE(tokens, 2 * 8);
    }

    void theProgressNeverGoesBack()
    {
        // Of both generations of a pair; of the prompts if there are no single tokens.
        for (const auto& [tokens, total] : { std::pair("9", 2 * 2 * 8), std::pair("1", 2 * 2) }) {
            const auto outcome = cli({ "profile", m_model, "--generate", tokens, "--prompt-ids",
                "1,4", "--runs", "2", "--warmup", "0", "--json-progress" });
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            int done = 0;
            for (const auto& line : outcome.err.split('\n')) {
                const auto event = QJsonDocument::fromJson(line.toUtf8()).object();
                if (event["event"] != "phase" || event["what"] != "measuring")
                    continue;
                QCOMPARE(event["total"].toInt(), total);
                QCOMPARE(event["done"].toInt(), ++done);
            }
            QCOMPARE(done, total);
        }
    }

    void aKillLosesNoCompleteGeneration()
    {
        const auto file = m_folder.filePath("killed.opscope");
        QVERIFY(interrupt(m_model, file, SIGKILL));
        QVERIFY(!QFileInfo::exists(file));
        QVERIFY(QFileInfo(file + ".part").size() > 4);
        QCOMPARE(cli({ "recover", file + ".part", "-o", file }).code, 0);
        const auto runs = runsIn(file);
        QVERIFY(runs.size() >= 20);
        for (const auto& run : runs)
            QVERIFY(run.toObject().contains("position"));
    }

    void aStopKeepsCompleteRuns()
    {
        const auto file = m_folder.filePath("stopped.opscope");
        QVERIFY(interrupt(m_model, file, SIGTERM));
        QVERIFY(QFileInfo::exists(file));
        QVERIFY(!QFileInfo::exists(file + ".part"));
        const auto runs = runsIn(file);
        QVERIFY(runs.size() >= 100);
        for (const auto& run : runs)
            QVERIFY(run.toObject().contains("position"));
    }

    void bf16StatesTheErrorOfThePrompt()
    {
        const QStringList options { m_model, "--generate", "4", "--prompt-ids", "1,4",
            "--precision", "bf16", "--runs", "1" };
        const auto outcome
            = cli(QStringList { "run" } + options + QStringList { "--format", "json" });
        if (outcome.code == 5 && outcome.err.contains("no bf16 on this CPU"))
            QSKIP("this processor has no bf16");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto errors = outcome.json()["errors_against_f32"].toArray();
        QCOMPARE(errors.size(), 2); // logits and cache
        QCOMPARE(errors[0].toObject()["output"].toString(), QString("logits"));
        QCOMPARE(errors[0].toObject()["elements"].toInt(), 2 * 5);
        QVERIFY(errors[0].toObject()["relative_rms"].toDouble() < 0.02);
        QVERIFY(cli(QStringList { "run" } + options).out.contains("error against f32"));
        const auto profiled = cli(QStringList { "profile" } + options);
        QVERIFY2(profiled.err.contains("error against f32"), qPrintable(profiled.err));
    }

    void saysWhatIsWrong()
    {
        const auto other = cli({ "run", sampleModel("residual-cnn"), "--generate", "3" });
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("leads back"), qPrintable(other.err));
        QCOMPARE(cli({ "run", m_model, "--prompt", "3" }).code, 2);
        QCOMPARE(cli({ "run", m_model, "--generate", "3", "--prompt-ids", "1,x" }).code, 2);
        const auto outside = cli({ "run", m_model, "--generate", "3", "--prompt-ids", "77" });
        QVERIFY2(
            outside.code != 0 && outside.err.contains("the token id 77"), qPrintable(outside.err));
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_GUILESS_MAIN(TestGenerateCommand)
#include "tst_generate_command.moc"
