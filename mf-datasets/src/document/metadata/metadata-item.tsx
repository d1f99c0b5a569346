import { shownName } from '@carrel/shared/contract';
import type { MetadataValue } from '@carrel/shared/contract';
import { Box, Flex, IconButton, Text } from '@carrel/shared/ui';
import { Badge } from '@carrel/shared/ui/signed-in';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';

import { MetadataForm } from './metadata-form.tsx';
import { isTimestamp, ShownDate } from '../shown-date.tsx';
import type { MetadataRow } from './metadata-rows.ts';
import type { MetadataActions } from './use-metadata-actions.ts';

/** One key of a document with its value and where that is from, and what an Editor can do with it. */
export function MetadataItem({ row, actions }: { row: MetadataRow; actions: MetadataActions }) {
  const { key, value, isEdited, read } = row;
  const name = shownName(key);
  const { mayEdit, editing, isPending, edit, save, reset, remove } = actions;
  const isForm = editing === key;
  return (
    <Box css={ROW} data-key={key}>
      <Box as="dt" fontSize="sm" color="fg.muted" overflowWrap="anywhere" pt="1.5">
        {name}
      </Box>
      <Box as="dd" minWidth="0">
        {isForm ? (
          <MetadataForm
            name={name}
            value={value ?? read}
            taken={[]}
            onSave={(_, typed) => save(key, typed)}
            onClose={() => edit(null)}
          />
        ) : (
          <Flex gap="1" align="flex-start">
            <Box flex="1" minWidth="0" py="1.5">
              {value === null ? (
                <Text fontSize="sm" color="fg.muted">
                  Removed
                </Text>
              ) : (
                <ShownValue value={value} />
              )}
              {isEdited ? (
                <Badge tone="accent" mt="1">
                  Edited
                </Badge>
              ) : (
                <Text fontSize="xs" color="fg.muted">
                  From the file
                </Text>
              )}
            </Box>
            {mayEdit && (
              <Flex flexShrink="0">
                <IconButton
                  label={`Edit ${name}`}
                  title="Edit"
                  size="sm"
                  data-edit
                  disabled={isPending}
                  onClick={() => edit(key)}
                >
                  <Pencil size={14} aria-hidden />
                </IconButton>
                {isEdited && read !== undefined ? (
                  <IconButton
                    label={`Reset ${name} to what the file says`}
                    title="Reset to what the file says"
                    size="sm"
                    disabled={isPending}
                    onClick={() => void reset(key)}
                  >
                    <RotateCcw size={14} aria-hidden />
                  </IconButton>
                ) : (
                  <IconButton
                    label={`Remove ${name}`}
                    title="Remove"
                    size="sm"
                    disabled={isPending}
                    onClick={() => void remove(key)}
                  >
                    <Trash2 size={14} aria-hidden />
                  </IconButton>
                )}
              </Flex>
            )}
          </Flex>
        )}
      </Box>
    </Box>
  );
}

/** A text, or the texts of a list one below the other. */
export function ShownValue({ value }: { value: MetadataValue }) {
  if (typeof value !== 'object') {
    return (
      <Text fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {isTimestamp(String(value)) ? <ShownDate iso={String(value)} /> : shownName(String(value))}
      </Text>
    );
  }
  return (
    <Box as="ul" listStyleType="none" fontSize="sm" overflowWrap="anywhere">
      {value.map((text, place) => (
        // A list may have a text twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>{shownName(text)}</li>
      ))}
    </Box>
  );
}

/** Two columns: the key, and its value with the actions. */
export const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(5rem, 30%) minmax(0, 1fr)',
  columnGap: '3',
  py: '1',
  borderTopWidth: '1px',
  '&:first-of-type': { borderTopWidth: 0 },
};
