import type { DocumentKind, SearchResponse } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';

import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { kindLabel } from '../words.ts';
import { monthLabel, periodLabel } from './month.ts';

export type Facets = SearchResponse['facets'];

/** The part of a search that narrows it. */
type FilterParams = Pick<
  SearchParams,
  'datasets' | 'folders' | 'kind' | 'name' | 'months' | 'from' | 'to'
>;

export const NO_FILTERS: FilterParams = {
  datasets: [],
  folders: [],
  kind: [],
  name: '',
  months: [],
  from: '',
  to: '',
};

/** A filter that applies, and the search without it. */
export interface ActiveFilter {
  label: string;
  without: Partial<FilterParams>;
}

/** Returns the name of a dataset, which a filter of the URL has by its id alone. */
export function datasetName(id: string, scope: SearchScope, facets: Facets | undefined): string {
  const known = [...(scope.datasets ?? []), ...(facets?.datasets ?? [])];
  return known.find((dataset) => dataset.id === id)?.name ?? id.slice(0, 8);
}

/** Returns the filters that apply, in words. */
export function activeFilters(
  params: SearchParams,
  scope: SearchScope,
  facets: Facets | undefined,
): ActiveFilter[] {
  const { datasets, folders, kind, name, months, from, to } = params;
  return [
    ...datasets.map((id) => ({
      label: `Dataset: ${datasetName(id, scope, facets)}`,
      without: { datasets: datasets.filter((other) => other !== id) },
    })),
    ...folders.map((folder) => ({
      label: `Folder: ${shownName(folder)}`,
      without: { folders: folders.filter((other) => other !== folder) },
    })),
    ...kind.map((one: DocumentKind) => ({
      label: `Kind: ${kindLabel(one)}`,
      without: { kind: kind.filter((other) => other !== one) },
    })),
    ...(name === '' ? [] : [{ label: `Name: ${shownName(name)}`, without: { name: '' } }]),
    ...months.map((month) => ({
      label: `Changed: ${monthLabel(month)}`,
      without: { months: months.filter((other) => other !== month) },
    })),
    ...(from === '' && to === ''
      ? []
      : [{ label: `Changed: ${periodLabel(from, to)}`, without: { from: '', to: '' } }]),
  ];
}

/** Whether any filter applies. */
export const hasFilters = ({ datasets, folders, kind, months, name, from, to }: SearchParams) =>
  datasets.length + folders.length + kind.length + months.length > 0 ||
  [name, from, to].some((text) => text !== '');
