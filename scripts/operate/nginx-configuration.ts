import { PAGE_HEADERS } from '@carrel/api/console';

const YEAR_SECONDS = 31_536_000;

const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, String.raw`\$&`)}"`;

const header = (name: string, value: string) =>
  `  add_header ${name} ${quoted(value)}${name === 'Cache-Control' ? '' : ' always'};`;

const block = (location: string, lines: readonly string[]) =>
  [`location ${location} {`, ...lines, '}'].join('\n');

/** Files that never change: their name contains a hash, or they are part of a remote's release. */
const IMMUTABLE = String.raw`~ "^/remotes/[^/]+/[0-9a-f]{16}/|^/(?:shell|remotes)/.*\.[0-9a-f]{16}\.[a-z0-9]+(?:\.map)?$"`;

const IMMUTABLE_CACHE = `public, max-age=${YEAR_SECONDS}, immutable`;

const files = (location: string, cache: string, ...more: readonly string[]) =>
  block(location, [
    // 404 for an absent file, never the page.
    '  try_files $uri =404;',
    header('Cache-Control', cache),
    header('X-Content-Type-Options', 'nosniff'),
    STRICT_TRANSPORT,
    ...more,
  ]);

const PREAMBLE = `# Written by "pnpm run page"; it will be written again. Include it in a server block.
gzip_static on;
set $strict_transport "";
if ($https) {
  set $strict_transport "max-age=31536000";
}`;

/** nginx sends no header whose value is empty: none without encryption. */
const STRICT_TRANSPORT = '  add_header Strict-Transport-Security $strict_transport always;';

/** Returns the part of an nginx server block that serves the console's site. */
export function consoleConfiguration(root: string, policy: string): string {
  return [
    PREAMBLE,
    `root ${quoted(root)};`,
    files(IMMUTABLE, IMMUTABLE_CACHE),
    files('~ ^/(?:shell|remotes)/', 'no-cache'),
    block('= /registry.json', [
      // The registry is edited in place: a compressed copy would be stale.
      '  gzip_static off;',
      header('Cache-Control', 'no-cache'),
      header('X-Content-Type-Options', 'nosniff'),
      STRICT_TRANSPORT,
    ]),
    block('= /favicon.ico', ['  return 301 /shell/favicon.svg;']),
    block('/', [
      '  try_files /index.html =404;',
      header('Cache-Control', 'no-cache'),
      header('Content-Security-Policy', policy),
      STRICT_TRANSPORT,
      ...Object.entries(PAGE_HEADERS).map(([name, value]) => header(name, value)),
    ]),
    '',
  ].join('\n\n');
}

/** Returns the part of an nginx server block that serves the files of remotes to other origins. */
export function remotesConfiguration(root: string): string {
  const allowAll = header('Access-Control-Allow-Origin', '*');
  return [
    PREAMBLE,
    `root ${quoted(root)};`,
    files('~ "^/remotes/[^/]+/[0-9a-f]{16}/"', IMMUTABLE_CACHE, allowAll),
    block('/', ['  return 404;']),
    '',
  ].join('\n\n');
}
