import { Box, Button, VisuallyHidden } from '@carrel/shared/ui';
import { SlidersHorizontal } from 'lucide-react';

import { FILTERS_ID } from './filters.tsx';

interface FiltersButtonProps {
  /** Filters that apply. */
  count: number;
  open: boolean;
  onToggle: () => void;
}

/** Opens the filters beside the field, where there is no room for them beside the results. */
export function FiltersButton({ count, open, onToggle }: FiltersButtonProps) {
  return (
    <Button
      height="2.75rem"
      flexShrink="0"
      px="3"
      aria-expanded={open}
      aria-controls={open ? FILTERS_ID : undefined}
      onClick={onToggle}
    >
      <SlidersHorizontal aria-hidden />
      <VisuallyHidden>Filters</VisuallyHidden>
      {count > 0 && (
        <Box as="span" fontSize="xs" color="accent.fg" css={{ fontVariantNumeric: 'tabular-nums' }}>
          {count}
        </Box>
      )}
    </Button>
  );
}
