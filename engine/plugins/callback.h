#pragma once

#include "engine/plugins/answers.h"
#include "engine/plugins/crash_note.h"

#include <exception>

namespace engine::plugins {

/// The functions that callbacks call.
const OpscopeHost& host();

/// Calls a plug-in and says whether it did what it should. What it throws, says or misuses becomes
/// a failure of `answers`; only a crash gets through, and then its note says where.
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
