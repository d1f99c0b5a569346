type Kind = 'success' | 'error' | 'info';

/** What a toast offers besides its text. */
export interface ToastOptions {
  /** Milliseconds for which it is shown. */
  duration?: number;
  /** A button, which also closes the toast. */
  action?: { label: string; onClick: () => void };
}

/** A toast replaces one of the same id. */
type ShownOptions = ToastOptions & { id?: string };

type Show = Record<Kind, (text: string, options: ShownOptions | undefined) => unknown>;

let toaster: Show | null = null;
const queue: [Kind, string, ShownOptions | undefined][] = [];
const listeners = new Set<() => void>();

/** Called by the toaster on mount, with the function that shows a toast; the result is called on unmount. */
export function connectToaster(show: Show): () => void {
  toaster = show;
  for (const [kind, text, options] of queue.splice(0)) show[kind](text, options);
  return () => {
    toaster = null;
  };
}

/** Calls back with the first toast, at once if there already is one. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener);
  if (queue.length > 0) listener();
  return () => listeners.delete(listener);
}

function send(kind: Kind, text: string, options?: ShownOptions): void {
  if (toaster === null) {
    queue.push([kind, text, options]);
    for (const listener of listeners) listener();
  } else {
    toaster[kind](text, options);
  }
}

/** Short messages in the corner. It can be called before the toaster is loaded: no message is lost. */
export const toast = {
  success: (text: string, options?: ToastOptions): void => send('success', text, options),
  /** The same failure of several requests is one toast. */
  error: (text: string, options?: ToastOptions): void =>
    send('error', text, { id: text, ...options }),
  info: (text: string, options?: ToastOptions): void => send('info', text, options),
};
