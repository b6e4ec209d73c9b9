// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/kill/killed_process.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

using namespace testing;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
}

const QByteArray older = "what stood here before";

/// At most twelve of the changes: the first, the last and some between.
QList<int> chosen(int changes)
{
    const int most = triesEachChange() ? changes : 12;
    QList<int> places;
    for (int i = 0; i < std::min(changes, most); ++i)
        places << 1 + i * (changes - 1) / std::max(std::min(changes, most) - 1, 1);
    return places;
}

/// True if a profile can be read to its end.
bool isWholeProfile(const QString& path)
{
    return cli({ "export", path, "--to", "json" }).code == 0;
}

} // namespace

/// Commands write to a disk that fails at a call: nothing that was there is lost, nothing that is
/// half written is taken for whole, and the command says so.
class TestFailingDisk : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void keepsWhatWasThere_data();
    void keepsWhatWasThere();

private:
    std::unique_ptr<QTemporaryDir> folder(const QString& target, bool isInPlace) const;
    KilledOutcome run(
        int at, const QString& by, const QStringList& arguments, const QTemporaryDir& folder) const;

    QTemporaryDir m_inputs; ///< model.onnx, profile.opscope
};

void TestFailingDisk::initTestCase()
{
    QFile::copy(sampleModel("tiny-decoder"), m_inputs.filePath("model.onnx"));
    const auto profile = cli({ "profile", m_inputs.filePath("model.onnx"), "--runs", "2", "-o",
        m_inputs.filePath("profile.opscope") });
    QVERIFY2(profile.code == 0, qPrintable(profile.err));
}

std::unique_ptr<QTemporaryDir> TestFailingDisk::folder(const QString& target, bool isInPlace) const
{
    auto folder = std::make_unique<QTemporaryDir>();
    for (const auto* name : { "model.onnx", "profile.opscope" })
        QFile::copy(m_inputs.filePath(name), folder->filePath(name));
    if (!isInPlace)
        put(folder->filePath(target), older);
    return folder;
}

KilledOutcome TestFailingDisk::run(
    int at, const QString& by, const QStringList& arguments, const QTemporaryDir& folder) const
{
    return runKilledAt(at, QString::fromStdString(cliProgram().string()), arguments, folder.path(),
        { "OPSCOPE_TEST_KILL_BY=" + by });
}

void TestFailingDisk::keepsWhatWasThere_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("target");
    const auto add = [](const char* name, const QStringList& arguments, const QString& target) {
        const auto isNamed = arguments.contains("--in-place") || arguments.contains(target);
        QTest::newRow(name) << arguments + (isNamed ? QStringList() : QStringList { "-o", target })
                            << target;
    };
    const QStringList rename { "edit", "model.onnx", "--set", "model.producer_name=x" };
    add("edit", rename, "new.onnx");
    add("edit in place", rename + QStringList { "--in-place" }, "model.onnx");
    add("edit, weights beside", rename + QStringList { "--external-data", "one" }, "new.onnx");
    add("convert", { "convert", "model.onnx", "--to", "fp16" }, "new.onnx");
    add("profile", { "profile", "model.onnx", "--runs", "3" }, "new.opscope");
    add("report", { "profile", "model.onnx", "--runs", "3", "--report", "new.html" }, "new.html");
    add("html", { "export", "profile.opscope", "--to", "html" }, "new.html");
    add("csv", { "export", "profile.opscope", "--to", "csv" }, "new.csv");
    add("perfetto", { "export", "profile.opscope", "--to", "perfetto" }, "new.pftrace");
    add("recover", { "recover", "profile.opscope" }, "new.opscope");
    add("draw", { "draw", "model.onnx" }, "new.svg");
    add("check", { "check", "model.onnx", "--format", "json" }, "new.json");
    add("plan", { "plan", "make", "model.onnx", "--threads", "1,2" }, "new.json");
    add("parquet plan", { "plan", "make", "model.onnx", "--threads", "1,2" }, "new.parquet");
}

void TestFailingDisk::keepsWhatWasThere()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, target);
    const bool isInPlace = arguments.contains("--in-place");
    const auto model = contentOf(m_inputs.filePath("model.onnx"));
    const auto complete = folder(target, isInPlace);
    const auto done = run(0, "EIO", arguments, *complete);
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY(done.changes > 0);
    const auto after = contentOf(complete->filePath(target));
    QVERIFY(after != older && !after.isEmpty());
    const auto names = QDir(complete->path()).entryList(QDir::Files);
    const auto before = isInPlace ? model : older;
    const auto isAfter = [&](const QString& path) { // profiles have other times in each run
        return contentOf(path) == after || (target.endsWith(".opscope") && isWholeProfile(path))
            || (arguments.contains("--report") && contentOf(path).endsWith(after.right(40)));
    };
    for (const auto* const by : { "EIO", "ENOSPC", "SHORT" }) {
        for (const auto at : chosen(done.changes)) {
            const auto place = folder(target, isInPlace);
            const auto outcome = run(at, by, arguments, *place);
            const auto what = QStringLiteral("%1 at change %2 of %3: exit code %4, %5")
                                  .arg(by)
                                  .arg(at)
                                  .arg(done.changes)
                                  .arg(outcome.code)
                                  .arg(QString::fromUtf8(outcome.err));
            const auto path = place->filePath(target);
            const bool isDone = isAfter(path);
            QVERIFY2(outcome.code == 0 || outcome.code == 3, qPrintable(what));
            QVERIFY2(isDone || contentOf(path) == before, qPrintable(what));
            // Success is said only if the result is there.
            QVERIFY2(outcome.code != 0 || isDone, qPrintable(what));
            if (outcome.code == 3)
                QVERIFY2(outcome.err.contains("space left") || outcome.err.contains("put/output"),
                    qPrintable(what));
            QVERIFY2(QByteArrayView(by) != "SHORT" || outcome.code == 0, qPrintable(what));
            if (!isInPlace)
                QCOMPARE(contentOf(place->filePath("model.onnx")), model);
            // EIO may be the answer to the removal of a temporary file, which then stays.
            for (const auto& name : QDir(place->path()).entryList(QDir::Files))
                QVERIFY2(names.contains(name) || outcome.code != 0 || QByteArrayView(by) == "EIO",
                    qPrintable(what + name));
        }
    }
}

QTEST_GUILESS_MAIN(TestFailingDisk)
#include "tst_failing_disk.moc"
