import { shownName } from '@carrel/shared/contract';

import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { kindLabel } from '../words.ts';
import { datasetName } from './filter-labels.ts';
import type { Facets } from './filter-labels.ts';
import type { FacetValue } from './facet-group.tsx';
import { monthLabel, monthOfDays } from './month.ts';

/** Returns values with those first that are chosen but no longer counted, so that each can be taken back. */
function withChosen(
  values: readonly FacetValue[],
  chosen: readonly string[],
  labelOf: (value: string) => string,
): FacetValue[] {
  const missing = chosen.filter((value) => !values.some((known) => known.value === value));
  return [
    ...missing.map((value) => ({ value, label: labelOf(value), count: undefined })),
    ...values,
  ];
}

/** Returns the values of each facet: those of the response, and those that are chosen. */
export function facetValues(params: SearchParams, scope: SearchScope, facets: Facets | undefined) {
  const { datasets = [], folders = [], kinds = [], months = [] } = facets ?? {};
  const month = monthOfDays(params.from, params.to);
  return {
    datasets: withChosen(
      datasets.map(({ id, name, count }) => ({ value: id, label: name, count })),
      params.datasets,
      (id) => datasetName(id, scope, facets),
    ),
    folders: withChosen(
      // The top folder is no filter: it has everything.
      folders
        .filter(({ path }) => path !== '')
        .map(({ path, count }) => ({ value: path, label: shownName(path), count })),
      params.folder === '' ? [] : [params.folder],
      shownName,
    ),
    kinds: withChosen(
      kinds.map(({ kind, count }) => ({ value: kind, label: kindLabel(kind), count })),
      params.kind,
      kindLabel,
    ),
    months: withChosen(
      months.map((one) => ({ value: one.month, label: monthLabel(one.month), count: one.count })),
      month === undefined ? [] : [month],
      monthLabel,
    ),
    chosenMonth: month,
  };
}
