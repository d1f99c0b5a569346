const DEFAULT_NAME = 'archive.zip';
const LENGTH_MAX = 255;

/**
 * The name of an archive for what the upload's header says: decoded once, without the path, and
 * without characters that have no place in a name. It is shown, and never used as a file's name.
 */
export function archiveName(header: string | undefined): string {
  const decoded = decode(header ?? '')
    .toWellFormed()
    .normalize('NFC');
  const last = decoded.split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return name === '' || /^\.+$/.test(name)
    ? DEFAULT_NAME
    : name.slice(0, LENGTH_MAX).toWellFormed();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
