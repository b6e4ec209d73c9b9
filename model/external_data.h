#pragma once

#include "model/support/descriptor.h"
#include "model/support/mapped_file.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Access to the external files that a model names. Such a file may lie only where the model is
/// allowed to read: a downloaded model could name `../../.ssh/id_rsa` as its weights, or bring a
/// symbolic link, a FIFO or a device of that name.
///
/// Rule: the path is relative and has no `..`. It is resolved from a descriptor of the model's
/// folder, one component at a time, and no symbolic link is followed. The target is a regular file
/// with one hard link, because a second link may be a file of another owner. Both are checked on
/// the opened descriptor, so that the file cannot be exchanged between check and use. Folders that
/// the user allowed for this document may also be reached by links, `..` and absolute paths, which
/// are resolved first. Hard links are accepted there.
namespace model {

/// Why an external file cannot be read. If a file is missing, the model can still be shown; a run
/// fails only if it needs those weights.
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

/// Returns the rule's name for messages: `no symbolic link`.
std::string_view name(ExternalRule rule);

struct ExternalRefusal {
    ExternalRule rule = ExternalRule::Missing;
    std::string message; ///< names the file and the rule

    bool isMissing() const { return rule == ExternalRule::Missing; }
    /// ErrorKind::Unsupported if the file is missing, else ErrorKind::File.
    support::Error error() const;
};

class ExternalDataPolicy {
public:
    /// If `modelFolder` is empty, only files below `allowedFolders` can be opened.
    ExternalDataPolicy(
        std::filesystem::path modelFolder, std::vector<std::filesystem::path> allowedFolders);

    /// An opened file. The destructor closes it.
    class File {
    public:
        File(support::Descriptor descriptor, std::uint64_t bytes, std::filesystem::path path);

        std::uint64_t bytes() const { return m_bytes; }
        const std::filesystem::path& path() const { return m_path; }
        support::Result<std::shared_ptr<const support::MappedFile>> map() const;

    private:
        support::Descriptor m_descriptor;
        std::uint64_t m_bytes;
        std::filesystem::path m_path;
    };

    /// Opens the file at `location`, the path as written in the model.
    std::variant<File, ExternalRefusal> open(const std::string& location) const;

private:
    std::variant<File, ExternalRefusal> openAllowed(
        const std::string& location, ExternalRefusal refusal) const;
    bool isAllowed(const std::filesystem::path& folder) const;

    std::filesystem::path m_folder;
    std::vector<std::filesystem::path> m_allowed; // resolved
};

} // namespace model
