#pragma once

#include "profiler/comparison/gate.h"

#include <string>
#include <string_view>

namespace profiler {

/// Annotations for GitHub Actions: lines on stdout that its runner reads as commands (GitHub Docs,
/// "Workflow commands for GitHub Actions"):
///
///     ::error file=models/m.onnx,line=1,title=Slower%3A conv1::conv1 (Conv)%3A …
///
/// `%`, CR and LF are escaped everywhere, and `:` and `,` in properties, as actions/toolkit
/// (packages/core/src/command.ts) does.

enum class AnnotationKind { Error, Warning, Notice };

/// Returns one command with its line end. `file` may be empty. A model has no lines, so the
/// annotation is at line 1.
std::string githubCommand(
    AnnotationKind kind, std::string_view file, std::string_view title, std::string_view message);

/// Returns the annotations of a comparison, most costly first:
/// - error: the wall or an operator is beyond the gate;
/// - warning: an operator is slower and there is no gate, or the gate cannot decide (once, not at
///   operators);
/// - notice: an operator is slower, but within the gate.
/// GitHub shows 10 of each kind per step. If there are more, the tenth gives their number.
std::string githubAnnotations(
    const Comparison& comparison, const GateOutcome* gate, std::string_view file);

/// Returns a text in which the runner looks for no commands: names of operators come from files,
/// and could contain some. `token` must not be known to those who made these files.
std::string withoutCommands(std::string_view text, std::string_view token);

} // namespace profiler
