#include "engine/kernel/element_dispatch.h"
#include "engine/reference/ml_scores.h"

#include <algorithm>
#include <cmath>

// LinearClassifier, LinearRegressor, SVMClassifier, SVMRegressor of ai.onnx.ml.

namespace engine {

namespace {

/// Returns one score per target. `coefficients` has a row of features per target.
Result<std::vector<double>> linearScores(std::span<const double> row,
    const std::vector<float>& coefficients, const std::vector<float>& intercepts,
    std::size_t targets)
{
    if (coefficients.size() != targets * row.size())
        return fail("there are ", coefficients.size(), " coefficients for ", targets,
            " targets of ", row.size(), " features");
    std::vector<double> scores(targets, 0.0);
    for (std::size_t t = 0; t < targets; ++t) {
        for (std::size_t k = 0; k < row.size(); ++k)
            scores[t] += row[k] * static_cast<double>(coefficients[t * row.size() + k]);
        if (t < intercepts.size())
            scores[t] += static_cast<double>(intercepts[t]);
    }
    return scores;
}

Result<void> runLinearRegressor(const OpNode& node, RunContext& context)
{
    const auto features = TRY(featureRows(context.tensor(0)));
    const auto coefficients = node.reals("coefficients", {});
    const auto intercepts = node.reals("intercepts", {});
    const auto transform = TRY(postTransform(node));
    const auto targets = static_cast<std::size_t>(
        std::clamp<std::int64_t>(node.integer("targets", 1), 1, 1 << 24));
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < features.rows; ++i) {
        rows.push_back(TRY(linearScores(features.row(i), coefficients, intercepts, targets)));
        transformScores(rows.back(), transform);
    }
    return writeRows(context, rows, targets);
}

Result<void> runLinearClassifier(const OpNode& node, RunContext& context)
{
    const auto features = TRY(featureRows(context.tensor(0)));
    const auto coefficients = node.reals("coefficients", {});
    const auto intercepts = node.reals("intercepts", {});
    const auto transform = TRY(postTransform(node));
    const auto labels = classLabels(node, "classlabels_strings", "classlabels_ints");
    const auto targets = features.width > 0 ? coefficients.size() / features.width : 0;
    const bool isBinary = targets == 1 && labels.count() == 2;
    if (targets == 0 || (!isBinary && labels.count() != targets))
        return fail("there are ", labels.count(), " labels for ", targets, " rows of coefficients");
    std::vector<std::size_t> chosen;
    std::vector<std::vector<double>> scores;
    for (std::size_t i = 0; i < features.rows; ++i) {
        auto row = TRY(linearScores(features.row(i), coefficients, intercepts, targets));
        if (isBinary) {
            chosen.push_back(row[0] > 0 ? 1 : 0);
            scores.push_back(binaryScores(row[0], OtherClassScore::Complement, transform));
            continue;
        }
        chosen.push_back(largestIndex(row));
        transformScores(row, transform);
        scores.push_back(std::move(row));
    }
    return writeClasses(context, labels, chosen, scores);
}

/// The kernel function of a support vector machine.
struct VectorKernel {
    std::string type;
    double gamma = 0;
    double coef0 = 0;
    double degree = 0;

    double operator()(std::span<const double> a, const float* b) const
    {
        double sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const auto y = static_cast<double>(b[k]);
            sum += type == "RBF" ? (a[k] - y) * (a[k] - y) : a[k] * y;
        }
        if (type == "RBF")
            return std::exp(-gamma * sum);
        if (type == "POLY")
            return std::pow(gamma * sum + coef0, degree);
        return type == "SIGMOID" ? std::tanh(gamma * sum + coef0) : sum;
    }
};

VectorKernel vectorKernel(const OpNode& node)
{
    const auto parameters = node.reals("kernel_params", {});
    VectorKernel kernel { node.text("kernel_type", "LINEAR") };
    if (parameters.size() >= 3) {
        kernel.gamma = static_cast<double>(parameters[0]);
        kernel.coef0 = static_cast<double>(parameters[1]);
        kernel.degree = static_cast<double>(parameters[2]);
    }
    return kernel;
}

