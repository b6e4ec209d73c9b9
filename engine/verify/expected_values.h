#pragma once

#include "engine/kernel/tensor.h"
#include "engine/plan/plan.h"
#include "engine/program/program.h"
#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <unordered_map>
#include <vector>

namespace engine {

/// Source of the values that a run is compared with. A value inside a loop is made once per
/// iteration; iterations (`turn`) are counted from 0 over the run.
class ExpectedValues {
public:
    virtual ~ExpectedValues() = default;
    /// Returns the value in plain layout; null if there is none.
    virtual support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) = 0;
};

/// Values of another run of the same program, up to a cap.
class KeptValues final : public ExpectedValues {
public:
    explicit KeptValues(std::uint64_t capBytes)
        : m_capBytes(capBytes)
    {
    }
    support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) override;

    /// Whether `bytes` more fit. When one iteration of a value does not fit, later ones do not
    /// either.
    bool hasRoomFor(ProgramValueId id, std::uint64_t bytes);
    void add(ProgramValueId id, RuntimeValue value, std::uint64_t bytes);
    /// Whether some iterations of the value did not fit.
    bool isIncomplete(ProgramValueId id) const { return m_left.contains(id); }
    bool has(ProgramValueId id) const { return m_values.contains(id); }
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::uint64_t m_capBytes;
    std::uint64_t m_bytes = 0;
    std::unordered_map<ProgramValueId, std::vector<RuntimeValue>> m_values;
    std::unordered_map<ProgramValueId, bool> m_left;
};

/// One value that is stored elsewhere.
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

/// Values from files of a folder: `NAME.npy` or `NAME.pb`. A `/` in the value's name is a subfolder
/// or is written `_`. They are used for the first iteration.
class ValueFiles final : public ExpectedValues {
public:
    ValueFiles(const Plan& plan, std::filesystem::path folder)
        : m_plan(plan)
        , m_folder(std::move(folder))
    {
    }
    support::Result<const RuntimeValue*> at(ProgramValueId id, std::uint64_t turn) override;
    /// The file of a value, by its name or by that of a model output that became the same value
    /// (the output of an Identity that was removed); empty if there is none.
    std::filesystem::path fileOf(ProgramValueId id) const;

private:
    std::filesystem::path fileNamed(std::string name) const;

    const Plan& m_plan;
    std::filesystem::path m_folder;
    RuntimeValue m_latest; ///< of the latest call of at(): values are not kept
};

/// Returns the bytes of a value, including all elements of sequences and maps.
std::uint64_t bytesOf(const RuntimeValue& value);

/// Returns a tensor of rank 4 in the other layout, with its own memory; other values unchanged.
RuntimeValue inLayout(const RuntimeValue& value, Layout from, Layout to);

/// Returns a tensor of floats in the element type of `like`, if one of the two is of a half type
/// and the other is fp32; other values unchanged. A run may compute in fp32 what the model declares
/// as half.
RuntimeValue inElementOf(const RuntimeValue& like, const RuntimeValue& value);

} // namespace engine
