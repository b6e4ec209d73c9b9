#include "model/support/catch_exceptions.h"

#include <QTest>

#include <functional>
#include <stdexcept>
#include <system_error>
#include <vector>

using support::ErrorKind;
using support::Result;

Q_DECLARE_METATYPE(std::function<void()>)

class TestLastResort : public QObject {
    Q_OBJECT

private slots:
    void makesAnErrorOfWhatIsThrown_data()
    {
        QTest::addColumn<std::function<void()>>("work");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, std::function<void()> work, ErrorKind kind,
                             const char* message) {
            QTest::newRow(name) << std::move(work) << static_cast<int>(kind) << message;
        };
        row(
            "no memory", [] { throw std::bad_alloc(); }, ErrorKind::Resource,
            "the work: the system gave no memory");
        row(
            "a size beyond memory",
            [] {
                std::vector<int> numbers;
                numbers.resize(numbers.max_size() + 1);
            },
            ErrorKind::Resource, "the work: a size is beyond what memory can hold");
        row(
            "memory that a limit refuses",
            [] { throw support::MemoryRefused(support::failAs(ErrorKind::Resource, "limit 5")); },
            ErrorKind::Resource, "limit 5");
        row(
            "no thread",
            [] {
                throw std::system_error(
                    std::make_error_code(std::errc::resource_unavailable_try_again));
            },
            ErrorKind::Resource, "the work: Resource temporarily unavailable");
        row(
            "a mistake of ours", [] { throw std::out_of_range("row 7"); }, ErrorKind::Failed,
            "the work failed unexpectedly: row 7");
        row(
            "something that is no exception", [] { throw 7; }, ErrorKind::Failed,
            "the work failed unexpectedly");
    }
    void makesAnErrorOfWhatIsThrown()
    {
        QFETCH(std::function<void()>, work);
        const auto result = support::catchExceptions("the work", [&]() -> Result<int> {
            work();
            return 1;
        });
        QVERIFY(!result);
        QTEST(static_cast<int>(result.error().kind()), "kind");
        QTEST(QString::fromStdString(result.error().message()), "message");
    }

    void givesTheResultOfWhatThrowsNothing()
    {
        const auto result
            = support::catchExceptions("the work", []() -> Result<int> { return 42; });
        QCOMPARE(*result, 42);
    }
};

QTEST_GUILESS_MAIN(TestLastResort)
#include "tst_catch_exceptions.moc"
