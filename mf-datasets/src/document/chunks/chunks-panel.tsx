import { describeFailure } from '@carrel/shared/api';
import type { DocumentDetail } from '@carrel/shared/contract';
import { Box, ErrorState } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { Boxes } from 'lucide-react';
import { memo, useState } from 'react';

import { isInProgress } from '../../data/document-status.ts';
import type { DocumentPlace } from '../../data/document.api.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { ChangesToggle } from './changes-toggle.tsx';
import { LazyChangeList } from './changes/lazy-chunk-changes.ts';
import type { Selection } from './selection.ts';
import { ChunkDetail } from './chunk-detail.tsx';
import { ChunkList } from './chunk-list.tsx';
import type { OpenChunkDialog } from './use-chunk-dialog.tsx';

interface ChunksPanelProps {
  place: DocumentPlace;
  document: DocumentDetail;
  selection: Selection;
  onDialog: OpenChunkDialog;
}

/** The chunks of a document, and the selected one in full. */
export const ChunksPanel = memo(function ChunksPanel({
  place,
  document,
  selection,
  onDialog,
}: ChunksPanelProps) {
  const [form, setForm] = useState<'text' | 'rendered'>('text');
  const { chunk, error, retry } = selection;
  const mayEdit = useMayEditDataset();
  const changes = document.chunk_changes ?? undefined;
  const [choice, setChoice] = useState<boolean>();
  // Lost changes are what somebody comes for who has chosen no chunk.
  const isOfChanges = choice ?? ((changes?.lost ?? 0) > 0 && selection.number === undefined);
  if (document.chunk_count === 0) {
    return (
      <Box p="4">
        <EmptyState
          icon={<Boxes />}
          title="No chunks"
          description={
            isInProgress(document.status)
              ? 'This document is being processed.'
              : (document.error ?? 'This document has no text to search.')
          }
        />
      </Box>
    );
  }
  return (
    <>
      {changes !== undefined && (
        <ChangesToggle {...changes} shown={isOfChanges} onShow={setChoice} />
      )}
      {isOfChanges && changes !== undefined ? (
        <LazyChangeList
          place={place}
          document={document}
          mayEdit={mayEdit}
          selected={selection.number}
          onSelect={selection.select}
        />
      ) : (
        <ChunkList
          // A list of another version begins at its top.
          key={document.chunk_version}
          place={place}
          document={document}
          selection={selection}
        />
      )}
      {chunk !== undefined && (
        <ChunkDetail
          place={place}
          total={document.chunk_count}
          chunk={chunk}
          form={form}
          onForm={setForm}
          onDialog={onDialog}
        />
      )}
      {chunk === undefined && error !== null && (
        <Box p="4" borderTopWidth="1px">
          <ErrorState
            title="Failed to fetch this chunk"
            {...describeFailure(error)}
            onRetry={retry}
          />
        </Box>
      )}
    </>
  );
});
