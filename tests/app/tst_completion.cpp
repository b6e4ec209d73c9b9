// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace testing;

namespace {

/// What bash offers for the last word, by the script of `completion bash`.
QStringList offered(const QStringList& words)
{
    QProcess bash;
    bash.start("bash",
        QStringList { "-c",
            "eval \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _opscope_cli; "
            "printf '%s\\n' \"${COMPREPLY[@]}\"",
            "bash", cli({ "completion", "bash" }).out, "opscope-cli" }
            + words);
    if (!bash.waitForFinished(cliPatienceMs) || bash.exitCode() != 0)
        return { "failed: " + QString::fromUtf8(bash.readAllStandardError()) };
    return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

} // namespace

/// `completion`: the scripts for shells.
class TestCompletion : public QObject {
    Q_OBJECT

private slots:
    void bashOffersCommandsAndTheirOptions()
    {
        QCOMPARE(offered({ "pro" }), QStringList { "profile" });
        QCOMPARE(offered({ "e" }), QStringList({ "export", "edit", "extract", "engines" }));
        QCOMPARE(offered({ "run", "model.onnx", "--out" }), QStringList { "--output" });
        QCOMPARE(offered({ "edit", "--in" }), QStringList { "--in-place" });
        QCOMPARE(offered({ "run", "mod" }), QStringList()); // a file: bash's own
        QCOMPARE(offered({ "nonsense", "--" }), QStringList());
    }

    void everyOptionOfTheHelpIsOffered()
    {
        const auto help = cli({ "quantize", "--help" }).out;
        const QRegularExpression option(
            "^  (?:-\\w,)?(--[a-z-]+)", QRegularExpression::MultilineOption);
        const auto all = offered({ "quantize", "--" });
        int count = 0;
        for (auto found = option.globalMatch(help); found.hasNext(); ++count) {
            const auto name = found.next().captured(1);
            QVERIFY2(all.contains(name), qPrintable(name));
        }
        QVERIFY2(count > 20, qPrintable(help));
    }

    void zshReadsItsScript()
    {
        const auto script = cli({ "completion", "zsh" });
        QVERIFY(script.out.startsWith("#compdef opscope-cli\n"));
        if (QStandardPaths::findExecutable("zsh").isEmpty())
            QSKIP("this machine has no zsh");
        QTemporaryDir folder;
        const auto file = folder.filePath("_opscope-cli");
        QCOMPARE(cli({ "completion", "zsh", "-o", file }).code, 0);
        QCOMPARE(QProcess::execute("zsh", { "-n", file }), 0);
    }

    void anotherShellIsRefused()
    {
        const auto fish = cli({ "completion", "fish" });
        QCOMPARE(fish.code, 2);
        QVERIFY2(
            fish.err.contains("SHELL is \"fish\", expected bash or zsh"), qPrintable(fish.err));
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "tst_completion.moc"
