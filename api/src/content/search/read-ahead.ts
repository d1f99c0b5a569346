import type { Dependencies } from '../../platform/dependencies.ts';
import { Problem } from '../../platform/http/problem.ts';
import { runSearch } from './run-search.ts';
import { searchEngineOf } from './search-engine.ts';
import { searchOf } from './search-repository.ts';
import { datasetsOfWorkspace } from './searched-datasets.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Workspaces whose indexes are read at most. The cache has its own limit. */
const WORKSPACES_MAX = 20;

/**
 * Searches the workspaces that were searched lately, each for the name of one of its documents, so that the first
 * search after a start finds its thread running and its indexes in memory. Other statements go first. Only words
 * are searched: no service is called.
 */
export async function readAhead(dependencies: Dependencies): Promise<void> {
  const { draining, log } = dependencies;
  const failed = (error: unknown) => {
    // Searches read what they need themselves. A workspace may have been deleted meanwhile.
    if (draining.aborted || error instanceof Problem) return;
    log.warn('search indexes were not read ahead', { error: String(error) });
  };
  const found = await searchedLately(dependencies.database.lowPriority, WORKSPACES_MAX).catch(
    (error: unknown) => {
      failed(error);
      return [];
    },
  );
  // The last one read stays in the cache the longest.
  for (const workspace of found.toReversed()) {
    if (draining.aborted) return;
    await searchForAName(dependencies, workspace).catch(failed);
  }
}

async function searchForAName(
  dependencies: Dependencies,
  { organizationId, workspaceId }: SearchedWorkspace,
): Promise<void> {
  const database = dependencies.database.lowPriority;
  const engine = { ...searchEngineOf(dependencies), reads: database, database };
  const datasets = await datasetsOfWorkspace(database, organizationId, workspaceId);
  const search = searchOf(database, organizationId);
  const ids = datasets.map(({ id }) => id);
  const [document] = await search.documents(ids, {}, await search.matching(ids, {}, 1));
  if (document === undefined) return;
  const input = { ...INPUT, query: document.name };
  await runSearch(engine, { organizationId, datasets, input });
}

const INPUT = {
  filter: {},
  limit: 1,
  mode: 'words',
  neighbours: 0,
  rerank: false,
  explain: false,
  final: false,
} as const;

interface SearchedWorkspace {
  organizationId: string;
  workspaceId: string;
}

/** Returns the workspaces of all organizations that were searched last, the last and most often searched first. */
const searchedLately = (database: Queryable, limit: number): Promise<SearchedWorkspace[]> =>
  database.query<SearchedWorkspace>(
    `SELECT organization_id AS "organizationId", workspace_id AS "workspaceId" FROM search_days
     WHERE day > (now() AT TIME ZONE 'UTC')::date - 7
     GROUP BY organization_id, workspace_id
     ORDER BY max(day) DESC, sum(searches) DESC, workspace_id LIMIT $1`,
    [limit],
  );
