/** Runs the tasks of one key one after the other, in the order they came; those of different keys side by side. */
export type TurnsByKey = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function keyedMutex(): TurnsByKey {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    const done = turn
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === done) last.delete(key);
      });
    last.set(key, done);
    return turn;
  };
}
