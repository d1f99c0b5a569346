import { Button, Flex } from '@carrel/shared/ui';
import { X } from 'lucide-react';

import { activeFilters } from './filter-labels.ts';
import { NOTHING_ASKED } from '../../../data/find/find-params.ts';
import type { FindParams } from '../../../data/find/find-params.ts';

interface FilterChipsProps {
  params: FindParams;
  onChange: (changes: Partial<FindParams>) => void;
}

/** The filters that apply, each with its removal, and the way back to the folder. */
export function FilterChips({ params, onChange }: FilterChipsProps) {
  return (
    <Flex as="ul" aria-label="Active filters" gap="1.5" wrap="wrap" align="center">
      {activeFilters(params).map(({ label, without }) => (
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
        <Button size="sm" variant="ghost" onClick={() => onChange(NOTHING_ASKED)}>
          Clear all
        </Button>
      </li>
    </Flex>
  );
}
