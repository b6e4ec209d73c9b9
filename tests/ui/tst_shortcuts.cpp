#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/dialogs/key_list.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/settings.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/shortcuts.h"

#include <QDir>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeWidget>

using ui::ActionTable;
using ui::Shortcuts;

namespace {

QKeySequence keys(const char* text)
{
    return QKeySequence(QString::fromLatin1(text), QKeySequence::PortableText);
}

/// What typing one of them would mean for the other: they are the same, or one begins the other.
bool collide(const QKeySequence& one, const QKeySequence& other)
{
    const auto length = std::min(one.count(), other.count());
    for (int i = 0; i < length; ++i) {
        if (one[static_cast<uint>(i)] != other[static_cast<uint>(i)])
            return false;
    }
    return length > 0;
}

} // namespace

/// Keys of the user's own.
class TestShortcuts : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    static QList<QKeySequence> keysOf(const char* id)
    {
        return Shortcuts::instance().keysOf(*ActionTable::spec(id));
    }
    QAction* action(const char* id) { return m_driven->action(id); }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { Shortcuts::instance().resetAll(); }
    void cleanupTestCase() { m_driven.reset(); }

    void aCommandGetsAKeyInPreferences()
    {
        ui::MainWindow other;
        ui::PreferencesDialog preferences;
        preferences.showPage(ui::PreferencesDialog::Page::Keys);
        preferences.show();
        auto* list = preferences.keys();
        list->choose(QStringLiteral("run.sweep"));
        QVERIFY(!list->assignButton()->isEnabled()); // nothing to assign yet
        QVERIFY(!list->removeButton()->isEnabled());
        list->edit()->setFocus();
        QTest::keyClick(list->edit(), Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(list->edit()->keySequence(), keys("Ctrl+Alt+K"));
        QTRY_COMPARE(list->note()->text(), QStringLiteral("Free")); // another key could follow
        QTest::mouseClick(list->assignButton(), Qt::LeftButton);
        // At once, in every window, and in a window that is made later.
        QCOMPARE(action("run.sweep")->shortcuts(), QList { keys("Ctrl+Alt+K") });
        QCOMPARE(other.actions().action("run.sweep")->shortcut(), keys("Ctrl+Alt+K"));
        ui::MainWindow later;
        QCOMPARE(later.actions().action("run.sweep")->shortcut(), keys("Ctrl+Alt+K"));
        QCOMPARE(list->list()->currentItem()->text(2), QStringLiteral("changed"));
        QTest::mouseClick(list->resetButton(), Qt::LeftButton);
        QVERIFY(action("run.sweep")->shortcuts().isEmpty());
        QVERIFY(!list->resetAllButton()->isEnabled());
    }

    void theKeyWorks()
    {
        Shortcuts::instance().assign(*ActionTable::spec("view.minimap"), keys("Ctrl+Alt+K"));
        m_driven->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_driven->window()));
        QSignalSpy toggled(action("view.minimap"), &QAction::toggled);
        action("view.minimap")->setEnabled(true);
        QTest::keyClick(&m_driven->window(), Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(toggled.count(), 0); // its old one
        QTest::keyClick(&m_driven->window(), Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(toggled.count(), 1);
    }

    void aTakenKeyIsTakenAway()
    {
        ui::PreferencesDialog preferences;
        auto* list = preferences.keys();
        list->choose(QStringLiteral("run.check"));
        list->edit()->setKeySequence(keys("Ctrl+F"));
        QVERIFY2(list->note()->text().contains(QStringLiteral("Find…")),
            qPrintable(list->note()->text()));
        QTest::mouseClick(list->assignButton(), Qt::LeftButton);
        QCOMPARE(action("run.check")->shortcut(), keys("Ctrl+F"));
        QVERIFY(action("edit.find")->shortcuts().isEmpty());
        // The tool bar tells no key that is none.
        const auto hints = m_driven->child<QPushButton>("findField")->findChildren<QLabel*>();
        QVERIFY(!hints.isEmpty() && hints.first()->text().isEmpty());
        // What was given on purpose stays where it is.
        Shortcuts::instance().reset(*ActionTable::spec("edit.find"));
        QVERIFY(keysOf("edit.find").isEmpty());
        QVERIFY(Shortcuts::instance().isOwn(*ActionTable::spec("edit.find")));
        Shortcuts::instance().reset(*ActionTable::spec("run.check"));
        Shortcuts::instance().reset(*ActionTable::spec("edit.find"));
        QCOMPARE(keysOf("edit.find"), QList { keys("Ctrl+F") });
        QVERIFY(!Shortcuts::instance().isOwn(*ActionTable::spec("edit.find")));
    }

    void anActionKeepsItsOtherKeys()
    {
        Shortcuts::instance().assign(*ActionTable::spec("run.check"), keys("Ctrl++"));
        QCOMPARE(keysOf("view.zoomIn"), QList { keys("Ctrl+=") });
        QCOMPARE(keysOf("run.check"), QList { keys("Ctrl++") });
    }

    void whatBeginsAChordIsInItsWay()
    {
        const auto claim
            = Shortcuts::instance().checkKey(*ActionTable::spec("run.check"), keys("F4"));
        QVERIFY(claim.refusal.isEmpty());
        QVERIFY(claim.holders.size() >= 8); // Colour by
        QVERIFY(!Shortcuts::instance()
                     .checkKey(*ActionTable::spec("run.check"), keys("F5, C"))
                     .holders.isEmpty()); // Reload
    }

    void keysThatCannotBeGiven_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("key");
        QTest::newRow("a letter would be typed into fields") << "run.check"
                                                             << "K";
        QTest::newRow("a shifted letter too") << "run.check"
                                              << "Shift+K";
        QTest::newRow("recent files") << "run.check"
                                      << "Ctrl+3";
        QTest::newRow("tabs") << "run.check"
                              << "Alt+9";
        QTest::newRow("walking in the graph") << "view.fitWidth"
                                              << "Left";
        QTest::newRow("zooming the timeline") << "view.fitWidth"
                                              << "W";
    }
    void keysThatCannotBeGiven()
    {
        QFETCH(QString, id);
        QFETCH(QString, key);
        const auto& spec = *ActionTable::spec(id.toStdString());
        const auto before = Shortcuts::instance().keysOf(spec);
        const QKeySequence wanted(key, QKeySequence::PortableText);
        QVERIFY(!Shortcuts::instance().checkKey(spec, wanted).refusal.isEmpty());
        Shortcuts::instance().assign(spec, wanted);
        QCOMPARE(Shortcuts::instance().keysOf(spec), before);
        ui::PreferencesDialog preferences;
        preferences.keys()->choose(id);
        preferences.keys()->edit()->setKeySequence(wanted);
        QVERIFY(!preferences.keys()->assignButton()->isEnabled());
        QVERIFY(preferences.keys()->note()->text().size() > 20); // says why
    }

    void whateverIsAssignedNoTwoCollide()
    {
        const QStringList pool { "Ctrl+F", "Ctrl+R", "F4", "F4, C", "F4, C, D", "Ctrl+K",
            "Ctrl+K, Ctrl+K", "Alt+Up", "F8", "Shift+F8", "Ctrl+Alt+K", "Ctrl++" };
        QRandomGenerator random(7);
        const auto& specs = ui::ActionTable::specs();
        for (int round = 0; round < 300; ++round) {
            const auto& spec = specs[random.bounded(static_cast<int>(specs.size()))];
            if (random.bounded(4) == 0)
                Shortcuts::instance().reset(spec);
            else
                Shortcuts::instance().assign(spec,
                    QKeySequence(pool[random.bounded(static_cast<int>(pool.size()))],
                        QKeySequence::PortableText));
        }
        QList<QKeySequence> all;
        for (const auto& spec : specs)
            all += Shortcuts::instance().keysOf(spec);
        for (qsizetype i = 0; i < all.size(); ++i) {
            for (qsizetype j = i + 1; j < all.size(); ++j)
                QVERIFY2(!collide(all[i], all[j]),
                    qPrintable(all[i].toString() + QStringLiteral(" and ") + all[j].toString()));
        }
        Shortcuts::instance().resetAll();
        for (const auto& spec : specs)
            QCOMPARE(Shortcuts::instance().keysOf(spec), Shortcuts::shippedKeysOf(spec));
    }

    void whatIsNoKeyInTheSettingsIsNone()
    {
        ui::settings::setValue(QStringLiteral("keys/edit.find"), QStringLiteral("no key at all"));
        QVERIFY(keysOf("edit.find").isEmpty());
        Shortcuts::instance().reset(*ActionTable::spec("edit.find"));
        QCOMPARE(keysOf("edit.find"), QList { keys("Ctrl+F") });
    }

    void theListIsFiltered()
    {
        ui::PreferencesDialog preferences;
        auto* list = preferences.keys();
        const auto shown = [list] {
            int count = 0;
            for (int row = 0; row < list->list()->topLevelItemCount(); ++row)
                count += list->list()->topLevelItem(row)->isHidden() ? 0 : 1;
            return count;
        };
        QCOMPARE(shown(), static_cast<int>(ui::ActionTable::specs().size()));
        list->filter()->setText(QStringLiteral("theme"));
        QCOMPARE(shown(), 3);
        list->filter()->setText(QStringLiteral("Ctrl+Shift+P"));
        QCOMPARE(shown(), 1);
    }

    void pictures()
    {
        Shortcuts::instance().assign(*ActionTable::spec("run.sweep"), keys("Ctrl+Alt+W"));
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        QVERIFY(QDir().mkpath(folder));
        for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            ui::Theme::instance().choose(theme);
            ui::PreferencesDialog preferences;
            preferences.showPage(ui::PreferencesDialog::Page::Keys);
            preferences.show();
            preferences.keys()->choose(QStringLiteral("run.sweep"));
            preferences.keys()->edit()->setKeySequence(keys("Ctrl+F"));
            m_driven->settle();
            const auto* const kind = theme == ui::Theme::Choice::Dark ? "dark" : "light";
            QVERIFY(preferences.grab().save(
                folder + QStringLiteral("/preferences-keys-%1.png").arg(QLatin1String(kind))));
        }
    }
};

QTEST_MAIN(TestShortcuts)
#include "tst_shortcuts.moc"
