#include <QTest>

#include "profiler/attribution/xml_reader.h"

using namespace profiler;

namespace {

/// Starts and ends as text: `<net <layer name=conv > >`; the error behind it, if there is one.
QString eventsOf(std::string_view text)
{
    XmlReader xml(text);
    QString events;
    while (true) {
        const auto kind = xml.next();
        if (!kind)
            return events + "! " + QString::fromStdString(kind.error().message());
        if (*kind == XmlReader::Kind::Done)
            return events.trimmed();
        if (*kind == XmlReader::Kind::End) {
            events += "> ";
            continue;
        }
        events += "<" + QString::fromStdString(std::string(xml.path().back())) + " ";
        for (const char* name : { "name", "id" })
            if (const auto value = xml.attribute(name))
                events += QString(name) + "=" + QString::fromStdString(*value) + " ";
    }
}

} // namespace

class TestXmlReader : public QObject {
    Q_OBJECT

private slots:
    void elementsAreRead_data();
    void elementsAreRead();
    void hostileTextIsRefused_data();
    void hostileTextIsRefused();
    void everyTruncationEndsInAnError();
};

void TestXmlReader::elementsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("events");
    QTest::newRow("nested")
        << "<?xml version=\"1.0\"?>\n<net name='n'><layer id=\"1\"/> text </net>"
        << "<net name=n <layer id=1 > >";
    QTest::newRow("comments") << "<!-- <a> --><net ><!----></net >"
                              << "<net >";
    QTest::newRow("references") << "<net name=\"a &lt;&amp;&gt; &#65;&#x2192;&quot;&apos;\"/>"
                                << QString::fromUtf8("<net name=a <&> A→\"' >");
    QTest::newRow("the other quote") << "<net name='\"' id=\"'\"/>"
                                     << "<net name=\" id=' >";
    QTest::newRow("blanks") << "<net\n\tname = \"n\"\r\n/>\n\n"
                            << "<net name=n >";
    QTest::newRow("a > in a value") << "<net name=\"a/>b\"></net>"
                                    << "<net name=a/>b >";
    QTest::newRow("twice") << "<net name=\"first\" name=\"second\"/>"
                           << "<net name=first >";
}

void TestXmlReader::elementsAreRead()
{
    QFETCH(QString, text);
    QFETCH(QString, events);
    QCOMPARE(eventsOf(text.toStdString()), events);
}

void TestXmlReader::hostileTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << QByteArray("") << "has no element";
    QTest::newRow("no markup") << QByteArray("hello") << "has no element";
    QTest::newRow("only <") << QByteArray("<") << "expected the name of an element";
    QTest::newRow("open") << QByteArray("<net><layer>") << "ends within element \"layer\"";
    QTest::newRow("wrong end") << QByteArray("<net></layer>") << "the open element is \"net\"";
    QTest::newRow("too many ends") << QByteArray("<net/></net>") << "the open element is none";
    QTest::newRow("two roots") << QByteArray("<net/><net/>") << "a second outermost element";
    QTest::newRow("document type")
        << QByteArray("<!DOCTYPE a [<!ENTITY b \"&c;&c;\">]><a>&b;</a>") << "a document type";
    QTest::newRow("CDATA") << QByteArray("<net><![CDATA[x]]></net>") << "a document type or CDATA";
    QTest::newRow("unknown reference") << QByteArray("<net name=\"&b;\"/>") << "unknown reference";
    QTest::newRow("bare &") << QByteArray("<net name=\"a & b\"/>") << "unknown reference";
    QTest::newRow("reference to NUL") << QByteArray("<net name=\"&#0;\"/>") << "unknown reference";
    QTest::newRow("surrogate") << QByteArray("<net name=\"&#xD800;\"/>") << "unknown reference";
    QTest::newRow("beyond Unicode")
        << QByteArray("<net name=\"&#x110000;\"/>") << "unknown reference";
    QTest::newRow("< in a value") << QByteArray("<net name=\"a<b\"/>") << "has a <";
    QTest::newRow("no quote") << QByteArray("<net name=a/>") << "expected a quote";
    QTest::newRow("no value") << QByteArray("<net name/>") << "expected name=\"value\"";
    QTest::newRow("open value") << QByteArray("<net name=\"a>") << "has no end";
    QTest::newRow("open comment") << QByteArray("<!-- a") << "<!-- without -->";
    QTest::newRow("slash alone") << QByteArray("<net / >") << "expected name=\"value\"";
    QTest::newRow("deep") << QByteArray("<a>").repeated(10'000'000) << "nested more than 64 deep";
    QByteArray many = "<net";
    for (int i = 0; i < 300; ++i)
        many += " a" + QByteArray::number(i) + "=\"\"";
    QTest::newRow("many attributes") << many + "/>"
                                     << "more than 256 attributes";
    QTest::newRow("a long name") << "<" + QByteArray("n").repeated(1'000'000) << "expected name";
    QTest::newRow("many &") << "<net name=\"" + QByteArray("&").repeated(1'000'000) + "\"/>"
                            << "unknown reference";
}

void TestXmlReader::hostileTextIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, words);
    const auto events = eventsOf({ text.data(), std::size_t(text.size()) });
    QVERIFY2(events.contains(words), qPrintable(events.right(500)));
    QVERIFY2(events.contains("byte "), qPrintable(events.right(500)));
    QVERIFY(events.section('!', -1).size() < 1000);
}

void TestXmlReader::everyTruncationEndsInAnError()
{
    const std::string text
        = "<?xml version=\"1.0\"?><net name=\"a&amp;b\"><!-- c --><d id='1'/></net>";
    for (std::size_t length = 0; length < text.size(); ++length)
        QVERIFY2(eventsOf(std::string_view(text).substr(0, length)).contains('!'),
            qPrintable(QString::number(length)));
    QVERIFY(!eventsOf(text).contains('!'));
}

QTEST_GUILESS_MAIN(TestXmlReader)
#include "tst_xml_reader.moc"
