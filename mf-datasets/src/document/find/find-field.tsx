import { Box, Flex, IconButton, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent, Ref } from 'react';

import { MATCHES_MAX } from './find-matches.ts';
import type { Find } from './use-find.ts';

/** The field that searches the document: Enter shows the next match, Shift+Enter the one before. */
export function FindField({ find, ref }: { find: Find; ref: Ref<HTMLInputElement> }) {
  const id = useId();
  const { sought, seek, move, matches } = find;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      move(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape' && sought !== '') {
      event.preventDefault();
      seek('');
    }
  };
  return (
    <Flex
      as="search"
      align="center"
      gap="1.5"
      flex="1 1 10rem"
      maxWidth="24rem"
      minWidth="0"
      height="var(--control-sm)"
      ps="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="md"
      color="fg.muted"
      _focusWithin={{
        borderColor: 'accent',
        boxShadow: '0 0 0 1px {colors.accent}, 0 0 0 4px {colors.accent.subtle}',
      }}
    >
      <VisuallyHidden asChild>
        <label htmlFor={id}>Find in this document</label>
      </VisuallyHidden>
      <Box as="span" flexShrink="0">
        <Search size={14} aria-hidden />
      </Box>
      <Box
        asChild
        flex="1"
        minWidth="0"
        height="full"
        bg="transparent"
        outline="none"
        color="fg.default"
        fontSize={{ base: '1rem', md: 'sm' }}
      >
        <input
          ref={ref}
          id={id}
          type="text"
          value={sought}
          placeholder="Find"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => seek(event.target.value)}
          onKeyDown={handleKey}
        />
      </Box>
      <Text
        as="output"
        flexShrink="0"
        fontSize="xs"
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
      >
        {countText(find)}
      </Text>
      {matches.length > 0 && (
        <Flex flexShrink="0">
          <Tooltip content="Previous match (Shift Enter)">
            <IconButton size="sm" label="Previous match" onClick={() => move(-1)}>
              <ChevronUp aria-hidden />
            </IconButton>
          </Tooltip>
          <Tooltip content="Next match (Enter)">
            <IconButton size="sm" label="Next match" onClick={() => move(1)}>
              <ChevronDown aria-hidden />
            </IconButton>
          </Tooltip>
        </Flex>
      )}
      {matches.length === 0 && <Box as="span" width="1" flexShrink="0" />}
    </Flex>
  );
}

const numbers = new Intl.NumberFormat('en-US');

/** Returns how many matches there are, and which is shown. */
function countText({ sought, matches, current, isSearching }: Find): string {
  if (sought.trim() === '') return '';
  if (matches.length === 0) return isSearching ? 'Searching' : 'Not found';
  const more = isSearching || matches.length === MATCHES_MAX ? '+' : '';
  return `${numbers.format(current + 1)} of ${numbers.format(matches.length)}${more}`;
}
