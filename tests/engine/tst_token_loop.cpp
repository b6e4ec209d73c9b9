#include "engine/decode/token_loop.h"
#include "engine/kernel/weight_store.h"
#include "engine/plan/late_kernels.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

#include <random>

using namespace engine;

namespace {

constexpr std::int64_t vocabulary = 23;

std::string numbers(std::size_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += " " + std::to_string(static_cast<int>(generator() % 200) - 100) + "e-2";
    return text;
}

/// A decoder of one layer with two heads of size 4. `tokens`: declared tokens of a run. `masking`:
/// operator that combines scores and mask. Add becomes one step with the attention, whose cache
/// grows in place; Mul does not.
std::shared_ptr<const model::Model> decoderModel(
    const std::string& tokens = "s", const std::string& masking = "Mul")
{
    const auto table = numbers(vocabulary * 8, 1);
    const auto head = numbers(8 * vocabulary, 2);
    return testing::modelFromText("input input_ids: int64 1 " + tokens
        + "\ninput attention_mask: int64 1 t\ninput past_key_0: float 1 2 p 4\n"
          "input past_value_0: float 1 2 p 4\nweight table: float 23 8 ="
        + table + "\nweight head: float 8 23 =" + head
        + "\nweight heads: int64 4 = 0 0 2 4\nweight flat: int64 3 = 0 0 8\nweight axes: int64 2 = "
          "1 2\n"
          "e = Gather(table, input_ids)\nh = Reshape(e, heads)\nk = Transpose(h) {perm: [0, 2, 1, "
          "3]}\n"
          "v = Tanh(k)\npresent_key_0 = Concat(past_key_0, k) {axis: 2}\n"
          "present_value_0 = Concat(past_value_0, v) {axis: 2}\n"
          "kt = Transpose(present_key_0) {perm: [0, 1, 3, 2]}\nscores = MatMul(k, kt)\n"
          "mask = Cast(attention_mask) {to: 1}\nwide = Unsqueeze(mask, axes)\n"
          "masked = "
        + masking
        + "(scores, wide)\nshares = Softmax(masked)\no = MatMul(shares, "
          "present_value_0)\n"
          "ot = Transpose(o) {perm: [0, 2, 1, 3]}\nf = Reshape(ot, flat)\nlogits = MatMul(f, "
          "head)\n"
          "output logits\noutput present_key_0\noutput present_value_0\n");
}

RunRequest requestFor(std::shared_ptr<const model::Model> model)
{
    RunRequest request;
    request.model = std::move(model);
    request.threads = 1;
    return request;
}

Tensor integers(const std::vector<std::int64_t>& values)
{
    return tensorOf(values, { 1, std::ssize(values) });
}

/// Chooses tokens with a plan and a session of its own for each run.
std::vector<std::int64_t> tokensOfSeparateRuns(
    const RunRequest& request, std::vector<std::int64_t> ids, std::size_t count)
{
    std::vector<std::int64_t> chosen;
    RuntimeValue key { makeTensor(ElementType::Float, { 1, 2, 0, 4 }) };
    RuntimeValue value { makeTensor(ElementType::Float, { 1, 2, 0, 4 }) };
    std::size_t total = 0;
    while (chosen.size() < count) {
        total += ids.size();
        Inputs inputs;
        inputs.values = { { "input_ids", { integers(ids) }, "" },
            { "attention_mask", { integers(std::vector<std::int64_t>(total, 1)) }, "" },
            { "past_key_0", key, "" }, { "past_value_0", value, "" } };
        const auto prepared = prepare(request, inputs);
        auto session = Session::create(*prepared.plan);
        auto result = session->run(prepared.inputs.runtimeValues());
        const auto logits = result->outputs[0].value.tensor().as<float>().last(vocabulary);
        const auto token = std::ranges::max_element(logits) - logits.begin();
        chosen.push_back(token);
        ids = { token };
        key = result->outputs[1].value;
        value = result->outputs[2].value;
    }
    return chosen;
}

GenerationOptions optionsFor(std::size_t tokens)
{
    return { { 3, 1, 4, 1, 5, 9 }, tokens, std::nullopt };
}

}

class TestTokenLoop : public QObject {
    Q_OBJECT

private slots:
    void choosesTheTokensOfSeparateRuns_data()
    {
        QTest::addColumn<int>("optimisation");
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("masking");
        QTest::newRow("all passes") << static_cast<int>(Optimisation::Full) << "s"
                                    << "Mul";
        QTest::newRow("no pass") << static_cast<int>(Optimisation::None) << "s"
                                 << "Add";
        QTest::newRow("one token a run") << static_cast<int>(Optimisation::Full) << "1"
                                         << "Mul";
        QTest::newRow("a cache in place") << static_cast<int>(Optimisation::Full) << "s"
                                          << "Add";
    }

