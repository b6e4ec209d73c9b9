#pragma once

#include "model/support/mapped_file.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Files that a model names must not reach what the model has no business with: a downloaded model
/// may say that its weights are
/// `../../.ssh/id_rsa`, or bring a link, a FIFO or a device of that name.
///
/// Rule: the path is relative, has no `..`, and is walked from a handle of the model's folder, one
/// name at a time, following no link. What is found is a regular file with one name (a second hard
/// link may be a file of somebody else), checked on the opened descriptor, so that nothing can be
/// exchanged in between. Folders that the user allowed for this document may be reached by links,
/// `..` and absolute paths too, after resolving them; hard links are accepted there.
namespace model {

/// Why a file of a model is not to be had. Missing is no offence: the model shows and runs without
/// those weights.
enum class ExternalRule {
    Missing,
    Unreadable,
    Absolute,
    ParentFolder,
    BadName,
    SymbolicLink,
    NotRegular,
    HardLink
};

/// `symbolic link`, for lists of rules.
std::string_view name(ExternalRule rule);

struct ExternalRefusal {
    ExternalRule rule = ExternalRule::Missing;
    std::string message; ///< names the file and the rule

    bool isMissing() const { return rule == ExternalRule::Missing; }
    /// Missing -> ErrorKind::Unsupported (weights are absent), the rest -> ErrorKind::File.
    support::Error error() const;
};

class ExternalDataPolicy {
public:
    /// An empty folder allows nothing but `allowedFolders`.
    ExternalDataPolicy(
        std::filesystem::path modelFolder, std::vector<std::filesystem::path> allowedFolders);

    /// An opened file; closed with this object.
    class File {
    public:
        File(int descriptor, std::uint64_t bytes, std::filesystem::path path);
        File(File&& other) noexcept;
        File& operator=(File&&) = delete;
        ~File();

        std::uint64_t bytes() const { return m_bytes; }
        const std::filesystem::path& path() const { return m_path; }
        support::Result<std::shared_ptr<const support::MappedFile>> map() const;

    private:
        int m_descriptor;
        std::uint64_t m_bytes;
        std::filesystem::path m_path;
    };

    /// Opens the file that a model calls `location`.
    std::variant<File, ExternalRefusal> open(const std::string& location) const;

private:
    std::variant<File, ExternalRefusal> openAllowed(
        const std::string& location, ExternalRefusal refusal) const;
    bool isAllowed(const std::filesystem::path& folder) const;

    std::filesystem::path m_folder;
    std::vector<std::filesystem::path> m_allowed; // resolved
};

} // namespace model
