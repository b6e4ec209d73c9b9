#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace support {

/// As elideMiddle in text.h, for paths of scopes and for the names that exporters make of them:
/// they begin alike and differ at the end, which gets two thirds. `torch_nn…self_attn_q_proj_1`.
std::string elidePath(std::string_view text, std::size_t limit);

} // namespace support
