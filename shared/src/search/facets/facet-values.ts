import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { kindLabel } from '../words.ts';
import { datasetName } from './filter-labels.ts';
import type { Facets } from './filter-labels.ts';
import type { FacetValue } from './facet-group.tsx';
import { folderRows } from './folder-tree.ts';
import { monthLabel } from './month.ts';

/** Returns values with those first that are chosen but no longer counted, so that each can be taken back. */
function withChosen(
  values: readonly FacetValue[],
  chosen: readonly string[],
  labelOf: (value: string) => string,
  isCounted: boolean,
): FacetValue[] {
  const missing = chosen.filter((value) => !values.some((known) => known.value === value));
  return [
    ...missing.map((value) => ({ value, label: labelOf(value), count: isCounted ? 0 : undefined })),
    ...values,
  ];
}

/** Returns the values of each facet: those of the response, and those that are chosen. */
export function facetValues(params: SearchParams, scope: SearchScope, facets: Facets | undefined) {
  const { datasets = [], folders = [], kinds = [], months = [] } = facets ?? {};
  const isCounted = facets !== undefined;
  return {
    datasets: withChosen(
      datasets.map(({ id, name, count }) => ({ value: id, label: name, count })),
      params.datasets,
      (id) => datasetName(id, scope, facets),
      isCounted,
    ),
    // The top folder is no filter: it has everything.
    folders: folderRows(
      folders.filter(({ path }) => path !== ''),
      params.folders,
      isCounted,
    ),
    kinds: withChosen(
      kinds.map(({ kind, count }) => ({ value: kind, label: kindLabel(kind), count })),
      params.kind,
      kindLabel,
      isCounted,
    ),
    months: withChosen(
      months.map((one) => ({ value: one.month, label: monthLabel(one.month), count: one.count })),
      params.months,
      monthLabel,
      isCounted,
    ),
  };
}
