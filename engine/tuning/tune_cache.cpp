#include "engine/tuning/tune_cache.h"

#include "model/support/atomic_file.h"
#include "model/support/cache_folder.h"
#include "model/support/json.h"

#include <fstream>
#include <sstream>

namespace engine {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t formatVersion = 1;
/// A larger file is not one of this cache: a choice takes a few hundred bytes.
constexpr std::uintmax_t maxBytes = 64u << 20;

std::map<std::string, TunedChoice> choicesIn(const fs::path& file)
{
    std::map<std::string, TunedChoice> choices;
    std::error_code failed;
    if (const auto size = fs::file_size(file, failed); failed || size > maxBytes)
        return choices;
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    const auto document = support::parseJson(std::move(text).str());
    if (!document || (*document)["format"].integerOr(0) != formatVersion)
        return choices;
    for (const auto& [key, row] : (*document)["choices"].members()) {
        TunedChoice choice { row["name"].stringOr(""), row["configuration"].stringOr(""),
            row["median_ns"].numberOr(0), row["date"].stringOr(""), {} };
        for (const auto& other : row["runners_up"].items())
            choice.runnersUp.push_back(
                { other["name"].stringOr(""), other["median_ns"].numberOr(0) });
        choices.emplace(key, std::move(choice));
    }
    return choices;
}

std::string textOf(const std::map<std::string, TunedChoice>& choices)
{
    std::string text;
    support::JsonWriter json(text, support::JsonWriter::Layout::Indented);
    json.beginObject().member("format", formatVersion).key("choices").beginObject();
    for (const auto& [key, choice] : choices) {
        json.key(key)
            .beginObject()
            .member("name", choice.name)
            .member("configuration", choice.configuration)
            .member("median_ns", choice.medianNs)
            .member("date", choice.date)
            .key("runners_up")
            .beginArray();
        for (const auto& other : choice.runnersUp)
            json.beginObject()
                .member("name", other.name)
                .member("median_ns", other.medianNs)
                .endObject();
        json.endArray().endObject();
    }
    json.endObject().endObject().flush();
    return text;
}

} // namespace

void TuneCache::read()
{
    if (!m_file.empty() && !std::exchange(m_isRead, true))
        m_choices = choicesIn(m_file);
}

const TunedChoice* TuneCache::find(const std::string& key)
{
    read();
    const auto found = m_choices.find(key);
    return found != m_choices.end() ? &found->second : nullptr;
}

support::Result<void> TuneCache::add(const std::string& key, TunedChoice choice)
{
    m_choices.insert_or_assign(key, std::move(choice));
    if (m_file.empty())
        return {};
    // Another process may have added choices since.
    m_choices.merge(choicesIn(m_file));
    m_isRead = true;
    std::error_code failed;
    fs::create_directories(m_file.parent_path(), failed);
    return support::writeFile(m_file, textOf(m_choices));
}

fs::path tuneFolder()
{
    const auto folder = support::cacheFolder();
    return folder.empty() ? folder : folder / "tune";
}

} // namespace engine
