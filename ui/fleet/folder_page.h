#pragma once

#include <QWidget>

namespace ui {

/// A tab about the profiles of a folder, which belongs to no document.
class FolderPage : public QWidget {
    Q_OBJECT

public:
    explicit FolderPage(QString folder, QWidget* parent = nullptr);

    const QString& folder() const { return m_folder; }
    /// The text of the tab.
    virtual QString title() const;

signals:
    void openRequested(const QString& path);
    /// Two profiles, the older one first.
    void compareRequested(const QString& a, const QString& b);
    void historyRequested(const QString& folder);
    void shown(); ///< the profiles were read, or could not be read

private:
    QString m_folder;
};

} // namespace ui
