#include <QTest>

#include "tests/support/decoder_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

/// The section Generate of the Run panel, as a user works with it.
class TestGenerationBox : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::Document* openText(const char* name, const std::string& text)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        ui::RunSettings().save(path); // those of another test
        testing::writeFile(path, testing::modelBytesFromText(text));
        auto* document = m_driven->open(path);
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        return document;
    }
    void type(QWidget* field, const QString& text)
    {
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_folder); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void theSectionIsOnlyForDecoders()
    {
        openText("relu.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        QVERIFY(!m_driven->child<QWidget>("prompt")->isVisible());
        QVERIFY(!m_driven->child<QLabel>("generationRefusal")->isVisible());
        // Values of another model are not stored with this one.
        auto* decoder = openText("decoder.onnx", testing::decoderText);
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("9"));
        QCOMPARE((*m_driven)->runs().settingsOf(decoder).generation.tokens, 9);
        auto* other = openText("other.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        type(m_driven->child<QSpinBox>("measureRuns"), QStringLiteral("5"));
        QCOMPARE((*m_driven)->runs().settingsOf(other).runs, 5);
        QCOMPARE((*m_driven)->runs().settingsOf(other).generation.tokens, 0);
        openText("lost.onnx",
            "input_ids: int64[1,s]\npast_0: float[1,2,p,2]\ny = Relu(past_0)\n"
            "z = Cast(input_ids) {to: 1}\nz -> float[1,s]\ny -> float[1,2,p,2]");
        auto* refusal = m_driven->child<QLabel>("generationRefusal");
        QVERIFY(refusal->isVisible());
        QVERIFY2(refusal->text().contains(QStringLiteral("past_0")), qPrintable(refusal->text()));
        QVERIFY(!m_driven->child<QWidget>("prompt")->isVisible());
    }

    void aPromptIsANumberOfTokensOrIds()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        auto* prompt = m_driven->child<QLineEdit>("prompt");
        auto* note = m_driven->child<QLabel>("promptNote");
        QVERIFY(prompt->isVisible());
        QVERIFY(!settings.generates(*document->model())); // Profile measures single runs at first
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("16"));
        QVERIFY(settings.generates(*document->model()));
        type(prompt, QStringLiteral("7"));
        QCOMPARE(note->text(), QStringLiteral("7 random tokens, seed 0"));
        QCOMPARE(settings.measuringArguments(*document->model()).mid(6),
            QStringList({ "--generate", "16", "--prompt", "7" }));
        type(prompt, QStringLiteral("1, 4,2"));
        QCOMPARE(note->text(), QStringLiteral("3 token ids"));
        type(prompt, QStringLiteral("1,x"));
        QVERIFY(note->text().startsWith(QStringLiteral("Expected")));
        QVERIFY2(note->text().endsWith(QStringLiteral("Until then Profile uses 1,4,2")),
            qPrintable(note->text()));
        QCOMPARE(prompt->text(), QStringLiteral("1,x")); // a wrong text stays
        QCOMPARE(settings.generation.promptIds, QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("stopToken"), QStringLiteral("3"));
        QCOMPARE(settings.measuringArguments(*document->model()).mid(6),
            QStringList({ "--generate", "16", "--prompt-ids", "1,4,2", "--stop-token", "3" }));
        m_driven->settle();
        const auto words = shownWords(*m_driven->panel(QStringLiteral("run")));
        for (const auto* word :
            { "1 pair", "1×2×p×2 fp32", "18 positions, 288 B", "1 output leads" })
            QVERIFY2(words.contains(QString::fromUtf8(word)), qPrintable(words));
        // They are kept with the model; single runs keep counts of their own.
        const auto kept = ui::RunSettings::load(document->path());
        QCOMPARE(kept.generation.json(), settings.generation.json());
        auto* count = m_driven->child<QSpinBox>("measureRuns");
        QCOMPARE(count->value(), 6);
        type(count, QStringLiteral("3"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("0"));
        QCOMPARE(count->value(), 50);
        QCOMPARE(settings.generation.counts.runs, 3);
        QVERIFY(!settings.measuringArguments(*document->model()).contains("--generate"));
    }

    void aPromptOfAFileHasNoKnownLength()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        settings.threads = 0;
        settings.inputs.insert(QStringLiteral("input_ids"), QStringLiteral("file:ids.npy"));
        settings.generation.tokens = 34;
        (*m_driven)->runs().settingsEdited(document);
        m_driven->settle();
        QVERIFY(!m_driven->child<QLineEdit>("prompt")->isEnabled());
        QCOMPARE(
            m_driven->child<QPushButton>("runSummary")->text(), QStringLiteral("CPU · 34 tokens"));
        const auto words = shownWords(*m_driven->panel(QStringLiteral("run")));
        QVERIFY2(words.contains(QStringLiteral("1 pair")), qPrintable(words));
        QVERIFY2(!words.contains(QStringLiteral("positions")), qPrintable(words));
    }

    void theToolBarSaysPromptAndTokens()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        (*m_driven)->runs().settingsOf(document).threads = 0;
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("12"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("34"));
        QCOMPARE(m_driven->child<QPushButton>("runSummary")->text(),
            QStringLiteral("CPU · 12 + 34 tokens"));
    }
};

QTEST_MAIN(TestGenerationBox)
#include "tst_generation_box.moc"
