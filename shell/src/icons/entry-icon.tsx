import {
  Boxes,
  Database,
  KeyRound,
  LayoutDashboard,
  Plus,
  Search,
  Settings,
  SlidersHorizontal,
  Square,
  UserRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Those in the first code: of the console's own remotes, so that the sidebar stands complete. */
const FIRST: Readonly<Record<string, LucideIcon>> = {
  boxes: Boxes,
  database: Database,
  'key-round': KeyRound,
  'layout-dashboard': LayoutDashboard,
  plus: Plus,
  search: Search,
  settings: Settings,
  'sliders-horizontal': SlidersHorizontal,
  'user-round': UserRound,
};

let more: Readonly<Record<string, LucideIcon>> | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function loadMore(): void {
  loading ??= import(/* webpackChunkName: "more-icons" */ './more-icons.ts')
    .then(({ moreIcons }) => {
      more = moreIcons;
    })
    .catch(() => {
      // Tried again with the next icon; the neutral one is drawn until then.
      more = {};
      loading = undefined;
    })
    .then(() => {
      for (const listener of listeners) listener();
    });
}

function iconOf(name: string): LucideIcon | undefined {
  const first = Object.hasOwn(FIRST, name) ? FIRST[name] : undefined;
  if (first !== undefined) return first;
  if (more === undefined) return undefined;
  return Object.hasOwn(more, name) ? more[name] : Square;
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
  const Icon = useSyncExternalStore(
    (listener) => {
      if (read() === undefined) loadMore();
      return subscribe(listener);
    },
    read,
    read,
  );
  if (Icon === undefined) return <svg width={16} height={16} aria-hidden />;
  return <Icon size={16} aria-hidden />;
}