    void choosesTheTokensOfSeparateRuns()
    {
        QFETCH(int, optimisation);
        QFETCH(QString, tokens);
        QFETCH(QString, masking);
        auto request = requestFor(decoderModel(tokens.toStdString(), masking.toStdString()));
        request.optimisation = static_cast<Optimisation>(optimisation);
        auto loop = TokenLoop::create(request, optionsFor(40));
        QVERIFY2(bool(loop), loop ? "" : loop.error().message().c_str());
        const bool isOneStep = std::ranges::any_of(loop->decodePlan()->steps(),
            [](const StepDescription& step) { return step.opType == "FusedAttention"; });
        QCOMPARE(isOneStep, request.optimisation == Optimisation::Full && masking == "Add");
        const auto before = loop->session().preparations();
        const auto first = loop->generate();
        QVERIFY2(bool(first), first ? "" : first.error().message().c_str());
        const auto second = loop->generate();
        QCOMPARE(first->tokens, second->tokens);
        QCOMPARE(loop->session().preparations(), before);
        // The separate runs take the prompt at once, as the model is not causal only where the
        // prompt is: a model of one token a run sees less of it.
        if (tokens == "s")
            QCOMPARE(first->tokens, tokensOfSeparateRuns(request, optionsFor(40).prompt, 40));
        QCOMPARE(first->positions, std::int64_t(6 + 39));
        QCOMPARE(first->cacheBytes, std::uint64_t(2 * 2 * 45 * 4 * sizeof(float)));
        QCOMPARE(first->runs.front().phase, TokenPhase::Prefill);
        QCOMPARE(first->runs.back().position, std::int64_t(44));
    }

    void oneTokenARunIsTheSameAsSeparateRuns()
    {
        const auto request = requestFor(decoderModel("1"));
        auto loop = TokenLoop::create(request, { { 7 }, 30, std::nullopt });
        QVERIFY(bool(loop));
        QCOMPARE(loop->generate()->tokens, tokensOfSeparateRuns(request, { 7 }, 30));
    }

    void aPlanWithOpenSizesRefusesOtherShapes()
    {
        const auto request = requestFor(decoderModel());
        auto loop = TokenLoop::create(request, optionsFor(3));
        QVERIFY(bool(loop->generate()));
        auto& session = loop->session();
        const auto before = session.preparations();
        // The mask is not one longer than the cache: the open plan does not fit.
        const std::vector<RuntimeValue> inputs { { integers({ 2 }) }, { integers({ 1 }) },
            { makeTensor(ElementType::Float, { 1, 2, 3, 4 }) },
            { makeTensor(ElementType::Float, { 1, 2, 3, 4 }) } };
        static_cast<void>(session.run(inputs));
        QCOMPARE(session.preparations(), before + 1);
    }

    void endsAtTheStopToken()
    {
        const auto request = requestFor(decoderModel());
        auto loop = TokenLoop::create(request, optionsFor(12));
        const auto all = loop->generate()->tokens;
        auto options = optionsFor(12);
        options.stopToken = all[4];
        const auto place = std::ranges::find(all, all[4]) - all.begin();
        auto shorter = TokenLoop::create(request, options);
        QCOMPARE(shorter->generate()->tokens.size(), static_cast<std::size_t>(place + 1));
    }

    void aStopRequestKeepsTheTokensSoFar()
    {
        auto loop = TokenLoop::create(requestFor(decoderModel()), optionsFor(30));
        std::stop_source source;
        const auto generation = loop->generate(
            [&](Session& session, std::span<const RuntimeValue> inputs, const TokenRun& run) {
                if (run.position == 10)
                    source.request_stop();
                return session.run(inputs, nullptr, source.get_token());
            },
            source.get_token());
        QVERIFY(bool(generation));
        QVERIFY(generation->isStopped);
        QCOMPARE(generation->tokens.size(), std::size_t(5));
        QCOMPARE(generation->runs.size(), std::size_t(5));
    }

    void saysWhatCannotBeGenerated()
    {
        const auto plain = testing::modelFromText("input x: float 2\ny = Relu(x)\noutput y");
        const auto loop = TokenLoop::create(requestFor(plain), optionsFor(3));
        QVERIFY(!loop);
        QVERIFY(QString::fromStdString(loop.error().message()).contains("leads back"));
        auto small = requestFor(decoderModel());
        small.memoryLimit = 2000;
        const auto refused = TokenLoop::create(small, optionsFor(3));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind(), support::ErrorKind::Resource);
        const auto outside
            = TokenLoop::create(requestFor(decoderModel()), { { 400 }, 2, std::nullopt });
        QVERIFY(!outside);
        QVERIFY2(QString::fromStdString(outside.error().message()).contains("the token id 400"),
            outside.error().message().c_str());
    }

    void laterKernelsTellTheirImplementation()
    {
        auto loop = TokenLoop::create(requestFor(decoderModel()), optionsFor(3));
        QVERIFY(bool(loop->generate()));
        const auto found = lateImplementations(*loop->decodePlan());
        QVERIFY(!found.empty());
        QVERIFY(std::ranges::none_of(found, [](const auto& row) { return row.second.empty(); }));
    }

    void plansShareThePackedWeights()
    {
        auto options = optionsFor(2);
        options.prompt = { 2, 5 }; // few rows: both plans read weights in the same order
        const auto before = weightStoreCounts();
        const auto loop = TokenLoop::create(requestFor(decoderModel()), options);
        QVERIFY(bool(loop));
        QCOMPARE(weightStoreCounts().packed, before.packed + 1);
        QVERIFY(weightStoreCounts().shared > before.shared);
    }
};

QTEST_GUILESS_MAIN(TestTokenLoop)
#include "tst_token_loop.moc"
