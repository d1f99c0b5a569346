import { documentKind, type SearchResponse } from '@carrel/shared/contract';

import type { SearchedDataset, FoundDocument } from '../search-repository.ts';

/** Folders, and months, that are listed. */
const LISTED_MAX = 20;
/** Folders where a tree is made of them, whose counts add up: as many as there are candidates. */
const TREE_MAX = 200;

/** Counts where the best matches are. `documents` has one entry for each chunk. */
export function facetsOf(
  datasets: readonly SearchedDataset[],
  documents: readonly FoundDocument[],
  allFolders = false,
): SearchResponse['facets'] {
  const ofDatasets = counts(documents, ({ datasetId }) => datasetId);
  return {
    datasets: datasets
      .map(({ id, name }) => ({ id, name, count: ofDatasets.get(id) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
    folders: listed(
      counts(documents, ({ path }) => folderOf(path)),
      allFolders ? TREE_MAX : LISTED_MAX,
    )
      .filter(([path]) => path !== '')
      .map(([path, count]) => ({ path, count })),
    kinds: listed(counts(documents, ({ name }) => documentKind(name))).map(([kind, count]) => ({
      kind,
      count,
    })),
    months: listed(counts(documents, ({ changedAt }) => changedAt.toISOString().slice(0, 7)))
      .map(([month, count]) => ({ month, count }))
      .toSorted((a, b) => (a.month < b.month ? 1 : -1)),
  };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function counts<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const item of items) found.set(key(item), (found.get(key(item)) ?? 0) + 1);
  return found;
}

const listed = (found: ReadonlyMap<string, number>, max = LISTED_MAX): [string, number][] =>
  [...found].toSorted(([, a], [, b]) => b - a).slice(0, max);
