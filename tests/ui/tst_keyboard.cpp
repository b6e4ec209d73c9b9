#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/find/find_panel.h"
#include "ui/inspectors/elided_label.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/tensor_page.h"
#include "ui/window/actions.h"

#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

using ui::SelectedItem;

namespace {

namespace wire = testing::wire;

constexpr int floats = 1;
constexpr std::uint32_t nodeName = 3;

std::string named(std::string_view name, std::string_view type,
    const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
{
    return wire::nodeField(type, inputs, outputs, wire::bytes(nodeName, name));
}
std::string input() { return wire::inputField("x", wire::tensorType(floats, { 2, 2 })); }
std::string output() { return wire::outputField("y", wire::tensorType(floats, { 2, 2 })); }

/// What people see of a file's words must be these words and nothing else.
bool isPlain(const QString& text)
{
    return std::ranges::none_of(text, [](QChar sign) {
        return sign.category() == QChar::Other_Control || sign == QChar(0x202e)
            || sign == QChar(0x2067);
    });
}

} // namespace

/// The window without a mouse, and with models that nobody wants to draw.
class TestKeyboard : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::Document* write(const char* name, const std::string& bytes)
    {
        const auto path = m_files.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return nullptr;
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        return m_driven->open(path);
    }
    ui::ExplorerPanel* explorer() { return m_driven->panel<ui::ExplorerPanel>(); }
    ui::FindPanel* find() { return m_driven->panel<ui::FindPanel>(); }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }
    void trigger(const char* id)
    {
        (*m_driven)->actions().action(QString::fromLatin1(id))->trigger();
    }
    /// The entries of a row's menu, asked for with the keyboard.
    QMenu* menuOf(QAbstractItemView* view)
    {
        emit view->customContextMenuRequested(view->visualRect(view->currentIndex()).center());
        return view->findChild<QMenu*>(QStringLiteral("itemMenu"));
    }
    static QStringList textsOf(const QMenu& menu)
    {
        QStringList texts;
        for (const auto* action : menu.actions()) {
            if (!action->isSeparator())
                texts += action->text();
        }
        return texts;
    }
    static QAction* entry(const QMenu& menu, const QString& text)
    {
        for (auto* action : menu.actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup()
    {
        if ((*m_driven)->currentDocument() != nullptr)
            trigger("file.close");
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theTreeIsFilteredWalkedAndLeftWithKeys()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        trigger("go.model");
        auto* filter = explorer()->filter();
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("softmax"));
        QTest::keyClick(filter, Qt::Key_Down);
        m_driven->settle();
        QVERIFY(explorer()->view()->hasFocus());
        for (int i = 0; i < 4 && !document->selection()->current().isNode(); ++i)
            QTest::keyClick(explorer()->view(), Qt::Key_Down);
        const auto chosen = document->selection()->current();
        QVERIFY(chosen.isNode());
        QCOMPARE(document->model()->nodes[chosen.id].type, "Softmax");
        QTest::keyClick(explorer()->view(), Qt::Key_Return);
        QTRY_VERIFY(canvas()->hasFocus());
        // Another node: the filter hides it, and says so.
        auto* hidden = explorer()->findChild<QLabel*>(QStringLiteral("hiddenSelection"));
        QVERIFY(!hidden->isVisible());
        document->reveal(model::NodeId(0U));
        QVERIFY(hidden->isVisible());
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Escape);
        m_driven->settle();
        QVERIFY(filter->text().isEmpty() && !hidden->isVisible());
        QVERIFY(explorer()->view()->currentIndex().isValid());
    }

    void findIsUsedWithKeys()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        trigger("edit.find");
        auto* line = find()->line();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, QStringLiteral("type:Conv"));
        QTest::keyClick(line, Qt::Key_Return);
        m_driven->settle();
        QVERIFY(find()->view()->model()->rowCount() > 3);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(document->selection()->current().isNode());
        QTest::keyClick(line, Qt::Key_Down);
        QVERIFY(find()->view()->hasFocus());
        QTest::keyClick(find()->view(), Qt::Key_Return);
        QTRY_VERIFY(canvas()->hasFocus());
        trigger("edit.find");
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(line->text().isEmpty());
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_VERIFY(canvas()->hasFocus());
    }

    void rowsOfferWhatCanBeDone()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 4));
        m_driven->showPanel(QStringLiteral("operators"));
        auto* view = m_driven->panel<ui::OperatorsPanel>()->view();
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            view->setCurrentIndex(view->model()->index(row, 0));
            const auto current = document->selection()->current();
            if (current.isNode() && document->model()->nodes[current.id].type == "Conv")
                break;
        }
        auto* menu = menuOf(view);
        QVERIFY(menu != nullptr);
        QVERIFY2(textsOf(*menu).contains(QStringLiteral("Select All Conv")),
            qPrintable(textsOf(*menu).join(u'\n')));
        entry(*menu, QStringLiteral("Copy Name"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(),
            document->nodeLabel(model::NodeId(document->selection()->current().id)));
        entry(*menu, QStringLiteral("Select All Conv"))->trigger();
        const auto convolutions
            = std::ranges::count(document->model()->nodes, std::string("Conv"), &model::Node::type);
        QCOMPARE(document->selection()->items().size(), static_cast<qsizetype>(convolutions));
        entry(*menu, QStringLiteral("Show in Graph"))->trigger();
        QTRY_VERIFY(canvas()->hasFocus());
        menu->close();
    }

    void everyControlHasAName()
    {
        m_driven->open(DrivenWindow::sample("residual-cnn"));
        QStringList nameless;
        for (const auto* widget : m_driven->window().findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QToolButton*>(widget) != nullptr
                || qobject_cast<const QPushButton*>(widget) != nullptr
                || qobject_cast<const QComboBox*>(widget) != nullptr
                || qobject_cast<const QSpinBox*>(widget) != nullptr
                || qobject_cast<const QAbstractItemView*>(widget) != nullptr;
            const bool isQts
                = widget->inherits("QHeaderView") || widget->inherits("QLineEditIconButton");
            if (!isControl || isQts || !widget->isVisibleTo(&m_driven->window())
                || widget->objectName().startsWith(QStringLiteral("qt_"))
                || QByteArray(widget->metaObject()->className()).contains("Private")
                || widget->parentWidget()->inherits("QComboBox")
                || widget->parentWidget()->parentWidget() == nullptr
                || widget->parentWidget()->parentWidget()->inherits("QComboBox"))
                continue;
            const auto* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            if (face != nullptr && face->text(QAccessible::Name).isEmpty())
                nameless += QStringLiteral("%1 '%2' in %3")
                                .arg(QString::fromLatin1(widget->metaObject()->className()),
                                    widget->objectName(),
                                    QString::fromLatin1(
                                        widget->parentWidget()->metaObject()->className()));
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    void strangeNamesAreText_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("markup") << "<img src=x onerror=y><b>bold</b>&amp;";
        QTest::newRow("control signs") << QString::fromLatin1("a\x01"
                                                              "b\x1b[31mred\x07\r\nnext");
        QTest::newRow("right to left") << QString::fromUtf8("abc\u202egnp.exe \u2067x");
        QTest::newRow("hebrew") << QString::fromUtf8("שכבה/קונבולוציה");
        QTest::newRow("long") << QString(250, u'n') + QStringLiteral("/end");
        QTest::newRow("very long") << QString(200'000, u'w');
        QTest::newRow("one letter a line") << QString("a\n").repeated(500);
    }
    void strangeNamesAreText()
    {
        QFETCH(QString, name);
        const auto utf8 = name.toStdString();
        auto* document = write("strange.onnx",
            wire::model(wire::bytes(2, utf8) + named(utf8, "Relu", { "x" }, { utf8 })
                + named("second", "Relu", { utf8 }, { "y" }) + input() + output()));
        QVERIFY(document != nullptr && document->state() == ui::Document::State::Ready);
        m_driven->showPanel(QStringLiteral("model"));
        QElapsedTimer clock;
        clock.start();
        document->reveal(model::NodeId(0U));
        m_driven->settle();
        QVERIFY(clock.elapsed() < 5'000);
        for (const auto* label : m_driven->window().findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            auto text = label->text();
            QVERIFY2(isPlain(text.remove(u'\n')), qPrintable(label->text().left(200)));
            QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(u'<'),
                qPrintable(label->text().left(200)));
        }
        for (const auto* line : m_driven->window().findChildren<ui::ElidedLabel*>())
            QVERIFY2(isPlain(line->text()), qPrintable(line->text().left(200)));
        const auto* tree = explorer()->view()->model();
        const auto shown = explorer()->view()->currentIndex().siblingAtColumn(0).data().toString();
        QVERIFY2(isPlain(shown) && !shown.isEmpty(), qPrintable(shown.left(200)));
        QVERIFY(tree->rowCount() > 0);
        if (name.size() < 1000) {
            trigger("edit.find");
            find()->line()->setText(QStringLiteral("type:Relu"));
            m_driven->settle();
            for (int row = 0; row < find()->view()->model()->rowCount(); ++row)
                QVERIFY(isPlain(find()->view()->model()->index(row, 0).data().toString()));
        }
        m_driven->shoot(QStringLiteral("strange-%1")
                            .arg(QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-')));
    }

    void oddModelsOpen_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* tag, const std::string& bytes) {
            QTest::newRow(tag) << QByteArray::fromStdString(bytes);
        };
        row("no nodes",
            wire::model(wire::bytes(2, "g") + input()
                + wire::outputField("x", wire::tensorType(floats, { 2, 2 }))));
        row("an empty graph", wire::model(wire::bytes(2, "g")));
        row("no graph", wire::number(1, 8) + wire::operatorSet("", 17)); // only versions
        const auto function = wire::bytes(1, "Twice") + wire::bytes(4, "a") + wire::bytes(5, "b")
            + wire::bytes(7, wire::node("Add", { "a", "a" }, { "b" }))
            + wire::bytes(9, wire::bytes(1, "") + wire::number(2, 17)) + wire::bytes(10, "local");
        row("only functions",
            wire::model(wire::bytes(2, "g")) + wire::bytes(25, function)
                + wire::operatorSet("local", 1));
    }
    /// Panels have something to say, whatever the model has not.
    void oddModelsOpen()
    {
        QFETCH(QByteArray, bytes);
        auto* document = write("odd.onnx", bytes.toStdString());
        QVERIFY(document != nullptr);
        for (const auto* id :
            { "model", "find", "run", "inspector", "timeline", "flame", "roofline", "memory",
                "sweep", "operators", "tensors", "runs", "problems", "log" }) {
            m_driven->showPanel(QString::fromLatin1(id));
            QVERIFY(m_driven->panel(QString::fromLatin1(id))->isVisible());
        }
        m_driven->showPanel(QStringLiteral("model"));
        for (const auto key : { Qt::Key_Down, Qt::Key_Right, Qt::Key_Space, Qt::Key_Return,
                 Qt::Key_Home, Qt::Key_End, Qt::Key_F }) {
            QTest::keyClick((*m_driven)->currentPage()->view(), key);
            QTest::keyClick(explorer()->view(), key);
        }
        m_driven->settle();
        if (document->model() != nullptr && document->model()->main().nodes.empty()
            && document->model()->main().inputs.empty()) {
            const auto* nothing = (*m_driven)->findChild<QLabel*>(QStringLiteral("emptyGraph"));
            QVERIFY(nothing->isVisible() && !nothing->text().isEmpty());
        }
        m_driven->shoot(QStringLiteral("odd-%1").arg(
            QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-')));
    }
};

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
