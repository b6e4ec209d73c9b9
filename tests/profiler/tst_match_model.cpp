#include <QTest>

#include "profiler/tables/match_model.h"
#include "profiler/tables/metadata.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <string>

using profiler::ModelNames;

namespace {

/// The names of the model that the sample profile was taken from.
ModelNames namesOf(const profiler::Profile& profile)
{
    ModelNames names { profile.metadata.text(profiler::keys::modelSha256), {}, {} };
    for (const auto& row : profile.provenance)
        names.nodes.emplace_back(profile.text(row.label));
    for (const auto& lifetime : profile.memory.lifetimes)
        names.values.emplace_back(profile.text(lifetime.name));
    return names;
}

} // namespace

class TestMatchModel : public QObject {
    Q_OBJECT

private slots:
    void theSameFileKeepsItsIds()
    {
        const auto profile = testing::sampleProfile();
        const auto match = profiler::matchToModel(profile, namesOf(*profile));
        QVERIFY(match.isSameFile);
        QCOMPARE(match.profile, profile);
        QCOMPARE(match.share, 1.0);
    }

    void anotherFileIsLedByNames()
    {
        const auto profile = testing::sampleProfile();
        auto names = namesOf(*profile);
        names.sha256 = std::string(64, 'b');
        std::ranges::reverse(names.nodes);
        std::ranges::reverse(names.values);
        const auto match = profiler::matchToModel(profile, names);
        QVERIFY(!match.isSameFile);
        QCOMPARE(match.share, 1.0);
        const auto last = static_cast<std::uint32_t>(names.nodes.size()) - 1;
        QCOMPARE(match.profile->steps[0].origins[0].node, model::NodeId(last));
        QCOMPARE(match.profile->text(match.profile->steps[0].origins[0].label),
            profile->text(profile->steps[0].origins[0].label));
        QCOMPARE(match.profile->provenance[0].node, model::NodeId(last));
        QCOMPARE(match.profile->memory.lifetimes[0].value,
            model::ValueId(static_cast<std::uint32_t>(names.values.size()) - 1));
    }

    void whatHasNoNameThereLosesItsNode()
    {
        const auto profile = testing::sampleProfile();
        auto names = namesOf(*profile);
        names.sha256 = "other";
        names.nodes[0] = "renamed";
        names.nodes[1] = names.nodes[2]; // two of one name: which is meant cannot be said
        const auto match = profiler::matchToModel(profile, names);
        for (const auto i : { 0U, 1U, 2U })
            QVERIFY(!match.profile->steps[i].origins[0].node.isValid());
        QVERIFY(match.profile->steps[3].origins[0].node.isValid());
        QVERIFY(match.share > 0 && match.share < 1);
    }

    /// The file was replaced, and then put back.
    void theSameFileAfterAnotherOneIsLedByNamesToo()
    {
        const auto profile = testing::sampleProfile();
        const auto names = namesOf(*profile);
        auto others = names;
        others.sha256 = "other";
        std::ranges::reverse(others.nodes);
        const auto match
            = profiler::matchToModel(profiler::matchToModel(profile, others).profile, names);
        QVERIFY(match.isSameFile);
        for (std::size_t i = 0; i < profile->steps.size(); ++i)
            for (std::size_t k = 0; k < profile->steps[i].origins.size(); ++k)
                QCOMPARE(
                    match.profile->steps[i].origins[k].node, profile->steps[i].origins[k].node);
    }

    void aStrangersModelMatchesNothing()
    {
        const auto match
            = profiler::matchToModel(testing::sampleProfile(), { "other", { "x", "" }, {} });
        QCOMPARE(match.share, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestMatchModel)
#include "tst_match_model.moc"
