#include "profiler/build_servers/github.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace profiler {

namespace {

constexpr std::size_t shownPerKind = 10;
constexpr std::size_t mostOfName = 200; ///< characters

struct Annotation {
    AnnotationKind kind = AnnotationKind::Error;
    std::string title;
    std::string message;
    double costNs = 0;
};

enum class Place { Message, Property };

std::string escapedFor(Place place, std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '%')
            result += "%25";
        else if (c == '\r')
            result += "%0D";
        else if (c == '\n')
            result += "%0A";
        else if (c == ':' && place == Place::Property)
            result += "%3A";
        else if (c == ',' && place == Place::Property)
            result += "%2C";
        else
            result += c;
    }
    return result;
}

std::string shown(std::string_view name)
{
    return support::elideMiddle(support::sanitise(name), mostOfName);
}

std::string timesText(const Change& change)
{
    return support::durationText(change.a.median, 4) + " → "
        + support::durationText(change.b.median, 4) + ", ";
}

std::string changeText(const Change& change)
{
    return ratioText(change.ratio)
        + (change.interval ? " (95 % " + intervalText(change) + ")" : std::string());
}

std::string labelOf(const ComparedRow& row)
{
    return shown(row.label) + " (" + shown(row.types()) + ")";
}

/// Returns the annotation of an operator; nothing if it is not slower.
std::optional<Annotation> annotationOf(
    const Comparison& comparison, std::size_t place, const GateOutcome* gate)
{
    const auto& row = comparison.rows[place];
    if (row.isIgnored)
        return {};
    const auto* judged = gate == nullptr ? nullptr : gate->ofOperator(place);
    const bool isBeyond = judged != nullptr && judged->result == GateResult::Beyond;
    if (!isBeyond && row.change.verdict != Verdict::Slower)
        return {};
    Annotation annotation { AnnotationKind::Error, "Slower: " + shown(row.label),
        labelOf(row) + ": " + timesText(row.change), row.change.differenceNs() };
    if (isBeyond) {
        annotation.message += judged->reason;
        return annotation;
    }
    annotation.kind = gate == nullptr ? AnnotationKind::Warning : AnnotationKind::Notice;
    annotation.message += changeText(row.change) + (gate == nullptr ? "" : "; the gate allows it");
    return annotation;
}

std::vector<Annotation> annotationsOf(const Comparison& comparison, const GateOutcome* gate)
{
    std::vector<Annotation> all;
    if (gate != nullptr)
        for (const auto& row : gate->rows)
            if (row.isWall() && row.result == GateResult::Beyond)
                all.push_back({ AnnotationKind::Error, "Slower: the whole model",
                    "wall time: " + timesText(row.change) + row.reason,
                    row.change.differenceNs() });
    if (gate == nullptr && comparison.wall.verdict == Verdict::Slower)
        all.push_back({ AnnotationKind::Warning, "Slower: the whole model",
            "wall time: " + timesText(comparison.wall) + changeText(comparison.wall),
            comparison.wall.differenceNs() });
    for (std::size_t i = 0; i < comparison.rows.size(); ++i)
        if (auto annotation = annotationOf(comparison, i, gate))
            all.push_back(*std::move(annotation));
    std::ranges::stable_sort(all, std::ranges::greater(), &Annotation::costNs);
    if (gate != nullptr && gate->result() == GateResult::Undecided)
        all.push_back({ AnnotationKind::Warning, "The gate cannot decide",
            support::joined(gate->help, "\n"), 0 });
    return all;
}

} // namespace

std::string githubCommand(
    AnnotationKind kind, std::string_view file, std::string_view title, std::string_view message)
{
    static constexpr std::array<std::string_view, 3> names { "error", "warning", "notice" };
    std::string line = "::" + std::string(names[static_cast<std::size_t>(kind)]) + " ";
    if (!file.empty())
        line += "file=" + escapedFor(Place::Property, file) + ",line=1,";
    return line + "title=" + escapedFor(Place::Property, title)
        + "::" + escapedFor(Place::Message, message) + "\n";
}

std::string githubAnnotations(
    const Comparison& comparison, const GateOutcome* gate, std::string_view file)
{
    const auto all = annotationsOf(comparison, gate);
    std::string text;
    for (const auto kind :
        { AnnotationKind::Error, AnnotationKind::Warning, AnnotationKind::Notice }) {
        auto left = static_cast<std::size_t>(std::ranges::count(all, kind, &Annotation::kind));
        std::size_t written = 0;
        for (const auto& annotation : all) {
            if (annotation.kind != kind || written == shownPerKind)
                continue;
            if (++written == shownPerKind && left > 1) {
                text += githubCommand(kind, file, "And " + support::countText(left) + " more",
                    "the step summary and the result list all of them");
                continue;
            }
            text += githubCommand(kind, file, annotation.title, annotation.message);
            --left;
        }
    }
    return text;
}

std::string withoutCommands(std::string_view text, std::string_view token)
{
    const auto end = text.ends_with('\n') ? "" : "\n";
    return "::stop-commands::" + std::string(token) + "\n" + std::string(text) + end
        + "::" + std::string(token) + "::\n";
}

} // namespace profiler
