#include "model/edit/save.h"
#include "model/onnx/parser.h"
#include "model/tensor_store.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/kill/killed_process.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using testing::KilledOutcome;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Everything that a model says, with the elements of its weights; the reason if it is not whole.
std::string wholeText(const QString& path)
{
    const auto model = model::onnx::openModel(path.toStdString());
    if (!model)
        return "not read: " + model.error().message();
    for (const auto& tensor : (*model)->tensors)
        if (const auto problem = (*model)->store->problem(tensor); !problem.empty())
            return tensor.name + ": " + problem;
    return testing::fullModelText(**model);
}

} // namespace

/// `edit` is killed at each of its changes of a file: the model is as it was, or as it shall be.
class TestEditKilled : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void leavesWholeModels_data();
    void leavesWholeModels();
    void diedOftenEnough();

private:
    std::unique_ptr<QTemporaryDir> copied(bool hasData) const;
    KilledOutcome edit(int at, const QTemporaryDir& folder, const QStringList& more) const;

    QTemporaryDir m_plain; ///< model.onnx with its weights inside
    QTemporaryDir m_external; ///< the same with a file of weights
    int m_deaths = 0;
};

void TestEditKilled::initTestCase()
{
    QString weights;
    for (int i = 0; i < 600; ++i)
        weights += QString::number(i) + u',';
    const auto bytes = testing::modelBytesFromText(
        QStringLiteral("x: float[600]\nv: float[600] = {%1}\nw: float[600] = {%1}\n"
                       "a = Add(x, v) \"first\"\ny = Mul(a, w) \"second\"\ny -> float[600]")
            .arg(weights.chopped(1))
            .toStdString());
    QFile file(m_plain.filePath("model.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(bytes));
    file.close();
    const auto document = model::edit::Document::open(m_plain.filePath("model.onnx").toStdString());
    QVERIFY(document);
    model::edit::SaveOptions options;
    options.externalData = model::edit::ExternalData::One;
    QVERIFY(
        model::edit::save(**document, m_external.filePath("model.onnx").toStdString(), options));
}

std::unique_ptr<QTemporaryDir> TestEditKilled::copied(bool hasData) const
{
    auto folder = std::make_unique<QTemporaryDir>();
    const QDir from((hasData ? m_external : m_plain).path());
    for (const auto& name : from.entryList(QDir::Files))
        QFile::copy(from.filePath(name), folder->filePath(name));
    return folder;
}

KilledOutcome TestEditKilled::edit(
    int at, const QTemporaryDir& folder, const QStringList& more) const
{
    return testing::runKilledAt(at, QString::fromStdString(testing::cliProgram().string()),
        QStringList { "edit", "model.onnx", "--rename", "node/first=renamed" } + more,
        folder.path());
}

void TestEditKilled::leavesWholeModels_data()
{
    QTest::addColumn<bool>("hasData");
    QTest::addColumn<QStringList>("arguments");
    const QStringList places { "keep", "none", "one", "many" };
    for (const bool hasData : { false, true })
        for (const auto& place : places)
            for (const auto* const target : { "new.onnx", "in place" }) {
                const bool isInPlace = QString(target) == "in place";
                QTest::addRow("%s, %s, %s", hasData ? "data outside" : "data inside",
                    qPrintable(place), target)
                    << hasData
                    << (QStringList { "--external-data", place }
                           + (isInPlace ? QStringList { "--in-place" }
                                        : QStringList { "-o", target }));
            }
}

void TestEditKilled::leavesWholeModels()
{
    QFETCH(bool, hasData);
    QFETCH(QStringList, arguments);
    const bool isInPlace = arguments.contains("--in-place");
    const auto complete = copied(hasData);
    const auto before = wholeText(complete->filePath("model.onnx"));
    const auto done = edit(0, *complete, arguments);
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY(done.changes > 0);
    const QString target = isInPlace ? "model.onnx" : "new.onnx";
    const auto after = wholeText(complete->filePath(target));
    QVERIFY(after.find("renamed") != std::string::npos);
    std::set<QByteArray> dataFiles; // complete contents of files with weights
    for (const auto& name : QDir(complete->path()).entryList({ "*.data" }, QDir::Files))
        dataFiles.insert(contentOf(complete->filePath(name)));
    for (int at = 1; at <= done.changes; ++at) {
        const auto folder = copied(hasData);
        const auto killed = edit(at, *folder, arguments);
        QVERIFY2(killed.isKilled, qPrintable(QString("not killed at change %1").arg(at)));
        ++m_deaths;
        const auto now = wholeText(folder->filePath("model.onnx"));
        QVERIFY2(now == before || (isInPlace && now == after), now.c_str());
        if (!isInPlace && QFile::exists(folder->filePath(target)))
            QCOMPARE(wholeText(folder->filePath(target)), after);
        for (const auto& name : QDir(folder->path()).entryList({ "*.data" }, QDir::Files))
            QVERIFY2(dataFiles.contains(contentOf(folder->filePath(name))), qPrintable(name));
    }
}

void TestEditKilled::diedOftenEnough()
{
    qInfo("killed %d times", m_deaths);
    QVERIFY(m_deaths == 0 || m_deaths >= 20); // 0: only this function was asked for
}

QTEST_GUILESS_MAIN(TestEditKilled)
#include "tst_edit_killed.moc"
