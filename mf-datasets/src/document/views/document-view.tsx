import type { DocumentDetail } from '@carrel/shared/contract';
import { useCommands } from '@carrel/shared/shell';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { FindField } from '../find/find-field.tsx';
import type { Find } from '../find/use-find.ts';
import type { Reading } from '../reading.ts';
import { LinkedVersionNote } from './linked-version-note.tsx';
import { LoadedView } from './loaded-view.tsx';
import { PassageNote } from './passage-note.tsx';
import { TextBody } from './text-body.tsx';
import { HTML_BYTES_MAX, originalViewOf } from '../view-of.ts';

/** The view in the address; without it the original is shown, where it can be. */
const VIEW = 'view';
const TEXT = 'text';

const NOTES: Readonly<Record<string, string>> = {
  gone: 'The original of this document is not stored any more.',
  unreadable: 'The original of this document could not be read from its archive.',
};

function noteOf({ original, kind, size }: DocumentDetail): string | undefined {
  if (kind === 'web' && size > HTML_BYTES_MAX) return 'HTML above 5 MB is shown as text.';
  return NOTES[original];
}

/** A document: its original where it can be drawn, or else its text. */
export function DocumentView({ reading, find }: { reading: Reading; find: Find }) {
  const [search, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'find-in-document',
      label: 'Find in this document',
      group: 'This screen',
      icon: <Search />,
      keys: '/',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);
  const original = originalViewOf(reading.document);
  const isText = original === undefined || search.get(VIEW) === TEXT;
  const notes = [reading.note, noteOf(reading.document)].filter((note) => note !== undefined);
  const show = (text: boolean) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (text) changed.set(VIEW, TEXT);
        else changed.delete(VIEW);
        return changed;
      },
      { replace: true },
    );
  return (
    <>
      <Flex
        align="center"
        gap="2"
        px="3"
        py="1.5"
        minHeight="2.75rem"
        flexShrink="0"
        borderBottomWidth="1px"
      >
        {original !== undefined && (
          <Flex as="fieldset" aria-label="View" flexShrink="0" css={SWITCH}>
            <Button size="sm" variant="ghost" aria-pressed={!isText} onClick={() => show(false)}>
              Original
            </Button>
            <Button size="sm" variant="ghost" aria-pressed={isText} onClick={() => show(true)}>
              Text
            </Button>
          </Flex>
        )}
        <Flex flex="1" minWidth="0" justify="flex-end">
          {/* Without a text there is nothing to find. */}
          {(reading.text.error === null || reading.text.blocks.length > 0) && (
            <FindField ref={field} find={find} />
          )}
        </Flex>
      </Flex>
      <Box as="output" display="block" flexShrink="0">
        {notes.map((note) => (
          <Text
            key={note}
            px="4"
            py="2"
            fontSize="sm"
            color="fg.muted"
            bg="bg.subtle"
            borderBottomWidth="1px"
          >
            {note}
          </Text>
        ))}
        <LinkedVersionNote place={reading.place} document={reading.document} />
      </Box>
      {!isText && original !== 'html' && reading.passage !== undefined && (
        <PassageNote passage={reading.passage} />
      )}
      <Box flex="1" minHeight="0" display="flex" flexDirection="column">
        {isText ? (
          <TextBody reading={reading} />
        ) : (
          <LoadedView key={original} kind={original} reading={reading} />
        )}
      </Box>
    </>
  );
}

const SWITCH = { '& [aria-pressed=true]': { bg: 'bg.hover', color: 'fg.default' } };
