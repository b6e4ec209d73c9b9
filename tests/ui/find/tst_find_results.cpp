#include "tests/support/ui/sample_model.h"
#include "ui/delegates/roles.h"
#include "ui/find/find_results.h"

#include <QAbstractItemModelTester>
#include <QTest>

using ui::FindAnswer;

namespace {

std::variant<FindAnswer, model::QueryError> search(const SampleModel& sample, const char* text)
{
    auto parsed = model::Query::parse(text);
    if (const auto* error = std::get_if<model::QueryError>(&parsed))
        return *error;
    return ui::answerOf(std::get<model::Query>(parsed), { .model = sample.share() }, {});
}

} // namespace

class TestFindResults : public QObject {
    Q_OBJECT

private slots:
    void showsNodesThenValues()
    {
        SampleModel sample;
        const auto x = sample.input("conv_in", { 1, 3 });
        sample.node("first", "Conv", { x });
        sample.node("second", "Relu", { x });
        auto found = search(sample, "conv");
        QVERIFY(std::holds_alternative<FindAnswer>(found));
        ui::FindResults table;
        QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.set(std::get<FindAnswer>(std::move(found)), nullptr);
        QVERIFY(table.rowCount() >= 2);
        QCOMPARE(table.index(0, 0).data().toString(), QStringLiteral("first"));
        QCOMPARE(
            ui::itemOf(table.index(0, 0).data(ui::ItemRole)).kind, ui::SelectedItem::Kind::Node);
        const auto last = table.index(table.rowCount() - 1, 0);
        QCOMPARE(ui::itemOf(last.data(ui::ItemRole)).kind, ui::SelectedItem::Kind::Value);
        QCOMPARE(table.indexOf(ui::itemOf(last.data(ui::ItemRole))), last);
    }

    void saysWhatWouldMatchWithoutTheLastTerm()
    {
        SampleModel sample;
        const auto x = sample.input("x", { 1 });
        sample.node("a", "Relu", { x });
        sample.node("b", "Relu", { x });
        const auto found = search(sample, "type:Relu nosuchname");
        QVERIFY(std::get<FindAnswer>(found).items.empty());
        QCOMPARE(std::get<FindAnswer>(found).withoutLastTerm, std::size_t(2));
    }
};

QTEST_MAIN(TestFindResults)
#include "tst_find_results.moc"
