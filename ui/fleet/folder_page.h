#pragma once

#include "model/support/temporary_folder.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>

namespace ui {

struct Context;

/// A tab about the profiles of a folder, which belongs to no document.
class FolderPage : public QWidget {
    Q_OBJECT

public:
    FolderPage(Context& context, QString folder, QWidget* parent = nullptr);
    ~FolderPage() override;

    const QString& folder() const { return m_folder; }
    /// The text of the tab.
    virtual QString title() const;

signals:
    void openRequested(const QString& path);
    /// Two profiles, the older one first.
    void compareRequested(const QString& a, const QString& b);
    void historyRequested(const QString& folder);
    void shown(); ///< the profiles were read, or could not be read

protected:
    enum class Files { Single, Packed };
    /// Calls `use` with the paths of these profiles, which are named relative to the folder. Packed
    /// ones are written to temporary files first.
    void withFiles(
        const QStringList& names, Files files, std::function<void(const QStringList&)> use);

    Context& m_context;

private:
    void extract(const QStringList& names, std::function<void(const QStringList&)> use);

    QString m_folder;
    std::optional<support::TemporaryFolder> m_extracted;
};

} // namespace ui
