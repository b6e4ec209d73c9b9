#include "tests/support/ui/sample_model.h"
#include "ui/delegates/roles.h"
#include "ui/problems/problem_groups.h"
#include "ui/problems/problems_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using support::Diagnostic;
using support::Severity;
using ui::ProblemsModel;

namespace {

Diagnostic problem(Severity severity, std::string code, std::string message)
{
    Diagnostic made;
    made.severity = severity;
    made.code = std::move(code);
    made.message = std::move(message);
    return made;
}

Diagnostic at(Diagnostic problem, std::uint32_t node)
{
    problem.where.node = node;
    return problem;
}

} // namespace

class TestProblems : public QObject {
    Q_OBJECT

private slots:
    void findsWhatMessagesHaveInCommon_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("pattern");
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("numbers") << "bytes 88,080,384 to 12 of 3"
                                 << "bytes # to # of #";
        QTest::newRow("names") << "weight \"a.b\" and 'c'"
                               << "weight \"…\" and \"…\"";
        QTest::newRow("an apostrophe without end") << "the model's node 7"
                                                   << "the model's node #";
        QTest::newRow("a list keeps its commas") << "a, b"
                                                 << "a, b";
    }
    void findsWhatMessagesHaveInCommon()
    {
        QFETCH(QString, message);
        QFETCH(QString, pattern);
        QCOMPARE(QString::fromStdString(ui::messagePattern(message.toStdString())), pattern);
    }

    void makesOneRowOfOneCause()
    {
        const support::Diagnostics problems {
            problem(Severity::Error, "external-data-range", "weight \"a\" needs byte 10"),
            problem(Severity::Error, "external-data-range", "weight \"b\" needs byte 99"),
            problem(Severity::Error, "operator-unknown", "operator X"),
            problem(Severity::Warning, "external-data-range", "weight \"c\" needs byte 1"),
        };
        const auto groups = ui::groupProblems(problems);
        QCOMPARE(groups.size(), std::size_t(3));
        QCOMPARE(groups[0].places, (std::vector<std::uint32_t> { 0, 1 }));
    }

    void showsPlacesBelowTheirCause()
    {
        SampleModel sample;
        const auto x = sample.input("x", { 1 });
        sample.node("first", "Foo", { x });
        sample.node("second", "Foo", { x });
        ProblemsModel table;
        QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto unknown
            = problem(Severity::Error, "operator-unknown", "operator Foo is unknown");
        auto byte = problem(Severity::Note, "odd", "odd byte");
        byte.where.byteOffset = 1234;
        table.set({ at(unknown, 0), at(unknown, 1), byte }, sample.share());
        QCOMPARE(table.rowCount(), 2);
        const auto group = table.index(0, ProblemsModel::Where);
        QCOMPARE(group.data().toString(), QStringLiteral("first and 1 more"));
        QVERIFY(group.data(ui::LinkRole).toBool());
        QCOMPARE(table.rowCount(table.index(0, 0)), 2);
        QCOMPARE(table.index(1, ProblemsModel::Where, table.index(0, 0)).data().toString(),
            QStringLiteral("second"));
        QCOMPARE(
            table.index(1, ProblemsModel::Where).data().toString(), QStringLiteral("byte 1,234"));
        QCOMPARE(table.indexOf({ ui::SelectedItem::Kind::Node, 1 }).parent(), table.index(0, 0));
    }

    void hidesSeverities()
    {
        ProblemsModel table;
        QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.set(
            { problem(Severity::Error, "a", "a"), problem(Severity::Note, "b", "b") }, nullptr);
        table.setShown(Severity::Error, false);
        QCOMPARE(table.rowCount(), 1);
        QCOMPARE(table.count(Severity::Error), 1);
        table.setShown(Severity::Error, true);
        QCOMPARE(table.rowCount(), 2);
    }
};

QTEST_MAIN(TestProblems)
#include "tst_problems.moc"
