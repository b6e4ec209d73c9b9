#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/widgets/theme.h"
#include "ui/window/tabs/document_tabs.h"

#include <QDir>
#include <QTemporaryDir>

#include <memory>

namespace {

/// Counts how often it is polished.
class Polished : public QWidget {
public:
    using QWidget::QWidget;
    int count = 0;

protected:
    void changeEvent(QEvent* event) override
    {
        count += event->type() == QEvent::StyleChange ? 1 : 0;
        QWidget::changeEvent(event);
    }
};

} // namespace

/// What matters in a window that is used for hours. tests/soak found these.
class TestLongSession : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    /// The Run panel and the run itself once kept the last one.
    void aClosedModelIsFreed_data()
    {
        QTest::addColumn<bool>("isRun");
        QTest::newRow("opened") << false;
        QTest::newRow("run") << true;
    }
    void aClosedModelIsFreed()
    {
        QFETCH(bool, isRun);
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        if (isRun)
            QVERIFY(m_driven->profile(document, 2));
        const std::weak_ptr<const model::Model> model = document->model();
        m_driven->window().findChild<ui::DocumentTabs*>()->closeTab(0);
        m_driven->settle();
        QTRY_VERIFY(model.expired());
    }

    /// The end of the run once reached the page of the tab while that was being destroyed.
    void aTabClosesWhileItsRunWaits()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        ui::MeasurementSlot other;
        other.ask(QStringLiteral("another measurement"), [] {});
        QVERIFY(other.hasTurn());
        auto& runs = m_driven->window().runs();
        runs.start(document, ui::RunController::Mode::Check);
        QTRY_COMPARE(runs.state(), ui::RunController::State::Waiting);
        m_driven->action("file.close")->trigger();
        QTRY_VERIFY(!runs.isRunning());
        QCOMPARE(runs.progress().failureKind, QStringLiteral("stopped"));
    }

    /// Qt polishes a widget once for each of its parents when a style sheet replaces another: a
    /// change of theme once took a second with some tabs open.
    void aThemePolishesEachWidgetTwice()
    {
        constexpr int depth = 12;
        QWidget* parent = m_driven->window().centralWidget();
        Polished* inner = nullptr;
        for (int i = 0; i < depth; ++i) {
            inner = new Polished(parent);
            inner->show();
            parent = inner;
        }
        m_driven->settle();
        for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            inner->count = 0;
            ui::Theme::instance().choose(theme);
            QVERIFY2(inner->count <= 2, qPrintable(QString::number(inner->count)));
        }
    }

    /// What is hidden when the theme changes gets its new style later.
    void aHiddenTabIsRestyledWhenItIsShown()
    {
        for (const auto* name : { "residual-cnn", "tiny-decoder" })
            QVERIFY(m_driven->open(DrivenWindow::sample(name)) != nullptr);
        auto& tabs = *m_driven->window().findChild<ui::DocumentTabs*>();
        const auto pictureIn = [&](ui::Theme::Choice theme, int tabInFront) {
            tabs.setCurrentIndex(tabInFront);
            m_driven->settle();
            ui::Theme::instance().choose(theme);
            tabs.setCurrentIndex(0);
            m_driven->settle();
            QTest::qWait(300); // what fades away
            return m_driven->window().grab().toImage();
        };
        (void)pictureIn(ui::Theme::Choice::Light, 0);
        const auto wanted = pictureIn(ui::Theme::Choice::Dark, 0);
        (void)pictureIn(ui::Theme::Choice::Light, 0);
        const auto restyled = pictureIn(ui::Theme::Choice::Dark, 1);
        (void)pictureIn(ui::Theme::Choice::Light, 0);
        QVERIFY(wanted.pixelColor(5, wanted.height() / 2).lightness() < 100);
        if (restyled != wanted) {
            wanted.save(QDir::temp().filePath("theme-wanted.png"));
            restyled.save(QDir::temp().filePath("theme-restyled.png"));
            QFAIL("see theme-wanted.png and theme-restyled.png in the folder for temporary files");
        }
    }
};

QTEST_MAIN(TestLongSession)
#include "tst_long_session.moc"
