const DEFAULT_NAME = 'archive.zip';
const LENGTH_MAX = 255;

/**
 * Returns the name of an archive from the upload's header: decoded once, without the path and without
 * control characters. It is displayed, and never used as a file's name.
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
