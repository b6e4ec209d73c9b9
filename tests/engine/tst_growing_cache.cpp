// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/kernel/growing_cache.h"
#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

#include <random>
#include <set>

using namespace engine;

namespace {

Tensor randomFloats(const Dims& dims, std::mt19937& random)
{
    std::uniform_real_distribution<float> draw(-2.0F, 2.0F);
    auto tensor = makeTensor(ElementType::Float, dims);
    for (auto& value : tensor.as<float>())
        value = draw(random);
    return tensor;
}

Tensor denseOf(const RuntimeValue& value, MemoryPool& pool)
{
    return value.tensor().growing ? *packed(value.tensor(), pool) : value.tensor();
}

/// A model of one step of attention. Inputs named `past…` are followed by as many outputs after the
/// first one. `seqlens` and `total` count the steps.
struct Decoder {
    std::shared_ptr<const model::Model> model;
    std::size_t pasts = 0;
    std::size_t axis = 2;

    Decoder(std::string text, int opset, std::size_t pastAxis = 2)
        : model(testing::modelFromText(text, opset))
        , axis(pastAxis)
    {
        for (const auto id : model->main().inputs)
            pasts += model->value(id).name.starts_with("past") ? 1 : 0;
    }

    /// Inputs of a step; pasts are left out.
    std::vector<RuntimeValue> inputs(std::int64_t position, std::mt19937& random) const
    {
        std::vector<RuntimeValue> values;
        for (const auto* const input : model::inputsWithoutWeights(*model)) {
            auto dims = *model::concrete(pastShape(*input, position));
            if (input->name == "seqlens")
                values.push_back({ tensorOf(
                    std::vector<std::int32_t>(2, static_cast<std::int32_t>(position)), { 2 }) });
            else if (input->name == "total")
                values.push_back({ tensorOf(static_cast<std::int32_t>(position + 1)) });
            else if (input->name == "mask")
                values.push_back({ randomFloats({ 2, 1, 1, position + 1 }, random) });
            else
                values.push_back({ randomFloats(dims, random) });
        }
        return values;
    }

    static model::Shape pastShape(const model::Value& input, std::int64_t position)
    {
        auto shape = *input.type.shape;
        for (auto& size : shape)
            size = size.isNumber() ? size : model::Dimension::number(position);
        return shape;
    }

    /// Puts outputs of a run into the inputs of the next.
    void setPasts(std::vector<RuntimeValue>& values, const std::vector<NamedValue>& outputs) const
    {
        const auto declared = model::inputsWithoutWeights(*model);
        std::size_t next = 1;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (declared[i]->name.starts_with("past"))
                values[i] = outputs[next++].value;
        }
    }

    Result<Session> session(const std::vector<RuntimeValue>& values, bool grows,
        Optimisation level = Optimisation::Full) const
    {
        RunRequest request;
        request.model = model;
        request.optimisation = level;
        request.threads = 2;
        Inputs inputs;
        const auto declared = model::inputsWithoutWeights(*model);
        for (std::size_t i = 0; i < values.size(); ++i) {
            inputs.values.push_back({ declared[i]->name, values[i], "" });
            inputs.open.push_back(declared[i]->type);
            auto shape = *inputs.open.back().shape;
            if (declared[i]->name == "mask")
                shape.back() = model::Dimension::symbol("p") + model::Dimension::number(1);
            inputs.open.back().shape = std::move(shape);
        }
        for (std::size_t i = 0; grows && i < pasts; ++i)
            inputs.growing.push_back(1 + i);
        return Session::create(TRY(prepare(request, inputs).plan));
    }

    /// Each node by its reference kernel, without passes.
    std::vector<NamedValue> expected(const std::vector<RuntimeValue>& values) const
    {
        RunRequest request;
        request.model = model;
        request.optimisation = Optimisation::None;
        request.tiers = { Tier::Reference };
        Inputs inputs;
        const auto declared = model::inputsWithoutWeights(*model);
        for (std::size_t i = 0; i < values.size(); ++i)
            inputs.values.push_back({ declared[i]->name, values[i], "" });
        auto session = Session::create(*prepare(request, inputs).plan);
        return session->run(values)->outputs;
    }
};

const std::string heads = "input q: float 2 6 1 5\ninput k: float 2 3 1 5\ninput v: float 2 3 1 4\n"
                          "input past_k: float 2 3 p 5\ninput past_v: float 2 3 p 4\n";
