import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the active row of a list, and a function that moves to another. It is stored as a path, as rows may
 * be inserted above it. With `arrival`, a row has the focus at first.
 */
export function useActiveRow(
  list: { current: HTMLElement | null },
  items: readonly { path: string }[],
  arrival: { item: string | null } | null,
) {
  const [path, setPath] = useState(arrival?.item ?? null);
  const active = Math.max(
    0,
    items.findIndex((item) => item.path === path),
  );
  const wantsFocus = useRef(arrival !== null);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus();
  }, [list, active]);

  const moveTo = (row: number) => {
    wantsFocus.current = row !== active;
    setPath(items[row]?.path ?? null);
  };
  return [active, moveTo] as const;
}
