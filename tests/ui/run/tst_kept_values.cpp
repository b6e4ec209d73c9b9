#include <QTest>

#include "model/model.h"
#include "tests/support/paths.h"
#include "ui/outputs/kept_values.h"
#include "ui/run/session_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <filesystem>

using ui::KeptValue;
using ui::KeptValues;

namespace {

constexpr qint64 noLimit = qint64(1) << 40;

} // namespace

/// Which values of runs are kept, and for how long.
class TestKeptValues : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<ui::SessionFolder> m_folder;
    std::shared_ptr<model::Model> m_model;
    KeptValues m_values;

    /// A run that kept 1,000 bytes for each of these values. Returns their files.
    QStringList run(std::initializer_list<std::size_t> values)
    {
        const auto folder = m_folder->newFolder();
        std::filesystem::create_directory(folder.toStdString());
        QStringList files;
        for (const auto value : values) {
            files << folder + QStringLiteral("/output_%1.pb").arg(value);
            testing::writeFile(files.back(), std::string(1000, 'x'));
            KeptValue kept;
            kept.model = m_model;
            kept.value = model::ValueId(value);
            kept.file = files.back();
            m_values.add(kept);
        }
        return files;
    }

    QString fileOf(std::size_t value) const
    {
        const auto* kept = m_values.find(*m_model, model::ValueId(value));
        return kept != nullptr ? kept->file : QString();
    }

private slots:
    void init()
    {
        m_folder = std::make_shared<ui::SessionFolder>();
        m_model = std::make_shared<model::Model>();
        m_values = {};
    }

    void theLatestOfAValueIsFound()
    {
        const auto first = run({ 0, 1 });
        const auto second = run({ 1 });
        QCOMPARE(fileOf(0), first[0]);
        QCOMPARE(fileOf(1), second[0]);
        QVERIFY(m_values.find(model::Model(), model::ValueId(std::size_t(0))) == nullptr);
        QVERIFY(m_values.removeUnneeded({}, noLimit).empty());
        QCOMPARE(m_values.ofOpenModels().size(), std::size_t(3));
        QCOMPARE(m_values.ofOpenModels().front()->file, second[0]);
        QVERIFY(QFile::exists(first[0]) && QFile::exists(first[1]) && QFile::exists(second[0]));
    }

    void thoseOfAClosedModelGoUnlessTheyAreUsed()
    {
        const auto first = run({ 0, 1 });
        const auto second = run({ 0 });
        m_model.reset();
        QVERIFY(m_values.ofOpenModels().empty());
        QVERIFY(m_values.removeUnneeded({ first[1] }, noLimit).empty());
        QVERIFY(QFile::exists(first[1]));
        QVERIFY(!QFile::exists(second[0]));
        QVERIFY(!QDir(QFileInfo(second[0]).path()).exists());
        QVERIFY(m_values.removeUnneeded({}, noLimit).empty()); // no longer used
        QVERIFY(!QFile::exists(first[1]));
    }

    void theOldestGoBeyondALimit()
    {
        const auto first = run({ 0, 1 });
        const auto second = run({ 0, 2 });
        const auto third = run({ 2 });
        // The third and second run have 3,000 bytes. What the second has of 0 is newer.
        QCOMPARE(m_values.removeUnneeded({}, 3000),
            std::vector<model::ValueId> { model::ValueId(std::size_t(1)) });
        QVERIFY(!QFile::exists(first[0]));
        QCOMPARE(fileOf(0), second[0]);
        QCOMPARE(fileOf(1), QString());
        // A file that is used stays, and the latest run stays whatever it takes.
        QVERIFY(m_values.removeUnneeded({ second[1] }, 10).empty());
        QCOMPARE(m_values.removeUnneeded({}, 10),
            std::vector<model::ValueId> { model::ValueId(std::size_t(0)) });
        QCOMPARE(fileOf(2), third[0]);
        QVERIFY(QFile::exists(third[0]) && !QFile::exists(second[0]));
    }

    void nothingOutsideTheSessionsFolderIsRemoved()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("output_0.pb");
        testing::writeFile(file, "x");
        KeptValue kept;
        kept.file = file;
        m_values.add(kept); // of no model
        QVERIFY(m_values.removeUnneeded({}, noLimit).empty());
        QVERIFY(QFile::exists(file));
    }
};

QTEST_MAIN(TestKeptValues)
#include "tst_kept_values.moc"
