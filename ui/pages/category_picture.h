#pragma once

#include "model/model.h"

#include <QString>
#include <QWidget>

namespace ui {

/// A thumbnail of a model: up to nine blocks in the colours of operator categories, in file order.
class CategoryPicture : public QWidget {
public:
    /// `mix`: one letter per block, 'A' + index of model::Category.
    explicit CategoryPicture(const QString& mix, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_mix;
};

/// The mix of a model, to be stored in settings::RecentFile.
QString categoryMix(const model::Model& model);

} // namespace ui
