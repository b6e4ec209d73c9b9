#pragma once

#include "model/support/result.h"

#include <QHash>
#include <QString>

#include <string>
#include <vector>

namespace ui {

/// Element tree of an HTML page that profiler/exporters writes. The PDF is made from it, so both
/// have the same content.
struct PageElement {
    QString name; ///< empty for a text
    QString text; ///< only for a text
    QHash<QString, QString> attributes;
    std::vector<PageElement> children;

    bool hasClass(const QString& wanted) const;
    /// The first child with this name; null if there is none.
    const PageElement* child(const QString& wanted) const;
    /// The concatenated texts below this element.
    QString words() const;
    /// The content as rich text for a QTextDocument; keeps only emphasis, lists and text.
    QString richText() const;
};

/// Parses a page and returns its `<main>`. Fails for input that is not well-formed XML, such as
/// HTML pages of other programs.
support::Result<PageElement> readMain(const std::string& html);

} // namespace ui