const std::string written
    = "input q: float 2 3 1 5\ninput k: float 2 1 3 5\ninput v: float 2 3 1 4\n"
      "input past_k: float 2 3 p 5\ninput past_v: float 2 3 p 4\ninput mask: float 2 1 1 m\n"
      "r = Transpose(k) {perm: [0, 2, 1, 3]}\n"
      "pk = Concat(past_k, r) {axis: 2}\npv = Concat(past_v, v) {axis: -2}\n"
      "t = Transpose(pk) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\nu = Add(s, mask)\n"
      "p = Softmax(u)\ny = MatMul(p, pv)\noutput y\noutput pk\noutput pv\n";

const std::map<QString, Decoder> decoders {
    { "as exporters write it", { written, 17 } },
    { "the past is read elsewhere", { written + "n = Neg(past_k)\noutput n\n", 17 } },
    { "the past is read in a branch",
        { written
                + "weight c: bool = 1\nz = If(c)\n  then_branch(): a\n    a = Neg(past_k)\n"
                  "  else_branch(): b\n    b = Abs(past_k)\noutput z\n",
            17 } },
    { "Attention",
        { heads
                + "y, pk, pv = Attention(q, k, v, -, past_k, past_v)\noutput y\noutput pk\noutput "
                  "pv\n",
            23 } },
    { "MultiHeadAttention",
        { "input q: float 2 1 15\ninput k: float 2 1 15\ninput v: float 2 1 12\n"
          "input past_k: float 2 3 p 5\ninput past_v: float 2 3 p 4\n"
          "y, pk, pv = com.microsoft:MultiHeadAttention(q, k, v, -, -, -, past_k, past_v) "
          "{num_heads: 3}\noutput y\noutput pk\noutput pv\n",
            17 } },
    { "contrib Attention",
        { "input x: float 2 1 6\ninput w: float 6 45\ninput b: float 45\n"
          "input past: float 2 2 3 p 5\ny, present = com.microsoft:Attention(x, w, b, -, past) "
          "{num_heads: 3}\noutput y\noutput present\n",
            17, 3 } },
    { "GroupQueryAttention",
        { "input q: float 2 1 24\ninput k: float 2 1 8\ninput v: float 2 1 8\n"
          "input past_k: float 2 2 p 4\ninput past_v: float 2 2 p 4\ninput seqlens: int32 2\n"
          "input total: int32\ny, pk, pv = com.microsoft:GroupQueryAttention(q, k, v, past_k, "
          "past_v, seqlens, total) {num_heads: 6, kv_num_heads: 2}\noutput y\noutput pk\noutput "
          "pv\n",
            17 } },
};

void compare(const Tensor& mine, const Tensor& right, float bound)
{
    QCOMPARE(mine.dims(), right.dims());
    for (std::int64_t i = 0; i < right.count(); ++i) {
        const float a = mine.as<float>()[i];
        const float b = right.as<float>()[i];
        QVERIFY2(std::fabs(a - b) <= bound,
            qPrintable(QString("element %1 is %2, expected %3").arg(i).arg(a).arg(b)));
    }
}

} // namespace

/// Caches that get their new steps in place.
class TestGrowingCache : public QObject {
    Q_OBJECT

private slots:
    void growsInPlace()
    {
        const auto pool = MemoryPool::create();
        std::mt19937 random(1);
        const auto past = randomFloats({ 2, 3, 2 }, random);
        const auto first = grownFrom(past, Dims { 2, 4, 2 }, 1, *pool);
        QVERIFY(first);
        QVERIFY(first->growing->capacity > 4);
        const auto second = grownFrom(*first, Dims { 2, 5, 2 }, 1, *pool);
        QCOMPARE(second->growing, first->growing);
        // The first is continued already: another continuation gets memory of its own.
        const auto branch = grownFrom(*first, Dims { 2, 5, 2 }, 1, *pool);
        QVERIFY(branch->growing != first->growing);
        const auto all = first->growing->capacity;
        QCOMPARE(grownFrom(*second, Dims { 2, all, 2 }, 1, *pool)->growing, first->growing);
        QVERIFY(grownFrom(*second, Dims { 2, all + 1, 2 }, 1, *pool)->growing != first->growing);
    }

