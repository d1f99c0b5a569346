import type { DocumentChunk } from '@carrel/shared/contract';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { Badge, RelativeTime } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import { changedByText, kindsText } from '../../data/chunks/chunk-change-labels.ts';

/** Says of a chunk that people changed it: who, when, and what it is found by. */
export function ChangedChunk({ chunk }: { chunk: DocumentChunk }) {
  const [isOriginal, setOriginal] = useState(false);
  const { change, off } = chunk;
  if (change === null || change === undefined) return null;
  const { kinds, keywords, questions, original } = change;
  const added = [
    ['Keywords', keywords ?? []],
    ['Questions', questions ?? []],
  ] as const;
  return (
    <Box px="4" pb="2" fontSize="xs" color="fg.muted">
      <Flex align="center" gap="2" flexWrap="wrap">
        {off === true && <Badge tone="warning">Off</Badge>}
        <Badge>Changed by hand</Badge>
        <Text as="span" flex="1" minWidth="8rem">
          {`${kindsText(kinds)} by ${changedByText(change)} `}
          <RelativeTime value={change.changed_at} />
        </Text>
        {typeof original === 'string' && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOriginal}
            onClick={() => setOriginal(!isOriginal)}
          >
            {isOriginal ? 'Hide the original' : 'Show the original'}
          </Button>
        )}
      </Flex>
      {isOriginal && (
        <Text
          mt="1"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          maxHeight="8rem"
          overflowY="auto"
        >
          {original}
        </Text>
      )}
      {added.map(([label, values]) =>
        values.length === 0 ? null : (
          <Text key={label} mt="1" overflowWrap="anywhere">
            {`${label}: ${values.join(' · ')}`}
          </Text>
        ),
      )}
    </Box>
  );
}
