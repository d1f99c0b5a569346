import type { SearchResult } from '@carrel/shared/contract';
import { Box, Heading } from '@carrel/shared/ui';

import { Passage } from './passage.tsx';

/** The passage that is open, and how often one was opened: a press on an open one leads to it again. */
export interface OpenedPassage {
  passage: number;
  press: number;
}

interface PassagesProps {
  label: string;
  /** Above them; without it, what unfolds them says it. */
  title: string | undefined;
  passages: readonly SearchResult[];
  opened: OpenedPassage | null;
  onOpen: (passage: number) => void;
  onClose: () => void;
}

/** The numbered passages that an answer may cite. */
export function Passages({ label, title, passages, opened, onOpen, onClose }: PassagesProps) {
  return (
    <Box as="section" aria-label={label}>
      {title !== undefined && (
        <Heading fontSize="md" mb="3">
          {title}
        </Heading>
      )}
      <Box as="ol" display="grid" gap="2" listStyleType="none">
        {passages.map((passage, index) => (
          <Passage
            key={`${passage.document.id} ${passage.chunk.number}`}
            number={index + 1}
            passage={passage}
            press={opened?.passage === index + 1 ? opened.press : undefined}
            onOpen={() => onOpen(index + 1)}
            onClose={onClose}
          />
        ))}
      </Box>
    </Box>
  );
}
