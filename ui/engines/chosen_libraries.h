#pragma once

#include "profiler/engines/engine_library.h"

#include <QString>

namespace ui {

/// The library (or program) of an engine that the user chose; empty if it is looked for. Kept in
/// the settings.
QString chosenLibrary(profiler::OtherEngine engine);

/// Keeps the library of an engine, a file or a folder. This process and the programs that it starts
/// use it from then on, by the variable of the engine. Fails if it is not a library of that engine.
support::Result<void> chooseLibrary(profiler::OtherEngine engine, const QString& path);
/// Removes the choice: the library is looked for again.
void forgetLibrary(profiler::OtherEngine engine);

/// Uses the kept libraries. A variable that the user has set is left alone. To be called before
/// threads start, because it changes the environment.
void useChosenLibraries();

} // namespace ui
