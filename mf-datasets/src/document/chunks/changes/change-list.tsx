import { describeFailure, messageOf } from '@carrel/shared/api';
import type { DocumentChunkChange, DocumentDetail } from '@carrel/shared/contract';
import { Box, Button, ErrorState, Flex, Text, toast } from '@carrel/shared/ui';
import { Badge, RelativeTime, Skeleton } from '@carrel/shared/ui/signed-in';
import { useMutation, useQuery } from '@tanstack/react-query';

import {
  applyChunkChange,
  discardChunkChange,
  getChunk,
} from '../../../data/chunks/chunk-changes.api.ts';
import { changedByText, kindsText } from '../../../data/chunks/chunk-change-labels.ts';
import { chunkChangesQuery } from '../../../data/chunks/chunk-changes.queries.ts';
import type { DocumentPlace } from '../../../data/document.api.ts';
import { useRefreshChunks } from './use-chunk-actions.ts';

interface ChangeListProps {
  place: DocumentPlace;
  document: DocumentDetail;
  mayEdit: boolean;
  /** The number of the selected chunk. */
  selected: number | undefined;
  onSelect: (number: number) => void;
}

/** What people changed of the chunks of a document: the lost changes first, which a person applies or discards. */
export function ChangeList({ place, document, mayEdit, selected, onSelect }: ChangeListProps) {
  const query = useQuery(chunkChangesQuery(place, document.chunk_version ?? null));
  if (query.data === undefined) {
    return query.isError ? (
      <Box p="4" flex="1">
        <ErrorState
          title="Failed to fetch the changes"
          {...describeFailure(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Box>
    ) : (
      <Box p="4" flex="1">
        <Skeleton height="6rem" />
      </Box>
    );
  }
  return (
    <Box
      as="ul"
      aria-label="Changes by hand"
      flex="1"
      minHeight="0"
      overflowY="auto"
      tabIndex={0}
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      {query.data.changes.map((change) => (
        <Box as="li" key={change.id} px="4" py="3" borderBottomWidth="1px" fontSize="sm">
          <Flex align="center" gap="2" flexWrap="wrap" fontSize="xs" color="fg.muted">
            {change.number === null ? (
              <Badge tone="warning">Lost</Badge>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => onSelect(change.number ?? 0)}>
                {`Chunk ${change.number + 1}`}
              </Button>
            )}
            <Text as="span" flex="1" minWidth="8rem">
              {`${kindsText(change.kinds)} by ${changedByText(change)} `}
              <RelativeTime value={change.changed_at} />
            </Text>
          </Flex>
          {change.number === null && (
            <LostChange place={place} change={change} mayEdit={mayEdit} selected={selected} />
          )}
        </Box>
      ))}
    </Box>
  );
}

interface LostChangeProps extends Pick<ChangeListProps, 'place' | 'mayEdit' | 'selected'> {
  change: DocumentChunkChange;
}

function LostChange({ place, change, mayEdit, selected }: LostChangeProps) {
  const refresh = useRefreshChunks(place);
  const act = useMutation({
    mutationFn: async (what: 'apply' | 'discard') => {
      if (what === 'discard') return discardChunkChange(place, change.id);
      const chunk = await getChunk(place, selected ?? 0);
      if (typeof chunk?.etag !== 'string') throw new Error('The chunk is not there any more.');
      await applyChunkChange(place, change.id, { number: chunk.number, etag: chunk.etag });
      return undefined;
    },
    onSuccess: (_, what) => {
      toast.success(
        what === 'apply' ? 'The change is made of this chunk' : 'The change is discarded',
      );
      return refresh();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to change the chunk')),
  });
  return (
    <>
      <Passage label="The passage that is not in the document any more" text={change.passage} />
      {change.chunks.map(({ text, off, keywords, questions }, at) => (
        <Passage
          // Chunks of a change have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          label={off === true ? 'Switched off' : 'What stood for it'}
          text={[text, ...(keywords ?? []), ...(questions ?? [])].join('\n')}
        />
      ))}
      {mayEdit && (
        <Flex gap="2" mt="2" flexWrap="wrap">
          <Button
            size="sm"
            disabled={selected === undefined}
            loading={act.isPending && act.variables === 'apply'}
            onClick={() => act.mutate('apply')}
          >
            {selected === undefined
              ? 'Select a chunk to apply it to'
              : `Apply to chunk ${selected + 1}`}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            loading={act.isPending && act.variables === 'discard'}
            onClick={() => act.mutate('discard')}
          >
            Discard
          </Button>
        </Flex>
      )}
    </>
  );
}

function Passage({ label, text }: { label: string; text: string }) {
  return (
    <Box mt="2">
      <Text fontSize="xs" color="fg.muted">
        {label}
      </Text>
      <Text whiteSpace="pre-wrap" overflowWrap="anywhere" lineClamp={6}>
        {text}
      </Text>
    </Box>
  );
}
