#pragma once

#include "app/cli/command.h"
#include "engine/inputs/inputs.h"
#include "engine/plan/engine.h"
#include "engine/run/session.h"

#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <set>

namespace cli {

/// What a request for a run says.
struct ServedRun {
    std::string model;
    std::vector<std::string> options; ///< of `run`, without those of inputs and results
    std::map<std::string, std::string> inputs; ///< files by name of the input
    std::string outputs; ///< folder for output_<i>.npy, or .pb for what is no tensor
};

/// A model that is ready to run.
class ServedModel {
public:
    /// Reads the model and prepares a plan for the sizes of these inputs.
    static support::Result<std::unique_ptr<ServedModel>> open(
        const ServedRun& run, const std::stop_token& stop);

    struct Output {
        std::string name;
        std::string file; ///< in the folder of the run; empty for an absent optional
        std::string type;
    };
    struct Outcome {
        std::int64_t wallNs = 0;
        std::vector<Output> outputs;
    };
    /// Reads the inputs, runs the model and writes the outputs. Fails with ErrorKind::Usage for an
    /// input that is missing, that the model does not have or that has another type.
    support::Result<Outcome> run(const ServedRun& run, const std::stop_token& stop);

    const std::string& sha256() const { return m_sha256; }
    const engine::PrepareReport& report() const { return m_report; }
    /// Memory of weights and of the largest run so far.
    std::uint64_t bytes() const;

private:
    ServedModel(engine::Session session, engine::Inputs inputs)
        : m_session(std::move(session))
        , m_inputs(std::move(inputs))
    {
    }
    support::Result<std::vector<engine::RuntimeValue>> valuesOf(const ServedRun& run) const;

    engine::Session m_session;
    engine::Inputs m_inputs; ///< of the first run
    std::set<std::string> m_made; ///< inputs whose values the options describe
    engine::PrepareReport m_report;
    std::string m_sha256;
};

/// Models that are ready to run, by file and options. The least recently used ones go when there
/// are more than four, or when they take more than 2 GiB. A file that has changed is read again.
class ServedModels {
public:
    support::Result<ServedModel*> get(const ServedRun& run, const std::stop_token& stop);

private:
    struct Entry {
        std::string key;
        std::unique_ptr<ServedModel> model;
    };
    void makeRoom();

    std::list<Entry> m_entries; // the latest first
};

} // namespace cli