Result<void> runSvmRegressor(const OpNode& node, RunContext& context)
{
    const auto features = TRY(featureRows(context.tensor(0)));
    const auto kernel = vectorKernel(node);
    const auto coefficients = node.reals("coefficients", {});
    const auto vectors = node.reals("support_vectors", {});
    const auto rho = node.reals("rho", {});
    const auto supports
        = static_cast<std::size_t>(std::max<std::int64_t>(node.integer("n_supports", 0), 0));
    const auto transform = TRY(postTransform(node));
    if (rho.empty()
        || (supports > 0
                ? vectors.size() != supports * features.width || coefficients.size() < supports
                : coefficients.size() != features.width))
        return fail(
            "support vectors, coefficients or rho do not fit ", features.width, " features");
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < features.rows; ++i) {
        double sum = static_cast<double>(rho[0]);
        for (std::size_t s = 0; s < supports; ++s)
            sum += static_cast<double>(coefficients[s])
                * kernel(features.row(i), vectors.data() + s * features.width);
        if (supports == 0)
            sum += kernel(features.row(i), coefficients.data());
        if (node.flag("one_class"))
            sum = sum > 0 ? 1 : -1;
        rows.push_back({ sum });
        transformScores(rows.back(), transform);
    }
    return writeRows(context, rows, 1);
}

struct SupportVectors {
    VectorKernel kernel;
    std::vector<float> coefficients, vectors, rho, probA, probB;
    std::vector<std::int64_t> perClass;
    std::vector<std::size_t> firsts; ///< first support vector of each class
    std::size_t supports = 0;
};

/// Scores of every pair of classes, and the votes of the pairs.
struct PairScores {
    std::vector<double> scores;
    std::vector<int> votes;
};

PairScores pairScores(const SupportVectors& model, std::span<const double> row)
{
    const auto classes = model.perClass.size();
    std::vector<double> similar(model.supports);
    for (std::size_t s = 0; s < model.supports; ++s)
        similar[s] = model.kernel(row, model.vectors.data() + s * row.size());
    PairScores pairs { {}, std::vector<int>(classes, 0) };
    for (std::size_t a = 0; a < classes; ++a) {
        for (std::size_t b = a + 1; b < classes; ++b) {
            double sum = static_cast<double>(model.rho[pairs.scores.size()]);
            for (std::size_t s = 0; s < static_cast<std::size_t>(model.perClass[a]); ++s)
                sum += static_cast<double>(
                           model.coefficients[(b - 1) * model.supports + model.firsts[a] + s])
                    * similar[model.firsts[a] + s];
            for (std::size_t s = 0; s < static_cast<std::size_t>(model.perClass[b]); ++s)
                sum += static_cast<double>(
                           model.coefficients[a * model.supports + model.firsts[b] + s])
                    * similar[model.firsts[b] + s];
            pairs.scores.push_back(sum);
            ++pairs.votes[sum > 0 ? a : b];
        }
    }
    return pairs;
}

/// Computes class probabilities from pairwise ones by Wu, Lin and Weng (2004), with the iteration
/// of libsvm.
std::vector<double> coupleProbabilities(const std::vector<std::vector<double>>& pairwise)
{
    const auto classes = pairwise.size();
    std::vector<std::vector<double>> q(classes, std::vector<double>(classes, 0.0));
    std::vector<double> p(classes, 1.0 / static_cast<double>(classes));
    for (std::size_t t = 0; t < classes; ++t) {
        for (std::size_t j = 0; j < classes; ++j) {
            if (j == t)
                continue;
            q[t][t] += pairwise[j][t] * pairwise[j][t];
            q[t][j] = -pairwise[j][t] * pairwise[t][j];
        }
    }
    for (int turn = 0; turn < 100; ++turn) {
        std::vector<double> qp(classes, 0.0);
        double pqp = 0;
        for (std::size_t t = 0; t < classes; ++t) {
            for (std::size_t j = 0; j < classes; ++j)
                qp[t] += q[t][j] * p[j];
            pqp += p[t] * qp[t];
        }
        double worst = 0;
        for (std::size_t t = 0; t < classes; ++t)
            worst = std::max(worst, std::fabs(qp[t] - pqp));
        if (worst < 0.005 / static_cast<double>(classes))
            break;
        for (std::size_t t = 0; t < classes; ++t) {
            const double step = (-qp[t] + pqp) / q[t][t];
            p[t] += step;
            pqp = (pqp + step * (step * q[t][t] + 2 * qp[t])) / (1 + step) / (1 + step);
            for (std::size_t j = 0; j < classes; ++j) {
                qp[j] = (qp[j] + step * q[t][j]) / (1 + step);
                p[j] /= 1 + step;
            }
        }
    }
    return p;
}

