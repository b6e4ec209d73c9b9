#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/document/document.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/find/find_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"
#include "ui/window/shortcuts.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcutEvent>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeView>

namespace {

/// Notes which action a key reached, and keeps the action from doing anything.
class KeyWatch : public QObject {
public:
    explicit KeyWatch(const QList<QAction*>& actions)
    {
        for (auto* action : actions)
            action->installEventFilter(this);
    }
    QStringList reached;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::Shortcut)
            return false;
        const bool isAmbiguous = static_cast<QShortcutEvent*>(event)->isAmbiguous();
        reached
            += watched->objectName() + (isAmbiguous ? QStringLiteral(" (ambiguous)") : QString());
        return true;
    }
};

void type(QWidget* widget, const QKeySequence& keys)
{
    for (int i = 0; i < keys.count(); ++i)
        QTest::keyClick(widget, keys[static_cast<uint>(i)].key(),
            keys[static_cast<uint>(i)].keyboardModifiers());
}

/// What a key of an American keyboard is when Shift is held: `[` becomes `{`. A desktop reports the
/// second with Shift, and matches keys written in either way.
QKeyCombination shifted(QKeyCombination key)
{
    static const QHash<int, Qt::Key> signs { { Qt::Key_BracketLeft, Qt::Key_BraceLeft },
        { Qt::Key_BracketRight, Qt::Key_BraceRight }, { Qt::Key_Equal, Qt::Key_Plus },
        { Qt::Key_Comma, Qt::Key_Less }, { Qt::Key_Period, Qt::Key_Greater },
        { Qt::Key_Minus, Qt::Key_Underscore }, { Qt::Key_0, Qt::Key_ParenRight } };
    return key.keyboardModifiers().testFlag(Qt::ShiftModifier) && signs.contains(key.key())
        ? QKeyCombination(key.keyboardModifiers() & ~Qt::ShiftModifier, signs.value(key.key()))
        : key;
}

QStringList doubledMnemonics(const QString& where, const QList<QAction*>& actions)
{
    QStringList wrong;
    QHash<QChar, QString> taken;
    for (const auto* action : actions) {
        if (action->isSeparator())
            continue;
        const auto text = action->text();
        auto at = text.indexOf(u'&');
        while (at >= 0 && at + 1 < text.size() && text[at + 1] == u'&')
            at = text.indexOf(u'&', at + 2);
        if (at < 0 || at + 1 >= text.size()) {
            wrong += where + QStringLiteral(": none in ") + text;
            continue;
        }
        const auto key = text[at + 1].toLower();
        if (taken.contains(key))
            wrong += where + QStringLiteral(": %1 in %2 and %3").arg(key).arg(taken[key], text);
        taken.insert(key, text);
    }
    return wrong;
}

} // namespace

