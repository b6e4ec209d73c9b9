#pragma once

#include <QTranslator>

namespace ui {

/// Plural forms of the language the texts are written in: `%n node(s)` becomes `1 node` and `3
/// nodes`. The translator of another language comes first.
class EnglishPlurals : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(
        const char* context, const char* text, const char* disambiguation, int n) const override;
};

} // namespace ui
