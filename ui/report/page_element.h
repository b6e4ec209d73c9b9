#pragma once

#include "model/support/result.h"

#include <QHash>
#include <QString>

#include <string>
#include <vector>

namespace ui {

/// The HTML pages that profiler/exporters writes, as a tree: what the reader of a PDF sees is what
/// the page says.
struct PageElement {
    QString name; ///< empty: a text
    QString text; ///< of a text
    QHash<QString, QString> attributes;
    std::vector<PageElement> children;

    bool hasClass(const QString& wanted) const;
    /// The first child of this name; null if there is none.
    const PageElement* child(const QString& wanted) const;
    /// All texts below, one after the other.
    QString words() const;
    /// Markup of what is inside, for a QTextDocument: emphasis, lists and text alone.
    QString richText() const;
};

/// `<main>` of such a page. Fails for what is not well formed: pages of others.
support::Result<PageElement> readMain(const std::string& html);

} // namespace ui
