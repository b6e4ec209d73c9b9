#include "profiler/build_servers/sarif.h"

#include "model/support/hash.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace profiler {

using support::JsonWriter;

namespace {

constexpr std::size_t placesShown = 100; ///< of one finding

/// Percent-encodes what RFC 3986 does not allow in a path.
std::string uriPath(std::string_view path)
{
    static constexpr std::string_view allowed
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        if (allowed.find(c) != std::string_view::npos) {
            uri += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        uri += { '%', digits[byte / 16], digits[byte % 16] };
    }
    return uri;
}

std::string_view levelOf(support::Severity severity)
{
    static constexpr std::array<std::string_view, 3> levels { "note", "warning", "error" };
    return levels[static_cast<std::size_t>(severity)];
}

void writeText(JsonWriter& json, std::string_view member, std::string_view text)
{
    json.key(member).object({ { "text", support::sanitise(text, support::Lines::Several) } });
}

void writeRules(JsonWriter& json, std::span<const SarifRule> rules)
{
    json.key("rules").beginArray();
    for (const auto& rule : rules) {
        json.beginObject().member("id", rule.id);
        writeText(json, "shortDescription", rule.summary);
        writeText(json, "help", rule.help.empty() ? rule.summary : rule.help);
        json.endObject();
    }
    json.endArray();
}

void writeArtifact(JsonWriter& json, std::string_view artifact)
{
    const std::filesystem::path path { std::string(artifact) };
    json.key("artifactLocation").beginObject();
    if (path.is_absolute())
        json.member("uri", "file://" + uriPath(path.lexically_normal().generic_string()));
    else
        json.members({ { "uri", uriPath(path.lexically_normal().generic_string()) },
            { "uriBaseId", "%SRCROOT%" } });
    json.endObject();
}

/// Code scanning needs a line, which a model does not have.
void writeLocation(JsonWriter& json, std::string_view artifact, const SarifResult& result)
{
    json.beginObject().key("physicalLocation").beginObject();
    writeArtifact(json, artifact);
    json.key("region").object({ { "startLine", 1 } }).endObject();
    if (!result.places.empty()) {
        json.key("logicalLocations").beginArray();
        for (const auto& place :
            std::span(result.places).first(std::min(placesShown, result.places.size()))) {
            json.beginObject();
            if (!place.name.empty())
                json.member("name", support::sanitise(place.name));
            json.members(
                { { "fullyQualifiedName", support::sanitise(place.path) }, { "kind", "element" } });
            json.endObject();
        }
        json.endArray();
    }
    json.endObject();
}

/// Identifies a finding in later versions of the model (3.27.17): by rule and first place.
std::string fingerprint(const SarifResult& result)
{
    support::ContentHash hash;
    hash.add(std::string_view(result.rule));
    if (!result.places.empty())
        hash.add(std::string_view(result.places.front().path));
    return hash.value().hex();
}

void writeResult(JsonWriter& json, std::string_view artifact, std::span<const SarifRule> rules,
    const SarifResult& result)
{
    const auto rule = std::ranges::find(rules, result.rule, &SarifRule::id);
    json.beginObject().members(
        { { "ruleId", result.rule }, { "level", levelOf(result.severity) } });
    if (rule != rules.end())
        json.member("ruleIndex", rule - rules.begin());
    writeText(json, "message", result.message);
    json.key("locations").beginArray();
    writeLocation(json, artifact, result);
    json.endArray();
    json.key("partialFingerprints")
        .object({ { "opscope/place/v1", fingerprint(result) } })
        .endObject();
}

/// A certain or likely finding is a warning, since it costs time; a possible one is a note.
support::Severity severityOf(const Finding& finding)
{
    const auto rule = std::ranges::find(lintRules(), finding.rule, &LintRule::id);
    return rule != lintRules().end() && rule->confidence == Confidence::Possible
        ? support::Severity::Note
        : support::Severity::Warning;
}

std::string messageOf(const Finding& finding)
{
    auto text = finding.text;
    if (finding.gainNs > 0)
        text += "; at most " + support::durationText(finding.gainNs) + " can be gained";
    for (const auto& [name, value] : finding.evidence)
        text += "\n" + name + ": " + value;
    return finding.advice.empty() ? text : text + "\n" + finding.advice;
}

} // namespace

std::string sarifText(std::string_view artifact, std::span<const SarifRule> rules,
    std::span<const SarifResult> results)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "version", "2.1.0" },
            { "$schema", "https://json.schemastore.org/sarif-2.1.0.json" } });
        json.key("runs").beginArray().beginObject();
        json.key("tool").beginObject().key("driver").beginObject();
        json.members({ { "name", "opscope-cli" }, { "version", OPSCOPE_VERSION } });
        writeRules(json, rules);
        json.endObject().endObject();
        json.key("results").beginArray();
        for (const auto& result : results)
            writeResult(json, artifact, rules, result);
        json.endArray().endObject().endArray();
    });
}

std::string lintSarif(
    std::string_view artifact, const Profile& profile, std::span<const Finding> findings)
{
    std::vector<SarifRule> rules;
    for (const auto& rule : lintRules())
        rules.push_back({ std::string(rule.id), std::string(rule.about), std::string(rule.bound) });
    std::vector<SarifResult> results;
    for (const auto& finding : findings) {
        SarifResult result { finding.rule, severityOf(finding), messageOf(finding), {} };
        for (const auto id : finding.steps) {
            const std::string label(profile.text(profile.step(id).label));
            result.places.push_back({ label, label });
        }
        results.push_back(std::move(result));
    }
    return sarifText(artifact, rules, results);
}

} // namespace profiler
