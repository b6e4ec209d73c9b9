#pragma once

#include "engine/kernel/tensor.h"
#include "engine/program/program.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <unordered_map>
#include <vector>

namespace engine {

/// What the values of a run are compared with. A value inside a loop is made once per turn; turns
/// are counted from 0 over the whole run.
class ExpectedValues {
public:
    virtual ~ExpectedValues() = default;
    /// In plain layout; null if there is none.
    virtual support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) = 0;
};

/// Values of another run of the same program, as many as a cap allows.
class KeptValues final : public ExpectedValues {
public:
    explicit KeptValues(std::uint64_t capBytes)
        : m_capBytes(capBytes)
    {
    }
    support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) override;

    /// Whether `bytes` more fit. Once a turn of a value did not, later ones do not either.
    bool hasRoomFor(ProgramValueId id, std::uint64_t bytes);
    void add(ProgramValueId id, RuntimeValue value, std::uint64_t bytes);
    /// Whether some of its turns found no room.
    bool isIncomplete(ProgramValueId id) const { return m_left.contains(id); }
    bool has(ProgramValueId id) const { return m_values.contains(id); }
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::uint64_t m_capBytes;
    std::uint64_t m_bytes = 0;
    std::unordered_map<ProgramValueId, std::vector<RuntimeValue>> m_values;
    std::unordered_map<ProgramValueId, bool> m_left;
};

/// One value that lies elsewhere.
class BorrowedValue final : public ExpectedValues {
public:
    BorrowedValue(ProgramValueId id, const RuntimeValue& value)
        : m_id(id)
        , m_value(value)
    {
    }
    support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) override
    {
        return id == m_id && turn == 0 ? &m_value : nullptr;
    }

private:
    ProgramValueId m_id;
    const RuntimeValue& m_value;
};

/// Files of a folder: `NAME.npy` or `NAME.pb`, a `/` in the value's name being a subfolder or
/// written `_`. They stand for the first turn.
class ValueFiles final : public ExpectedValues {
public:
    ValueFiles(const Program& program, std::filesystem::path folder)
        : m_program(program)
        , m_folder(std::move(folder))
    {
    }
    support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) override;
    /// The file of a value; empty if there is none.
    std::filesystem::path fileOf(ProgramValueId id) const;

private:
    const Program& m_program;
    std::filesystem::path m_folder;
    RuntimeValue m_latest; ///< read when it is asked for: the folder is the store
};

/// Bytes that a value takes, sequences and maps with all their elements.
std::uint64_t bytesOf(const RuntimeValue& value);

/// A tensor of rank 4 in the other order, in memory of its own; anything else as it is.
RuntimeValue inLayout(const RuntimeValue& value, Layout from, Layout to);

} // namespace engine
