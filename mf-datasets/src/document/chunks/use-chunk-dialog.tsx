import type { DocumentChunk } from '@carrel/shared/contract';
import { useState } from 'react';
import type { ReactNode } from 'react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { LazyEditChunkDialog, LazySplitChunkDialog } from './changes/lazy-chunk-changes.ts';

type Form = 'edit' | 'split';

/** Opens a form for a chunk; its identity is stable. */
export type OpenChunkDialog = (form: Form, chunk: DocumentChunk) => void;

/**
 * The form that changes a chunk. It belongs to the screen: a chunk is not shown while another version of it is loaded, nor
 * in a window that has become narrow, and what was typed stays.
 */
export function useChunkDialog(place: DocumentPlace): { open: OpenChunkDialog; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ form: Form; chunk: DocumentChunk }>();
  const [open] = useState<OpenChunkDialog>(
    () => (form: Form, chunk: DocumentChunk) => setOpened({ form, chunk }),
  );
  if (opened === undefined) return { open, dialog: null };
  const props = { place, chunk: opened.chunk, onClose: () => setOpened(undefined) };
  return {
    open,
    dialog:
      opened.form === 'edit' ? (
        <LazyEditChunkDialog {...props} />
      ) : (
        <LazySplitChunkDialog {...props} />
      ),
  };
}
