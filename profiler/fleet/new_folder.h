#pragma once

#include "model/support/result.h"

#include <filesystem>

namespace profiler::fleet {

/// A folder of Parquet files that is written as `<target>.part` and gets its name when it is
/// complete. Without commit() the destructor removes it.
class NewFolder {
public:
    enum class Replace { No, Yes };

    /// Fails if the target has other files than a folder of this kind, or if it is not empty and is
    /// not to be replaced. A `<target>.part` that a killed program left is removed.
    static support::Result<NewFolder> create(std::filesystem::path target, Replace replace);
    NewFolder(NewFolder&& other) noexcept;
    NewFolder& operator=(NewFolder&&) = delete;
    ~NewFolder();

    const std::filesystem::path& path() const { return m_path; }
    /// Renames the folder to the target. The older folder at the target is removed after that.
    support::Result<void> commit();

private:
    explicit NewFolder(std::filesystem::path target);

    std::filesystem::path m_target;
    std::filesystem::path m_path; ///< empty: moved from, or committed
};

} // namespace profiler::fleet
