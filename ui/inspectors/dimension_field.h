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

/// The name of a free dimension and a field for its size. The size applies to all shapes, FLOP and
/// byte counts, and to runs. Empty = not bound.
class DimensionField : public QWidget {
    Q_OBJECT

public:
    DimensionField(Context& context, Document& document, const model::FreeDimension& dimension,
        QWidget* parent);

    /// Parses a size; empty for any text that is not a valid size.
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
