import type { MetadataValue } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { failureText } from '../../parts/metadata/metadata-fault.ts';
import { useEditMetadata } from '../../parts/metadata/use-edit-metadata.ts';
import type { MetadataChange } from '../../parts/metadata/use-edit-metadata.ts';
import type { DocumentPlace } from '../../data/document.api.ts';

/** The form of a new key; no key is empty. */
export const NEW_KEY = '';

export interface MetadataActions {
  mayEdit: boolean;
  /** The key whose form is open, `NEW_KEY`, or null. */
  editing: string | null;
  isPending: boolean;
  edit: (key: string | null) => void;
  /** Rejects where it was not saved: the form shows why. */
  save: (key: string, value: MetadataValue) => Promise<unknown>;
  reset: (key: string) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

/** What an Editor can do with a document's metadata. The focus stays in `frame`, which can have it. */
export function useMetadataActions(
  { datasetId, documentId }: DocumentPlace,
  frame: RefObject<HTMLElement | null>,
): MetadataActions {
  const mayEdit = useMayEditDataset();
  const { mutateAsync, isPending } = useEditMetadata(datasetId);
  const [editing, setEditing] = useState<string | null>(null);
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (editing !== null || left.current === null) return;
    const row = left.current;
    left.current = null;
    const place = row === NEW_KEY ? '[data-add]' : `[data-key="${CSS.escape(row)}"] [data-edit]`;
    (frame.current?.querySelector<HTMLElement>(place) ?? frame.current)?.focus();
  });

  const change = (what: Omit<MetadataChange, 'selections'>) =>
    mutateAsync({ selections: [{ document_ids: [documentId] }], ...what });
  const edit = (key: string | null) => {
    if (key === null) left.current = editing;
    setEditing(key);
  };
  const act = async (what: Omit<MetadataChange, 'selections'>) => {
    try {
      await change(what);
      // The button is gone, maybe with its row.
      frame.current?.focus();
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  return {
    mayEdit,
    editing,
    isPending,
    edit,
    save: async (key, value) => {
      await change({ set: { [key]: value } });
      edit(null);
    },
    reset: (key) => act({ reset: [key] }),
    remove: (key) => act({ remove: [key] }),
  };
}
