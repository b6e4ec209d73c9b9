#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edits.h"
#include "ui/edit/journal/edit_journal.h"
#include "ui/edit/model_editor.h"
#include "ui/notes/notes.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <random>

namespace {

constexpr auto childVariable = "OPSCOPE_TEST_WINDOW_CHILD"; ///< number of its first round
constexpr auto killsVariable = "OPSCOPE_TEST_KILLS"; ///< for a long run by hand: 200
constexpr auto seedVariable = "OPSCOPE_TEST_SEED";
constexpr int fewKills = 3;
constexpr int patienceMs = 60'000;
constexpr auto settingKey = "test/round";
constexpr auto modelText = "x: float[2]\ny = Relu(x) \"n0\"\ny -> float[2]";

/// The window of a user who, round by round, changes a setting, writes a long note, renames the
/// node to n<round> and, in each third round, saves. Prints a line when something is done.
class WindowChild {
public:
    explicit WindowChild(int round)
        : m_round(round)
    {
    }

    int run()
    {
        m_document = m_window.open(QDir::current().filePath("model.onnx"));
        if (m_document == nullptr || m_document->model() == nullptr)
            return 1;
        report("ready");
        for (;; ++m_round) {
            ui::settings::setValue(settingKey, QString::number(m_round));
            ui::settings::flush();
            report("setting");
            ui::Notes::of(m_document, m_window->jobs())
                ->setText({ ui::SelectedItem::Kind::Node, 0 }, noteOf(m_round));
            report("note");
            m_document->editor()->apply(
                ui::makeEdit("renameNode",
                    [&](support::JsonWriter& json) {
                        json.members({ { "node", "graph/node[0]" }, { "to", "n" + number() } });
                    }),
                tellFailure);
            report("edit");
            if (m_round % 3 != 2)
                continue;
            m_document->editor()->save(m_document->path(), {}, tellFailure);
            report("saved");
        }
    }

    static QString noteOf(int round) { return QString::number(round) + QString(50'000, u'.'); }

private:
    static void tellFailure(const support::Result<void>& done)
    {
        if (!done)
            std::fprintf(stderr, "%s\n", done.error().message().c_str());
    }
    std::string number() const { return std::to_string(m_round); }
    void report(const char* what)
    {
        m_window.settle();
        std::printf("%s %d\n", what, m_round);
        std::fflush(stdout);
    }

    int m_round;
    DrivenWindow m_window;
    ui::Document* m_document = nullptr;
};

/// The last round in which something was reported; -1: in none.
int lastOf(const QString& what, const QByteArray& reported)
{
    const auto lines = QString::fromUtf8(reported).split('\n', Qt::SkipEmptyParts);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        if (line->startsWith(what + ' '))
            return line->section(' ', 1).toInt();
    return -1;
}

} // namespace

/// The real window is killed at random moments while it writes settings, notes, the journal of
/// edits and the model: what it reported as done is there, and everything can be read.
class TestWindowKilled : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void losesNothingThatWasDone();

private:
    QByteArray killedAfter(std::mt19937& random);
    int roundOfModel() const;
    void checkSettings(const QByteArray& reported);
    void checkNotes(const QByteArray& reported);
    void checkModel(const QByteArray& reported);
    void checkNothingPilesUp();

    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    int m_round = 1; ///< the next one
    int m_startMs = 1000;
};

void TestWindowKilled::initTestCase()
{
    testing::writeFile(path("model.onnx"), testing::modelBytesFromText(modelText));
    ui::settings::useFolder(path("settings"));
}

/// Starts the window and kills it: mostly within a second after it is open, sometimes before.
/// Returns what it reported.
QByteArray TestWindowKilled::killedAfter(std::mt19937& random)
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(childVariable, QString::number(m_round));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    QElapsedTimer timer;
    timer.start();
    process.start(QCoreApplication::applicationFilePath());
    QByteArray reported;
    const auto read = [&](int milliseconds) {
        const QDeadlineTimer deadline(milliseconds);
        while (!deadline.hasExpired() && process.waitForReadyRead(int(deadline.remainingTime())))
            reported += process.readAllStandardOutput();
    };
    if (random() % 8 == 0) {
        read(int(random() % unsigned(m_startMs)));
    } else {
        while (!reported.contains("ready") && process.waitForReadyRead(patienceMs))
            reported += process.readAllStandardOutput();
        m_startMs = std::max(1, int(timer.elapsed()));
        read(int(random() % 1000));
    }
    process.kill();
    process.waitForFinished(patienceMs);
    reported += process.readAllStandardOutput();
    return reported;
}

