import { messageOf } from '@carrel/shared/api';
import {
  CHUNK_KEYWORDS_MAX,
  CHUNK_QUESTIONS_MAX,
  changeChunkInputSchema,
} from '@carrel/shared/contract';
import type { DocumentChunk } from '@carrel/shared/contract';
import { Box, Button, Stack, Text, TextAreaField, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { safeParse } from 'valibot';

import { changeChunk } from '../../../data/chunks/chunk-changes.api.ts';
import type { DocumentPlace } from '../../../data/document.api.ts';
import { isOvertaken, useRefreshChunks } from './use-chunk-actions.ts';
import { useLoadedChunk } from './use-loaded-chunk.ts';

interface EditChunkDialogProps {
  place: DocumentPlace;
  chunk: DocumentChunk;
  onClose: () => void;
}

interface Typed {
  text: string;
  keywords: string;
  questions: string;
}

const typedOf = ({ text, change }: DocumentChunk): Typed => ({
  text,
  keywords: (change?.keywords ?? []).join('\n'),
  questions: (change?.questions ?? []).join('\n'),
});

const lines = (text: string) => text.split('\n');

/** Changes the text of a chunk, and what it is found by. What was typed stays where somebody else was faster. */
export function EditChunkDialog({ place, chunk, onClose }: EditChunkDialogProps) {
  const loaded = useLoadedChunk(place, chunk);
  const refresh = useRefreshChunks(place);
  const [typed, setTyped] = useState<Typed>();
  const [refused, setRefused] = useState<Partial<Record<keyof Typed, string>>>({});
  const seen = loaded.data ?? undefined;
  const shown = typed ?? typedOf(seen ?? chunk);
  const isDirty =
    typed !== undefined && JSON.stringify(typed) !== JSON.stringify(typedOf(seen ?? chunk));
  const set = (part: Partial<Typed>) => {
    setRefused({});
    setTyped({ ...shown, ...part });
  };

  const save = useMutation({
    mutationFn: async () => {
      if (typeof seen?.etag !== 'string') throw new Error('The chunk is not there any more.');
      const before = typedOf(seen);
      return changeChunk(
        place,
        { number: chunk.number, etag: seen.etag },
        {
          ...(shown.text !== before.text && { text: shown.text }),
          keywords: lines(shown.keywords),
          questions: lines(shown.questions),
        },
      );
    },
    onSuccess: async () => {
      toast.success('The chunk is changed');
      onClose();
      await refresh();
    },
    onError: async (error) => {
      // The others' chunk is shown beside what was typed, and is what the next try has seen.
      if (isOvertaken(error)) await loaded.refetch();
    },
  });
  const isLate = isOvertaken(save.error);

  const submit = () => {
    const checked = safeParse(changeChunkInputSchema, {
      text: shown.text,
      keywords: lines(shown.keywords),
      questions: lines(shown.questions),
    });
    if (checked.success) return save.mutateAsync().catch(() => undefined);
    const faults: typeof refused = {};
    for (const { path, message } of checked.issues) {
      const field = path?.[0]?.key;
      if (field === 'text' || field === 'keywords' || field === 'questions') {
        faults[field] ??= message;
      }
    }
    setRefused(faults);
    return undefined;
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit chunk ${chunk.number + 1}`}
      description="The text of the document stays that of its file. Searches find the chunk as it is here."
      submitLabel={isLate ? 'Save mine instead' : 'Save'}
      size="lg"
      dirty={isDirty}
      submitting={save.isPending}
      disabled={seen === undefined || !(isDirty || isLate)}
      onSubmit={submit}
    >
      {isLate && seen !== undefined && (
        <Theirs chunk={seen} onTake={() => setTyped(typedOf(seen))} />
      )}
      <TextAreaField
        label={isLate ? 'Your text' : 'Text'}
        rows={10}
        value={shown.text}
        error={refused.text}
        onChange={({ target }) => set({ text: target.value })}
      />
      <TextAreaField
        label="Keywords"
        hint={`One a line, at most ${CHUNK_KEYWORDS_MAX.count}. Found by words and by meaning, and never shown as text of the document.`}
        rows={2}
        value={shown.keywords}
        error={refused.keywords}
        onChange={({ target }) => set({ keywords: target.value })}
      />
      <TextAreaField
        label="Questions that it answers"
        hint={`One a line, at most ${CHUNK_QUESTIONS_MAX.count}.`}
        rows={2}
        value={shown.questions}
        error={refused.questions}
        onChange={({ target }) => set({ questions: target.value })}
      />
      {loaded.isError && (
        <Text role="alert" fontSize="sm" color="danger.fg">
          {messageOf(loaded.error, 'Failed to read the chunk')}
        </Text>
      )}
      {save.isError && !isLate && (
        <Text role="alert" fontSize="sm" color="danger.fg">
          {messageOf(save.error, 'Failed to change the chunk')}
        </Text>
      )}
    </FormDialog>
  );
}

function Theirs({ chunk, onTake }: { chunk: DocumentChunk; onTake: () => void }) {
  return (
    <Stack gap="2" role="alert" borderWidth="1px" borderRadius="md" p="3" fontSize="sm">
      <Text fontWeight="medium">
        Somebody else changed this chunk while you typed. Nothing of yours is lost.
      </Text>
      <Box
        as="section"
        aria-label="The chunk as it is now"
        maxHeight="10rem"
        overflowY="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        color="fg.muted"
        tabIndex={0}
      >
        {chunk.text}
      </Box>
      <Box>
        <Button size="sm" onClick={onTake}>
          Take this one instead
        </Button>
      </Box>
    </Stack>
  );
}
