#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/widgets/theme.h"
#include "ui/window/tabs/document_tabs.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <QVBoxLayout>

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

    /// What is hidden when the theme changes gets its new style when it is shown.
    void whatWasHiddenIsRestyledWhenItIsShown()
    {
        const auto makePage = [&] {
            auto* const page = new QWidget(m_driven->window().centralWidget());
            auto* const column = new QVBoxLayout(page);
            auto* const heading = new QLabel(QStringLiteral("Heading"));
            heading->setProperty("heading", true); // bold by the style sheet
            column->addWidget(heading);
            column->addWidget(new QLineEdit(QStringLiteral("text")));
            column->addWidget(new QListWidget);
            page->show();
            return page;
        };
        ui::Theme::instance().choose(ui::Theme::Choice::Light);
        auto* const visible = makePage();
        auto* const hidden = makePage();
        auto* const hiddenHeading = hidden->findChild<QLabel*>();
        hidden->hide();
        for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            ui::Theme::instance().choose(theme);
            QVERIFY(!hiddenHeading->font().bold()); // left alone
            hidden->show();
            m_driven->settle();
            QVERIFY(hiddenHeading->font().weight() >= QFont::DemiBold);
            QCOMPARE(hidden->grab().toImage(), visible->grab().toImage());
            hidden->hide();
        }
    }
};

QTEST_MAIN(TestLongSession)
#include "tst_long_session.moc"
