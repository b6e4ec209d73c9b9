#include "model/support/log.h"

#include <QTest>
#include <string>
#include <vector>

using namespace support;

class TestLog : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        setLogLevel(LogLevel::Info);
        m_hook = addLogHook([this](LogLevel level, std::string_view line) {
            m_lines.push_back({ level, std::string(line) });
        });
        m_lines.clear();
    }
    void cleanup() { m_hook.reset(); }
    void passesLinesToTheHook();
    void leavesOutWhatIsBelowTheLevel();
    void makesForeignTextVisible();

private:
    struct Line {
        LogLevel level;
        std::string text;
    };
    std::vector<Line> m_lines;
    std::shared_ptr<const void> m_hook;
};

void TestLog::passesLinesToTheHook()
{
    logWarning("dropped ", 3, " records");
    QCOMPARE(m_lines.size(), 1U);
    QCOMPARE(m_lines[0].level, LogLevel::Warning);
    QCOMPARE(QString::fromStdString(m_lines[0].text), "dropped 3 records");
}

void TestLog::leavesOutWhatIsBelowTheLevel()
{
    logParts(LogLevel::Debug, "hidden");
    logInfo("shown");
    setLogLevel(LogLevel::Off);
    logError("hidden too");
    QCOMPARE(m_lines.size(), 1U);
}

void TestLog::makesForeignTextVisible()
{
    logInfo("name {} \x1b[31m");
    QCOMPARE(QString::fromStdString(m_lines.at(0).text), "name {} ␛[31m");
}

QTEST_GUILESS_MAIN(TestLog)
#include "tst_log.moc"
