#pragma once

#include "engine/plugins/answers.h"
#include "engine/plugins/crash_note.h"

#include <exception>

namespace engine::plugins {

/// Returns the table of host functions that callbacks call.
const OpscopeHost& host();

/// Calls a callback of a plug-in; returns true if it succeeded. Exceptions, reported errors and
/// misuse become a failure of `answers`. A crash is not caught; the CrashNote states its place.
template <typename Function, typename... Parts>
bool callBack(Answers& answers, Function function, Parts... parts)
{
    OpscopeNode node { answers };
    const CrashNote note(
        answers.op().library, answers.callback(), answers.op().schema.name, answers.name());
    try {
        const bool isDone = function(&host(), &node, parts...) != 0;
        return isDone && !answers.hasFailed();
    } catch (const std::exception& error) {
        answers.fail(std::string(answers.callback()) + " threw an exception: " + error.what());
    } catch (...) {
        answers.fail(std::string(answers.callback()) + " threw an exception");
    }
    return false;
}

} // namespace engine::plugins