std::vector<double> probabilities(const SupportVectors& model, const std::vector<double>& scores)
{
    const auto classes = model.perClass.size();
    std::vector<std::vector<double>> pairwise(classes, std::vector<double>(classes, 0.0));
    std::size_t at = 0;
    for (std::size_t a = 0; a < classes; ++a) {
        for (std::size_t b = a + 1; b < classes; ++b, ++at) {
            const double p = 1
                - logistic(scores[at] * static_cast<double>(model.probA[at])
                    + static_cast<double>(model.probB[at]));
            pairwise[a][b] = std::clamp(p, 1e-7, 1 - 1e-7);
            pairwise[b][a] = 1 - pairwise[a][b];
        }
    }
    return coupleProbabilities(pairwise);
}

Result<SupportVectors> supportVectors(const OpNode& node, std::size_t width)
{
    SupportVectors model { vectorKernel(node), node.reals("coefficients", {}),
        node.reals("support_vectors", {}), node.reals("rho", {}), node.reals("prob_a", {}),
        node.reals("prob_b", {}), node.integers("vectors_per_class", {}), {}, 0 };
    for (const auto count : model.perClass) {
        if (count < 0 || count > (1 << 28))
            return fail("vectors_per_class has an entry of ", count);
        model.firsts.push_back(model.supports);
        model.supports += static_cast<std::size_t>(count);
    }
    const auto classes = model.perClass.size();
    const auto pairs = classes * (classes - 1) / 2;
    if (classes < 2 || model.vectors.size() != model.supports * width
        || model.coefficients.size() != (classes - 1) * model.supports || model.rho.size() < pairs
        || (!model.probA.empty() && (model.probA.size() < pairs || model.probB.size() < pairs)))
        return fail("support vectors, coefficients, rho or probabilities do not fit ", classes,
            " classes of ", width, " features");
    return model;
}

/// Writes the scores of one row and returns its class.
std::size_t classifyByVectors(const SupportVectors& model, std::span<const double> row,
    PostTransform transform, std::vector<double>& scores)
{
    const auto pairs = pairScores(model, row);
    const auto chosen
        = static_cast<std::size_t>(std::ranges::max_element(pairs.votes) - pairs.votes.begin());
    if (!model.probA.empty()) {
        scores = probabilities(model, pairs.scores); // they do not change the vote
        transformScores(scores, transform);
        return chosen;
    }
    scores = pairs.scores;
    // As in ONNX Runtime: for two classes softmax is not applied, but the other score is then the
    // complement.
    const bool isSoftmax
        = transform == PostTransform::Softmax || transform == PostTransform::SoftmaxZero;
    if (scores.size() == 1)
        scores = binaryScores(scores[0],
            isSoftmax ? OtherClassScore::Complement : OtherClassScore::Opposite, transform);
    else
        transformScores(scores, transform);
    return chosen;
}

Result<void> runSvmClassifier(const OpNode& node, RunContext& context)
{
    const auto features = TRY(featureRows(context.tensor(0)));
    const auto labels = classLabels(node, "classlabels_strings", "classlabels_ints");
    const auto transform = TRY(postTransform(node));
    const auto perClass = node.integers("vectors_per_class", {});
    std::vector<std::size_t> chosen(features.rows);
    std::vector<std::vector<double>> scores(features.rows);
    if (perClass.empty()) {
        const auto coefficients = node.reals("coefficients", {});
        const auto rho = node.reals("rho", {});
        const auto kernel = vectorKernel(node);
        const auto classes = labels.count();
        if (classes == 0 || rho.empty() || coefficients.size() != classes * features.width)
            return fail("there are ", coefficients.size(), " coefficients for ", classes,
                " classes of ", features.width, " features");
        for (std::size_t i = 0; i < features.rows; ++i) {
            for (std::size_t c = 0; c < classes; ++c)
                scores[i].push_back(
                    kernel(features.row(i), coefficients.data() + c * features.width)
                    + static_cast<double>(rho[0]));
            chosen[i] = largestIndex(scores[i]);
            transformScores(scores[i], transform);
        }
        return writeClasses(context, labels, chosen, scores);
    }
    const auto model = TRY(supportVectors(node, features.width));
    if (labels.count() != perClass.size())
        return fail("there are ", labels.count(), " labels for ", perClass.size(), " classes");
    for (std::size_t i = 0; i < features.rows; ++i)
        chosen[i] = classifyByVectors(model, features.row(i), transform, scores[i]);
    return writeClasses(context, labels, chosen, scores);
}

const RegisterReference linearModels[] = {
    { "LinearClassifier", runLinearClassifier, nullptr, "ai.onnx.ml" },
    { "LinearRegressor", runLinearRegressor, nullptr, "ai.onnx.ml" },
    { "SVMClassifier", runSvmClassifier, nullptr, "ai.onnx.ml" },
    { "SVMRegressor", runSvmRegressor, nullptr, "ai.onnx.ml" },
};

} // namespace

} // namespace engine
