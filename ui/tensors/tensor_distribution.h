#pragma once

#include "ui/document/document.h"
#include "ui/tensors/distribution_view.h"
#include "ui/tensors/tensor_source.h"
#include "ui/window/panel.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace ui {

/// Distribution of a tensor, over those of others: what it was before an edit or in the run
/// before, and weights and captured values that the user adds. Says how far the tensor is from the
/// last one of the same shape, and gives the difference to the other views.
class TensorDistribution : public QWidget {
    Q_OBJECT

public:
    using Content = std::shared_ptr<const model::TensorElements>;

    TensorDistribution(Context& context, Document* document, QWidget* parent = nullptr);
    ~TensorDistribution() override;

    /// Shows a tensor. What was shown under this name before is laid under it.
    void set(Content content, const QString& name);
    /// Lays the distribution of another value under it.
    void add(model::ValueId value);
    void clearOthers();

    const DistributionView& view() const { return *m_view; }
    QPushButton* differenceChip() const { return m_difference; }
    QString differenceText() const;

signals:
    /// The other views shall show this: the difference, or the tensor itself.
    void shown(std::shared_ptr<const model::TensorElements> content);

private:
    struct Other {
        QString name;
        Content content;
    };

    void fillChoices();
    void count();
    void compare();
    void showDifference(bool isOn);
    const Other* comparable() const;

    Context& m_context;
    QPointer<Document> m_document;
    Content m_content;
    QString m_name;
    std::vector<Other> m_others; ///< the one that was added last is compared with
    DistributionView* m_view;
    QComboBox* m_add;
    QPushButton* m_clear;
    QPushButton* m_difference;
    QLabel* m_text;
};

} // namespace ui
