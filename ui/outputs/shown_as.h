#pragma once

#include "model/value_type.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ui {

/// What the numbers of a tensor mean.
enum class ShownAs {
    Numbers, ///< nothing that is known
    Classes, ///< a score for each class
    Tokens, ///< numbers of tokens, or a score for each token of a vocabulary
    Boxes, ///< detected objects
    Mask, ///< a class for each pixel
    Wave, ///< samples of sound
};

/// Where the numbers of a detected object are.
struct BoxForm {
    enum class Corners { X1Y1X2Y2, Y1X1Y2X2, CentreSize, CornerSize };
    enum class Scores {
        None,
        ThenClass, ///< the fifth number is the score, the sixth the class
        PerClass, ///< a score per class from the fifth number on
        ObjectPerClass, ///< the fifth number times a score per class from the sixth on
    };
    Corners corners = Corners::X1Y1X2Y2;
    Scores scores = Scores::None;
    bool isTransposed = false; ///< objects are columns
    double threshold = 0.25; ///< lowest score that is shown
    double overlap
        = 0.45; ///< of two boxes of a class that share more, the better is shown; 1 = all

    bool operator==(const BoxForm&) const = default;
};

/// How an output is shown: guessed, or chosen by the user and kept with the model.
struct ShownOptions {
    enum class Scores { ByTheNumbers, Logits, Probabilities };
    ShownAs as = ShownAs::Numbers;
    QString words; ///< file with labels or tokens; empty = none
    Scores scores = Scores::ByTheNumbers; ///< for Classes
    double sampleRate = 0; ///< for Wave, in Hz; 0 = not known
    double level = 0.5; ///< for Mask with one channel: the lowest number inside
    BoxForm boxes;

    QJsonObject json() const;
    static ShownOptions fromJson(const QJsonObject& json);
    bool operator==(const ShownOptions&) const = default;
};

struct Guess {
    ShownOptions options;
    QString reason; ///< `a number for each of 1,000 classes`; empty for Numbers
};

/// Guesses by name, type and shape.
Guess guessShown(
    std::string_view name, model::ElementType element, const std::vector<std::int64_t>& dims);

/// What the user chose for a value of a model file; nothing if there was no choice.
std::optional<ShownOptions> chosenShown(const QString& modelPath, const QString& value);
void keepShown(const QString& modelPath, const QString& value, const ShownOptions& options);
/// Goes back to the guess.
void forgetShown(const QString& modelPath, const QString& value);

} // namespace ui
