import type { Task } from '@carrel/shared/shell';
import { atom, useStore } from 'jotai';
import { useCallback, useEffect } from 'react';

/** What goes on in the background, by its id. */
export const tasksAtom = atom<Readonly<Record<string, Task>>>({});

/** Takes tasks from screens. They are cancelled together with the person's session. */
export function useTasks(): (id: string, task: Task | null) => void {
  const store = useStore();
  useEffect(
    () => () => {
      for (const { cancel } of Object.values(store.get(tasksAtom))) cancel();
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
