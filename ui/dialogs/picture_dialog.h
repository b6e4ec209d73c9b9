#pragma once

#include "ui/canvas/export/export_picture.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

/// The parts of a scene that can be exported, in scene coordinates.
struct PictureParts {
    layout::Rect whole;
    layout::Rect shown; ///< the part that the window shows
    std::optional<layout::Rect> selection; ///< absent if nothing is selected
};

/// Asks how to export a picture: part, format, theme, size and file. Folded groups stay folded.
class PictureDialog : public QDialog {
    Q_OBJECT

public:
    PictureDialog(CanvasContent content, const PictureParts& parts, const QString& baseName,
        QWidget* parent = nullptr);

    PictureRequest request() const;

protected:
    void accept() override;

private:
    void offerParts(const PictureParts& parts);
    QWidget* pathRow();
    void formChanged();
    void browse();
    void update();

    CanvasContent m_content;
    QComboBox* m_part;
    QComboBox* m_form;
    QComboBox* m_theme;
    QSpinBox* m_scale;
    QComboBox* m_pages;
    QLineEdit* m_path;
    QLabel* m_facts;
    QPushButton* m_export = nullptr;
    std::vector<layout::Rect> m_areas; ///< by index of m_part
};

} // namespace ui
