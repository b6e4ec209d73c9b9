#include "ui/engines/chosen_libraries.h"

#include "ui/document/settings.h"

namespace ui {

using profiler::OtherEngine;

namespace {

QString keyOf(OtherEngine engine)
{
    const auto word = profiler::engineWord(engine);
    return QStringLiteral("engines/")
        + QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

} // namespace

QString chosenLibrary(OtherEngine engine) { return settings::value(keyOf(engine)); }

support::Result<void> chooseLibrary(OtherEngine engine, const QString& path)
{
    TRY(profiler::findEngineLibrary(engine, path.toStdString()));
    settings::setValue(keyOf(engine), path);
    qputenv(profiler::engineVariable(engine), path.toLocal8Bit());
    return {};
}

void forgetLibrary(OtherEngine engine)
{
    settings::setValue(keyOf(engine), {});
    qputenv(profiler::engineVariable(engine), {});
}

void useChosenLibraries()
{
    for (const auto engine : profiler::allOtherEngines())
        if (qEnvironmentVariableIsEmpty(profiler::engineVariable(engine)))
            qputenv(profiler::engineVariable(engine), chosenLibrary(engine).toLocal8Bit());
}

} // namespace ui
