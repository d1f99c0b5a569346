import type { DocumentKind, SearchResponse } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';

import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { kindLabel } from '../words.ts';
import { periodLabel } from './month.ts';

export type Facets = SearchResponse['facets'];

/** The part of a search that narrows it. */
type FilterParams = Pick<SearchParams, 'datasets' | 'folder' | 'kind' | 'name' | 'from' | 'to'>;

export const NO_FILTERS: FilterParams = {
  datasets: [],
  folder: '',
  kind: [],
  name: '',
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
  const { datasets, folder, kind, name, from, to } = params;
  return [
    ...datasets.map((id) => ({
      label: `Dataset: ${datasetName(id, scope, facets)}`,
      without: { datasets: datasets.filter((other) => other !== id) },
    })),
    ...(folder === '' ? [] : [{ label: `Folder: ${shownName(folder)}`, without: { folder: '' } }]),
    ...kind.map((one: DocumentKind) => ({
      label: `Kind: ${kindLabel(one)}`,
      without: { kind: kind.filter((other) => other !== one) },
    })),
    ...(name === '' ? [] : [{ label: `Name: ${shownName(name)}`, without: { name: '' } }]),
    ...(from === '' && to === ''
      ? []
      : [{ label: `Changed: ${periodLabel(from, to)}`, without: { from: '', to: '' } }]),
  ];
}

/** Whether any filter applies. */
export const hasFilters = ({ datasets, folder, kind, name, from, to }: SearchParams) =>
  datasets.length + kind.length > 0 || [folder, name, from, to].some((text) => text !== '');