/// -1 if the file is no whole model.
int TestWindowKilled::roundOfModel() const
{
    const auto model = model::onnx::openModel(path("model.onnx").toStdString());
    return model ? QString::fromStdString((*model)->nodes.front().name).mid(1).toInt() : -1;
}

void TestWindowKilled::checkSettings(const QByteArray& reported)
{
    const int round = ui::settings::value(settingKey).toInt();
    const int done = lastOf("setting", reported);
    QVERIFY2(round >= done && round <= m_round, qPrintable(QString::number(round)));
}

void TestWindowKilled::checkNotes(const QByteArray& reported)
{
    int latest = -1;
    const QDir folder(ui::settings::folder() + "/notes");
    for (const auto& file : folder.entryInfoList({ "*.json" }, QDir::Files)) {
        const auto notes = ui::loadNotes(file.completeBaseName());
        QVERIFY2(notes, notes ? "" : notes.error().message().c_str());
        for (const auto& note : *notes) {
            const int round = note.text.section('.', 0, 0).toInt();
            QCOMPARE(note.text, WindowChild::noteOf(round));
            latest = std::max(latest, round);
        }
    }
    QVERIFY2(latest >= lastOf("note", reported), qPrintable(QString::number(latest)));
}

/// Each edit that was reported is in the model or in the journal.
void TestWindowKilled::checkModel(const QByteArray& reported)
{
    const int round = roundOfModel();
    QVERIFY2(round >= std::max(0, lastOf("saved", reported)), qPrintable(QString::number(round)));
    int latest = round;
    const auto left = ui::EditJournal::left();
    QVERIFY(left.size() <= 1);
    for (const auto& edits : left) {
        if (!edits.steps.empty() && edits.problem.isEmpty()) {
            const auto script = QString::fromStdString(edits.steps.back().script);
            latest = script.section("\"to\":\"n", 1).section('"', 0, 0).toInt();
        }
        QVERIFY(ui::EditJournal::remove(edits));
    }
    QVERIFY2(latest >= lastOf("edit", reported), qPrintable(QString::number(latest)));
}

void TestWindowKilled::checkNothingPilesUp()
{
    QDirIterator files(m_folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    QStringList temporary;
    int edits = 0;
    while (files.hasNext()) {
        const QFileInfo file(files.next());
        if (file.fileName().startsWith('.') || file.fileName().contains("temp"))
            temporary += file.filePath();
        edits += file.path().endsWith("/edits") ? 1 : 0;
    }
    QCOMPARE(temporary, QStringList());
    QVERIFY2(edits <= 2, qPrintable(QString::number(edits)));
}

void TestWindowKilled::losesNothingThatWasDone()
{
    const auto seed = qEnvironmentVariableIsSet(seedVariable)
        ? unsigned(qEnvironmentVariableIntValue(seedVariable))
        : std::random_device {}() % 1'000'000;
    const int kills = std::max(fewKills, qEnvironmentVariableIntValue(killsVariable));
    std::mt19937 random(seed);
    int rounds = 0;
    for (int kill = 0; kill < kills; ++kill) {
        const auto reported = killedAfter(random);
        const auto what = QStringLiteral("seed %1, kill %2: %3")
                              .arg(seed)
                              .arg(kill)
                              .arg(QString::fromUtf8(reported.right(200)));
        const int last = std::max(lastOf("setting", reported), lastOf("edit", reported));
        rounds += std::max(0, last - m_round + 1);
        m_round = std::max(m_round, last + 1);
        checkSettings(reported);
        checkNotes(reported);
        checkModel(reported);
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(what));
    }
    checkNothingPilesUp();
    qInfo("killed %d times in %d rounds, seed %u", kills, rounds, seed);
}

int main(int count, char** arguments)
{
    QApplication application(count, arguments);
    if (qEnvironmentVariableIsSet(childVariable)) {
        ui::settings::useFolder(QDir::current().filePath("settings"));
        ui::settings::setLanguage(QStringLiteral("en"));
        return WindowChild(qEnvironmentVariableIntValue(childVariable)).run();
    }
    TestWindowKilled test;
    return QTest::qExec(&test, count, arguments);
}
#include "tst_window_killed.moc"
