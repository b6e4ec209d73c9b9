#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace profiler::file {

/// Where ParquetWriter puts its bytes: a file (PartFile) or memory (MemoryOutput).
class ByteOutput {
public:
    virtual ~ByteOutput() = default;

    virtual support::Result<void> append(std::string_view bytes) = 0;
    /// Removes what was appended behind `size`, after a failure.
    virtual void cutTo(std::uint64_t size) = 0;
    /// Called once, when all bytes are there.
    virtual support::Result<void> commit() = 0;
    virtual std::uint64_t size() const = 0;
};

class MemoryOutput final : public ByteOutput {
public:
    /// Appends to `bytes`, which must outlive the output.
    explicit MemoryOutput(std::string& bytes)
        : m_bytes(bytes)
    {
    }

    support::Result<void> append(std::string_view bytes) override
    {
        m_bytes += bytes;
        return {};
    }
    void cutTo(std::uint64_t size) override { m_bytes.resize(size); }
    support::Result<void> commit() override { return {}; }
    std::uint64_t size() const override { return m_bytes.size(); }

private:
    std::string& m_bytes;
};

} // namespace profiler::file
