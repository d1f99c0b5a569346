const FILE = /\.[a-z]{2,4}$/i;

/** Keeps the path of a script, which identifies its remote; any other URL may contain an id or a token. */
function shortened(address: string): string {
  if (!URL.canParse(address)) return '[address]';
  const { origin, pathname } = new URL(address);
  return FILE.test(pathname) ? `${origin}${pathname}` : origin;
}

/**
 * Returns a text without user data: no query, no e-mail address, nothing that could be a token or an
 * id.
 */
export function withoutSecrets(text: string, most = 300): string {
  return text
    .replaceAll(/https?:\/\/[^\s"'<>()]+/g, shortened)
    .replaceAll(/[?&#][^\s"'<>()]*=[^\s"'<>()]*/g, '')
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[e-mail]')
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{20,}/g, '[token]')
    .slice(0, most)
    .replaceAll('\u0000', '')
    .toWellFormed();
}
