#include "ui/jobs/latest_worker.h"

#include <QTest>

#include <new>

class TestLatestWorker : public QObject {
    Q_OBJECT

private slots:
    void goesOnAfterWorkThatThrows()
    {
        ui::LatestWorker worker;
        worker.start([](std::stop_token) -> ui::LatestWorker::Delivery { throw std::bad_alloc(); });
        QTRY_VERIFY(worker.isIdle());
        bool isPainted = false;
        worker.start([&](std::stop_token) { return [&] { isPainted = true; }; });
        QTRY_VERIFY(isPainted);
    }
};

QTEST_MAIN(TestLatestWorker)
#include "tst_latest_worker.moc"
