import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Documents that are chosen for an action. Its functions stay the same between renders. */
export interface Selection {
  /** Those of the listed documents that are chosen, in the list's order. */
  ids: readonly string[];
  /** All documents are chosen, also those that are not listed. */
  isWhole: boolean;
  has: (id: string) => boolean;
  /** Chooses a document or not; with `range`, all between it and the last one like it. */
  toggle: (id: string, range: boolean) => void;
  /** Chooses these. */
  choose: (ids: readonly string[]) => void;
  /** Chooses everything, whether it is listed or not. */
  chooseWhole: () => void;
  clear: () => void;
}

interface Chosen {
  /** What the list showed: a choice is not carried over to another list. */
  of: string;
  ids: ReadonlySet<string>;
  isWhole: boolean;
  /** Where a range begins. */
  anchor: string | null;
}

const nothingOf = (of: string): Chosen => ({ of, ids: new Set(), isWhole: false, anchor: null });

/**
 * Returns the choice among the documents of a list. `of` names what the list shows; `listed` are the ids of
 * its documents. A chosen document that leaves the list is no longer chosen.
 */
export function useSelection(of: string, listed: readonly string[]): Selection {
  const [held, setHeld] = useState<Chosen>(() => nothingOf(of));
  const chosen = held.of === of ? held : nothingOf(of);
  const latest = useRef({ of, listed });
  useLayoutEffect(() => {
    latest.current = { of, listed };
  });

  const change = useCallback((next: (before: Chosen, listed: readonly string[]) => Chosen) => {
    const { of, listed } = latest.current;
    setHeld((before) => next(before.of === of ? before : nothingOf(of), listed));
  }, []);

  const toggle = useCallback(
    (id: string, range: boolean) =>
      change((before, listed) => {
        const ids = new Set(before.isWhole ? listed : before.ids);
        const isChosen = !ids.has(id);
        for (const one of range ? between(listed, before.anchor, id) : [id]) {
          if (isChosen || range) ids.add(one);
          else ids.delete(one);
        }
        return { ...before, ids, isWhole: false, anchor: id };
      }),
    [change],
  );
  const choose = useCallback(
    (ids: readonly string[]) =>
      change((before) => ({ ...before, ids: new Set(ids), isWhole: false })),
    [change],
  );
  const chooseWhole = useCallback(
    () => change((before) => ({ ...before, ids: new Set(), isWhole: true })),
    [change],
  );
  const clear = useCallback(() => change(({ of }) => nothingOf(of)), [change]);

  const { ids: all, isWhole } = chosen;
  const ids = useMemo(
    () => (isWhole ? listed : all.size === 0 ? [] : listed.filter((id) => all.has(id))),
    [listed, all, isWhole],
  );
  return {
    ids,
    isWhole,
    has: (id) => isWhole || all.has(id),
    toggle,
    choose,
    chooseWhole,
    clear,
  };
}

/** Returns the documents from one to another, both included; the last alone where there is no first. */
function between(listed: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : listed.indexOf(from);
  const end = listed.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return listed.slice(Math.min(start, end), Math.max(start, end) + 1);
}
