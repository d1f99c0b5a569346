import { DOCUMENT_KIND_NAMES } from '@carrel/shared/contract';
import { Box, Stack } from '@carrel/shared/ui';
import { memo } from 'react';

import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { FacetGroup } from './facet-group.tsx';
import { facetValues } from './facet-values.ts';
import { activeFilters } from './filter-labels.ts';
import type { Facets } from './filter-labels.ts';
import { daysOfMonth } from './month.ts';
import { NameFilter } from './name-filter.tsx';

interface FiltersProps {
  scope: SearchScope;
  params: SearchParams;
  facets: Facets | undefined;
  /** Behind a line that opens them: on a phone, and beside two lists. */
  folded: boolean;
  onChange: (changes: Partial<SearchParams>) => void;
}

/** What the search can be narrowed to, with how many of the best matches each choice has. */
export const Filters = memo(function Filters(props: FiltersProps) {
  const { scope, params, facets, folded } = props;
  if (!folded) {
    return (
      <Box as="aside" aria-label="Filters">
        <Groups {...props} />
      </Box>
    );
  }
  const count = activeFilters(params, scope, facets).length;
  return (
    <Box as="details" borderWidth="1px" borderRadius="md" bg="bg.panel" px="3">
      <Box as="summary" py="2" fontSize="sm" fontWeight="medium" cursor="pointer" borderRadius="sm">
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Box>
      <Box pb="3">
        <Groups {...props} />
      </Box>
    </Box>
  );
});

const toggled = <Value extends string>(values: readonly Value[], value: Value, chosen: boolean) =>
  chosen ? [...values, value] : values.filter((other) => other !== value);

function Groups({ scope, params, facets, onChange }: FiltersProps) {
  const { datasets, folders, kinds, months, chosenMonth } = facetValues(params, scope, facets);
  return (
    <Stack gap="5">
      {/* First, as it does not depend on the response: what comes later must not move it. */}
      <NameFilter name={params.name} onChange={(name) => onChange({ name })} />
      {scope.kind === 'workspace' && (
        <FacetGroup
          label="Dataset"
          values={datasets}
          chosen={params.datasets}
          onToggle={(id, chosen) => onChange({ datasets: toggled(params.datasets, id, chosen) })}
        />
      )}
      <FacetGroup
        label="Folder"
        values={folders}
        chosen={[params.folder]}
        onToggle={(folder, chosen) => onChange({ folder: chosen ? folder : '' })}
      />
      <FacetGroup
        label="Kind"
        values={kinds}
        chosen={params.kind}
        onToggle={(value, chosen) => {
          const kind = DOCUMENT_KIND_NAMES.find((known) => known === value);
          if (kind !== undefined) onChange({ kind: toggled(params.kind, kind, chosen) });
        }}
      />
      <FacetGroup
        label="Changed"
        values={months}
        chosen={chosenMonth === undefined ? [] : [chosenMonth]}
        onToggle={(month, chosen) => onChange(chosen ? daysOfMonth(month) : { from: '', to: '' })}
      />
    </Stack>
  );
}
