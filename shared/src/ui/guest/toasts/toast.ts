type Kind = 'success' | 'error' | 'info';
type Show = Record<Kind, (text: string) => unknown>;

let standing: Show | null = null;
const waiting: [Kind, string][] = [];
const wanted = new Set<() => void>();

/** Called by the toaster on mount, with the function that shows a toast; the result is called on unmount. */
export function toasterStands(show: Show): () => void {
  standing = show;
  for (const [kind, text] of waiting.splice(0)) show[kind](text);
  return () => {
    standing = null;
  };
}

/** Calls back with the first toast, at once if there already is one. */
export function onFirstToast(listener: () => void): () => void {
  wanted.add(listener);
  if (waiting.length > 0) listener();
  return () => wanted.delete(listener);
}

function raise(kind: Kind, text: string): void {
  if (standing === null) {
    waiting.push([kind, text]);
    for (const listener of wanted) listener();
  } else {
    standing[kind](text);
  }
}

/** Short messages in the corner. It can be called before the toaster is loaded: no message is lost. */
export const toast = {
  success: (text: string): void => raise('success', text),
  error: (text: string): void => raise('error', text),
  info: (text: string): void => raise('info', text),
};
