import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import type { Command } from './command.ts';

/** Takes what gives the commands of one contributor, until the answer is called. */
export type AddCommands = (source: () => readonly Command[]) => () => void;

// Around a screen that stands alone nobody listens.
const CommandsContext = createContext<AddCommands>(() => () => undefined);

/** Puts the shell's registry of commands around screens. */
export function CommandsProvider({ add, children }: { add: AddCommands; children: ReactNode }) {
  return <CommandsContext value={add}>{children}</CommandsContext>;
}

/**
 * Offers commands and keys for as long as this component stands. What they do may change with every
 * render.
 *
 * @example
 * useCommands([{ id: 'refresh', label: 'Refresh', group: 'This screen', keys: 'Mod+Shift+R', run: refresh }]);
 */
export function useCommands(commands: readonly Command[]): void {
  const add = useContext(CommandsContext);
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useEffect(() => add(() => latest.current), [add]);
}
