#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace profiler {

using MetadataValue = std::variant<std::int64_t, double, bool, std::string>;

/// Description of a measurement for other readers: model, machine, versions, settings. Keys are
/// dotted words. The keys that Opscope knows are listed below; others are kept and shown unchanged.
class Metadata {
public:
    void set(std::string_view key, std::string_view text) { put(key, std::string(text)); }
    void set(std::string_view key, std::int64_t number) { put(key, number); }
    void set(std::string_view key, double number) { put(key, number); }
    void set(std::string_view key, bool truth) { put(key, truth); }
    void set(std::string_view key, const char* text) { put(key, std::string(text)); }
    void put(std::string_view key, MetadataValue value)
    {
        m_values.insert_or_assign(std::string(key), std::move(value));
    }

    bool has(std::string_view key) const { return m_values.find(key) != m_values.end(); }
    /// Returns the value as readable text; empty if absent.
    std::string text(std::string_view key) const;
    /// Returns an integer, also from a double without fraction; nothing if absent or of another
    /// type.
    std::optional<std::int64_t> integer(std::string_view key) const;
    std::optional<double> number(std::string_view key) const;

    const std::map<std::string, MetadataValue, std::less<>>& all() const { return m_values; }
    bool operator==(const Metadata&) const = default;

private:
    std::map<std::string, MetadataValue, std::less<>> m_values;
};

std::string metadataText(const MetadataValue& value);

/// Keys that Opscope writes. If a key is absent, its value was not known.
namespace keys {
inline constexpr std::string_view profileId = "profile.id";
inline constexpr std::string_view importer
    = "profile.importer"; ///< name of the importer; only in profiles of other tools
inline constexpr std::string_view startedAt = "profile.started_at_ns"; ///< UTC, since 1970
inline constexpr std::string_view interrupted
    = "profile.interrupted"; ///< true: stopped before all runs were done
inline constexpr std::string_view tag = "profile.tag";

/// File name without folder; for `model.onnx` with the name of its folder.
inline constexpr std::string_view modelName = "model.name";
inline constexpr std::string_view modelSha256 = "model.sha256"; ///< of the model file's bytes
inline constexpr std::string_view modelBytes = "model.bytes";
inline constexpr std::string_view modelWeightBytes = "model.weight_bytes";
inline constexpr std::string_view modelNodes = "model.nodes";
inline constexpr std::string_view modelOpset = "model.opset";
inline constexpr std::string_view modelProducer = "model.producer";

/// Of a profile of generations (Run::position).
inline constexpr std::string_view generationPrompt = "generation.prompt_tokens";
inline constexpr std::string_view generationTokens = "generation.tokens_requested";
inline constexpr std::string_view generationPairs = "generation.cache_pairs";
inline constexpr std::string_view generationCacheBytes = "generation.cache_bytes";
inline constexpr std::string_view generationPositions = "generation.cache_positions";
inline constexpr std::string_view generationIds = "generation.ids"; ///< of the last repeat
/// First token, from 1, that two repeats chose differently; absent if all are the same.
inline constexpr std::string_view generationDifference = "generation.first_difference";

inline constexpr std::string_view host = "machine.host";
inline constexpr std::string_view cpu = "machine.cpu";
inline constexpr std::string_view cores = "machine.cores";
inline constexpr std::string_view isa = "machine.isa";
inline constexpr std::string_view memoryBytes = "machine.memory_bytes";
inline constexpr std::string_view system = "machine.system";
inline constexpr std::string_view kernel = "machine.kernel";

/// Engine that ran the model: `onnxruntime`, `openvino`; absent for Opscope's own.
inline constexpr std::string_view engineName = "engine.name";
inline constexpr std::string_view engineVersion = "engine.version"; ///< of another engine
inline constexpr std::string_view engineBuild = "engine.description"; ///< by the engine itself
inline constexpr std::string_view engineWhere = "engine.found"; ///< where its library was found
/// Prefix of its settings: `engine.setting.level`.
inline constexpr std::string_view engineSetting = "engine.setting.";
/// Share of the operators' time that is proven to belong to the nodes of its step; and prefix of
/// the shares by rule (attributionRuleName).
inline constexpr std::string_view attributionProven = "attribution.proven";
inline constexpr std::string_view attributionRule = "attribution.rule.";
inline constexpr std::string_view opscopeVersion = "engine.opscope";
inline constexpr std::string_view onednnVersion = "engine.onednn";
inline constexpr std::string_view build = "engine.build"; ///< compiler and kind of build

inline constexpr std::string_view device = "settings.device";
inline constexpr std::string_view threads = "settings.threads";
inline constexpr std::string_view pinned
    = "settings.pinned"; ///< true: each thread of the engine had a core of its own; else absent
inline constexpr std::string_view precision = "settings.precision";
inline constexpr std::string_view optimisation = "settings.optimisation";
/// `on`: steps on a GPU were launched as CUDA graphs; `off`: one by one. Absent for a CPU.
inline constexpr std::string_view cudaGraph = "settings.cuda_graph";
/// `on`: kernels were chosen by timing them; `off`: they were not timed; `auto`, only on a CPU:
/// kernels whose times were not remembered were timed.
inline constexpr std::string_view tune = "settings.tune";
inline constexpr std::string_view seed = "settings.seed";
inline constexpr std::string_view dims = "settings.dims"; ///< `batch=1, sequence=128`
inline constexpr std::string_view inputs = "settings.inputs";
inline constexpr std::string_view warmUpRuns = "settings.warm_up_runs";
inline constexpr std::string_view runs = "settings.runs";
inline constexpr std::string_view runsRequested
    = "settings.runs_asked"; ///< number of recorded runs that were requested
inline constexpr std::string_view end = "settings.end"; ///< benchmarkEndName, or `not finished`
inline constexpr std::string_view recordLevel
    = "settings.record_level"; ///< 0 runs, 1 steps, 2 phases, 3 threads and counters
inline constexpr std::string_view orderSeed
    = "settings.order_seed"; ///< seed for the order of runs with and without recording

inline constexpr std::string_view clockSource = "clock.source"; ///< `tsc`, `cntvct` or `monotonic`
inline constexpr std::string_view clockHertz = "clock.hertz";
inline constexpr std::string_view clockReadNs = "clock.read_ns";
inline constexpr std::string_view spanNs = "clock.span_ns"; ///< cost of recording one span
inline constexpr std::string_view peakRss = "memory.peak_rss_bytes"; ///< of the process
} // namespace keys

} // namespace profiler
