type Kind = 'success' | 'error' | 'info';
type Show = Record<Kind, (text: string) => unknown>;

let toaster: Show | null = null;
const queue: [Kind, string][] = [];
const listeners = new Set<() => void>();

/** Called by the toaster on mount, with the function that shows a toast; the result is called on unmount. */
export function connectToaster(show: Show): () => void {
  toaster = show;
  for (const [kind, text] of queue.splice(0)) show[kind](text);
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

function send(kind: Kind, text: string): void {
  if (toaster === null) {
    queue.push([kind, text]);
    for (const listener of listeners) listener();
  } else {
    toaster[kind](text);
  }
}

/** Short messages in the corner. It can be called before the toaster is loaded: no message is lost. */
export const toast = {
  success: (text: string): void => send('success', text),
  error: (text: string): void => send('error', text),
  info: (text: string): void => send('info', text),
};
