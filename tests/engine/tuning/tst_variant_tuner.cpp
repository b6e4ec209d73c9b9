#include <QTest>

#include "engine/tuning/variant_tuner.h"
#include "model/support/json.h"

#include <QDir>
#include <QTemporaryDir>
#include <chrono>
#include <thread>

using namespace engine;

namespace {

struct Counts {
    int prepared = 0;
    int runs = 0;
};

/// Takes some time and writes nothing.
class SlowKernel final : public Kernel {
public:
    SlowKernel(std::string name, std::chrono::milliseconds time, Counts& counts)
        : m_name(std::move(name))
        , m_time(time)
        , m_counts(counts)
    {
    }
    Result<void> run(RunContext& context) override
    {
        ++m_counts.runs;
        std::this_thread::sleep_for(m_time);
        TRY(context.scratch(100));
        TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        return {};
    }
    std::string implementation() const override { return m_name; }

private:
    std::string m_name;
    std::chrono::milliseconds m_time;
    Counts& m_counts;
};

/// A step with two variants.
struct Step {
    Counts direct;
    Counts other;
    std::chrono::milliseconds directTime { 4 };
    std::chrono::milliseconds otherTime { 0 };
    bool otherFails = false;

    Result<std::unique_ptr<Kernel>> chooseBy(VariantChooser& chooser, const std::string& key = "k")
    {
        const OpNode node;
        const InputType input { .kind = InputType::Kind::Tensor,
            .tensor = { ElementType::Float, { 2, 3 } } };
        const bool used = true;
        const KernelRequest request { node, std::span(&input, 1), std::span(&used, 1), {} };
        const std::array variants {
            KernelVariant { "direct",
                [this]() -> Result<std::unique_ptr<Kernel>> {
                    ++direct.prepared;
                    return std::unique_ptr<Kernel>(
                        std::make_unique<SlowKernel>("plain loops", directTime, direct));
                } },
            KernelVariant { "other",
                [this]() -> Result<std::unique_ptr<Kernel>> {
                    ++other.prepared;
                    if (otherFails)
                        return fail("no memory");
                    return std::unique_ptr<Kernel>(
                        std::make_unique<SlowKernel>("clever loops", otherTime, other));
                } },
        };
        return chooser.choose(request, key, variants);
    }
};

QString lineOf(const Kernel& kernel)
{
    return QString::fromStdString(kernel.notTaken().empty() ? "" : kernel.notTaken().front());
}

}

