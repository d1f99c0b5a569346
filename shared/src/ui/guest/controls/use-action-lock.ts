import { useRef } from 'react';

/** Runs an action, unless the one before it is still running. */
export type RunOnce = (act: () => unknown) => void;

/**
 * The lock of everything that acts: buttons, menus, dialogs and commands. An action that returns a promise runs until
 * it settles, and a second click or key in that time does nothing. Its failure is the action's to show.
 */
export function useActionLock(): RunOnce {
  const running = useRef(false);
  return (act) => {
    if (running.current) return;
    const result = act();
    if (!(result instanceof Promise)) return;
    running.current = true;
    const unlock = () => {
      running.current = false;
    };
    void result.then(unlock, unlock);
  };
}
