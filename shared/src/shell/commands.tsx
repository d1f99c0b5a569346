import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import type { Command } from './command.ts';

/** Adds a source of commands, until the returned function is called. */
export type AddCommands = (source: () => readonly Command[]) => () => void;

// Without a shell, as in a test, commands are ignored.
const CommandsContext = createContext<AddCommands>(() => () => undefined);

/** Puts the shell's registry of commands around screens. */
export function CommandsProvider({ add, children }: { add: AddCommands; children: ReactNode }) {
  return <CommandsContext value={add}>{children}</CommandsContext>;
}

/**
 * Offers commands and keys while this component is mounted. They may change with every render.
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
