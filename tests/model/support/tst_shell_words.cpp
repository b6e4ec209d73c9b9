#include <QTest>

#include "model/support/shell_words.h"

#include <QProcess>
#include <QStandardPaths>

using namespace support;

namespace {

QStringList listed(const std::vector<std::string>& words)
{
    QStringList list;
    for (const auto& word : words)
        list << QString::fromStdString(word);
    return list;
}

/// What a shell makes of it.
QStringList shellsWords(const QString& text)
{
    QProcess shell;
    shell.start("sh", { "-c", "set -f; printf '<%s>' " + text });
    shell.waitForFinished();
    auto out = QString::fromUtf8(shell.readAllStandardOutput());
    return out.mid(1, out.size() - 2).split("><");
}

} // namespace

class TestShellWords : public QObject {
    Q_OBJECT

private slots:
    void theyAreThoseOfAShell_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto* text :
            { "--threads 2", "  --dim \t batch=4  ", "--data 'my dir' x", "--data=\"my dir\"",
                "--data=my' 'dir", "a\\ b c\\'d", "'' a", "\"\"", "\"it's\" 'say \"a\"'",
                "\"a\\\"b\\\\c\\d\"", "'a\\b'", "'größe'×1 \"x 模\"", "\"a\"'b'c" })
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void theyAreThoseOfAShell()
    {
        if (QStandardPaths::findExecutable("sh").isEmpty())
            QSKIP("there is no sh to compare with");
        QFETCH(QString, text);
        const auto words = shellWords(text.toStdString());
        QVERIFY(words);
        QCOMPARE(listed(*words), shellsWords(text));
    }

    void nothingHasNoWords()
    {
        QVERIFY(shellWords("")->empty());
        QVERIFY(shellWords(" \n\t ")->empty());
    }

    void whatIsNotClosedIsNamedWithItsPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("single") << "--data 'my dir"
                                << "the quote ' at character 8 is not closed: 'my";
        QTest::newRow("double") << "a \"b"
                                << "the quote \" at character 3 is not closed: \"b";
        QTest::newRow("kept by a backslash") << "\"a\\\""
                                             << "the quote \" at character 1 is not closed";
        QTest::newRow("characters, not bytes") << "größe '"
                                               << "at character 7 is not closed: '";
        QTest::newRow("backslash") << "a\\"
                                   << "ends in a backslash";
    }
    void whatIsNotClosedIsNamedWithItsPlace()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        const auto found = shellWords(text.toStdString());
        QVERIFY(!found);
        QVERIFY(found.error().kind() == ErrorKind::Usage);
        const auto message = QString::fromStdString(found.error().message());
        QVERIFY2(message.contains(words), qPrintable(message));
    }

    void quotedWordsComeBack_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<bool>("isPlain");
        QTest::newRow("plain") << "--dim=batch=4" << true;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("blank") << "/home/a b/c" << false;
        QTest::newRow("quotes") << "it's \"so\"" << false;
        QTest::newRow("backslash") << "a\\b\\" << false;
        QTest::newRow("line") << "a\nb" << false;
        QTest::newRow("for a shell") << "$HOME;`ls`*?~#&|<>(){}[]!" << false;
    }
    void quotedWordsComeBack()
    {
        QFETCH(QString, word);
        QFETCH(bool, isPlain);
        const auto quoted = shellQuoted(word.toStdString());
        QCOMPARE(quoted == word.toStdString(), isPlain);
        QCOMPARE(listed(*shellWords("a " + quoted + " b")), QStringList({ "a", word, "b" }));
        if (!QStandardPaths::findExecutable("sh").isEmpty())
            QCOMPARE(shellsWords(QString::fromStdString(quoted)), QStringList { word });
    }
};

QTEST_GUILESS_MAIN(TestShellWords)
#include "tst_shell_words.moc"
