import { DOCUMENT_KIND_NAMES } from '@carrel/shared/contract';
import { Box, Stack } from '@carrel/shared/ui';
import { memo } from 'react';

import { areSameButText } from '../query/search-params.ts';
import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { FacetGroup } from './facet-group.tsx';
import { facetValues } from './facet-values.ts';
import { toggledFolders } from './folder-tree.ts';
import type { Facets } from './filter-labels.ts';
import { NameFilter } from './name-filter.tsx';

interface FiltersProps {
  scope: SearchScope;
  params: SearchParams;
  facets: Facets | undefined;
  /** Behind a line that opens them: on a phone, and beside two lists. */
  folded: boolean;
  onChange: (changes: Partial<SearchParams>) => void;
}

/** The panel that `FiltersButton` opens. */
export const FILTERS_ID = 'search-filters';

/** Below the field, and as high as the window: it scrolls for itself. */
const ASIDE = {
  position: 'sticky',
  top: 'calc(3rem + var(--search-bar))',
  maxHeight: 'calc(100dvh - 3rem - var(--search-bar))',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  pb: '4',
  // Focus rings reach over the edges.
  mx: '-1',
  px: '1',
  pt: '1',
  mt: '-1',
  scrollbarWidth: 'thin',
};

/** What the search can be narrowed to, with how many of the best matches each choice has. */
export const Filters = memo(function Filters(props: FiltersProps) {
  if (!props.folded) {
    return (
      <Box as="aside" aria-label="Filters" css={ASIDE}>
        <Groups {...props} />
      </Box>
    );
  }
  return (
    <Box
      id={FILTERS_ID}
      as="aside"
      aria-label="Filters"
      px="3"
      py="3"
      mt="2"
      borderWidth="1px"
      borderRadius="md"
      bg="bg.panel"
      overflowY="auto"
      overscrollBehavior="contain"
      maxHeight="min(24rem, 50dvh)"
    >
      <Groups {...props} />
    </Box>
  );
}, areSameButText);

const toggled = <Value extends string>(values: readonly Value[], value: Value, chosen: boolean) =>
  chosen ? [...values, value] : values.filter((other) => other !== value);

function Groups({ scope, params, facets, onChange }: FiltersProps) {
  const { datasets, folders, kinds, months } = facetValues(params, scope, facets);
  return (
    <Stack gap="5">
      {/* First, as it does not depend on the response: what comes later must not move it. */}
      <NameFilter name={params.name} onChange={(name) => onChange({ name })} />
      {scope.kind !== 'dataset' && (
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
        chosen={params.folders}
        onToggle={(folder, chosen) =>
          onChange({ folders: toggledFolders(params.folders, folder, chosen) })
        }
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
        chosen={params.months}
        onToggle={(month, chosen) =>
          onChange({ months: toggled(params.months, month, chosen), from: '', to: '' })
        }
      />
    </Stack>
  );
}
