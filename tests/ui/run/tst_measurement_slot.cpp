#include <QTest>

#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/measurement_slot.h"

#include <QFile>
#include <QSignalSpy>
#include <QStringList>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>

using ui::JobRunner;
using ui::MeasurementQueue;
using ui::MeasurementSlot;

namespace {

constexpr int patience = 30'000; // ms

}

class TestMeasurementSlot : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::settings::setValue(QStringLiteral("made"), QStringLiteral("yes"));
        ui::settings::flush(); // makes the folder
        QVERIFY(QFile::exists(ui::settings::folder()));
    }
    void cleanup() { QVERIFY(!MeasurementQueue::instance().isMeasuring()); }

    void theFirstBeginsAtOnceAndTheOthersInTheirOrder()
    {
        QStringList begun;
        MeasurementSlot first;
        MeasurementSlot second;
        MeasurementSlot third;
        first.ask(QStringLiteral("Profiling a"), [&] { begun << QStringLiteral("a"); });
        second.ask(QStringLiteral("Verifying b"), [&] { begun << QStringLiteral("b"); });
        third.ask(QStringLiteral("Measuring c"), [&] { begun << QStringLiteral("c"); });
        QCOMPARE(begun, QStringList { QStringLiteral("a") });
        QVERIFY(first.hasTurn() && second.isWaiting() && third.isWaiting());
        QCOMPARE(third.waitsFor(), QStringLiteral("Profiling a"));
        QCOMPARE(first.waitsFor(), QString());
        first.end();
        QTRY_COMPARE_WITH_TIMEOUT(begun.size(), 2, patience);
        QCOMPARE(third.waitsFor(), QStringLiteral("Verifying b"));
        second.end();
        QTRY_COMPARE_WITH_TIMEOUT(begun.size(), 3, patience);
        QCOMPARE(begun.join(QString()), QStringLiteral("abc"));
        third.end();
    }

    void whoLeavesTheQueueNeverBegins()
    {
        MeasurementSlot first;
        MeasurementSlot last;
        bool hasBegun = false;
        bool isLast = false;
        first.ask(QStringLiteral("first"), [] {});
        {
            MeasurementSlot gone;
            gone.ask(QStringLiteral("gone"), [&] { hasBegun = true; });
            last.ask(QStringLiteral("last"), [&] { isLast = true; });
        }
        first.end();
        QTRY_VERIFY_WITH_TIMEOUT(isLast, patience);
        QVERIFY(!hasBegun);
        last.end();
    }

    void oneThatEndsWithinItsBeginGivesTheTurnOn()
    {
        MeasurementSlot failing;
        MeasurementSlot next;
        bool hasBegun = false;
        failing.ask(QStringLiteral("cannot start"), [&] { failing.end(); });
        next.ask(QStringLiteral("next"), [&] { hasBegun = true; });
        QTRY_VERIFY_WITH_TIMEOUT(hasBegun, patience);
        next.end();
    }

    void anotherProcessIsWaitedFor()
    {
        const auto path = ui::settings::folder() + QStringLiteral("/measuring");
        // A lock through another description of the file counts as another process's.
        auto other = ui::FileLock::take(path, O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
        QVERIFY(other.isHeld());
        QFile said(path);
        QVERIFY(said.open(QIODevice::WriteOnly) && said.write("Profiling far.onnx") > 0);
        said.close();
        MeasurementSlot turn;
        bool hasBegun = false;
        turn.ask(QStringLiteral("here"), [&] { hasBegun = true; });
        QVERIFY(!hasBegun && turn.isWaiting());
        QCOMPARE(turn.waitsFor(), QStringLiteral("Profiling far.onnx"));
        other = ui::FileLock();
        QTRY_VERIFY_WITH_TIMEOUT(hasBegun, patience);
        QVERIFY(!ui::FileLock::take(path, O_RDWR, LOCK_EX | LOCK_NB).isHeld());
        turn.end();
        QVERIFY(ui::FileLock::take(path, O_RDWR, LOCK_EX | LOCK_NB).isHeld());
    }

    void jobsThatCanWaitDoWhileSomethingIsMeasured()
    {
        JobRunner jobs;
        MeasurementSlot turn;
        turn.ask(QStringLiteral("measuring"), [] {});
        QStringList done;
        const auto start = [&](const QString& key, JobRunner::When when) {
            jobs.start<int>(
                this, key, key,
                [](std::stop_token, const support::Progress&) -> support::Result<int> { return 1; },
                [&done, key](support::Result<int>) { done << key; }, when);
        };
        start(QStringLiteral("index"), JobRunner::When::Idle);
        start(QStringLiteral("asked for"), JobRunner::When::Now);
        QTRY_COMPARE_WITH_TIMEOUT(done, QStringList { QStringLiteral("asked for") }, patience);
        QVERIFY(jobs.isIdle()); // what is held back does not count
        QCOMPARE(jobs.jobs().size(), 1);
        QVERIFY(jobs.jobs().first().isHeldBack);
        turn.end();
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 2, patience);
    }

    void aJobWithoutMemoryFailsInWords()
    {
        JobRunner jobs;
        std::string message;
        jobs.start<int>(
            this, QStringLiteral("large"), QStringLiteral("large"),
            [](std::stop_token, const support::Progress&) -> support::Result<int> {
                throw std::bad_alloc();
            },
            [&](support::Result<int> result) { message = result.error().message(); });
        QTRY_VERIFY_WITH_TIMEOUT(!message.empty(), patience);
        QVERIFY2(message.find("memory") != std::string::npos, message.c_str());
    }
};

QTEST_MAIN(TestMeasurementSlot)
#include "tst_measurement_slot.moc"
