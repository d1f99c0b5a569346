import { Boxes, Database, LayoutDashboard, Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createElement, useSyncExternalStore } from 'react';

/** Those in the first code: of the sidebar as it is shipped, which stands complete with it. */
const FIRST: Readonly<Record<string, LucideIcon>> = {
  boxes: Boxes,
  database: Database,
  'layout-dashboard': LayoutDashboard,
  search: Search,
};

let more: ((name: string) => LucideIcon) | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function loadMore(): void {
  loading ??= import(/* webpackChunkName: "more-icons" */ './more-icons.ts')
    .then(({ anyIcon }) => {
      more = anyIcon;
      for (const listener of listeners) listener();
    })
    .catch(() => {
      // Tried again with the next icon.
      loading = undefined;
    });
}

function iconOf(name: string): LucideIcon | undefined {
  return Object.hasOwn(FIRST, name) ? FIRST[name] : more?.(name);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The icon that a remote names for an entry; a neutral one for a name that there is not. One whose code is
 * loading leaves its place empty.
 */
export function EntryIcon({ name }: { name: string }) {
  const read = () => iconOf(name);
  const icon = useSyncExternalStore(
    (listener) => {
      if (read() === undefined) loadMore();
      return subscribe(listener);
    },
    read,
    read,
  );
  if (icon === undefined) return <svg width={16} height={16} aria-hidden />;
  return createElement(icon, { size: 16, 'aria-hidden': true });
}
