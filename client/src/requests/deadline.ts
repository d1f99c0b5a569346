/** The limits of one try: a signal that ends with any of them. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether the time was over. */
  isOver(): boolean;
  /** Starts the time again, unless it has ended. */
  extend(): void;
  /** Stops the time. */
  pause(): void;
  /** Stops the time, and no longer looks at the signals. */
  end(): void;
}

/** Returns a deadline that is over after milliseconds, and aborted with any of the signals. */
export function startDeadline(
  milliseconds: number,
  signals: readonly (AbortSignal | undefined)[],
): Deadline {
  const controller = new AbortController();
  let [isOver, isEnded] = [false, false];
  const expire = () => {
    isOver = true;
    controller.abort();
  };
  let timer = setTimeout(expire, milliseconds);
  const watches = signals.flatMap((signal) => {
    if (signal === undefined) return [];
    const onAbort = () => controller.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return [() => signal.removeEventListener('abort', onAbort)];
  });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend: () => {
      clearTimeout(timer);
      if (!isEnded) timer = setTimeout(expire, milliseconds);
    },
    pause: () => clearTimeout(timer),
    end: () => {
      isEnded = true;
      clearTimeout(timer);
      for (const unwatch of watches) unwatch();
    },
  };
}