/// The fastest variant of a step runs, and it is the same one as long as the cache is there.
class TestVariantTuner : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void takesTheFastestAndTellsTheTimeOfTheOther()
    {
        Step step;
        VariantTuner tuner(Tuning::Auto, folder());
        const auto kernel = step.chooseBy(tuner);
        QVERIFY(kernel);
        QCOMPARE((*kernel)->implementation(), std::string("clever loops"));
        QVERIFY2(lineOf(**kernel).startsWith("plain loops: "), qPrintable(lineOf(**kernel)));
        QVERIFY(lineOf(**kernel).contains(", taken was clever loops: "));
        QCOMPARE(tuner.notices().size(), std::size_t(1));
        QVERIFY(QString::fromStdString(tuner.notices().front()).contains("1 kind of step in "));
        QVERIFY(QString::fromStdString(tuner.notices().front()).contains("after 1.00 s none"));
    }

    void remembersForTheNextPlan()
    {
        Step step;
        VariantTuner first(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(first));
        step = {};
        step.directTime = {}; // what is remembered counts, not what would be measured now
        step.otherTime = std::chrono::milliseconds(4);
        VariantTuner second(Tuning::Auto, folder());
        const auto kernel = step.chooseBy(second);
        QVERIFY(kernel);
        QCOMPARE((*kernel)->implementation(), std::string("clever loops"));
        QVERIFY(lineOf(**kernel).startsWith("plain loops: "));
        QCOMPARE(step.direct.prepared, 0);
        QCOMPARE(step.other.runs, 0);
        QVERIFY(second.notices().empty());
    }

    void onTimesAnew()
    {
        Step step;
        VariantTuner first(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(first));
        step.directTime = {};
        step.otherTime = std::chrono::milliseconds(4);
        VariantTuner second(Tuning::On, folder());
        QCOMPARE((*step.chooseBy(second))->implementation(), std::string("plain loops"));
        const auto runs = step.direct.runs;
        QVERIFY(step.chooseBy(second)); // a further round of the same plan
        QCOMPARE(step.direct.runs, runs);
        VariantTuner third(Tuning::Auto, folder());
        QCOMPARE((*step.chooseBy(third))->implementation(), std::string("plain loops"));
    }

    void offTakesTheFirst()
    {
        Step step;
        VariantTuner first(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(first));
        VariantTuner off(Tuning::Off, folder());
        QCOMPARE((*step.chooseBy(off))->implementation(), std::string("plain loops"));
        QVERIFY(off.notices().empty());
    }

    void aVariantThatCannotBePreparedIsNone()
    {
        Step step;
        step.otherFails = true;
        VariantTuner tuner(Tuning::Auto, folder());
        const auto kernel = step.chooseBy(tuner);
        QVERIFY(kernel);
        QCOMPARE((*kernel)->implementation(), std::string("plain loops"));
        QCOMPARE(lineOf(**kernel), QString("other: no memory"));
        QCOMPARE(step.direct.runs, 0);
    }

    void aRememberedVariantThatCannotBePreparedIsNone()
    {
        Step step;
        VariantTuner first(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(first));
        step.otherFails = true;
        VariantTuner second(Tuning::Auto, folder());
        const auto kernel = step.chooseBy(second);
        QVERIFY(kernel);
        QCOMPARE((*kernel)->implementation(), std::string("plain loops"));
        QCOMPARE(lineOf(**kernel), QString("other: no memory"));
    }

    void whenTheTimeIsUsedUpTheFirstIsTaken()
    {
        Step step;
        step.directTime = std::chrono::milliseconds(600);
        step.otherTime = std::chrono::milliseconds(500);
        VariantTuner tuner(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(tuner, "a"));
        const auto runs = step.direct.runs;
        QCOMPARE((*step.chooseBy(tuner, "b"))->implementation(), std::string("plain loops"));
        QCOMPARE(step.direct.runs, runs);
        QCOMPARE(tuner.notices().size(), std::size_t(2));
        QVERIFY(QString::fromStdString(tuner.notices().back()).contains("1 step"));
    }

    void withoutMemoryForAnotherVariantAllGetTheFirst()
    {
        Step step;
        VariantTuner tuner(Tuning::Auto, folder());
        QVERIFY(!tuner.useFirstVariants()); // nothing else was taken
        QVERIFY(step.chooseBy(tuner));
        QVERIFY(tuner.useFirstVariants());
        QCOMPARE((*step.chooseBy(tuner))->implementation(), std::string("plain loops"));
        QVERIFY(!tuner.useFirstVariants());
        QVERIFY(QString::fromStdString(tuner.notices().back()).contains("memory limit"));
    }

    void aDamagedFileIsIgnored_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{\"format\": 1, \"choi");
        QTest::newRow("another format") << QByteArray("{\"format\": 2, \"choices\": {}}");
        QTest::newRow("other types")
            << QByteArray("{\"format\": 1, \"choices\": {\"k, 1 threads\": [3, {}]}}");
        QTest::newRow("an unknown variant")
            << QByteArray("{\"format\": 1, \"choices\": {\"k, 1 threads\": {\"name\": \"x\", "
                          "\"configuration\": \"y\"}}}");
    }
    void aDamagedFileIsIgnored()
    {
        QFETCH(QByteArray, content);
        Step step;
        VariantTuner first(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(first));
        const auto files = QDir(m_folder->path()).entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QVERIFY(files.front().startsWith("cpu"));
        QFile file(m_folder->filePath(files.front()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        VariantTuner second(Tuning::Auto, folder());
        QVERIFY(step.chooseBy(second));
    }

    void aFolderThatCannotBeWrittenIsTold()
    {
        Step step;
        VariantTuner tuner(Tuning::Auto, "/proc/nowhere");
        const auto kernel = step.chooseBy(tuner);
        QVERIFY(kernel);
        QCOMPARE((*kernel)->implementation(), std::string("clever loops"));
        QVERIFY(QString::fromStdString((*kernel)->notTaken().back())
                    .startsWith("the choice is not remembered: "));
        QVERIFY(step.chooseBy(tuner)); // it is, for this plan
        QCOMPARE(step.direct.prepared, 1);
    }

private:
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestVariantTuner)
#include "tst_variant_tuner.moc"
