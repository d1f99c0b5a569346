import type { SearchFilter, SearchResponse } from '@carrel/shared/contract';

import { filteredDatasets, type Search } from './filtered-datasets.ts';
import { candidateDocuments, findChunks, type SearchedFor } from './candidates/find-chunks.ts';
import { facetsOf } from './results/facets.ts';
import type { SearchEngine } from './search-engine.ts';

type Facets = SearchResponse['facets'];

/** The fields of a filter by which the values of a facet are chosen. */
const FIELDS: Record<keyof Facets, readonly (keyof SearchFilter)[]> = {
  datasets: ['datasets'],
  folders: ['folder', 'folders'],
  kinds: ['kind'],
  months: ['changed', 'changed_in'],
};
const NAMES = Object.keys(FIELDS) as (keyof Facets)[];

/**
 * Counts each facet that narrows the search without its own filter, so that more of its values can be chosen.
 * The others have the counts of the search itself.
 */
export async function alternativeFacets(
  engine: SearchEngine,
  search: Search,
  asked: SearchedFor,
): Promise<Partial<Facets>> {
  const { filter } = search.input;
  const narrowing = NAMES.filter((name) =>
    FIELDS[name].some((field) => filter[field] !== undefined),
  );
  const counted = await Promise.all(
    narrowing.map(async (name): Promise<Partial<Facets>> => {
      const without = Object.fromEntries(FIELDS[name].map((field) => [field, undefined]));
      const input = { ...search.input, filter: { ...filter, ...without } };
      const datasets = filteredDatasets({ ...search, input });
      const found = await findChunks(
        engine,
        {
          ...asked,
          datasets,
          filter: { ...asked.filter, ...without },
          explain: false,
          suggest: undefined,
        },
        input.mode,
      );
      return { [name]: facetsOf(datasets, candidateDocuments(found), true)[name] };
    }),
  );
  return Object.assign({}, ...counted) as Partial<Facets>;
}
