// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/compare/three_way.h"

#include "tests/support/graph_text.h"

using namespace model;

namespace {

constexpr auto base = R"(
    x: float[2,3]
    w: float[3] = {1,2,3}
    a = Add(x, w) "add"
    r = Relu(a) "act"
    l = LeakyRelu(r) {alpha: 0.5} "leaky"
    y = Identity(l) "end"
    y -> float[2,3]
)";

/// The base with a part of its text replaced.
QString with(const QString& what, const QString& by)
{
    auto text = QString::fromLatin1(base);
    return text.contains(what) ? text.replace(what, by) : QString();
}

std::shared_ptr<const Model> modelOf(const QString& text)
{
    return testing::modelFromGraphText(text.toStdString());
}

/// `part | theirs | ours`, with a star before conflicts.
QString changesText(const QString& theirs, const QString& ours)
{
    const auto original = modelOf(QString::fromLatin1(base));
    QStringList lines;
    for (const auto& change : compareThreeWays(*original, *modelOf(theirs), *modelOf(ours)))
        lines += QString::fromStdString((change.isConflict ? "* " : "") + change.part + " | "
            + change.theirs + " | " + change.ours);
    return lines.join('\n');
}

} // namespace

/// What two versions of a model changed of the one that both were made from.
class TestThreeWay : public QObject {
    Q_OBJECT

private slots:
    void listsWhatEachSideChanged_data()
    {
        QTest::addColumn<QString>("theirs");
        QTest::addColumn<QString>("ours");
        QTest::addColumn<QString>("changes");
        const auto same = QString::fromLatin1(base);
        const auto alpha = with("alpha: 0.5", "alpha: 0.25");
        QTest::newRow("nothing") << same << same << "";
        QTest::newRow("one side") << alpha << same
                                  << "LeakyRelu \"leaky\" | attribute alpha: 0.5 → 0.25 | ";
        QTest::newRow("both alike") << alpha << alpha
                                    << "LeakyRelu \"leaky\" | attribute alpha: 0.5 → 0.25 | "
                                       "attribute alpha: 0.5 → 0.25";
        QTest::newRow("both otherwise")
            << alpha << with("alpha: 0.5", "alpha: 0.75")
            << "* LeakyRelu \"leaky\" | attribute alpha: 0.5 → 0.25 | attribute alpha: 0.5 → 0.75";
        QTest::newRow("different nodes") << alpha << with("\"act\"", "\"gate\"")
                                         << "Relu \"act\" |  | renamed to \"gate\"\n"
                                            "LeakyRelu \"leaky\" | attribute alpha: 0.5 → 0.25 | ";
        QTest::newRow("removed and changed")
            << with("l = LeakyRelu(r) {alpha: 0.5} \"leaky\"\n    y = Identity(l)",
                   "y = Identity(r)")
            << alpha
            << "* LeakyRelu \"leaky\" | removed | attribute alpha: 0.5 → 0.25\n"
               "Identity \"end\" | input 0: \"l\" → \"r\" | ";
        QTest::newRow("renamed value")
            << same << with("r = Relu(a)", "q = Relu(a)").replace("LeakyRelu(r)", "LeakyRelu(q)")
            << "Relu \"act\" |  | output 0: \"r\" → \"q\"";
        QTest::newRow("rewired") << same << with("LeakyRelu(r)", "LeakyRelu(a)")
                                 << "LeakyRelu \"leaky\" |  | input 0: \"r\" → \"a\"";
        QTest::newRow("added alike by name only")
            << with("y = Identity(l)", "n = Exp(l) \"new\"\n    y = Identity(n)")
            << with("y = Identity(l)", "n = Log(l) \"new\"\n    y = Identity(n)")
            << "* Log \"new\" | added: Exp of \"l\" | added: Log of \"l\"\n"
               "Identity \"end\" | input 0: \"l\" → \"n\" | input 0: \"l\" → \"n\"";
        QTest::newRow("interface") << with("x: float[2,3]", "x: float[batch,3]") << same
                                   << "input x | 2×3 fp32 → batch×3 fp32 | ";
        QTest::newRow("weight") << with("{1,2,3}", "{1,2,4}") << with("{1,2,3}", "{0,2,3}")
                                << "* weight w | other elements | other elements";
        QTest::newRow("weight alike") << with("{1,2,3}", "{1,2,4}") << with("{1,2,3}", "{1,2,4}")
                                      << "weight w | other elements | other elements";
    }
    void listsWhatEachSideChanged()
    {
        QFETCH(QString, theirs);
        QFETCH(QString, ours);
        QFETCH(QString, changes);
        QVERIFY(!theirs.isEmpty() && !ours.isEmpty());
        QCOMPARE(changesText(theirs, ours), changes);
    }
};

QTEST_GUILESS_MAIN(TestThreeWay)
#include "tst_three_way.moc"
