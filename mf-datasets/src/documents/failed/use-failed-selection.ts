import type { Document } from '@carrel/shared/contract';
import { useCallback, useMemo, useState } from 'react';

export interface FailedSelection {
  /** The ids of the documents that can be retried. */
  retryable: readonly string[];
  /** The ids of those that are chosen. */
  selected: readonly string[];
  ids: ReadonlySet<string>;
  select: (ids: readonly string[], selected: boolean) => void;
}

/** Returns which of some failed documents are chosen, and how to choose them. */
export function useFailedSelection(documents: readonly Document[] | undefined): FailedSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const retryable = useMemo(
    () => (documents ?? []).filter((document) => document.retryable !== false).map(({ id }) => id),
    [documents],
  );
  // Another user may have retried a chosen document meanwhile.
  const selected = useMemo(() => retryable.filter((id) => ids.has(id)), [retryable, ids]);
  const select = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((before) => {
      const next = new Set(before);
      for (const id of changed)
        if (isSelected) next.add(id);
        else next.delete(id);
      return next;
    });
  }, []);
  return useMemo(() => ({ retryable, selected, ids, select }), [retryable, selected, ids, select]);
}
