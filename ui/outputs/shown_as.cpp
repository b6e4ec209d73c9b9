#include "ui/outputs/shown_as.h"

#include "ui/document/settings.h"
#include "ui/format.h"
#include "ui/translation/text.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace ui {

namespace {

QString shownKeyOf(const QString& modelPath)
{
    return QStringLiteral("shown/") + QString::fromLatin1(modelPath.toUtf8().toHex());
}

QJsonObject allShown(const QString& modelPath)
{
    return QJsonDocument::fromJson(settings::value(shownKeyOf(modelPath)).toUtf8()).object();
}

void keepAll(const QString& modelPath, const QJsonObject& json)
{
    settings::setValue(shownKeyOf(modelPath),
        QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

constexpr std::array shownNames { "numbers", "classes", "tokens", "boxes", "mask", "wave" };

using Sizes = std::vector<std::int64_t>;

/// What guesses look at: the name in lower case, the type, and the sizes without leading ones.
struct Facts {
    std::string name;
    bool isFloat = false;
    bool isIndex = false; ///< int32 or int64
    Sizes sizes;

    bool isNamed(std::initializer_list<std::string_view> words) const
    {
        return std::ranges::any_of(
            words, [&](auto word) { return name.find(word) != std::string::npos; });
    }
    std::size_t rank() const { return sizes.size(); }
};

Facts factsOf(std::string_view name, model::ElementType element, const Sizes& dims)
{
    using model::ElementType;
    Facts facts;
    std::ranges::transform(name, std::back_inserter(facts.name),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    facts.isFloat = element == ElementType::Float || element == ElementType::Float16
        || element == ElementType::Bfloat16 || element == ElementType::Double;
    facts.isIndex = element == ElementType::Int64 || element == ElementType::Int32;
    facts.sizes = dims;
    while (facts.sizes.size() > 1 && facts.sizes.front() == 1)
        facts.sizes.erase(facts.sizes.begin());
    return facts;
}

using MaybeGuess = std::optional<Guess>;

Guess guessed(ShownAs as, const QString& reason)
{
    Guess guess;
    guess.options.as = as;
    guess.reason = reason;
    return guess;
}

MaybeGuess guessTokens(const Facts& facts)
{
    if (facts.isIndex && facts.rank() <= 2
        && facts.isNamed({ "input_ids", "token", "sequence", "_ids", "generated" }))
        return guessed(ShownAs::Tokens, tr("whole numbers whose name says tokens"));
    constexpr std::int64_t smallVocabulary = 8000;
    if (facts.isFloat && facts.rank() >= 2 && facts.sizes.back() >= smallVocabulary
        && facts.isNamed({ "logit", "lm_head", "prediction" }))
        return guessed(ShownAs::Tokens,
            tr("a score for each of %1 tokens").arg(integerText(facts.sizes.back())));
    return std::nullopt;
}

MaybeGuess guessBoxes(const Facts& facts)
{
    if (!facts.isFloat || facts.rank() != 2)
        return std::nullopt;
    const bool isNamed = facts.isNamed({ "box", "det", "output0" });
    const auto rows = facts.sizes[0];
    const auto columns = facts.sizes[1];
    auto guess = guessed(ShownAs::Boxes, {});
    auto& form = guess.options.boxes;
    constexpr std::int64_t manyObjects = 300;
    if (columns == 4 && facts.isNamed({ "box" })) {
        guess.reason = tr("four numbers for each of %1 boxes").arg(integerText(rows));
        return guess;
    }
    if (columns == 6 && (isNamed || rows >= 100)) {
        form.scores = BoxForm::Scores::ThenClass;
        form.overlap = 1;
        guess.reason = tr("corners, score and class for each of %1 boxes").arg(integerText(rows));
        return guess;
    }
    if (rows >= 5 && columns >= manyObjects && columns > 4 * rows) {
        form = { BoxForm::Corners::CentreSize, BoxForm::Scores::PerClass, true };
        guess.reason = tr("centre, size and %1 scores for each of %2 boxes, as YOLOv8 has")
                           .arg(integerText(rows - 4), integerText(columns));
        return guess;
    }
    if (columns >= 6 && rows >= manyObjects && rows > 4 * columns) {
        form = { BoxForm::Corners::CentreSize, BoxForm::Scores::ObjectPerClass };
        guess.reason = tr("centre, size, score and %1 scores for each of %2 boxes, as YOLOv5 has")
                           .arg(integerText(columns - 5), integerText(rows));
        return guess;
    }
    return std::nullopt;
}

MaybeGuess guessMask(const Facts& facts)
{
    constexpr std::int64_t leastSide = 16;
    const auto rank = facts.rank();
    if (rank < 2 || facts.sizes[rank - 1] < leastSide || facts.sizes[rank - 2] < leastSide)
        return std::nullopt;
    const bool isNamed = facts.isNamed({ "mask", "seg" });
    if (rank == 2 && isNamed)
        return guessed(ShownAs::Mask, tr("a number per pixel, and its name says mask"));
    if (rank != 3 || !facts.isFloat)
        return std::nullopt;
    const auto channels = facts.sizes[0];
    constexpr std::int64_t mostClasses = 200;
    // Three channels are rather a picture.
    if (channels <= mostClasses
        && (isNamed || (channels == 21 || channels == 19 || channels == 150)))
        return guessed(ShownAs::Mask,
            tr("a score for each of %1 classes per pixel").arg(integerText(channels)));
    return std::nullopt;
}

MaybeGuess guessWave(const Facts& facts)
{
    constexpr std::int64_t quarterSecond = 2000; // of 8 kHz
    const auto rank = facts.rank();
    if (!facts.isFloat || rank > 2 || (rank == 2 && facts.sizes[0] > 2))
        return std::nullopt;
    if (rank >= 1 && facts.sizes.back() >= quarterSecond
        && facts.isNamed({ "audio", "wav", "pcm", "speech", "sound", "sample", "enhanced" }))
        return guessed(ShownAs::Wave,
            tr("%1 numbers in a row, and the name says sound")
                .arg(integerText(facts.sizes.back())));
    return std::nullopt;
}

MaybeGuess guessClasses(const Facts& facts)
{
    if (!facts.isFloat || facts.rank() == 0 || facts.rank() > 2 || facts.sizes.back() < 2)
        return std::nullopt;
    const auto classes = facts.sizes.back();
    const bool isKnown = classes == 1000 || classes == 1001 || classes == 21841 || classes == 21843;
    constexpr std::int64_t mostClasses = 30'000;
    if (isKnown
        || (classes <= mostClasses
            && facts.isNamed({ "logit", "prob", "class", "softmax", "score", "label", "pred" })))
        return guessed(
            ShownAs::Classes, tr("a score for each of %1 classes").arg(integerText(classes)));
    return std::nullopt;
}

} // namespace

QJsonObject ShownOptions::json() const
{
    return { { QStringLiteral("as"), QLatin1String(shownNames[static_cast<std::size_t>(as)]) },
        { QStringLiteral("words"), words }, { QStringLiteral("scores"), static_cast<int>(scores) },
        { QStringLiteral("sampleRate"), sampleRate }, { QStringLiteral("level"), level },
        { QStringLiteral("corners"), static_cast<int>(boxes.corners) },
        { QStringLiteral("boxScores"), static_cast<int>(boxes.scores) },
        { QStringLiteral("transposed"), boxes.isTransposed },
        { QStringLiteral("threshold"), boxes.threshold },
        { QStringLiteral("overlap"), boxes.overlap } };
}

ShownOptions ShownOptions::fromJson(const QJsonObject& json)
{
    ShownOptions options;
    const auto choice = [&](const char* key, int most) {
        return std::clamp(json.value(QLatin1String(key)).toInt(), 0, most);
    };
    const auto as = json.value(QStringLiteral("as")).toString();
    for (std::size_t i = 0; i < shownNames.size(); ++i)
        if (as == QLatin1String(shownNames[i]))
            options.as = static_cast<ShownAs>(i);
    options.words = json.value(QStringLiteral("words")).toString();
    options.scores = static_cast<Scores>(choice("scores", 2));
    options.sampleRate = json.value(QStringLiteral("sampleRate")).toDouble();
    options.level = json.value(QStringLiteral("level")).toDouble(options.level);
    auto& boxes = options.boxes;
    boxes.corners = static_cast<BoxForm::Corners>(choice("corners", 3));
    boxes.scores = static_cast<BoxForm::Scores>(choice("boxScores", 3));
    boxes.isTransposed = json.value(QStringLiteral("transposed")).toBool();
    boxes.threshold = json.value(QStringLiteral("threshold")).toDouble(boxes.threshold);
    boxes.overlap = json.value(QStringLiteral("overlap")).toDouble(boxes.overlap);
    return options;
}

Guess guessShown(
    std::string_view name, model::ElementType element, const std::vector<std::int64_t>& dims)
{
    const auto facts = factsOf(name, element, dims);
    for (const auto rule : { guessTokens, guessBoxes, guessMask, guessWave, guessClasses })
        if (auto guess = rule(facts))
            return *std::move(guess);
    return {};
}

std::optional<ShownOptions> chosenShown(const QString& modelPath, const QString& value)
{
    const auto json = allShown(modelPath).value(value);
    return json.isObject() ? std::optional(ShownOptions::fromJson(json.toObject())) : std::nullopt;
}

void keepShown(const QString& modelPath, const QString& value, const ShownOptions& options)
{
    auto json = allShown(modelPath);
    json.insert(value, options.json());
    keepAll(modelPath, json);
}

void forgetShown(const QString& modelPath, const QString& value)
{
    auto json = allShown(modelPath);
    json.remove(value);
    keepAll(modelPath, json);
}

} // namespace ui
