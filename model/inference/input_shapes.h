#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct Model;
struct OpenOptions;

/// Shapes by input name.
using InputShapes = std::map<std::string, std::vector<std::int64_t>, std::less<>>;

/// Parses `1x8x64` (also with `×` or commas between the sizes) or `scalar`. On failure the message
/// has the text and the expected form.
support::Result<std::vector<std::int64_t>> shapeFromText(std::string_view text);

/// Returns a copy of the model with these shapes declared for its inputs. A shape is given to an
/// input without a declared shape, or to sizes that have neither a number nor a name. Fails for a
/// name that is not an input and for a shape that contradicts the declared one. Named sizes are
/// bound by a Binding instead.
support::Result<std::shared_ptr<const Model>> withInputShapes(
    std::shared_ptr<const Model> model, const InputShapes& shapes);

/// Opens a model and applies withInputShapes().
support::Result<std::shared_ptr<const Model>> openWithShapes(const std::filesystem::path& path,
    const OpenOptions& options, const InputShapes& shapes, std::stop_token stop = {});

} // namespace model
