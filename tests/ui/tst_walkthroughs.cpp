#include <QTest>

#include "layout/scene/scene.h"
#include "model/support/text.h"
#include "model/tensor_store.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/find/find_panel.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problems_model.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <ctime>
#include <random>

using ui::SelectedItem;

namespace {

/// How long the event loop was busy in one go, in seconds of its own processor time: a machine with
/// other work does not make it look slow.
class BusyWatch : public QObject {
public:
    BusyWatch()
    {
        m_beat.setInterval(5);
        connect(&m_beat, &QTimer::timeout, this, [this] { note(); });
        m_last = now();
        m_beat.start();
    }
    double worst()
    {
        note();
        return m_worst;
    }

private:
    static double now()
    {
        timespec time {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    void note()
    {
        m_worst = std::max(m_worst, now() - m_last);
        m_last = now();
    }

    QTimer m_beat;
    double m_last = 0;
    double m_worst = 0;
};

bool isPlain(const QString& text)
{
    return std::ranges::none_of(text, [](QChar sign) {
        return (sign.category() == QChar::Other_Control && sign != u'\n') || sign == QChar(0x202e)
            || sign == QChar(0x2067);
    });
}

} // namespace

/// Acceptance walkthroughs 3, 4, 5, 6, 9 and 12 of the design, in the real window, as far as
/// nothing has to run. Each "see" is an assertion.
class TestWalkthroughs : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString path(const char* name) const { return m_files->filePath(QString::fromLatin1(name)); }
    ui::Document* open(const char* name, const std::string& bytes)
    {
        testing::writeFile(path(name), bytes);
        return m_driven->open(path(name));
    }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }
    QList<ui::Banner*> banners()
    {
        QList<ui::Banner*> shown;
        for (auto* banner : (*m_driven)->currentPage()->findChildren<ui::Banner*>()) {
            if (banner->isVisible())
                shown += banner;
        }
        return shown;
    }
    static QString textOf(const QWidget& widget)
    {
        QStringList texts;
        for (const auto* label : widget.findChildren<QLabel*>())
            texts += label->text();
        return texts.join(u' ');
    }
    static QPushButton* buttonOf(const QWidget& widget) { return widget.findChild<QPushButton*>(); }
    ui::ProblemsPanel* problems() { return m_driven->panel<ui::ProblemsPanel>(); }
    /// Rows of Problems with this rule; each stands for one cause.
    QList<QModelIndex> causes(const QString& rule)
    {
        QList<QModelIndex> rows;
        const auto* model = problems()->view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, ui::ProblemsModel::Rule).data().toString() == rule)
                rows += model->index(row, 0);
        }
        return rows;
    }
    QString problemTexts()
    {
        QStringList texts;
        const auto* model = problems()->view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column)
                texts += model->index(row, column).data().toString();
        }
        return texts.join(u'|');
    }
    std::size_t drawnNodes()
    {
        const auto& items = (*m_driven)->currentDocument()->scene()->items;
        return static_cast<std::size_t>(
            std::ranges::count(items, layout::ItemKind::Node, &layout::Item::kind));
    }
    QString fact(const QString& name)
    {
        const auto* inspector = m_driven->panel<ui::InspectorPanel>();
        for (const auto* label : inspector->findChildren<ui::ElidedLabel*>()) {
            if (label->accessibleName().startsWith(name + QStringLiteral(": ")))
                return label->accessibleName().mid(name.size() + 2);
        }
        return {};
    }
    QString titleOf(model::ValueId value)
    {
        (*m_driven)->currentDocument()->revealValue(value);
        m_driven->settle();
        const auto* inspector = m_driven->panel<ui::InspectorPanel>();
        return inspector->findChild<ui::ElidedLabel*>(QStringLiteral("inspectorTitle"))->text();
    }
    model::ValueId valueCalled(const std::string& name)
    {
        const auto& values = (*m_driven)->currentDocument()->model()->values;
        const auto found = std::ranges::find(values, name, &model::Value::name);
        return model::ValueId(static_cast<std::size_t>(found - values.begin()));
    }
    /// Into whatever has the keyboard.
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        auto* focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr); // it is always seen where the keyboard is
        QTest::keyClick(focus, key, modifiers);
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_files = std::make_unique<QTemporaryDir>();
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup()
    {
        m_driven.reset();
        m_files.reset();
    }

    void three_missingWeights()
    {
        const std::string whole(
            static_cast<std::size_t>(testing::externalWeights) * testing::externalWeightBytes,
            '\1');
        testing::writeFile(path("weights.data"), whole.substr(0, 8));
        auto* document = open("model.onnx", testing::externalWeightsModel());
        QVERIFY(document != nullptr && document->state() == ui::Document::State::Ready);
        // The whole graph, one banner, one row for all twelve, badges, and why no run starts.
        QCOMPARE(drawnNodes(), document->model()->nodes.size());
        QCOMPARE(banners().size(), 1);
        QVERIFY2(textOf(*banners().front()).contains(QStringLiteral("weights.data")),
            qPrintable(textOf(*banners().front())));
        QCOMPARE(buttonOf(*banners().front())->text(), QStringLiteral("Locate weight file…"));
        m_driven->showPanel(QStringLiteral("problems"));
        const auto rows = causes(QStringLiteral("external-data-range"));
        QVERIFY2(rows.size() == 1, qPrintable(problemTexts()));
        QCOMPARE(problems()->view()->model()->rowCount(rows.front()), testing::externalWeights);
        const auto badges = canvas()->content().badges;
        for (std::uint32_t i = 0; i < document->model()->nodes.size(); ++i) {
            QVERIFY(badges != nullptr && badges->contains(i));
            QCOMPARE(
                QString::fromStdString(badges->at(i).front().text), QStringLiteral("NO WEIGHTS"));
        }
        auto* profile = m_driven->child<QPushButton>("profileButton");
        QVERIFY(!profile->isEnabled());
        QVERIFY2(profile->toolTip().contains(QStringLiteral("12 weights")),
            qPrintable(profile->toolTip()));
        m_driven->shoot(QStringLiteral("walk-3"));
        // Locating the file repairs it where it stands.
        testing::writeFile(path("found.data"), whole);
        answerFileDialog(path("found.data"));
        buttonOf(*banners().front())->click();
        m_driven->settle();
        QTRY_VERIFY(banners().isEmpty());
        QCOMPARE((*m_driven)->currentDocument(), document);
        QVERIFY(causes(QStringLiteral("external-data-range")).isEmpty());
        QTRY_VERIFY(profile->isEnabled());
        const auto bytes = document->model()->store->bytes(document->model()->tensors.back());
        QVERIFY(bytes && bytes->bytes.size() == testing::externalWeightBytes);
    }

    void four_malformedFiles_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        const auto whole = testing::decoderModel(3);
        QTest::newRow("truncated") << QByteArray::fromStdString(whole.substr(0, whole.size() / 2))
                                   << QStringLiteral("byte 2, graph: ");
        std::minstd_rand random(7);
        QByteArray noise(4096, '\0');
        for (auto& byte : noise)
            byte = static_cast<char>(random() >> 8U);
        QTest::newRow("random") << noise << QStringLiteral("byte 0, domain: ");
    }
    void four_malformedFiles()
    {
        QFETCH(QByteArray, bytes);
        auto* good = open("good.onnx", testing::decoderModel(1));
        testing::writeFile(path("bad.onnx"), bytes.toStdString());
        QElapsedTimer clock;
        clock.start();
        auto* bad = m_driven->open(path("bad.onnx"));
        QCOMPARE(bad->state(), ui::Document::State::Failed);
        QVERIFY(clock.elapsed() < DrivenWindow::patience);
        // A page in the tab: what rule, which byte and field.
        auto* text = (*m_driven)->currentPage()->findChild<QLabel*>(QStringLiteral("failureText"));
        QVERIFY(text != nullptr && text->isVisible());
        QFETCH(QString, place);
        QVERIFY2(text->text().contains(place), qPrintable(text->text()));
        QVERIFY(text->text().size() > text->text().indexOf(place) + place.size());
        m_driven->shoot(
            QStringLiteral("walk-4-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
        for (auto* button : (*m_driven)->currentPage()->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Copy details"))
                button->click();
        }
        QVERIFY(QGuiApplication::clipboard()->text().contains(bad->failure()));
        // The other tab is as it was.
        QCOMPARE((*m_driven)->openFile(good->path()), good);
        QCOMPARE(good->state(), ui::Document::State::Ready);
        QVERIFY(good->scene() != nullptr && banners().isEmpty());
    }

    void five_operatorsThatNobodyHas()
    {
        auto* document = open("custom.onnx", testing::customOperatorModel());
        QVERIFY(document != nullptr && document->analysis() != nullptr);
        QCOMPARE(drawnNodes(), document->model()->nodes.size());
        const auto& palette = model::Palette::instance();
        QCOMPARE(palette.category("com.example", "FancyNorm"), model::Category::Custom); // hatched
        // Shapes up to there, ? after.
        QCOMPARE(titleOf(valueCalled("a")), QStringLiteral("4×4 fp32"));
        QCOMPARE(titleOf(valueCalled("b")), QStringLiteral("?"));
        m_driven->shoot(QStringLiteral("walk-5"));
        // Both operators are listed, not only the first.
        m_driven->showPanel(QStringLiteral("problems"));
        QSignalSpy finished(&(*m_driven)->runs(), &ui::RunController::finished);
        m_driven->action("run.check")->trigger();
        QVERIFY(finished.wait(DrivenWindow::patience));
        m_driven->settle();
        QStringList named;
        for (const auto& problem : document->problems())
            named += QString::fromStdString(problem.message);
        const auto all = named.join(u'\n');
        QVERIFY2(
            all.contains(QStringLiteral("FancyNorm")) && all.contains(QStringLiteral("OtherNorm")),
            qPrintable(all));
        // The rest can be looked at.
        document->reveal(model::NodeId(4U));
        m_driven->settle();
        const auto* inspector = m_driven->panel<ui::InspectorPanel>();
        QCOMPARE(inspector->findChild<ui::ElidedLabel*>(QStringLiteral("inspectorTitle"))->text(),
            QStringLiteral("Relu"));
    }

    void six_symbolicDimensions()
    {
        auto* document = open("decoder.onnx", testing::decoderModel(3));
        QVERIFY(document != nullptr && document->analysis() != nullptr);
        // Names in shapes; what is counted is said to be for sizes of 1.
        QCOMPARE(titleOf(valueCalled("logits")), QStringLiteral("batch×sequence×16 fp32"));
        document->selection()->clear();
        m_driven->settle();
        QCOMPARE(fact(QStringLiteral("Counted for")), QStringLiteral("batch = 1, sequence = 1"));
        const auto work = fact(QStringLiteral("Work"));
        const auto traffic = fact(QStringLiteral("Least traffic"));
        // The Run dock asks for each once, with its users.
        m_driven->showPanel(QStringLiteral("run"));
        auto* batch = m_driven->child<QSpinBox>("dim-batch");
        auto* sequence = m_driven->child<QSpinBox>("dim-sequence");
        QVERIFY(batch != nullptr && sequence != nullptr && batch->isVisible());
        QCOMPARE((*m_driven)->findChildren<QSpinBox*>(QStringLiteral("dim-batch")).size(), 1);
        QCOMPARE(
            m_driven->child<QLabel>("users-batch")->text(), QStringLiteral("used by hidden, mask"));
        QCOMPARE(
            m_driven->child<QLabel>("users-sequence")->text(), QStringLiteral("used by hidden"));
        // 1 and 512: shapes, work and bytes become numbers.
        batch->setValue(1);
        sequence->setFocus();
        sequence->selectAll();
        QTest::keyClicks(sequence, QStringLiteral("512"));
        QTest::keyClick(sequence, Qt::Key_Return);
        m_driven->settle();
        m_driven->showPanel(QStringLiteral("inspector"));
        QVERIFY(fact(QStringLiteral("Work")) != work);
        QVERIFY(fact(QStringLiteral("Least traffic")) != traffic);
        m_driven->shoot(QStringLiteral("walk-6"));
        QCOMPARE(titleOf(valueCalled("logits")),
            document->binding().contains("batch") ? QStringLiteral("1×512×16 fp32")
                                                  : QStringLiteral("batch×512×16 fp32"));
    }

    void nine_keyboardOnly()
    {
        auto* opened = open("decoder.onnx", testing::decoderModel(3));
        QVERIFY(opened != nullptr);
        m_driven->action("file.close")->trigger();
        m_driven->settle();
        QVERIFY((*m_driven)->currentDocument() == nullptr);
        // Open a recent file, find, step.
        QTest::keyClick(&m_driven->window(), Qt::Key_1, Qt::ControlModifier);
        auto* document = (*m_driven)->currentDocument();
        QVERIFY(document != nullptr);
        m_driven->settle();
        press(Qt::Key_F, Qt::ControlModifier);
        auto* line = m_driven->panel<ui::FindPanel>()->line();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("type:Add"));
        press(Qt::Key_Return);
        m_driven->settle();
        press(Qt::Key_F3);
        const auto found = document->selection()->current();
        QVERIFY(found.isNode());
        QCOMPARE(document->model()->nodes[found.id].type, "Add");
        // Walk to the producer's producer: Add, Mul, MatMul. Through folded groups it would lead to
        // their cards.
        document->unfoldAll();
        m_driven->settle();
        press(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(canvas()->hasFocus());
        for (const char* type : { "Mul", "MatMul" }) {
            press(Qt::Key_Up);
            if (document->model()->nodes[document->selection()->current().id].type != type)
                press(Qt::Key_1); // at a fork digits choose
            const auto now = document->selection()->current();
            QVERIFY(now.isNode());
            QCOMPARE(document->model()->nodes[now.id].type, type);
            // A screen reader speaks it.
            auto* spoken = QAccessible::queryAccessibleInterface(canvas())->focusChild();
            QVERIFY(spoken != nullptr);
            QVERIFY2(spoken->text(QAccessible::Name).startsWith(QString::fromLatin1(type)),
                qPrintable(spoken->text(QAccessible::Name)));
        }
        // Inspect, and go round the panes: the keyboard is always somewhere.
        press(Qt::Key_Return, Qt::ControlModifier);
        const auto* inspector = m_driven->panel<ui::InspectorPanel>();
        QTRY_VERIFY(inspector->isAncestorOf(QApplication::focusWidget()));
        QTRY_COMPARE(
            inspector->findChild<ui::ElidedLabel*>(QStringLiteral("inspectorTitle"))->text(),
            QStringLiteral("MatMul"));
        QSet<QWidget*> visited;
        for (int i = 0; i < 12; ++i) {
            press(Qt::Key_F6);
            auto* focus = QApplication::focusWidget();
            QVERIFY(focus != nullptr && focus->isVisible());
            visited.insert(focus);
        }
        QVERIFY(visited.size() >= 3);
        m_driven->shoot(QStringLiteral("walk-9"));
    }

    void twelve_strangeNames_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("markup") << 3 << QByteArray("<img src=x onerror=y><b>bold</b>&amp;");
        QTest::newRow("bidi marks") << 3 << QByteArray("abc\u202egnp.exe \u2067x");
        QTest::newRow("ten million letters") << 3 << QByteArray(10'000'000, 'w');
        QTest::newRow("a hundred thousand nodes") << 100'000 << QByteArray("first");
    }
    void twelve_strangeNames()
    {
        QFETCH(int, nodes);
        QFETCH(QByteArray, name);
        testing::writeFile(path("strange.onnx"), testing::chainModel(nodes, name.toStdString()));
        BusyWatch watch;
        auto* document = m_driven->open(path("strange.onnx"));
        QVERIFY(document != nullptr && document->state() == ui::Document::State::Ready);
        document->reveal(model::NodeId(0U));
        m_driven->settle();
        m_driven->action("edit.find")->trigger();
        auto* find = m_driven->panel<ui::FindPanel>();
        find->line()->setText(QStringLiteral("type:Relu"));
        m_driven->settle();
        QTRY_COMPARE(find->view()->model()->rowCount(), nodes);
        m_driven->action("edit.findNext")->trigger();
        m_driven->settle();
        const auto worst = watch.worst();
        // Text is text, and marks are visible.
        for (const auto* label : m_driven->window().findChildren<QLabel*>()) {
            if (!label->isVisible())
                continue;
            QVERIFY2(isPlain(label->text()), qPrintable(label->text().left(200)));
            QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(u'<'),
                qPrintable(label->text().left(200)));
        }
        for (const auto* line : m_driven->window().findChildren<ui::ElidedLabel*>())
            QVERIFY2(isPlain(line->text()), qPrintable(line->text().left(200)));
        const auto shown = find->view()->model()->index(0, 0).data().toString();
        QVERIFY2(isPlain(shown) && !shown.isEmpty(), qPrintable(shown.left(200)));
        if (name.contains("\u202e"))
            QVERIFY2(shown.contains(QStringLiteral("‹U+202E›")), qPrintable(shown));
        m_driven->shoot(QStringLiteral("walk-12-%1")
                            .arg(QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-')));
        // No freeze: 100 ms of an optimised build; this one may lack optimisation and be watched.
        constexpr double longest = 1.0;
        qInfo("the event loop was busy for %.0f ms at most", worst * 1e3);
        QVERIFY2(worst < longest, qPrintable(QString::number(worst)));
    }

    void twelve_weightsOutsideTheFolder()
    {
        QVERIFY(QDir(m_files->path()).mkpath(QStringLiteral("deep/er")));
        testing::writeFile(path("secret.data"),
            std::string(static_cast<std::size_t>(testing::externalWeightBytes), '\1'));
        auto* document
            = open("deep/er/model.onnx", testing::outsideWeightsModel("../../secret.data"));
        QVERIFY(document != nullptr && document->state() == ui::Document::State::Ready);
        QCOMPARE(drawnNodes(), std::size_t(1));
        QVERIFY(document->model()->store->openedFiles().empty()); // no file was touched
        QCOMPARE(banners().size(), 1);
        auto* button = buttonOf(*banners().front());
        QCOMPARE(button->text(), QStringLiteral("Allow for this file…"));
        m_driven->shoot(QStringLiteral("walk-12-permission"));
        button->click();
        QMessageBox* question = nullptr;
        QTRY_VERIFY(
            (question = (*m_driven)->findChild<QMessageBox*>(QStringLiteral("permission"))));
        QVERIFY2(question->informativeText().contains(m_files->path()),
            qPrintable(question->informativeText()));
        QVERIFY(document->model()->store->openedFiles().empty()); // nor by the question
        for (auto* answer : question->buttons()) {
            if (question->buttonRole(answer) == QMessageBox::AcceptRole)
                answer->click();
        }
        m_driven->settle();
        QTRY_VERIFY(banners().isEmpty());
        QVERIFY(document->model()->store->bytes(document->model()->tensors.front()));
    }
};

QTEST_MAIN(TestWalkthroughs)
#include "tst_walkthroughs.moc"
