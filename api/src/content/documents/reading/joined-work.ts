interface Work<T> {
  result: Promise<T>;
  /** How many wait for it. */
  waiting: number;
  controller: AbortController;
}

/**
 * Starts work of a key, or joins the same that is in progress. Work for which nobody waits any more is
 * aborted.
 * @throws what `aborted` returns after `signal`.
 */
export type JoinWork<T> = (
  key: string,
  signal: AbortSignal,
  start: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

export function createJoinedWork<T>(aborted: () => Error): JoinWork<T> {
  const works = new Map<string, Work<T>>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Work<T> => {
    const controller = new AbortController();
    const work: Work<T> = { result: start(controller.signal), waiting: 0, controller };
    const forget = () => {
      if (works.get(key) === work) works.delete(key);
    };
    work.result.then(forget, forget);
    works.set(key, work);
    return work;
  };

  return (key, signal, start) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) throw aborted();
      const work = works.get(key) ?? begin(key, start);
      work.waiting += 1;
      const leave = () => {
        work.waiting -= 1;
        reject(aborted());
        if (work.waiting > 0) return;
        if (works.get(key) === work) works.delete(key);
        work.controller.abort();
      };
      signal.addEventListener('abort', leave);
      work.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
}
