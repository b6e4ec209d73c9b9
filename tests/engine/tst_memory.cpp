#include "engine/kernel/memory.h"
#include "model/support/catch_exceptions.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <array>

using namespace engine;

namespace {

constexpr std::uint64_t mib = 1u << 20;

/// A /proc and a /sys of files that say what a test wants.
class FakeSystem {
public:
    FakeSystem& write(const QString& path, const QByteArray& text)
    {
        const QFileInfo place(m_folder.filePath(path));
        QDir().mkpath(place.path());
        QFile file(place.filePath());
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return *this;
    }
    AvailableMemory available() const { return availableMemory(m_folder.path().toStdString()); }

private:
    QTemporaryDir m_folder;
};

}

class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void takesWhatTheMachineHas()
    {
        FakeSystem system;
        system.write("proc/meminfo", "MemTotal: 8192 kB\nMemAvailable:    4096 kB\n");
        QCOMPARE(system.available().bytes, 4 * mib);
        QCOMPARE(system.available().limitedBy, std::string("this machine"));
    }

    void keepsWithinAControlGroup_data()
    {
        QTest::addColumn<QString>("membership");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("used");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("version 2") << "0::/app"
                                   << "sys/fs/cgroup/app/"
                                   << "memory.max"
                                   << "memory.current"
                                   << "";
        QTest::newRow("version 2, of a group above") << "0::/app/worker"
                                                     << "sys/fs/cgroup/app/"
                                                     << "memory.max"
                                                     << "memory.current"
                                                     << "";
        QTest::newRow("version 2, seen from inside") << "0::/"
                                                     << "sys/fs/cgroup/"
                                                     << "memory.max"
                                                     << "memory.current"
                                                     << "";
        QTest::newRow("version 1") << "7:cpu,memory:/app"
                                   << "sys/fs/cgroup/memory/app/"
                                   << "memory.limit_in_bytes"
                                   << "memory.usage_in_bytes"
                                   << "total_";
        QTest::newRow("version 1, seen from inside") << "7:memory:/docker/0123"
                                                     << "sys/fs/cgroup/memory/"
                                                     << "memory.limit_in_bytes"
                                                     << "memory.usage_in_bytes"
                                                     << "total_";
    }
    void keepsWithinAControlGroup()
    {
        QFETCH(QString, membership);
        QFETCH(QString, folder);
        QFETCH(QString, limit);
        QFETCH(QString, used);
        QFETCH(QString, prefix);
        FakeSystem system;
        system.write("proc/meminfo", "MemAvailable: 1048576 kB\n")
            .write("proc/self/cgroup", membership.toUtf8() + "\n")
            .write(folder + limit, QByteArray::number(400 * mib) + "\n")
            .write(folder + used, QByteArray::number(150 * mib) + "\n")
            .write(folder + "memory.stat",
                QString("anon 5\n%1active_file %2\n%1inactive_file %3\n")
                    .arg(prefix)
                    .arg(20 * mib)
                    .arg(30 * mib)
                    .toUtf8());
        const auto available = system.available();
        QCOMPARE(available.bytes, 300 * mib); // pages of files can be had
        QVERIFY2(available.limitedBy.find(limit.toStdString()) != std::string::npos,
            available.limitedBy.c_str());
    }

    void isNotLimitedByAGroupWithoutLimit()
    {
        FakeSystem system;
        system.write("proc/meminfo", "MemAvailable: 4096 kB\n")
            .write("proc/self/cgroup", "0::/app\n")
            .write("sys/fs/cgroup/app/memory.max", "max\n")
            .write("sys/fs/cgroup/app/memory.current", "100\n");
        QCOMPARE(system.available().limitedBy, std::string("this machine"));
    }

    void leavesNothingWhereAGroupIsFull()
    {
        FakeSystem system;
        system.write("proc/meminfo", "MemAvailable: 4096 kB\n")
            .write("proc/self/cgroup", "0::/app\n")
            .write("sys/fs/cgroup/app/memory.max", "1000\n")
            .write("sys/fs/cgroup/app/memory.current", "2000\n");
        QCOMPARE(system.available().bytes, 0u);
    }

    void countsWhatKernelsKeep()
    {
        const auto pool = MemoryPool::create(mib);
        const MemoryScope scope(pool);
        {
            const auto kept = makeTensor(ElementType::Float, { 1000 });
            QVERIFY(pool->liveBytes() >= 4000);
        }
        QCOMPARE(pool->liveBytes(), 0u);
        QVERIFY(pool->peakBytes() >= 4000);
    }

    void refusesWhatKernelsMayNotKeep()
    {
        const auto pool = MemoryPool::create(mib);
        const MemoryScope scope(pool);
        const auto result = support::catchExceptions("the kernel", []() -> support::Result<void> {
            makeTensor(ElementType::Float, { 1 << 20 });
            return {};
        });
        QVERIFY(!result);
        QCOMPARE(result.error().kind(), support::ErrorKind::Resource);
        QCOMPARE(result.error().message(),
            std::string("memory limit: 4.00 MiB wanted, 0 B in use, 1.00 MiB allowed"));
    }

    void hasNoPlaceForAnUnknownType_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("none") << 0;
        QTest::newRow("of a later version") << 29;
        QTest::newRow("negative") << -1;
    }
    void hasNoPlaceForAnUnknownType()
    {
        QFETCH(int, type);
        const auto pool = MemoryPool::create(mib);
        const std::array<std::int64_t, 1> dims { 100 };
        const auto tensor = pool->allocate(static_cast<ElementType>(type), dims);
        QVERIFY(!tensor);
        QCOMPARE(tensor.error().kind(), support::ErrorKind::Unsupported);
    }

    void countsNothingOutsideOfAScope()
    {
        const auto pool = MemoryPool::create(mib);
        {
            const MemoryScope scope(pool);
        }
        const auto large = makeTensor(ElementType::Float, { 1 << 20 });
        QVERIFY(large.data != nullptr);
        QCOMPARE(pool->liveBytes(), 0u);
    }
};

QTEST_GUILESS_MAIN(TestMemory)
#include "tst_memory.moc"
