#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// The head of an HTML page. Each page is one file that loads nothing, has a light and a dark
/// theme, and contains its data. `title`, `heading` and `settings` are escaped by pageStart().
struct PageHead {
    std::string_view kind; ///< `Opscope profiling report`
    std::string title;
    std::string heading; ///< the title, with the device for a profile
    std::string settings; ///< a line below the heading
    std::vector<std::string_view> chips; ///< short properties: `no network`
};
/// The page up to the end of its header.
std::string pageStart(const PageHead& head);
/// The footer, `data` (HTML elements), and the script that sorts and folds tables.
std::string pageEnd(std::string_view data);

/// Returns the element that holds a profile: the bytes of a profile file as base64, with `metadata`
/// in place of the profile's own. importers/html.cpp reads it.
support::Result<std::string> dataElement(
    std::string_view id, const Profile& profile, const Metadata& metadata);
/// Returns the start tag of that element.
std::string dataElementOpening(std::string_view id);

/// Joins the parts that are not empty: `21 Nov 2026, 14:05 UTC · f32 · 4 threads`.
std::string settingsText(std::initializer_list<std::string> parts);
/// Returns the number of threads as text; empty if unknown.
std::string threadsText(std::optional<std::int64_t> threads);
/// When the recording began, `21 Nov 2026, 14:05 UTC`; empty if unknown.
std::string startedAt(const Metadata& metadata);

} // namespace profiler
