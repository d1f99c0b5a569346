import type { SearchResult } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { createContext, useContext } from 'react';

interface Citing {
  passages: readonly SearchResult[];
  onOpen: (passage: number) => void;
}

/** The passages of an answer. */
export const CitingContext = createContext<Citing>({ passages: [], onOpen: () => undefined });

/** A citation, which opens its passage. */
export function Citation({ passage }: { passage: number }) {
  const { passages, onOpen } = useContext(CitingContext);
  const name = passages[passage - 1]?.document.name ?? '';
  return (
    <Box
      asChild
      px="0.5"
      borderRadius="sm"
      color="accent.fg"
      fontWeight="medium"
      cursor="pointer"
      _hover={{ bg: 'accent.subtle' }}
    >
      <button
        type="button"
        aria-label={`Passage ${passage}: ${name}`}
        onClick={() => onOpen(passage)}
      >
        [{passage}]
      </button>
    </Box>
  );
}
