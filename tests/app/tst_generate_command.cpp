// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

namespace {

/// One layer of attention with a cache, over a vocabulary of 5 tokens.
constexpr const char* decoderText = R"(opset 17
input_ids: int64[1,s]
past_0: float[1,2,p,2]
table: float[5,4] = {1,-2,0,1,3,1,-1,0,2,2,-3,1,0,1,2,-2,-1,3,1,1}
heads: int64[4] = {0,0,2,2}
flat: int64[3] = {0,0,4}
e = Gather(table, input_ids)
h = Reshape(e, heads)
k = Transpose(h) {perm: 0 2 1 3}
present_0 = Concat(past_0, k) {axis: 2}
kt = Transpose(present_0) {perm: 0 1 3 2}
scores = MatMul(k, kt)
shares = Softmax(scores)
o = MatMul(shares, present_0)
ot = Transpose(o) {perm: 0 2 1 3}
f = Reshape(ot, flat)
tt = Transpose(table) {perm: 1 0}
logits = MatMul(f, tt)
logits -> float[1,s,5]
present_0 -> float[1,2,q,2]
)";

}

class TestGenerateCommand : public QObject {
    Q_OBJECT

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
