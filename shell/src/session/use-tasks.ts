import type { Task } from '@carrel/shared/shell';
import { atom, useStore } from 'jotai';
import { useCallback, useEffect } from 'react';

/** Background tasks, keyed by id. */
export const tasksAtom = atom<Readonly<Record<string, Task>>>({});

/** Returns the function with which screens set tasks. They are suspended or cancelled when the session ends. */
export function useTasks(): (id: string, task: Task | null) => void {
  const store = useStore();
  useEffect(
    () => () => {
      for (const { cancel, suspend = cancel } of Object.values(store.get(tasksAtom))) suspend();
    },
    [store],
  );
  return useCallback(
    (id, task) => {
      const { [id]: _, ...others } = store.get(tasksAtom);
      store.set(tasksAtom, task === null ? others : { ...others, [id]: task });
    },
    [store],
  );
}
