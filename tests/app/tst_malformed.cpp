#include "model/checks/finding_rules.h"
#include "tests/support/limited_process.h"
#include "tests/support/paths.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using testing::LimitedRun;
using testing::runLimited;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr testing::Limits limits { .cpuSeconds = 60, .wallSeconds = 240, .bytes = 4'000'000'000 };
#else
constexpr testing::Limits limits { .cpuSeconds = 10, .wallSeconds = 120, .bytes = 1'000'000'000 };
#endif

/// A line of malformed_but_sound.txt.
struct SoundFile {
    int check = 0;
    int run = 0;
};

std::string trimmed(const std::string& text)
{
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::map<std::string, SoundFile> soundFiles()
{
    std::map<std::string, SoundFile> files;
    std::ifstream stream(testing::sourceDir() / "tests" / "data" / "malformed_but_sound.txt");
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with('#'))
            continue;
        std::vector<std::string> cells;
        for (std::size_t at = 0; at <= line.size();) {
            const auto bar = std::min(line.find('|', at), line.size());
            cells.push_back(trimmed(line.substr(at, bar - at)));
            at = bar + 1;
        }
        if (cells.size() == 4 && !cells[3].empty())
            files[cells[0]] = { std::stoi(cells[1]), std::stoi(cells[2]) };
    }
    return files;
}

std::vector<fs::path> malformedFiles()
{
    std::vector<fs::path> files;
    std::error_code failure;
    for (const auto& entry :
        fs::recursive_directory_iterator(testing::dataDir() / "malformed", failure)) {
        if (entry.is_regular_file() && entry.path().extension() == ".onnx")
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A rule of the checker's table in brackets at the end of a line.
bool namesARule(const std::string& text)
{
    return std::ranges::any_of(model::checks::allFindingRules(), [&](const auto& rule) {
        return text.find("[" + std::string(rule.code) + "]") != std::string::npos;
    });
}

bool isFailure(int exit)
{
    constexpr std::array failures { 1, 3, 4, 5 };
    return std::ranges::find(failures, exit) != failures.end();
}

} // namespace

/// Every file of the shared malformed set through `check` and `run`, each in a process with limits
/// of time and memory. Prints a table: exit codes, processor time, memory, first words.
class TestMalformed : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void endsWithAMessage_data();
    void endsWithAMessage();
    void listsOnlyFilesThatAreThere();

private:
    static LimitedRun cli(const std::string& command, const fs::path& file)
    {
        return runLimited(testing::cliProgram(), { command, file.string() }, limits);
    }
    void expectLimits(const LimitedRun& run);

    std::map<std::string, SoundFile> m_sound = soundFiles();
};

void TestMalformed::initTestCase()
{
    if (malformedFiles().empty())
        QSKIP("the shared malformed files are not here (OPSCOPE_TEST_DATA)");
    qInfo("%5s %5s %8s %8s  %s", "check", "run", "seconds", "MB", "file: message");
}

void TestMalformed::endsWithAMessage_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& file : malformedFiles())
        QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
}

void TestMalformed::expectLimits(const LimitedRun& run)
{
    QVERIFY2(!run.signal,
        ("ended by signal " + std::to_string(run.signal.value_or(0)) + "\n" + run.errors).c_str());
    QVERIFY2(run.bytes <= limits.bytes, ("took " + std::to_string(run.bytes) + " bytes").c_str());
}

void TestMalformed::endsWithAMessage()
{
    QFETCH(QString, file);
    const fs::path path(file.toStdString());
    const auto check = cli("check", path);
    const auto run = cli("run", path);
    const auto said = check.exit == 3 ? check.errors : check.output;
    qInfo("%5d %5d %8.2f %8.1f  %s: %s", check.exit, run.exit, check.cpuSeconds + run.cpuSeconds,
        static_cast<double>(std::max(check.bytes, run.bytes)) / 1e6, path.filename().c_str(),
        firstLine(said).c_str());
    expectLimits(check);
    expectLimits(run);
    const auto sound = m_sound.find(path.filename().string());
    if (sound != m_sound.end()) {
        QCOMPARE(check.exit, sound->second.check);
        QCOMPARE(run.exit, sound->second.run);
        return;
    }
    QVERIFY2(isFailure(check.exit), said.c_str());
    QVERIFY2(isFailure(run.exit), (said + run.output + run.errors).c_str());
    // Where: a path into the graph, or the file and what is found there; what: a rule, or a
    // sentence on stderr.
    const bool isUnreadable = check.exit == 3;
    QVERIFY2(
        isUnreadable ? said.find(path.filename().string()) != std::string::npos : namesARule(said),
        said.c_str());
    QVERIFY2(run.errors.size() > std::string("opscope-cli: ").size(), run.errors.c_str());
    QVERIFY2(!isUnreadable || run.errors == check.errors, run.errors.c_str());
}

void TestMalformed::listsOnlyFilesThatAreThere()
{
    std::set<std::string> names;
    for (const auto& file : malformedFiles())
        names.insert(file.filename().string());
    QVERIFY(!m_sound.empty());
    for (const auto& [name, exits] : m_sound)
        QVERIFY2(names.contains(name), name.c_str());
}

QTEST_GUILESS_MAIN(TestMalformed)
#include "tst_malformed.moc"
