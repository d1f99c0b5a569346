import type { ReactNode } from 'react';

import type { RouteAccess } from '../contract/public.ts';

/** Something that a person can do from the command palette, with a key, or both. */
export interface Command {
  /** Unique and the same at every visit, such as `create-dataset`: the palette remembers it. */
  id: string;
  /** What it does, verb first, such as "Create dataset". */
  label: string;
  /** The heading that it stands under, such as "Create". */
  group: string;
  icon?: ReactNode;
  /** Other words that people look for it with. */
  keywords?: readonly string[];
  /**
   * The key that runs it: modifiers, then the key, such as `Mod+B` or `?`. `Mod` is Command on a Mac
   * and Ctrl elsewhere. Silent while somebody types and while a dialog is open.
   */
  keys?: string;
  /** The key is never silent. */
  always?: boolean;
  /** Leaves it out of the palette; `?` still lists its key. */
  keyOnly?: boolean;
  /** Absent where somebody else listens to the key, which is only listed. */
  run?: () => void;
}

/** A command that is there before its remote's screens are, since it only leads to one of them. */
export interface RemoteCommand extends Pick<
  Command,
  'id' | 'label' | 'group' | 'icon' | 'keywords'
> {
  /** Path of the screen. */
  to: string;
  /** Who may see that screen: only they are offered the command. */
  access: RouteAccess;
  /** What the screen is to do on arrival: see `useIntent`. */
  intent?: string;
}

/** What a remote's `./routes` module exports as `commands`, next to its `routes`. */
export type RemoteCommands = readonly RemoteCommand[];
