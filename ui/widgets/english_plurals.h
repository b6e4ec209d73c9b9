#pragma once

#include <QTranslator>

namespace ui {

/// Plural forms of the language the texts are written in: `%n node(s)` becomes `1 node` and `3
/// nodes`. Any other language brings its own translator, which comes first.
class EnglishPlurals : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(
        const char* context, const char* text, const char* disambiguation, int n) const override;

    /// Installs one for the application; further calls do nothing.
    static void install();
};

} // namespace ui
