import type { ChunkPreview } from '@carrel/shared/contract';
import { Box, Stack, Text } from '@carrel/shared/ui';

import { repeatedStart } from './repeated-start.ts';

type Chunk = ChunkPreview['chunks'][number];

const numbers = new Intl.NumberFormat('en-US');

/** Chunks one under the other; what repeats the end of the one before is faint. */
export function ChunkList({ chunks }: { chunks: readonly Chunk[] }) {
  return (
    <Stack
      as="ol"
      aria-label="Chunks"
      tabIndex={0}
      gap="2"
      maxHeight="20rem"
      overflowY="auto"
      listStyleType="none"
    >
      {chunks.map((chunk, place) => (
        <ChunkItem key={chunk.index} chunk={chunk} before={chunks[place - 1]?.text ?? ''} />
      ))}
    </Stack>
  );
}

function ChunkItem({ chunk: { index, text, rendered }, before }: { chunk: Chunk; before: string }) {
  const repeated = repeatedStart(before, text);
  const isRendered = typeof rendered === 'string' && rendered !== text;
  return (
    <Box as="li" borderWidth="1px" borderRadius="md" bg="bg.canvas" p="3">
      <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" mb="1">
        {`Chunk ${index + 1}, ${numbers.format(text.length)} characters`}
        {repeated > 0 && `, ${numbers.format(repeated)} of them repeated`}
      </Text>
      <Text fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {repeated > 0 && (
          <Text as="span" color="fg.muted">
            {text.slice(0, repeated)}
          </Text>
        )}
        {text.slice(repeated)}
      </Text>
      {isRendered && (
        <>
          <Text fontSize="xs" color="fg.muted" mt="2" mb="1">
            Embedded as
          </Text>
          <Text fontFamily="mono" fontSize="xs" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {rendered}
          </Text>
        </>
      )}
    </Box>
  );
}
