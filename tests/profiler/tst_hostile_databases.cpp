// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/importers/importer.h"

#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

using namespace profiler;

namespace {

/// Changes pages of a SQLite file. Page 1 has a header; others begin with that of their B-tree.
class SqlitePages {
public:
    static constexpr qsizetype pageBytes = 4096;

    explicit SqlitePages(const QString& path)
        : m_file(path)
    {
        if (m_file.open(QIODevice::ReadWrite))
            m_bytes = m_file.readAll();
    }
    ~SqlitePages()
    {
        m_file.seek(0);
        m_file.write(m_bytes);
    }

    /// The only row of a page becomes `count` rows with the same bytes.
    void repeatRow(int page, int count)
    {
        const auto start = (page - 1) * pageBytes;
        setNumber(start + 3, count);
        for (int i = 1; i < count; ++i) {
            m_bytes[start + 8 + 2 * i] = m_bytes[start + 8];
            m_bytes[start + 9 + 2 * i] = m_bytes[start + 9];
        }
    }

    /// The page gets `count` entries, each of which leads to the page `child`.
    void leadTo(int page, int child, int count)
    {
        const auto start = (page - 1) * pageBytes;
        constexpr int cell = pageBytes - 8; // number of the child, then a row id
        m_bytes[start] = 5;
        setNumber(start + 3, count);
        setNumber(start + 5, cell);
        for (const auto place : { start + 8, start + cell }) {
            setNumber(place, 0);
            setNumber(place + 2, child);
        }
        m_bytes[start + cell + 4] = 1;
        for (int i = 0; i < count; ++i)
            setNumber(start + 12 + 2 * i, cell);
    }

private:
    void setNumber(qsizetype place, int value)
    {
        m_bytes[place] = static_cast<char>(value >> 8);
        m_bytes[place + 1] = static_cast<char>(value);
    }

    QFile m_file;
    QByteArray m_bytes;
};

/// Makes a database with pages of 4096 bytes. Returns the first page of a table; 0 after a failure.
int makeDatabase(const QString& path, const std::string& script, const char* table)
{
    sqlite3* database = nullptr;
    int page = 0;
    const auto all = "PRAGMA page_size=4096;" + script;
    if (sqlite3_open(path.toUtf8().constData(), &database) == SQLITE_OK
        && sqlite3_exec(database, all.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) {
        const auto query
            = "SELECT rootpage FROM sqlite_master WHERE name='" + std::string(table) + "'";
        const auto onRow = [](void* found, int, char** cells, char**) {
            *static_cast<int*>(found) = std::atoi(cells[0]);
            return 0;
        };
        sqlite3_exec(database, query.c_str(), onRow, &page, nullptr);
    }
    sqlite3_close(database);
    return page;
}

} // namespace

class TestHostileDatabases : public QObject {
    Q_OBJECT

private slots:
    void pagesOfSqliteAreNotReadAgainAndAgain();
    void textsOfSqliteAreNotReadAgainAndAgain();
};

void TestHostileDatabases::pagesOfSqliteAreNotReadAgainAndAgain()
{
    constexpr int repeats = 600;
    QTemporaryDir folder;
    const auto path = folder.filePath("p.sqlite");
    const std::string script
        = "CREATE TABLE leaf(start INTEGER, end INTEGER);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER);"
          "INSERT INTO leaf VALUES (5, 9);";
    const auto root = makeDatabase(path, script, "CUPTI_ACTIVITY_KIND_RUNTIME");
    QVERIFY(root > 2);
    {
        SqlitePages pages(path);
        pages.repeatRow(root - 1, repeats); // the page of `leaf`
        pages.leadTo(root, root - 1, repeats);
    }
    const auto found = importProfile(path.toStdString());
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    const auto rows = static_cast<std::int64_t>(QFile(path).size());
    QCOMPARE((*found)->metadata.integer("profile.imported_records").value_or(-1),
        rows); // at most one per byte
    QCOMPARE((*found)->diagnostics.back().code, std::string("profile-cut"));
}

void TestHostileDatabases::textsOfSqliteAreNotReadAgainAndAgain()
{
    QTemporaryDir folder;
    const auto path = folder.filePath("p.sqlite");
    const std::string script
        = "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER);"
          "INSERT INTO StringIds VALUES (1, '"
        + std::string(400'000, 'x') + "');";
    const auto root = makeDatabase(path, script, "StringIds");
    QVERIFY(root > 1);
    {
        SqlitePages pages(path);
        pages.repeatRow(root, 100);
    }
    const auto found = importProfile(path.toStdString());
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QVERIFY(std::ranges::any_of((*found)->diagnostics, [](const auto& problem) {
        return problem.message.find("StringIds: its texts are larger than the file")
            != std::string::npos;
    }));
}

QTEST_GUILESS_MAIN(TestHostileDatabases)
#include "tst_hostile_databases.moc"
