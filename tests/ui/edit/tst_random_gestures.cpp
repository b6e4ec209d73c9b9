#include <QTest>

#include "model/inference/analysis.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/edit/attribute_text.h"
#include "ui/edit/edits.h"
#include "ui/edit/producers.h"

#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <random>

namespace fs = std::filesystem;
using model::edit::Document;

namespace {

constexpr std::uintmax_t largestFile = 1U << 20; // bytes
constexpr int gesturesPerModel = 24;

/// Makes the edits of random gestures.
class Gestures {
public:
    explicit Gestures(unsigned seed)
        : m_random(seed)
    {
    }

    support::Result<ui::ModelEdit> next(const model::Model& model)
    {
        using Gesture = support::Result<ui::ModelEdit> (Gestures::*)(const model::Model&);
        static constexpr std::array<Gesture, 6> all { &Gestures::remove, &Gestures::bypass,
            &Gestures::insert, &Gestures::add, &Gestures::rewire, &Gestures::rename };
        if (model.nodes.empty() || model.values.empty())
            return support::failAs(support::ErrorKind::Usage, "no nodes or values");
        return (this->*all[pick(all.size())])(model);
    }

private:
    std::size_t pick(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }
    model::NodeId node(const model::Model& model)
    {
        return model::NodeId(pick(model.nodes.size()));
    }
    model::ValueId value(const model::Model& model)
    {
        return model::ValueId(pick(model.values.size()));
    }
    const model::edit::FittingOperator* fitting(
        const std::vector<model::edit::FittingOperator>& all)
    {
        for (int i = 0; i < 50 && !all.empty(); ++i)
            if (const auto& some = all[pick(all.size())]; some.refusal.empty())
                return &some;
        return nullptr;
    }

    support::Result<ui::ModelEdit> remove(const model::Model& model)
    {
        std::vector nodes { node(model) };
        if (pick(2) == 0) // with everything that reads it
            for (std::size_t i = 0; i < nodes.size() && nodes.size() < 50; ++i)
                for (const auto output : model.node(nodes[i]).outputs)
                    if (output.isValid())
                        for (const auto& use : model.value(output).uses)
                            if (std::ranges::find(nodes, use.node) == nodes.end())
                                nodes.push_back(use.node);
        return ui::deletionOf(model, nodes);
    }
    support::Result<ui::ModelEdit> bypass(const model::Model& model)
    {
        return ui::bypassOf(model, node(model));
    }
    support::Result<ui::ModelEdit> insert(const model::Model& model)
    {
        const auto id = value(model);
        const auto all = model::edit::fittingOperators(
            model, model.value(id).graph, &model.value(id).type, model::edit::NewNode::Inserted);
        const auto* chosen = fitting(all);
        if (chosen == nullptr)
            return support::failAs(support::ErrorKind::Usage, "nothing fits");
        auto place = ui::everyReader(model, id);
        if (place.readers.size() > 1 && pick(2) == 0)
            place = { id, { place.readers.front() }, false };
        return ui::insertionOf(model, place, *chosen);
    }
    support::Result<ui::ModelEdit> add(const model::Model& model)
    {
        const auto id = value(model);
        const auto all = model::edit::fittingOperators(
            model, model.value(id).graph, &model.value(id).type, model::edit::NewNode::Added);
        const auto* chosen = fitting(all);
        if (chosen == nullptr)
            return support::failAs(support::ErrorKind::Usage, "nothing fits");
        return ui::additionOf(model, model.value(id).graph, id, *chosen);
    }
    support::Result<ui::ModelEdit> rewire(const model::Model& model)
    {
        const auto id = node(model);
        const auto inputs = ui::inputSlots(model, id);
        if (inputs == 0)
            return support::failAs(support::ErrorKind::Usage, "no inputs");
        const auto input = pick(inputs);
        const auto found = ui::producersFor(model, nullptr, id, input);
        if (found.values.empty())
            return support::failAs(support::ErrorKind::Usage, "no producers");
        return ui::rewiringOf(
            model, id, input, model.value(found.values[pick(found.values.size())]).name);
    }
    support::Result<ui::ModelEdit> rename(const model::Model& model)
    {
        return ui::renamingOf(model, value(model), QStringLiteral("renamed"));
    }

    std::mt19937 m_random;
};

} // namespace

/// The edits of random gestures on models of all kinds, without a window: each is undone exactly,
/// and what was selected is found again.
class TestRandomGestures : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_done = 0;

    void play(const fs::path& path)
    {
        auto document = Document::open(path);
        if (!document)
            return; // not a model: the window cannot open it either
        const auto original = testing::editedBytes(**document);
        Gestures gestures(static_cast<unsigned>(original.size()));
        for (int i = 0; i < gesturesPerModel; ++i) {
            const auto before = (*document)->model();
            const auto steps = (*document)->doneSteps();
            const auto edit = gestures.next(*before);
            if (!edit || !(*document)->applyAll(edit->operations))
                continue;
            ++m_done;
            checkIds(*before, **document, *edit);
            if (i % 3 == 0)
                while ((*document)->doneSteps() > steps)
                    QVERIFY((*document)->undo());
        }
        while ((*document)->canUndo())
            QVERIFY((*document)->undo());
        QVERIFY2(testing::editedBytes(**document) == original, path.c_str());
    }

    /// Items keep what an edit does not change: a node its operator, a value its producer.
    static void checkIds(const model::Model& before, const model::edit::Document& document,
        const ui::ModelEdit& edit)
    {
        const auto& after = *document.model();
        const auto& ids = document.lastIds();
        std::size_t lost = 0;
        std::vector<bool> isTaken(after.nodes.size());
        for (const auto id : ids.nodes) {
            if (!id.isValid()) {
                ++lost;
                continue;
            }
            QVERIFY(id.value() < after.nodes.size());
            QVERIFY2(!isTaken[id.value()], "two nodes became one");
            isTaken[id.value()] = true;
        }
        for (const auto id : ids.values)
            QVERIFY(!id.isValid() || id.value() < after.values.size());
        const auto fewer = before.nodes.size() > after.nodes.size()
            ? before.nodes.size() - after.nodes.size()
            : 0;
        // A removed node takes its bodies with it.
        QVERIFY2(lost == fewer, qPrintable(edit.text));
    }

private slots:
    void onModelsWithBodiesAndFunctions()
    {
        const auto path = m_folder.filePath(QStringLiteral("nested.onnx"));
        testing::writeFile(path, testing::nestedModel());
        play(path.toStdString());
        QVERIFY(m_done > 0);
    }

    void onAllTestModels()
    {
        if (!fs::exists(testing::dataDir()))
            QSKIP("no test data: set OPSCOPE_TEST_DATA");
        int models = 0;
        int operatorTests = 0; // thousands of models of one node, of which every 16th is enough
        for (const auto& entry : fs::recursive_directory_iterator(testing::dataDir())) {
            if (!entry.is_regular_file() || entry.file_size() > largestFile
                || (entry.path().extension() != ".onnx"
                    && entry.path().parent_path().filename() != "malformed"))
                continue;
            if (entry.path().string().find("/node/") != std::string::npos
                && ++operatorTests % 16 != 0)
                continue;
            ++models;
            play(entry.path());
            if (QTest::currentTestFailed())
                return;
        }
        qInfo("%d gestures done on %d files", m_done, models);
        QVERIFY(m_done > models);
    }
};

QTEST_GUILESS_MAIN(TestRandomGestures)
#include "tst_random_gestures.moc"
