import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the active row of a list, a function that moves to another, and one that follows the focus into a row. The
 * row is stored as a path, as rows may be inserted above it. With `arrival`, a row has the focus at first; `sought` is one
 * that gets it once it is there.
 */
export function useActiveRow(
  list: { current: HTMLElement | null },
  items: readonly { path: string }[],
  arrival: { item: string | null } | null,
  sought: { path: string } | null = null,
) {
  const [path, setPath] = useState(arrival?.item ?? null);
  const [found, setFound] = useState<typeof sought>(null);
  if (sought !== null && sought !== found && items.some((item) => item.path === sought.path)) {
    setFound(sought);
    setPath(sought.path);
  }
  useEffect(() => {
    if (found !== null)
      list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
  }, [list, found]);
  const active = Math.max(
    0,
    items.findIndex((item) => item.path === path),
  );
  const wanted = useRef<FocusOptions | null>(arrival && {});

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus(wanted.current);
    wanted.current = null;
  }, [list, active]);

  const goTo = (row: number, focus: FocusOptions) => {
    wanted.current = row === active ? null : focus;
    setPath(items[row]?.path ?? null);
  };
  const moveTo = (row: number) => goTo(row, {});
  // A row that scrolls between press and release is not under the pointer any more, and nothing is clicked.
  const follow = (row: number) => goTo(row, { preventScroll: true });
  return [active, moveTo, follow] as const;
}
