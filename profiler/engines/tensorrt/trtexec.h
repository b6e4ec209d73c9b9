#pragma once

#include "model/support/result.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Starts `trtexec`, the program of TensorRT that builds an engine from an ONNX file and measures
/// it. Its options and files are those of TensorRT 8.6 to 10 (samples/trtexec and samples/common).
class Trtexec {
public:
    /// Asks the program for its version. Its files are written to `folder`, in which it runs.
    static support::Result<std::unique_ptr<Trtexec>> open(
        std::filesystem::path program, std::filesystem::path folder);

    /// `10.3.0`
    const std::string& version() const { return m_version; }
    int majorVersion() const { return m_major; }
    int minorVersion() const { return m_minor; }

    /// Runs the program and returns what it printed. The program dies with this process. Fails if
    /// it fails, with its last words, and with ErrorKind::Cancelled after cancel(). `task` is the
    /// middle of a sentence: `building the engine`.
    support::Result<std::string> run(std::vector<std::string> arguments, std::string_view task);
    /// Ends the current run. May be called from another thread.
    void cancel() { m_isCancelled = true; }

private:
    Trtexec(std::filesystem::path program, std::filesystem::path folder);

    std::filesystem::path m_program;
    std::filesystem::path m_folder;
    std::string m_version;
    int m_major = 0;
    int m_minor = 0;
    std::atomic<bool> m_isCancelled { false };
};

} // namespace profiler
