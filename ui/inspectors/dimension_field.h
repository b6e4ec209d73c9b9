#pragma once

#include "model/inference/analysis.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace ui {

struct Context;
class Document;

/// A named dimension with a field for its size: all shapes, work and bytes follow, and runs use it
/// too. Empty = not bound.
class DimensionField : public QWidget {
    Q_OBJECT

public:
    DimensionField(Context& context, Document& document, const model::FreeDimension& dimension,
        QWidget* parent);

    /// A size that a field accepts; nothing for any other text.
    static std::optional<std::int64_t> sizeOf(const QString& text);

private:
    void check();
    void apply();
    void bindRun(const QString& name, std::optional<std::int64_t> size);

    Context& m_context;
    Document& m_document;
    std::string m_name;
    QLineEdit* m_line;
    QLabel* m_error;
    QTimer m_typing;
};

} // namespace ui
