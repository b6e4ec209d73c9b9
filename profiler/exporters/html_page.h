#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What all HTML pages of ours have: one file that asks for nothing, in both themes, with its data
/// inside. Texts are escaped here.
struct PageHead {
    std::string_view kind; ///< `Opscope profiling report`
    std::string title;
    std::string heading; ///< the title with more behind it
    std::string settings; ///< a line below
    std::vector<std::string_view> chips;
};
/// From the document type to the page's header.
std::string pageStart(const PageHead& head);
/// The footer, `data` (elements), and the script that sorts tables.
std::string pageEnd(std::string_view data);

/// The element that holds a profile, which importers/html.cpp reads: the bytes of a profile file as
/// base64, with `metadata` in place of the profile's own.
support::Result<std::string> dataElement(
    std::string_view id, const Profile& profile, const Metadata& metadata);
/// The start tag of that element.
std::string dataElementOpening(std::string_view id);

/// `21 Nov 2026, 14:05 UTC`; empty if it is not known.
std::string startedAt(const Metadata& metadata);

} // namespace profiler
