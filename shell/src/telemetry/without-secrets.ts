const FILE = /\.[a-z]{2,4}$/i;

/** A script keeps its path, which tells whose it is; any other address may hold an id or a token. */
function shortened(address: string): string {
  if (!URL.canParse(address)) return '[address]';
  const { origin, pathname } = new URL(address);
  return FILE.test(pathname) ? `${origin}${pathname}` : origin;
}

/**
 * A text for people who look after the console, without what belongs to the person in front of it:
 * no query, no e-mail address, nothing that could be a token or an id.
 */
export function withoutSecrets(text: string, most = 300): string {
  return text
    .replaceAll(/https?:\/\/[^\s"'<>()]+/g, shortened)
    .replaceAll(/[?&#][^\s"'<>()]*=[^\s"'<>()]*/g, '')
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[e-mail]')
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{20,}/g, '[token]')
    .slice(0, most);
}
