#include <QTest>

#include "profiler/statistics/fallbacks.h"
#include "profiler/tables/profile_builder.h"

using namespace profiler;

namespace {

struct StepSpec {
    const char* type;
    const char* device;
    const char* refusals;
    StepKind kind = StepKind::Operator;
    std::vector<std::uint32_t> after = {};
    std::int64_t parent = -1;
};

std::shared_ptr<const Profile> profileOf(const char* device, std::initializer_list<StepSpec> specs)
{
    ProfileBuilder builder;
    builder.profile().metadata.set(keys::device, device);
    std::uint32_t node = 0;
    for (const auto& spec : specs) {
        Step step;
        step.label = builder.text(spec.type);
        step.opType = step.label;
        step.device = builder.text(spec.device);
        step.refusals = builder.text(spec.refusals);
        step.kind = spec.kind;
        for (const auto before : spec.after)
            step.after.emplace_back(before);
        if (spec.parent >= 0)
            step.parent = engine::StepId(static_cast<std::uint32_t>(spec.parent));
        if (spec.kind != StepKind::Copy)
            step.origins.push_back({ model::NodeId(node++), step.label });
        builder.addStep(std::move(step));
    }
    return std::move(builder).build();
}

/// `NonZero: cuda has no kernel (1 3)`, with the copies' steps.
QString fallbacksText(const Profile& profile)
{
    QStringList texts;
    for (const auto& fallback : fallbacksOf(profile)) {
        QStringList copies;
        for (const auto copy : fallback.copies)
            copies << QString::number(copy.value());
        const auto label = profile.text(profile.step(fallback.step).label);
        texts << QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())) + ": "
                + QString::fromStdString(fallback.reason) + " (" + copies.join(' ') + ")";
    }
    return texts.join("; ");
}

} // namespace

/// What a GPU left to the CPU.
class TestFallbacks : public QObject {
    Q_OBJECT

private slots:
    void findsTheDevicesLine_data()
    {
        QTest::addColumn<QString>("refusals");
        QTest::addColumn<QString>("found");
        QTest::newRow("nothing is said") << ""
                                         << "";
        QTest::newRow("only the CPU's") << "library: takes float"
                                        << "";
        QTest::newRow("among others") << "library: takes float\ncuda native: takes fp32\nnative: x"
                                      << "cuda native: takes fp32";
        QTest::newRow("another word that begins alike") << "cudaish: no"
                                                        << "";
        QTest::newRow("the name alone says nothing") << "cuda"
                                                     << "";
    }
    void findsTheDevicesLine()
    {
        QFETCH(QString, refusals);
        QFETCH(QString, found);
        const auto text = refusals.toStdString();
        QCOMPARE(QString::fromStdString(std::string(deviceRefusal(text, "cuda"))), found);
    }

    void namesStepsReasonsAndCopies()
    {
        const auto profile = profileOf("cuda",
            { { "Conv", "cuda:0", "cuda library: no cuDNN" },
                { "Copy", "cpu", "", StepKind::Copy, { 0 } },
                { "NonZero", "cpu", "cuda has no kernel", StepKind::Operator, { 0, 1 } },
                { "Copy", "cuda:0", "", StepKind::Copy, { 2 } },
                { "Relu", "cuda:0", "", StepKind::Operator, { 2, 3 } },
                { "Shape", "cpu", "", StepKind::Operator, { 4 } } });
        QCOMPARE(fallbacksText(*profile), QString("NonZero: cuda has no kernel (1 3)"));
    }

    void controlFlowIsTheHostsWork()
    {
        const auto profile = profileOf("cuda",
            { { "If", "cpu", "", StepKind::ControlFlow },
                { "Hardmax", "cpu", "cuda has no kernel", StepKind::Operator, {}, 0 },
                { "Add", "cpu", "", StepKind::Operator, {}, 0 } });
        QCOMPARE(fallbacksText(*profile), QString("Hardmax: cuda has no kernel ()"));
    }

    void aRunOnTheCpuHasNone()
    {
        const std::initializer_list<StepSpec> steps { { "NonZero", "cpu", "cuda has no kernel" } };
        QCOMPARE(fallbacksText(*profileOf("cpu", steps)), QString());
        QCOMPARE(fallbacksText(*profileOf("", steps)), QString());
    }
};

QTEST_APPLESS_MAIN(TestFallbacks)
#include "tst_fallbacks.moc"
