#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/find/find_panel.h"
#include "ui/inspectors/bar_row.h"
#include "ui/inspectors/dimension_field.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QCryptographicHash>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

/// The inspector while nothing is selected: the model.
class TestModelInspector : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QWidget* inspector() { return m_driven->panel<ui::InspectorPanel>(); }
    /// `Work: 12.3 kFLOP` as it is read aloud; empty if there is no such line.
    QString fact(const QString& name)
    {
        for (const auto* label : inspector()->findChildren<ui::ElidedLabel*>()) {
            if (label->accessibleName().startsWith(name + QStringLiteral(": ")))
                return label->accessibleName().mid(name.size() + 2);
        }
        return {};
    }
    QLineEdit* field(const char* dimension)
    {
        return inspector()->findChild<QLineEdit*>(
            QStringLiteral("dimension-") + QString::fromLatin1(dimension));
    }
    QString typeOf(const std::string& value)
    {
        for (std::size_t i = 0; i < m_document->model()->values.size(); ++i) {
            if (m_document->model()->values[i].name == value)
                return QString::fromStdString(model::typeText(m_document->analysis()->types[i]));
        }
        return {};
    }
    void enter(const char* dimension, const QString& size)
    {
        field(dimension)->setFocus();
        field(dimension)->selectAll();
        QTest::keyClicks(field(dimension), size);
        QTest::keyClick(field(dimension), Qt::Key_Return);
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_driven = std::make_unique<DrivenWindow>();
    }
    void init()
    {
        // Sizes are kept for a file: those of one test are not for the next.
        const auto path = m_files.filePath(
            QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".onnx"));
        testing::writeFile(path, testing::decoderModel(4));
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        m_driven->showPanel(QStringLiteral("inspector"));
    }
    void cleanup()
    {
        (*m_driven)->actions().action(QStringLiteral("file.close"))->trigger();
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void sizesFollowTheDimensions()
    {
        QVERIFY(field("batch") != nullptr && field("sequence") != nullptr);
        QCOMPARE(fact(QStringLiteral("Counted for")), QStringLiteral("batch = 1, sequence = 1"));
        const auto work = fact(QStringLiteral("Work"));
        const auto traffic = fact(QStringLiteral("Least traffic"));
        QCOMPARE(typeOf("logits"), QStringLiteral("batch×sequence×16 fp32"));
        enter("batch", QStringLiteral("2"));
        enter("sequence", QStringLiteral("512"));
        QCOMPARE(typeOf("logits"), QStringLiteral("2×512×16 fp32"));
        QVERIFY(fact(QStringLiteral("Work")) != work);
        QVERIFY(fact(QStringLiteral("Least traffic")) != traffic);
        QVERIFY(fact(QStringLiteral("Counted for")).isEmpty());
        m_driven->shoot(QStringLiteral("inspector-model"));
        // Empty again: the name is back.
        field("sequence")->setFocus();
        field("sequence")->clear();
        QTest::keyClick(field("sequence"), Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(typeOf("logits"), QStringLiteral("2×sequence×16 fp32"));
        QCOMPARE(fact(QStringLiteral("Counted for")), QStringLiteral("sequence = 1"));
    }

    void aTextThatIsNoSizeIsSaidBesideTheField()
    {
        field("batch")->setFocus();
        QTest::keyClicks(field("batch"), QStringLiteral("many"));
        auto* error = inspector()->findChild<QLabel*>(QStringLiteral("dimension-batch-error"));
        QVERIFY(error->isVisible());
        QCOMPARE(error->text(),
            QStringLiteral("many is no size: expected a whole number from 0 to 1,000,000,000"));
        m_driven->shoot(QStringLiteral("inspector-model-error"));
        QTest::keyClick(field("batch"), Qt::Key_Return);
        m_driven->settle();
        QVERIFY(m_document->binding().empty());
    }

    void typingGoesOnWhileShapesFollow()
    {
        field("sequence")->setFocus();
        QTest::keyClicks(field("sequence"), QStringLiteral("12"));
        QTRY_COMPARE(typeOf("logits"), QStringLiteral("batch×12×16 fp32"));
        m_driven->settle();
        QVERIFY(field("sequence")->hasFocus());
        QTest::keyClicks(field("sequence"), QStringLiteral("8"));
        QTRY_COMPARE(typeOf("logits"), QStringLiteral("batch×128×16 fp32"));
    }

    void aRunUsesTheSameSizes()
    {
        enter("sequence", QStringLiteral("64"));
        QCOMPARE((*m_driven)->runs().settingsOf(m_document).dims.value(QStringLiteral("sequence")),
            qlonglong(64));
    }

    void sizesAreNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("size");
        const auto row = [](const char* text, qlonglong size) {
            QTest::newRow(*text != '\0' ? text : "empty") << QString::fromLatin1(text) << size;
        };
        row("1", 1);
        row(" 512 ", 512);
        row("0", 0);
        row("1000000000", 1'000'000'000);
        row("1000000001", -1);
        row("-1", -1);
        row("1.5", -1);
        row("2x", -1);
        row("", -1);
    }
    void sizesAreNumbers()
    {
        QFETCH(QString, text);
        QTEST(static_cast<qlonglong>(ui::DimensionField::sizeOf(text).value_or(-1)), "size");
    }

    void anOperatorLeadsToItsNodes()
    {
        auto* row = inspector()->findChild<ui::BarRow*>(QStringLiteral("operator-MatMul"));
        QVERIFY(row != nullptr);
        QCOMPARE(row->accessibleName(), QStringLiteral("MatMul: 16"));
        row->setFocus();
        QTest::keyClick(row, Qt::Key_Space);
        m_driven->settle();
        auto* find = m_driven->panel<ui::FindPanel>();
        QVERIFY(find->isVisible());
        QCOMPARE(find->line()->text(), QStringLiteral("type:MatMul"));
        QTRY_COMPARE(find->view()->model()->rowCount(), 16);
    }

    void weightsAreCountedByTypeAndGroup()
    {
        QStringList rows;
        for (const auto* row : inspector()->findChildren<ui::BarRow*>()) {
            if (row->objectName().startsWith(QStringLiteral("weights-")))
                rows += row->accessibleName() + u' ' + row->accessibleDescription();
        }
        // 4 layers of 16×16 + 16×16 + 16×32 + 32×16 floats.
        QCOMPARE(rows.value(0), QStringLiteral("fp32: 24.0 KiB 6,144 parameters"));
        QVERIFY2(rows.size() > 1 && rows.mid(1).join(u'\n').contains(QStringLiteral("layers.")),
            qPrintable(rows.join(u'\n')));
    }

    void theHashIsComputedWhenAskedFor()
    {
        auto* link = inspector()->findChild<ui::ElidedLabel*>(QStringLiteral("computeHash"));
        QVERIFY(link != nullptr);
        QTest::keyClick(link, Qt::Key_Return);
        m_driven->settle();
        QFile file(m_document->path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto expected
            = QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex();
        QTRY_COMPARE(fact(QStringLiteral("SHA-256")), QString::fromLatin1(expected));
    }
};

QTEST_MAIN(TestModelInspector)
#include "tst_model_inspector.moc"
