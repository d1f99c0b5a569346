type Kind = 'success' | 'error' | 'info';
type Show = Record<Kind, (text: string) => unknown>;

let resolveShow: (show: Show) => void;
const shown = new Promise<Show>((resolve) => {
  resolveShow = resolve;
});
const wanted = new Set<() => void>();

/** Called by the toaster once it stands, with what puts a toast into it. */
export function toasterStands(show: Show): void {
  resolveShow(show);
}

/** Calls back when the first toast is wanted, if the toaster has not been loaded by then. */
export function onFirstToast(listener: () => void): () => void {
  wanted.add(listener);
  return () => wanted.delete(listener);
}

async function raise(kind: Kind, text: string): Promise<void> {
  for (const listener of wanted) listener();
  const show = await shown;
  show[kind](text);
}

/** Short messages in the corner. May be called before the toaster is loaded: nothing is lost. */
export const toast = {
  success: (text: string): void => void raise('success', text),
  error: (text: string): void => void raise('error', text),
  info: (text: string): void => void raise('info', text),
};
