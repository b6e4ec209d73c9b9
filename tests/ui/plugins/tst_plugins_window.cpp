#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/plugins/plugin_list.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using ui::OperatorPlugins;
using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }
QString example() { return text(testing::buildDir() / "lib/opscope/libexample_operators.so"); }
QString testPlugin(const char* file) { return text(testing::buildDir() / "tests/plugins" / file); }
QString pluginModel(const char* file)
{
    return text(testing::sourceDir() / "tests/data/plugin" / file);
}

/// Waits until a plug-in was looked at; what came of it.
OperatorPlugins::Entry outcomeOf(const QString& file)
{
    const auto find = [&] {
        const auto& all = OperatorPlugins::instance().entries();
        return std::ranges::find(all, file, &OperatorPlugins::Entry::file);
    };
    const auto isDone = [&] {
        const auto entry = find();
        return entry != OperatorPlugins::instance().entries().end()
            && entry->state != OperatorPlugins::State::Checking;
    };
    return QTest::qWaitFor(isDone, patience) ? *find() : OperatorPlugins::Entry();
}

} // namespace

/// Operator plug-ins in the real window: what it does without one, how one is added, and what
/// happens if one is bad.
class TestPluginsWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    /// Runs once; whether it ended well.
    bool run(const std::function<void()>& start)
    {
        QSignalSpy finished(&(*m_driven)->runs(), &RunController::finished);
        start();
        if (finished.isEmpty() && !finished.wait(patience))
            return false;
        m_driven->settle();
        return finished.first().at(1).toBool();
    }
    bool runOnce(ui::Document* document)
    {
        return run([&] { (*m_driven)->runs().start(document, RunController::Mode::Once); });
    }
    QString words(const char* label) const
    {
        return (*m_driven)->findChild<QLabel*>(QString::fromLatin1(label))->text();
    }
    QStringList outputsOfRun() const
    {
        QStringList names;
        for (const auto& output :
            (*m_driven)->runs().progress().outputs.value(QStringLiteral("outputs")).toArray())
            names << output.toObject().value(QStringLiteral("name")).toString();
        return names;
    }
    static QString problems(const ui::Document& document)
    {
        QString all;
        for (const auto& problem : document.problems())
            all += QString::fromStdString(problem.message + " | " + problem.advice) + u'\n';
        return all;
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        RunController::useEngineProgram(text(testing::cliProgram()));
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void withoutThePluginTheRestRuns()
    {
        auto* document = m_driven->open(pluginModel("chain/model.onnx"));
        QVERIFY(document != nullptr);
        QVERIFY2(problems(*document).contains("operator Affine of domain example.opscope"),
            qPrintable(problems(*document)));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        QVERIFY(!runOnce(document));
        QVERIFY2(words("blocker").contains("3 operators cannot run"), qPrintable(words("blocker")));
        auto* rest = (*m_driven)->findChild<QPushButton*>(QStringLiteral("runTheRest"));
        QVERIFY(rest->isVisible());
        QVERIFY((*m_driven)->findChild<QPushButton*>(QStringLiteral("addPlugin"))->isVisible());
        // Nothing of the panel is cut off, though Problems came up and the docks found new sizes.
        const auto* panel = m_driven->panel(QStringLiteral("run"));
        QVERIFY(panel->width() >= panel->minimumSizeHint().width());
        m_driven->shoot(QStringLiteral("plugin-missing"));
        QVERIFY(run([&] { QTest::mouseClick(rest, Qt::LeftButton); }));
        QCOMPARE(outputsOfRun(), QStringList { "plain" });
        QVERIFY2(
            words("runFacts").contains("kept, smallest, largest"), qPrintable(words("runFacts")));
        QVERIFY(!rest->isVisible());
        m_driven->shoot(QStringLiteral("plugin-ran-around"));
    }

    void addedInPreferencesItIsThere()
    {
        auto* document = (*m_driven)->currentDocument();
        ui::PreferencesDialog preferences;
        preferences.show();
        auto* plugins = preferences.plugins();
        answerFileDialog(example());
        QTest::mouseClick(plugins->addButton(), Qt::LeftButton);
        auto* question = plugins->findChild<QMessageBox*>(QStringLiteral("pluginConsent"));
        QVERIFY(question != nullptr);
        QVERIFY(question->informativeText().contains("libexample_operators.so"));
        QVERIFY(OperatorPlugins::instance().entries().empty()); // nothing before the consent
        QTest::mouseClick(question->buttons().first(), Qt::LeftButton);
        const auto entry = outcomeOf(example());
        QVERIFY2(entry.state == OperatorPlugins::State::Loaded, qPrintable(entry.words));
        QCOMPARE(plugins->list()->count(), 1);
        QVERIFY(plugins->list()->item(0)->text().contains("Example operators 1.0, 3 operators"));
        QCOMPARE(ui::settings::operatorPlugins(), QStringList { example() });

        // The open model was read again: known operators, and shapes.
        m_driven->settle();
        QTRY_VERIFY_WITH_TIMEOUT(
            document->analysis() != nullptr && document->model()->nodes.front().schema != nullptr,
            patience);
        QVERIFY2(!problems(*document).contains("not known here"), qPrintable(problems(*document)));
        const auto scaled = document->model()->nodes.front().outputs.front();
        QCOMPARE(model::typeText(document->analysis()->type(scaled)), std::string("rows×3 fp32"));
        QVERIFY(runOnce(document));
        QCOMPARE(outputsOfRun(), QStringList({ "kept", "smallest", "largest", "plain" }));
        m_driven->showPanel(QStringLiteral("operators"));
        QVERIFY(m_driven->profile(document));
        m_driven->shoot(QStringLiteral("plugin-profiled"));
    }

    void aBadOneIsALineWithItsReason_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        QTest::newRow("another version")
            << testPlugin("bad_wrong_version.so") << "version 99 of the operator interface";
        QTest::newRow("crashes at start")
            << testPlugin("bad_crashes_at_start.so") << "crashed in opscope_operator_plugin";
        QTest::newRow("no library") << pluginModel("chain/model.onnx") << "cannot be loaded";
        QTest::newRow("absent") << QStringLiteral("/nowhere/absent.so") << "cannot be found";
    }
    void aBadOneIsALineWithItsReason()
    {
        QFETCH(QString, file);
        QFETCH(QString, words);
        auto& plugins = OperatorPlugins::instance();
        plugins.add(file);
        const auto entry = outcomeOf(file);
        QVERIFY(entry.state == OperatorPlugins::State::Refused);
        QVERIFY2(entry.words.contains(words), qPrintable(entry.words));
        QVERIFY(!plugins.arguments().contains(file));
        QVERIFY(plugins.arguments().contains(example()));
    }

    void theListTellsAll()
    {
        ui::PreferencesDialog preferences;
        preferences.show();
        const auto folder = text(testing::buildDir() / "screenshots");
        QDir().mkpath(folder);
        for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            ui::Theme::instance().choose(theme);
            QTest::qWait(50);
            preferences.grab().save(folder
                + (theme == ui::Theme::Choice::Dark ? "/plugin-preferences-dark.png"
                                                    : "/plugin-preferences-light.png"));
        }
        auto* list = preferences.plugins()->list();
        QCOMPARE(list->count(), 5);
        while (list->count() > 1) {
            list->setCurrentRow(1);
            QTest::mouseClick(preferences.plugins()->removeButton(), Qt::LeftButton);
        }
        QCOMPARE(ui::settings::operatorPlugins(), QStringList { example() });
    }

    void aCrashAtRunIsAMessage()
    {
        const auto file = testPlugin("faulty_operators.so");
        OperatorPlugins::instance().add(file);
        QVERIFY(outcomeOf(file).state == OperatorPlugins::State::Loaded);
        auto* document = m_driven->open(pluginModel("crash.onnx"));
        QVERIFY(document != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        QVERIFY(!runOnce(document));
        QVERIFY2(words("runHeadline")
                     .contains("the plug-in faulty_operators.so crashed in run of Crashes (node "
                               "bang)"),
            qPrintable(words("runHeadline")));
        m_driven->shoot(QStringLiteral("plugin-crashed"));
        // The window lives: another model runs.
        auto* other = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(other != nullptr);
        QVERIFY(runOnce(other));
        OperatorPlugins::instance().remove(file);
    }

    void theNextStartLoadsWhatWasAdded()
    {
        QVERIFY(ui::settings::operatorPlugins().contains(example()));
        OperatorPlugins::instance().remove(example());
        QVERIFY(OperatorPlugins::instance().arguments().isEmpty());
        ui::settings::setOperatorPlugins({ example() });
        OperatorPlugins::instance().start();
        QVERIFY(outcomeOf(example()).state == OperatorPlugins::State::Loaded);
        QCOMPARE(OperatorPlugins::instance().arguments(), QStringList({ "--plugin", example() }));
    }
};

QTEST_MAIN(TestPluginsWindow)
#include "tst_plugins_window.moc"
