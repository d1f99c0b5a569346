type Kind = 'success' | 'error' | 'info';
type Show = Record<Kind, (text: string) => unknown>;

let standing: Show | null = null;
const waiting: [Kind, string][] = [];
const wanted = new Set<() => void>();

/** Called by the toaster once it stands, with what puts a toast into it; call the result when it goes. */
export function toasterStands(show: Show): () => void {
  standing = show;
  for (const [kind, text] of waiting.splice(0)) show[kind](text);
  return () => {
    standing = null;
  };
}

/** Calls back when a toast is wanted, at once if one already is. */
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

/** Short messages in the corner. May be called before the toaster is loaded: nothing is lost. */
export const toast = {
  success: (text: string): void => raise('success', text),
  error: (text: string): void => raise('error', text),
  info: (text: string): void => raise('info', text),
};