    void takesNoRoomWhereThereIsNone()
    {
        const auto pool = MemoryPool::create(9000);
        const Tensor past { { ElementType::Float, { 1, 999, 2 } }, nullptr, nullptr, nullptr, {} };
        const auto grown = grownFrom(past, Dims { 1, 1000, 2 }, 1, *pool);
        QVERIFY2(grown, grown ? "" : grown.error().message().c_str());
        QCOMPARE(grown->growing->capacity, std::int64_t(1000));
        const auto more = grownFrom(*grown, Dims { 1, 1001, 2 }, 1, *pool);
        QVERIFY(!more);
        QCOMPARE(more.error().kind(), support::ErrorKind::Resource);
    }

    void givesWhatSeparateRunsGive_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, decoder] : decoders)
            QTest::newRow(qPrintable(name)) << name;
    }

    void givesWhatSeparateRunsGive()
    {
        QFETCH(QString, name);
        const auto& decoder = decoders.at(name);
        const auto pool = MemoryPool::create();
        std::mt19937 random(3);
        auto dense = decoder.inputs(1, random);
        auto grown = dense;
        auto session = decoder.session(grown, true);
        QVERIFY2(session, session ? "" : session.error().message().c_str());
        auto plain = decoder.session(dense, false);
        std::set<const void*> memories;
        std::vector<RuntimeValue> early; // inputs of an early run
        Tensor before;
        for (std::int64_t position = 1; position < 45; ++position) {
            if (position == 6) {
                early = grown;
                before = denseOf(grown[pastPlace(decoder)], *pool);
            }
            const auto mine = session->run(grown);
            QVERIFY2(mine, mine ? "" : mine.error().message().c_str());
            const auto same = plain->run(dense);
            const auto right = decoder.expected(dense);
            for (std::size_t i = 0; i < right.size(); ++i) {
                const auto found = denseOf(mine->outputs[i].value, *pool);
                compare(found, right[i].value.tensor(), 3e-5F);
                compare(found, same->outputs[i].value.tensor(), 0);
            }
            memories.insert(mine->outputs[1].value.tensor().growing.get());
            QVERIFY(mine->outputs[1].value.tensor().growing != nullptr);
            dense = decoder.inputs(position + 1, random);
            grown = dense;
            decoder.setPasts(dense, same->outputs);
            decoder.setPasts(grown, mine->outputs);
        }
        QVERIFY2(memories.size() <= 3, qPrintable(QString::number(memories.size())));
        QCOMPARE(session->preparations(), std::size_t(0));
        // The early past has not changed, and can be continued again.
        compare(denseOf(early[pastPlace(decoder)], *pool), before, 0);
        auto again = early;
        for (auto& value : again)
            value = { denseOf(value, *pool) };
        compare(session->run(early)->outputs[0].value.tensor(),
            decoder.expected(again)[0].value.tensor(), 3e-5F);
    }

    void copiesWithoutPasses()
    {
        const auto& decoder = decoders.at("MultiHeadAttention");
        std::mt19937 random(9);
        const auto values = decoder.inputs(3, random);
        auto session = decoder.session(values, true, Optimisation::None);
        QVERIFY(session->run(values)->outputs[1].value.tensor().growing == nullptr);
    }

    void otherPlansGetADenseCopy()
    {
        const auto& decoder = decoders.at("as exporters write it");
        const auto pool = MemoryPool::create();
        std::mt19937 random(5);
        auto values = decoder.inputs(3, random);
        auto session = decoder.session(values, true);
        const auto first = session->run(values);
        values = decoder.inputs(4, random);
        decoder.setPasts(values, first->outputs);
        auto dense = values;
        for (auto& value : dense)
            value = { denseOf(value, *pool) };
        const auto right = decoder.expected(dense);
        for (const auto level : { Optimisation::None, Optimisation::Full }) {
            RunRequest request;
            request.model = decoder.model;
            request.optimisation = level;
            Inputs inputs;
            for (const auto& value : dense)
                inputs.values.push_back({ "", value, "" });
            auto other = Session::create(*prepare(request, inputs).plan);
            const auto found = other->run(values);
            QVERIFY2(found, found ? "" : found.error().message().c_str());
            for (std::size_t i = 0; i < right.size(); ++i)
                compare(found->outputs[i].value.tensor(), right[i].value.tensor(), 3e-5F);
        }
    }

private:
    static std::size_t pastPlace(const Decoder& decoder)
    {
        const auto declared = model::inputsWithoutWeights(*decoder.model);
        const auto found = std::ranges::find_if(
            declared, [](const auto* input) { return input->name.starts_with("past"); });
        return static_cast<std::size_t>(found - declared.begin());
    }
};

QTEST_GUILESS_MAIN(TestGrowingCache)
#include "tst_growing_cache.moc"
