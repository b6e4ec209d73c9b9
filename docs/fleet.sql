-- Questions to packed profiles (`opscope-cli pack results -o packed`, docs/fleet.md). They run unchanged on DuckDB and on Spark.
-- Only the two source views differ. Take those of your engine, in the folder that has `packed`:
--
--   DuckDB    CREATE OR REPLACE TEMPORARY VIEW packed_rows AS SELECT * FROM read_parquet('packed/rows/**/*.parquet', hive_partitioning = true);
--             CREATE OR REPLACE TEMPORARY VIEW profiles AS SELECT * FROM read_parquet('packed/profiles.parquet');
--
--   Spark     CREATE OR REPLACE TEMPORARY VIEW packed_rows AS SELECT * FROM parquet.`packed/rows`;
--             CREATE OR REPLACE TEMPORARY VIEW profiles AS SELECT * FROM parquet.`packed/profiles.parquet`;
--
-- What other dialects of the two write differently, and the form that both take: whole division `//` or `div` is floor(a / b); FILTER needs WHERE;
-- the newest value is max_by (arg_max is DuckDB's only); a quantile is percentile_cont(q) WITHIN GROUP (ORDER BY x) (quantile_cont is DuckDB's,
-- percentile is Spark's); all columns but some are * EXCEPT (c).
--
-- Names in questions 4, 7, 9, 10 and 20 and dates in 8 to 10 are examples: replace them.

-- Views

CREATE OR REPLACE TEMPORARY VIEW walls AS
SELECT * FROM profiles WHERE interrupted = 0 AND importer IS NULL AND wall_ns IS NOT NULL;

CREATE OR REPLACE TEMPORARY VIEW runs AS
SELECT * FROM packed_rows WHERE kind = 'run' AND side <> 5;

CREATE OR REPLACE TEMPORARY VIEW ops AS
SELECT * FROM packed_rows WHERE kind = 'op' AND side <> 5;

-- 1. How much was measured, by month and machine?
SELECT month, machine, max(cpu) AS cpu, count(*) AS profiles, count(DISTINCT model) AS models
FROM profiles GROUP BY month, machine ORDER BY month, machine;

-- 2. How long does each model take on each machine?
SELECT model, machine, max(cpu) AS cpu, settings_text, count(*) AS profiles, median(wall_ns) / 1e6 AS ms
FROM walls GROUP BY model, machine, settings_text ORDER BY model, settings_text, ms;

-- 3. Which operator types take most of the time, over all models?
SELECT op_type, count(*) AS executions, sum(dur_ns) / 1e9 AS seconds, 1e2 * sum(dur_ns) / sum(sum(dur_ns)) OVER () AS percent,
       count(DISTINCT model) AS models
FROM ops GROUP BY op_type ORDER BY seconds DESC, op_type LIMIT 20;

-- 4. Which operators of one model take longest?
SELECT node, op_type, impl, count(*) AS executions, median(dur_ns) / 1e3 AS us
FROM ops WHERE model = 'residual-cnn/model.onnx' GROUP BY node, op_type, impl ORDER BY us DESC, node LIMIT 20;

-- 5. On which models do machines disagree most?
SELECT model, settings_text, count(*) AS machines, min(ms) AS fastest_ms, max(ms) AS slowest_ms, max(ms) / min(ms) AS ratio,
       max_by(machine, ms) AS slowest
FROM (SELECT model, settings_text, machine, median(wall_ns) / 1e6 AS ms FROM walls GROUP BY model, settings_text, machine) AS medians
GROUP BY model, settings_text HAVING count(*) > 1 ORDER BY ratio DESC, model, settings_text LIMIT 20;

-- 6. Which machine is slower than its brothers, those with the same processor?
SELECT host, max(cpu) AS cpu, count(*) AS settings, median(ms / brothers_ms) AS ratio
FROM (SELECT model, settings, cpu, host, median(wall_ns) / 1e6 AS ms, median(median(wall_ns)) OVER (PARTITION BY model, settings, cpu) / 1e6 AS brothers_ms
      FROM walls GROUP BY model, settings, cpu, host) AS medians
GROUP BY host HAVING median(ms / brothers_ms) > 1.1 ORDER BY ratio DESC, host;

-- 7. How did one model go over the months?
SELECT month, machine, count(*) AS profiles, median(wall_ns) / 1e6 AS ms
FROM walls WHERE model = 'residual-cnn/model.onnx' AND threads = 1 GROUP BY month, machine ORDER BY machine, month;

-- 8. What is slower since a date?
SELECT model, machine, settings_text, before_ms, since_ms, since_ms / before_ms AS ratio
FROM (SELECT model, machine, settings_text,
             median(wall_ns) FILTER (WHERE started < TIMESTAMP '2026-03-02 00:00:00') / 1e6 AS before_ms,
             median(wall_ns) FILTER (WHERE started >= TIMESTAMP '2026-03-02 00:00:00') / 1e6 AS since_ms
      FROM walls GROUP BY model, machine, settings_text) AS medians
WHERE since_ms > 1.02 * before_ms ORDER BY ratio DESC, model, machine, settings_text LIMIT 50;

-- 9. Which operators of one model are slower since a date?
SELECT node, op_type, before_us, since_us, since_us / before_us AS ratio
FROM (SELECT node, op_type,
             median(dur_ns) FILTER (WHERE started < TIMESTAMP '2026-03-02 00:00:00') / 1e3 AS before_us,
             median(dur_ns) FILTER (WHERE started >= TIMESTAMP '2026-03-02 00:00:00') / 1e3 AS since_us
      FROM ops WHERE model = 'residual-cnn/model.onnx' AND threads = 1 AND node IS NOT NULL GROUP BY node, op_type) AS medians
WHERE since_us > 1.02 * before_us ORDER BY since_us - before_us DESC, node LIMIT 20;

-- 10. Which commit made a model slower than the commit before? (`opscope-cli history` tests this with its error.)
SELECT commit, commit_time, ms, ms / before_ms AS ratio
FROM (SELECT commit, commit_time, ms, lag(ms) OVER (ORDER BY commit_time, commit) AS before_ms
      FROM (SELECT commit, min(commit_time) AS commit_time, median(wall_ns) / 1e6 AS ms
            FROM walls WHERE model = 'residual-cnn/model.onnx' AND threads = 1 AND commit IS NOT NULL GROUP BY commit) AS points) AS steps
WHERE before_ms IS NOT NULL ORDER BY ratio DESC, commit LIMIT 10;

-- 11. Which runs took much longer than the others of their profile?
SELECT profile_no, model, host, run, ms, ms / median_ms AS ratio
FROM (SELECT profile_no, model, host, run, dur_ns / 1e6 AS ms, median(dur_ns) OVER (PARTITION BY profile_no) / 1e6 AS median_ms FROM runs) AS all_runs
WHERE ms > 3 * median_ms ORDER BY ratio DESC, profile_no, run LIMIT 50;

-- 12. Which profiles are too noisy to compare: whose median has an interval beyond ± 5 %?
SELECT file, model, host, samples, wall_ns / 1e6 AS ms, 1e2 * (wall_high_ns - wall_low_ns) / 2 / wall_ns AS percent
FROM walls WHERE (wall_high_ns - wall_low_ns) / 2 > 0.05 * wall_ns ORDER BY percent DESC, file LIMIT 50;

-- 13. What does a precision cost or gain, compared with f32?
SELECT model, machine, threads, precision, ms, ms / f32_ms AS ratio
FROM (SELECT model, machine, threads, precision, median(wall_ns) / 1e6 AS ms,
             max(median(wall_ns) FILTER (WHERE precision = 'f32')) OVER (PARTITION BY model, machine, threads) / 1e6 AS f32_ms
      FROM walls GROUP BY model, machine, threads, precision) AS medians
WHERE precision <> 'f32' AND f32_ms IS NOT NULL ORDER BY ratio DESC, model, machine, threads, precision;

-- 14. How do models scale with threads?
SELECT model, machine, precision, threads, ms, one_ms / ms AS speedup, one_ms / ms / threads AS efficiency
FROM (SELECT model, machine, precision, threads, median(wall_ns) / 1e6 AS ms,
             max(median(wall_ns) FILTER (WHERE threads = 1)) OVER (PARTITION BY model, machine, precision) / 1e6 AS one_ms
      FROM walls GROUP BY model, machine, precision, threads) AS medians
WHERE threads > 1 AND one_ms IS NOT NULL ORDER BY efficiency, model, machine, precision, threads;

-- 15. Which engine is fastest for each model, on the same machine?
SELECT model, machine, count(*) AS engines, min_by(engine, ms) AS fastest, min(ms) AS ms, max(ms) / min(ms) AS ratio
FROM (SELECT model, machine, engine, min(wall_ns) / 1e6 AS ms FROM walls WHERE engine IS NOT NULL GROUP BY model, machine, engine) AS best
GROUP BY model, machine ORDER BY ratio DESC, model, machine;

-- 16. Which implementations reach which rate?
SELECT op_type, impl, count(*) AS executions, sum(flops) / sum(dur_ns) AS gflop_per_second, sum(dur_ns) / 1e9 AS seconds
FROM ops WHERE flops > 0 AND dur_ns > 0 GROUP BY op_type, impl ORDER BY seconds DESC, op_type, impl LIMIT 50;

-- 17. How much of the time of each model is in operators whose work is not known?
SELECT model, 1e2 * sum(dur_ns) FILTER (WHERE flops IS NULL) / sum(dur_ns) AS percent, sum(dur_ns) / 1e9 AS seconds
FROM ops GROUP BY model ORDER BY percent DESC NULLS LAST, model;

-- 18. How much time goes to work other than computing: layout changes, copies, waiting?
SELECT model, phase, count(*) AS times, sum(dur_ns) / 1e6 AS ms
FROM packed_rows WHERE kind = 'phase' AND side <> 5 AND phase <> 'kernel' GROUP BY model, phase ORDER BY ms DESC, model, phase LIMIT 50;

-- 19. What does the newest profile of each model say of its operators?
SELECT ops.model, ops.profile_no, op_type, count(*) AS executions, sum(dur_ns) / 1e6 AS ms
FROM ops JOIN (SELECT max_by(profile_no, started_at) AS profile_no FROM profiles GROUP BY model) AS newest ON ops.profile_no = newest.profile_no
GROUP BY ops.model, ops.profile_no, op_type ORDER BY ops.model, ms DESC, op_type;

-- 20. All rows of one profile, in order of time
SELECT kind, start_ns, dur_ns, run, side, node, op_type, impl, phase, work, name, value
FROM packed_rows WHERE profile_no = 7 ORDER BY row_no;
