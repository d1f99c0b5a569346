import { Button, Flex } from '@carrel/shared/ui';
import { X } from 'lucide-react';

import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { activeFilters, NO_FILTERS } from './filter-labels.ts';
import type { Facets } from './filter-labels.ts';

interface ActiveFiltersProps {
  scope: SearchScope;
  params: SearchParams;
  facets: Facets | undefined;
  onChange: (changes: Partial<SearchParams>) => void;
}

/** The filters that apply, each with its removal. */
export function ActiveFilters({ scope, params, facets, onChange }: ActiveFiltersProps) {
  const filters = activeFilters(params, scope, facets);
  if (filters.length === 0) return null;
  return (
    <Flex as="ul" aria-label="Active filters" gap="1.5" wrap="wrap" align="center" mb="3">
      {filters.map(({ label, without }) => (
        <Flex as="li" key={label} minWidth="0" maxWidth="full">
          <Button
            size="sm"
            maxWidth="full"
            bg="accent.subtle"
            color="accent.fg"
            borderColor="transparent"
            aria-label={`Remove the filter ${label}`}
            css={{ '& > [data-face]': { minWidth: 0, overflow: 'hidden' } }}
            onClick={() => onChange(without)}
          >
            {/* One line, also of a long path. */}
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: 1.3 }}>
              {label}
            </span>
            <X aria-hidden />
          </Button>
        </Flex>
      ))}
      <li>
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      </li>
    </Flex>
  );
}
