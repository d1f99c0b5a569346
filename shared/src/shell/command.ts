import type { ReactNode } from 'react';

import type { RouteAccess } from '../contract/public.ts';

/** Something that a user can do from the command palette, with a key, or both. */
export interface Command {
  /** Unique and stable, such as `create-dataset`: the palette stores it. */
  id: string;
  /** What it does, verb first, such as "Create dataset". */
  label: string;
  /** The heading that it is listed under, such as "Create". */
  group: string;
  icon?: ReactNode;
  /** Other words that find it. */
  keywords?: readonly string[];
  /**
   * The key that runs it: modifiers, then the key, such as `Mod+B` or `?`. `Mod` is Command on a Mac
   * and Ctrl elsewhere. A space separates alternatives. Ignored while a user types and while a dialog is open.
   */
  keys?: string;
  /** The key is never ignored. */
  always?: boolean;
  /** Not in the palette; `?` still lists its key. */
  keyOnly?: boolean;
  /** Absent where other code listens to the key, which is only listed. */
  run?: () => void;
}

/** A command that leads to a screen of a remote, available before the screen's code is loaded. */
export interface RemoteCommand extends Pick<
  Command,
  'id' | 'label' | 'group' | 'icon' | 'keywords'
> {
  /** Path of the screen. */
  to: string;
  /** Who may see that screen, and so the command. */
  access: RouteAccess;
  /** What the screen is to do on arrival: see `useIntent`. */
  intent?: string;
}

/** What a remote's `./routes` module exports as `commands`, next to its `routes`. */
export type RemoteCommands = readonly RemoteCommand[];
