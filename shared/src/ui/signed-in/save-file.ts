/** Without it, Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const MINUTE_MS = 60_000;

/** Saves a text as a file, as a download does. `type` is its media type; a CSV gets a byte order mark. */
export function saveFile(name: string, text: string, type: string): void {
  const parts = type === 'text/csv' ? [BYTE_ORDER_MARK, text] : [text];
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers may read it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
