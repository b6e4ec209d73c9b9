#include "ui/report/page_element.h"

#include <QStringList>
#include <QXmlStreamReader>

namespace ui {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int deepest = 64; // our pages have about a dozen levels

/// Reads the content of an element up to its end tag.
void readInside(QXmlStreamReader& xml, PageElement& element, int depth)
{
    while (!xml.atEnd()) {
        switch (xml.readNext()) {
        case QXmlStreamReader::StartElement: {
            if (depth == deepest)
                return xml.raiseError(QStringLiteral("elements are nested too deeply"));
            auto& child = element.children.emplace_back();
            child.name = xml.name().toString();
            for (const auto& attribute : xml.attributes())
                child.attributes.insert(attribute.name().toString(), attribute.value().toString());
            readInside(xml, child, depth + 1);
            break;
        }
        case QXmlStreamReader::EndElement:
            return;
        case QXmlStreamReader::Characters:
            element.children.push_back({ {}, xml.text().toString(), {}, {} });
            break;
        default:
            break;
        }
    }
}

} // namespace

bool PageElement::hasClass(const QString& wanted) const
{
    return attributes.value(QStringLiteral("class")).split(u' ').contains(wanted);
}

const PageElement* PageElement::child(const QString& wanted) const
{
    for (const auto& child : children)
        if (child.name == wanted)
            return &child;
    return nullptr;
}

QString PageElement::words() const
{
    auto result = text;
    for (const auto& child : children)
        result += child.words();
    return result;
}

QString PageElement::richText() const
{
    static const QStringList kept { QStringLiteral("b"), QStringLiteral("strong"),
        QStringLiteral("small"), QStringLiteral("ul"), QStringLiteral("li"), QStringLiteral("p") };
    QString result;
    for (const auto& child : children) {
        if (child.name.isEmpty())
            result += child.text.toHtmlEscaped();
        else if (child.name == QStringLiteral("details"))
            continue; // folded on paper, so left out
        else if (kept.contains(child.name))
            result += QStringLiteral("<%1>%2</%1>").arg(child.name, child.richText());
        else
            result += child.richText();
    }
    return result;
}

Result<PageElement> readMain(const std::string& html)
{
    const auto start = html.find("<main>");
    const auto end = html.find("</main>", start == std::string::npos ? 0 : start);
    if (start == std::string::npos || end == std::string::npos)
        return failAs(ErrorKind::File, "the page has no main part");
    QXmlStreamReader xml(QString::fromUtf8(html.data() + start,
        static_cast<qsizetype>(end + std::string_view("</main>").size() - start)));
    PageElement document;
    readInside(xml, document, 0);
    if (xml.hasError() || document.child(QStringLiteral("main")) == nullptr)
        return failAs(ErrorKind::File,
            "the page is not well formed: ", xml.errorString().toStdString(), " in line ",
            xml.lineNumber());
    return *document.child(QStringLiteral("main"));
}

} // namespace ui
