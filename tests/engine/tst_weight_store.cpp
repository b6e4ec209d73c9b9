#include "engine/kernel/weight_store.h"
#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

class TestWeightStore : public QObject {
    Q_OBJECT

private slots:
    void packedWeightsAreFreedWithTheLastUser()
    {
        const auto weights = tensorOf(std::vector<float> { 1, 2, 3 });
        int packs = 0;
        const auto pack = [&] {
            ++packs;
            return std::make_shared<int>(packs);
        };
        auto a = sharedWeightsOf<int>(weights, "test", pack);
        auto b = sharedWeightsOf<int>(tensorOf(std::vector<float> { 1, 2, 3 }), "test", pack);
        QCOMPARE(a.get(), b.get());
        QVERIFY(a.get() != sharedWeightsOf<int>(weights, "other format", pack).get());
        QCOMPARE(packs, 2);
        const std::weak_ptr<const int> watch = a;
        a.reset();
        b.reset();
        QVERIFY(watch.expired());
        QCOMPARE(*sharedWeightsOf<int>(weights, "test", pack), 3);
    }

    void aSecondSizePacksNothingAgain()
    {
        RunRequest request;
        request.model = testing::modelFromText("input x: float rows 64\nweight w: float 64 48 = "
                                               "0.5\ny = MatMul(x, w)\noutput y");
        request.threads = 1;
        request.tiers = { Tier::Native, Tier::Reference };
        request.dims["rows"] = 32;
        const auto first = prepare(request);
        QVERIFY(bool(first.plan));
        const auto packed = weightStoreCounts().packed;
        QVERIFY((*first.plan)->memory().weightBytes >= 2 * 64 * 48 * sizeof(float));
        request.dims["rows"] = 40;
        const auto pool = (*first.plan)->state().pool;
        const auto second = prepare(request, *makeInputs(request, *pool), pool);
        QVERIFY(bool(second.plan));
        QCOMPARE(weightStoreCounts().packed, packed);
        // A run with a limit of its own needs weights of its own.
        const auto other = prepare(request);
        QVERIFY((*other.plan)->memory().weightBytes >= 2 * 64 * 48 * sizeof(float));
    }

    void weightsOfPassesAreFreedOncePacked()
    {
        // The Add is folded to a constant, which no kernel reads after packing.
        RunRequest request;
        request.model = testing::modelFromText("input x: float 1 64\nweight w: float 64 2048 = "
                                               "0.5\nt = Add(w, w)\ny = MatMul(x, t)\noutput y");
        request.otherInputs.source = InputSpec::Source::Ones;
        request.threads = 1;
        const auto freed = prepare(request);
        QVERIFY(bool(freed.plan));
        auto session = Session::create(*freed.plan);
        const auto result = session->run(freed.inputs.runtimeValues());
        QCOMPARE(result->outputs.front().value.tensor().as<float>()[2047], 64 * 1.0F);
        request.readsConstants = true;
        const auto kept = prepare(request);
        QCOMPARE((*freed.plan)->memory().weightBytes + 64 * 2048 * sizeof(float),
            (*kept.plan)->memory().weightBytes);
    }
};

QTEST_GUILESS_MAIN(TestWeightStore)
#include "tst_weight_store.moc"