/// Every shortcut reaches its action, every menu and dialog is worked with keys.
class TestEveryKey : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QWidget* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }
    /// Where the focus may be.
    QList<std::pair<QString, QWidget*>> places()
    {
        return { { QStringLiteral("canvas"), canvas() },
            { QStringLiteral("tree"), m_driven->panel<ui::ExplorerPanel>()->view() },
            { QStringLiteral("operators"), m_driven->panel<ui::OperatorsPanel>()->view() },
            { QStringLiteral("find line"), m_driven->panel<ui::FindPanel>()->line() } };
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr && m_driven->profile(m_document, 3));
        m_driven->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_driven->window()));
    }
    void cleanupTestCase() { m_driven.reset(); }

    void everyShortcutReachesItsActionInEveryFocus()
    {
        KeyWatch watch((*m_driven)->actions().all());
        for (auto* action : (*m_driven)->actions().all())
            action->setEnabled(true);
        QStringList wrong;
        for (const auto& [name, widget] : places()) {
            m_driven->showPanel(name == QStringLiteral("tree") ? QStringLiteral("model")
                    : name == QStringLiteral("find line")      ? QStringLiteral("find")
                                                               : QStringLiteral("operators"));
            const bool isText = qobject_cast<QLineEdit*>(widget) != nullptr;
            for (const auto& spec : ui::ActionTable::specs()) {
                if (spec.is(ui::ActionSpec::InView))
                    continue; // works where a view takes it
                for (const auto& keys : ui::Shortcuts::instance().keysOf(spec)) {
                    widget->setFocus();
                    QTRY_VERIFY(widget->hasFocus());
                    watch.reached.clear();
                    // In a text field the keys of text editing are those of the text.
                    QKeyEvent event(
                        QEvent::ShortcutOverride, keys[0].key(), keys[0].keyboardModifiers());
                    event.ignore();
                    if (isText)
                        QCoreApplication::sendEvent(widget, &event);
                    const bool isOfText = isText && event.isAccepted();
                    type(widget, keys);
                    const QStringList expected { QString::fromLatin1(spec.id) };
                    if (!isOfText && watch.reached != expected)
                        wrong
                            += QStringLiteral("%1 in %2: %3 instead of %4")
                                   .arg(keys.toString(), name,
                                       watch.reached.join(QStringLiteral(", ")), expected.first());
                }
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// Two ways to write one key make it ambiguous, and an ambiguous key does nothing.
    void noKeyIsWrittenTwice()
    {
        QStringList wrong;
        QList<std::pair<QKeyCombination, QString>> known;
        for (const auto& spec : ui::ActionTable::specs()) {
            for (const auto& keys : ui::Shortcuts::shippedKeysOf(spec)) {
                if (keys.count() != 1)
                    continue;
                const auto key = shifted(keys[0]);
                for (const auto& [other, id] : known) {
                    if (other == key)
                        wrong += QStringLiteral("%1: %2 and %3")
                                     .arg(keys.toString(), id, QString::fromLatin1(spec.id));
                }
                known.append({ key, QString::fromLatin1(spec.id) });
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void everyMenuEntryHasAMnemonicOfItsOwn()
    {
        auto* bar = (*m_driven)->menuBar();
        QStringList wrong = doubledMnemonics(QStringLiteral("menu bar"), bar->actions());
        QList<QMenu*> menus;
        for (const auto* action : bar->actions())
            menus += action->menu();
        for (qsizetype i = 0; i < menus.size(); ++i) {
            emit menus[i]->aboutToShow(); // some are filled then
            wrong += doubledMnemonics(menus[i]->title(), menus[i]->actions());
            for (const auto* action : menus[i]->actions()) {
                if (action->menu() != nullptr)
                    menus += action->menu();
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void aMenuOpensByItsMnemonic()
    {
        canvas()->setFocus();
        QTest::keyClick(canvas(), Qt::Key_F, Qt::AltModifier);
        QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
        QCOMPARE(qobject_cast<QMenu*>(QApplication::activePopupWidget()),
            (*m_driven)->actions().menu(QStringLiteral("File")));
        while (auto* popup = QApplication::activePopupWidget())
            popup->close();
    }

    void aTabByKeyHasTheFocusInItsGraph()
    {
        m_driven->open(DrivenWindow::sample("control-flow"));
        m_driven->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_driven->window()));
        canvas()->setFocus();
        auto* tabs = (*m_driven)->findChild<QTabWidget*>();
        for (const auto& [key, modifiers] : { std::pair(Qt::Key_1, Qt::AltModifier),
                 std::pair(Qt::Key_2, Qt::AltModifier), std::pair(Qt::Key_Tab, Qt::ControlModifier),
                 std::pair(Qt::Key_Tab, Qt::ControlModifier) }) {
            const int before = tabs->currentIndex();
            QTest::keyClick(canvas(), key, modifiers);
            QVERIFY(key != Qt::Key_Tab || tabs->currentIndex() != before);
            QTRY_COMPARE(QApplication::focusWidget(), canvas());
        }
        tabs->setCurrentIndex(1);
        m_driven->action("file.close")->trigger();
        m_driven->settle();
        QTRY_VERIFY(canvas()->isVisible());
    }

    void theNoteDialogIsWorkedWithKeys()
    {
        m_document->selection()->select({ ui::SelectedItem::Kind::Node, 2 });
        const auto open = [&] {
            m_driven->action("edit.addNote")->trigger();
            auto* dialog = qobject_cast<ui::NoteDialog*>(QApplication::activeModalWidget());
            if (dialog != nullptr) {
                dialog->activateWindow();
                (void)QTest::qWaitFor([&] { return dialog->edit()->hasFocus(); });
            }
            return dialog;
        };
        auto* dialog = open();
        QVERIFY(dialog != nullptr && dialog->edit()->hasFocus());
        QTest::keyClicks(dialog->edit(), QStringLiteral("first"));
        QTest::keyClick(dialog->edit(), Qt::Key_Return);
        QTest::keyClicks(dialog->edit(), QStringLiteral("second"));
        QTest::keyClick(dialog->edit(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!dialog->isVisible());
        dialog = open();
        QCOMPARE(dialog->text(), QStringLiteral("first\nsecond"));
        QTest::keyClick(dialog->edit(), Qt::Key_Escape); // nothing was changed: nothing is asked
        QVERIFY(!dialog->isVisible());
        dialog = open();
        QTest::keyClicks(dialog->edit(), QStringLiteral("third "));
        int asked = 0;
        answerDialog([&](QDialog& question) {
            ++asked;
            QTest::keyClick(&question, Qt::Key_Escape);
        });
        QTest::keyClick(dialog->edit(), Qt::Key_Escape);
        QCOMPARE(asked, 1);
        QVERIFY(dialog->isVisible()); // Esc of the question goes on editing
        answerDialog([&](QDialog& question) {
            ++asked;
            for (auto* button : question.findChildren<QPushButton*>()) {
                if (button->text().contains(QStringLiteral("Save")))
                    button->click();
            }
        });
        QTest::keyClick(dialog->edit(), Qt::Key_Escape);
        QCOMPARE(asked, 2);
        QVERIFY(!dialog->isVisible());
        dialog = open();
        QVERIFY(dialog->text().contains(QStringLiteral("third")));
        QTest::keyClick(dialog->edit(), Qt::Key_Escape);
    }

    void everyDialogIsLeftByEsc_data()
    {
        QTest::addColumn<QString>("id");
        for (const auto* id : { "help.keys", "help.guide", "help.about", "help.measured",
                 "help.privacy", "edit.preferences", "file.exportPicture", "edit.addNote" })
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void everyDialogIsLeftByEsc()
    {
        QFETCH(QString, id);
        m_document->selection()->select({ ui::SelectedItem::Kind::Node, 5 });
        bool isShown = false;
        bool isLeft = false;
        answerDialog([&](QDialog& dialog) {
            isShown = true;
            auto* focus = dialog.focusWidget();
            QTest::keyClick(focus != nullptr ? focus : &dialog, Qt::Key_Escape);
            isLeft = !dialog.isVisible();
            dialog.reject();
        });
        m_driven->action(id.toUtf8().constData())->trigger();
        QTRY_VERIFY(isShown);
        QVERIFY(isLeft);
    }

    void noteInTheContextMenus()
    {
        auto* view = m_driven->panel<ui::OperatorsPanel>()->view();
        m_driven->showPanel(QStringLiteral("operators"));
        view->setCurrentIndex(view->model()->index(0, 0));
        emit view->customContextMenuRequested(view->visualRect(view->currentIndex()).center());
        auto* menu = view->findChild<QMenu*>(QStringLiteral("itemMenu"));
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(m_driven->action("edit.addNote")));
        menu->close();
    }
};

QTEST_MAIN(TestEveryKey)
#include "tst_every_key.moc"
