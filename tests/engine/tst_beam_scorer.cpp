#include <QTest>

#include "engine/generate/beam_scorer.h"

#include <cmath>

using engine::BeamRules;
using engine::BeamScorer;
using engine::TokenRules;

/// The search alone, on probabilities written out here. Token 0 ends a sequence, 9 pads.
class TestBeamScorer : public QObject {
    Q_OBJECT

private slots:
    void keepsTheBestContinuations()
    {
        BeamScorer scorer(rules(2), tokens(), { { 7 } });
        scorer.step(logits({ { 0.1, 0.6, 0.3 }, { 0.1, 0.6, 0.3 } }), 3);
        QCOMPARE(scorer.sequences(), (std::vector<BeamScorer::Sequence> { { 7, 1 }, { 7, 2 } }));
        QCOMPARE(scorer.origins(), (std::vector<std::int64_t> { 0, 0 }));
        // 0.6 * 0.5 against 0.3 * 0.9: both beams continue.
        scorer.step(logits({ { 0.1, 0.5, 0.4 }, { 0.05, 0.05, 0.9 } }), 3);
        QCOMPARE(
            scorer.sequences(), (std::vector<BeamScorer::Sequence> { { 7, 1, 1 }, { 7, 2, 2 } }));
        QCOMPARE(scorer.origins(), (std::vector<std::int64_t> { 0, 1 }));
    }

    void givesFinishedSequencesFirstIfTheyAreBetter()
    {
        BeamScorer scorer(rules(2), tokens(), { { 7 } });
        scorer.step(logits({ { 0.7, 0.2, 0.1 }, { 0.7, 0.2, 0.1 } }), 3);
        scorer.step(logits({ { 0.2, 0.4, 0.4 }, { 0.2, 0.4, 0.4 } }), 3);
        const auto results = scorer.finish();
        QCOMPARE(results.size(), std::size_t(1));
        QCOMPARE(results[0].size(), std::size_t(2));
        QCOMPARE(results[0][0].sequence, (BeamScorer::Sequence { 7 }));
        QVERIFY(std::fabs(results[0][0].score - std::log(0.7f)) < 1e-5f);
    }

    void doesNotEndBeforeTheLeastLength()
    {
        auto wanted = tokens();
        wanted.minLength = 2;
        BeamScorer scorer(rules(1), wanted, { { 7 } });
        scorer.step(logits({ { 0.9, 0.06, 0.04 } }), 3);
        QCOMPARE(scorer.sequences().front(), (BeamScorer::Sequence { 7, 1 }));
    }

    void doesNotRepeatAnNgram()
    {
        auto wanted = tokens();
        wanted.ngramSize = 2;
        BeamScorer scorer(rules(1), wanted, { { 1, 2, 1 } });
        scorer.step(logits({ { 0.05, 0.15, 0.8 } }), 3);
        QCOMPARE(scorer.sequences().front(), (BeamScorer::Sequence { 1, 2, 1, 1 }));
    }

    void isDoneWhenNothingCanBecomeBetter()
    {
        auto wanted = rules(1);
        wanted.lengthPenalty = 0;
        BeamScorer scorer(wanted, tokens(), { { 7 } });
        scorer.step(logits({ { 0.8, 0.1, 0.1 } }), 3);
        QVERIFY(scorer.isDone());
        scorer.step(logits({ { 0.1, 0.8, 0.1 } }), 3);
        QCOMPARE(scorer.sequences().front().back(), 9); // padding
    }

private:
    static BeamRules rules(std::size_t beams) { return { beams, beams }; }
    static TokenRules tokens()
    {
        TokenRules rules;
        rules.endToken = 0;
        rules.padToken = 9;
        return rules;
    }
    static std::vector<float> logits(const std::vector<std::vector<double>>& probabilities)
    {
        std::vector<float> values;
        for (const auto& row : probabilities) {
            for (const double p : row)
                values.push_back(static_cast<float>(std::log(p)));
        }
        return values;
    }
};

QTEST_GUILESS_MAIN(TestBeamScorer)
#include "tst_beam_scorer.moc"
