import { messageOf } from '@carrel/shared/api';
import type { DocumentChunk } from '@carrel/shared/contract';
import { Text, TextAreaField, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { splitChunk } from '../../../data/chunks/chunk-changes.api.ts';
import type { DocumentPlace } from '../../../data/document.api.ts';
import { isOvertaken, useRefreshChunks } from './use-chunk-actions.ts';
import { useLoadedChunk } from './use-loaded-chunk.ts';

interface SplitChunkDialogProps {
  place: DocumentPlace;
  chunk: DocumentChunk;
  onClose: () => void;
}

/** Characters of each side that say where the cursor is. */
const AROUND = 24;

/** Splits a chunk in two at the cursor. */
export function SplitChunkDialog({ place, chunk, onClose }: SplitChunkDialogProps) {
  const loaded = useLoadedChunk(place, chunk);
  const refresh = useRefreshChunks(place);
  const [at, setAt] = useState(0);
  const text = loaded.data?.text ?? chunk.text;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  const isBetween = before !== '' && after !== '';

  const split = useMutation({
    mutationFn: async () => {
      const etag = loaded.data?.etag;
      if (typeof etag !== 'string') throw new Error('The chunk is not there any more.');
      return splitChunk(place, { number: chunk.number, etag }, at);
    },
    onSuccess: async () => {
      toast.success('The chunk is split');
      onClose();
      await refresh();
    },
    onError: async (error) => {
      if (!isOvertaken(error)) return;
      await loaded.refetch();
      // The place was one of another text.
      setAt(0);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Split chunk ${chunk.number + 1}`}
      description="Put the cursor where the second chunk begins."
      submitLabel="Split here"
      size="lg"
      submitting={split.isPending}
      disabled={!isBetween || loaded.data === undefined}
      onSubmit={() => split.mutateAsync().catch(() => undefined)}
    >
      <TextAreaField
        label="Text"
        rows={12}
        value={text}
        // The cursor moves in it, and nothing is typed.
        onChange={() => undefined}
        onSelect={({ currentTarget }) => setAt(currentTarget.selectionStart)}
      />
      <Text fontSize="sm" color="fg.muted" aria-live="polite" overflowWrap="anywhere">
        {isBetween
          ? `… ${before.slice(-AROUND)} | ${after.slice(0, AROUND)} …`
          : 'There is no text on one side of the cursor yet.'}
      </Text>
      {split.isError && (
        <Text role="alert" fontSize="sm" color="danger.fg">
          {isOvertaken(split.error)
            ? 'Somebody else changed this chunk. This is how it is now: put the cursor again.'
            : messageOf(split.error, 'Failed to split the chunk')}
        </Text>
      )}
    </FormDialog>
  );
}
