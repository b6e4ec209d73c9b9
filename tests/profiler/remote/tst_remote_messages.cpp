#include "profiler/remote/remote_messages.h"

#include <QTest>

using namespace std::chrono_literals;
using profiler::MessageLimits;
using profiler::RemoteMessages;

namespace {

/// What came out of messages, and a clock that only the test moves.
struct Taken {
    std::vector<std::string> events;
    std::chrono::steady_clock::time_point now { 100s };

    RemoteMessages messages(const MessageLimits& limits = {})
    {
        return RemoteMessages(
            [this](
                const support::JsonValue& event) { events.push_back(event["event"].stringOr("")); },
            limits, [this] { return now; });
    }
};

} // namespace

class TestRemoteMessages : public QObject {
    Q_OBJECT

private slots:
    void dividesProgressFromTalk()
    {
        Taken taken;
        auto messages = taken.messages();
        QVERIFY(messages.take("a warning\n{\"event\":\"pl"));
        QVERIFY(messages.take("an\",\"steps\":3}\n{\"event\":\"run\"}\nlast words\n"));
        QCOMPARE(taken.events, std::vector<std::string>({ "plan", "run" }));
        QCOMPARE(messages.lastTalk(), std::string("a warning␊last words"));
        QCOMPARE(messages.passedOver(), 0u);
    }

    void keepsTheErrorOfTheProgram()
    {
        Taken taken;
        auto messages = taken.messages();
        QVERIFY(!messages.error());
        QVERIFY(messages.take(
            "{\"event\":\"error\",\"kind\":\"unsupported\",\"message\":\"no \\u001b[2J\"}\n"));
        QVERIFY(messages.error().has_value());
        QCOMPARE(messages.error()->kind(), support::ErrorKind::Unsupported);
        QCOMPARE(messages.error()->message(), std::string("no ␛[2J"));
    }

    void passesOverWhatIsNoProgress_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("unknown event") << QByteArray("{\"event\":\"delete\"}");
        QTest::newRow("no event") << QByteArray("{\"x\":1}");
        QTest::newRow("a number as event") << QByteArray("{\"event\":1}");
        QTest::newRow("no JSON") << QByteArray("{\"event\":\"run\"");
        QTest::newRow("17 levels")
            << "{\"event\":\"run\",\"x\":" + QByteArray(16, '[') + QByteArray(16, ']') + "}";
        QTest::newRow("an array") << QByteArray("[{\"event\":\"run\"}]");
        QTest::newRow("empty") << QByteArray();
    }
    void passesOverWhatIsNoProgress()
    {
        QFETCH(QByteArray, line);
        Taken taken;
        auto messages = taken.messages();
        QVERIFY(messages.take((line + "\n").toStdString()));
        QVERIFY(taken.events.empty());
    }

    void aLongLineIsPassedOverAndTheNextIsNot()
    {
        Taken taken;
        auto messages = taken.messages({ .lineBytes = 20 });
        const std::string longLine = "{\"event\":\"run\",\"index\":1}";
        for (const char byte : longLine)
            QVERIFY(messages.take({ &byte, 1 }));
        QVERIFY(messages.take("\n{\"event\":\"run\"}\n"));
        QCOMPARE(taken.events.size(), std::size_t(1));
        QCOMPARE(messages.passedOver(), 1u);
    }

    void linesThatComeTooFastArePassedOver()
    {
        Taken taken;
        auto messages = taken.messages({ .linesPerSecond = 2 });
        for (int i = 0; i < 5; ++i)
            QVERIFY(messages.take("{\"event\":\"run\"}\n"));
        QCOMPARE(taken.events.size(), std::size_t(2));
        QCOMPARE(messages.passedOver(), 3u);
        QVERIFY(messages.take("{\"event\":\"error\",\"message\":\"x\"}\n")); // is needed
        QCOMPARE(taken.events.back(), std::string("error"));
        taken.now += 1s;
        QVERIFY(messages.take("{\"event\":\"run\"}\n"));
        QCOMPARE(taken.events.back(), std::string("run"));
    }

    void tooManyBytesAndLinesAreAnError()
    {
        Taken taken;
        auto messages = taken.messages({ .bytes = 10 });
        QVERIFY(messages.take("12345\n"));
        const auto bytes = messages.take("12345\n");
        QVERIFY(!bytes);
        QCOMPARE(bytes.error().kind(), support::ErrorKind::Resource);
        auto lines = taken.messages({ .lines = 3 });
        QVERIFY(lines.take("\n\n\n"));
        QVERIFY(!lines.take("\n\n"));
    }

    void talkIsBounded()
    {
        Taken taken;
        auto messages = taken.messages({ .linesPerSecond = 1'000'000 });
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(messages.take("a line of talk that says nothing\n"));
        QVERIFY(messages.lastTalk().size() < 200);
    }
};

QTEST_GUILESS_MAIN(TestRemoteMessages)
#include "tst_remote_messages.moc"
