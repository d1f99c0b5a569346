import { useEffect } from 'react';

import type { CommandRegistry } from '../state/command-registry.ts';
import { isDialogOpen } from '../base/is-dialog-open.ts';
import { matchesKeys } from './matches-keys.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

/** Runs the command whose shortcut is pressed. The only listener for shortcuts. */
export function useShortcutKeys(registry: CommandRegistry): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const silent = isTyping(event.target) || isDialogOpen();
      const command = registry
        .list()
        .find(
          ({ keys, run, always = false }) =>
            keys !== undefined &&
            run !== undefined &&
            (always || !silent) &&
            matchesKeys(event, keys),
        );
      if (command?.run === undefined) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [registry]);
}
