/** Milliseconds between two looks at how much was written. */
const INTERVAL_MS = 1000;

/** Tables that autovacuum would not skip either. */
const tablesWhere = (condition: string) => `SELECT format('%I.%I', s.schemaname, s.relname) AS name
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE (c.reloptions @> '{autovacuum_enabled=false}') IS NOT TRUE AND ${condition}`;

/**
 * Tables of which 500 rows more than half of all changed. Of small ones, all rows are read at once whatever the plan.
 */
const OUTDATED_TABLES = tablesWhere('s.n_mod_since_analyze > 500 + 0.5 * greatest(c.reltuples, 0)');

/** Tables that were never analyzed although they have some pages: a crash loses the counters of changed rows. */
const UNKNOWN_TABLES = tablesWhere('c.reltuples < 0 AND pg_relation_size(c.oid) > 65536');

/** Reads 3,000 rows, which takes about as long at any size of a table. The vacuum of each hour reads ten times as many. */
const analyzeSql = (table: string) =>
  `BEGIN; SET LOCAL default_statistics_target = 10; ANALYZE ${table}; COMMIT`;

/**
 * Renews the planner's statistics of tables whose rows changed, as autovacuum does for a server. Without any, every
 * condition seems to leave one row, and joins of thousands of rows compare each with each.
 */
export class AutoAnalyze {
  readonly #run: (sql: string) => Promise<unknown[]>;
  #lookedAt = performance.now();
  #isFirstLook = true;

  /** `run` runs SQL while no transaction is open. */
  constructor(run: (sql: string) => Promise<unknown[]>) {
    this.#run = run;
  }

  /** Looks, if the last look has ended long enough ago. */
  async look(): Promise<void> {
    if (performance.now() - this.#lookedAt < INTERVAL_MS) return;
    this.#lookedAt = Infinity;
    try {
      const found = await this.#run(this.#isFirstLook ? UNKNOWN_TABLES : OUTDATED_TABLES);
      this.#isFirstLook = false;
      for (const { name } of found as { name: string }[]) await this.#run(analyzeSql(name));
    } finally {
      this.#lookedAt = performance.now();
    }
  }
}
