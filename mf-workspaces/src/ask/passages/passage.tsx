import type { SearchResult } from '@carrel/shared/contract';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { documentPath } from './document-path.ts';

interface PassageProps {
  /** From 1, as answers cite it. */
  number: number;
  passage: SearchResult;
  /** Which press opened it; undefined while it is closed. */
  press: number | undefined;
  onOpen: () => void;
  onClose: () => void;
}

/** One passage: two lines of it, or all of it once it is opened, which scrolls to it. */
export function Passage({ number, passage, press, onOpen, onClose }: PassageProps) {
  const isOpen = press !== undefined;
  const { document, text, highlights } = passage;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (press === undefined) return;
    button.current?.focus({ preventScroll: true });
    button.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [press]);
  return (
    <Box
      as="li"
      bg={isOpen ? 'accent.subtle' : 'bg.panel'}
      borderWidth="1px"
      borderColor={isOpen ? 'accent' : 'border.subtle'}
      borderRadius="md"
      px="3"
      py="2"
      minWidth="0"
    >
      <Flex gap="2" align="baseline">
        <Text as="span" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          [{number}]
        </Text>
        <Box asChild flex="1" minWidth="0" textAlign="start" fontWeight="medium" cursor="pointer">
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            onClick={isOpen ? onClose : onOpen}
          >
            <Text as="span" overflowWrap="anywhere" dir="auto">
              {document.name}
            </Text>
          </button>
        </Box>
        <Link asChild fontSize="sm">
          <RouterLink to={documentPath(passage)} aria-label={`Open ${document.name}`}>
            Open
          </RouterLink>
        </Link>
      </Flex>
      <Text fontSize="xs" color="fg.muted" truncate>
        {document.dataset.name} / {document.path}
      </Text>
      <Text
        mt="1"
        fontSize="sm"
        // Two lines have no place for blank ones.
        whiteSpace={isOpen ? 'pre-wrap' : 'normal'}
        overflowWrap="anywhere"
        dir="auto"
        css={{ '& mark': MARK }}
        {...(isOpen ? {} : { lineClamp: 2 })}
      >
        {marked(text, highlights)}
      </Text>
    </Box>
  );
}

const MARK = { bg: 'warning.subtle', color: 'fg.default', fontWeight: 'medium' };

/** The text with the words of the question marked. */
function marked(text: string, highlights: SearchResult['highlights']) {
  let last = 0;
  const parts = highlights.flatMap(([from, to]) => {
    if (from < last || to <= from) return [];
    const part = [text.slice(last, from), <mark key={from}>{text.slice(from, to)}</mark>];
    last = to;
    return part;
  });
  return [...parts, text.slice(last)];
}
