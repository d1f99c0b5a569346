import type { SearchInput } from '@carrel/shared/contract';

import type { SearchedDataset } from './search-repository.ts';

export interface Search {
  organizationId: string;
  /** The datasets that may be searched, and the metadata parameters of each. */
  datasets: readonly (SearchedDataset & { metadata: Record<string, unknown> | null })[];
  input: SearchInput;
}

/** The datasets that the filter leaves. */
export function filteredDatasets({ datasets, input: { filter } }: Search): SearchedDataset[] {
  const wanted = Object.entries(filter.metadata ?? {});
  return datasets.filter(
    ({ id, metadata }) =>
      (filter.datasets === undefined || filter.datasets.includes(id)) &&
      wanted.every(([key, value]) => metadata?.[key] === value),
  );
}
