#include "ui/log/log_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <thread>
#include <vector>

using ui::LogModel;

class TestLogModel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { support::setLogLevel(support::LogLevel::Info); }

    void showsLinesOfAllThreads()
    {
        LogModel model;
        QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([] {
                for (int line = 0; line < 100; ++line)
                    support::logWarning("line ", line);
            });
        }
        threads.clear();
        QTRY_COMPARE(model.rowCount(), 400);
    }

    void filtersByLevel()
    {
        LogModel model;
        QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        support::logInfo("a note");
        support::logError("an <b>error</b>");
        QTRY_COMPARE(model.rowCount(), 2);
        model.setLevel(support::LogLevel::Error);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(
            model.index(0, LogModel::Text).data().toString(), QStringLiteral("an <b>error</b>"));
        support::logInfo("another note");
        support::logError("another error");
        QTRY_COMPARE(model.rowCount(), 2);
    }

    void keepsABoundedNumberAndCountsTheRest()
    {
        LogModel model;
        for (std::size_t i = 0; i < LogModel::maximumLines + 5; ++i)
            support::logWarning("line ", i);
        QTRY_COMPARE(model.rowCount(), static_cast<int>(LogModel::maximumLines));
        QCOMPARE(model.dropped(), std::size_t(5));
        support::logWarning("the last");
        QTRY_COMPARE(model.index(model.rowCount() - 1, LogModel::Text).data().toString(),
            QStringLiteral("the last"));
        QCOMPARE(model.rowCount(), static_cast<int>(LogModel::maximumLines));
    }

    /// One for each window.
    void severalShowTheSameLines()
    {
        LogModel first;
        {
            LogModel second;
            support::logWarning("both");
            QTRY_COMPARE(first.rowCount(), 1);
            QTRY_COMPARE(second.rowCount(), 1);
        }
        support::logWarning("the first alone");
        QTRY_COMPARE(first.rowCount(), 2);
    }

    void survivesLoggingAfterItsEnd()
    {
        {
            LogModel model;
            support::logWarning("while it lives");
        }
        support::logWarning("afterwards");
        QCoreApplication::processEvents();
    }
};

QTEST_GUILESS_MAIN(TestLogModel)
#include "tst_log_model.moc"
