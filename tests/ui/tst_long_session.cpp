#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/window/tabs/document_tabs.h"

#include <QTemporaryDir>

#include <memory>

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
};

QTEST_MAIN(TestLongSession)
#include "tst_long_session.moc"
