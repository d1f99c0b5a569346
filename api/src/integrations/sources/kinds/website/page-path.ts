import { hash } from 'node:crypto';

/** Endings of files that become documents as they are. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'pdf doc docx ppt pptx xls xlsx odt odp ods rtf epub txt text md markdown csv tsv rst tex ipynb ' +
    'eml msg ics'
  ).split(' '),
);
/** Endings of what no document is made of, and that links to nothing. */
export const SKIPPED_ENDINGS: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif webp avif svg ico bmp tif tiff heic mp3 mp4 m4a m4v wav ogg ogv webm mov avi mkv flac ' +
    'css js mjs map json xml rss atom woff woff2 ttf otf eot zip gz tgz bz2 xz 7z rar tar dmg exe msi deb ' +
    'rpm apk iso img bin jar war whl swf torrent asc sig sha256 wasm webmanifest'
  ).split(' '),
);
/** Endings of programs that write pages. */
const PAGE_PROGRAMS = /\.(?:php\d?|aspx?|jspx?|cgi|do|action|cfm)$/i;
const PAGE_ENDING = /\.(?:html?|xhtml)$/i;

const SEGMENT_MAX = 150;
const QUERY_MAX = 60;

/** Lower case, without the dot; empty where a path has none. */
export function endingOf(address: string): string {
  const path = address.split('?', 1)[0] ?? '';
  return /\.([a-z0-9]{1,11})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

export const shortHash = (text: string | Uint8Array, characters = 8) =>
  hash('sha256', text, 'base64url').replaceAll(/[-_]/g, 'x').slice(0, characters);

/** Returns where the object of an address is put: `/docs/intro/` as `docs/intro.html`. `ending` is that of a file. */
export function pathOf(address: string, ending?: string): string {
  const at = address.indexOf('?');
  const query = at < 0 ? '' : address.slice(at + 1);
  const segments = (at < 0 ? address : address.slice(0, at))
    .split('/')
    .filter((segment) => segment !== '')
    .map(readable);
  const last = segments.pop() ?? 'index';
  const [stem, suffix] = ending === undefined ? pageName(last) : fileName(last, ending);
  return [...segments, `${stem}${queryName(query)}${suffix}`].join('/');
}

/** The same path with a mark, where another object has it. */
export function distinctPath(path: string, key: string): string {
  const dot = path.lastIndexOf('.');
  return `${path.slice(0, dot)} (${shortHash(key)})${path.slice(dot)}`;
}

function pageName(name: string): [stem: string, ending: string] {
  const ending = PAGE_ENDING.exec(name)?.[0];
  if (ending !== undefined && name.length > ending.length)
    return [name.slice(0, -ending.length), ending.toLowerCase()];
  return [name.replace(PAGE_PROGRAMS, '') || name, '.html'];
}

function fileName(name: string, ending: string): [stem: string, ending: string] {
  const own = `.${ending}`;
  return name.toLowerCase().endsWith(own) && name.length > own.length
    ? [name.slice(0, -own.length), name.slice(-own.length)]
    : [name, own];
}

function queryName(query: string): string {
  if (query === '') return '';
  const text = decoded(query);
  const isShort = text.length <= QUERY_MAX && /^[\p{L}\p{N}=&_.,+ -]+$/u.test(text);
  return ` (${isShort ? text : shortHash(query)})`;
}

/** A segment as people write it, where that is a name. */
function readable(segment: string): string {
  const text = decoded(segment);
  const isName = !/[/\\\p{Cc}]|^\.{1,2}$/u.test(text);
  const name = isName ? text : segment.replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length));
  return name.length <= SEGMENT_MAX
    ? name
    : `${name.slice(0, SEGMENT_MAX).toWellFormed()}~${shortHash(segment)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize();
  } catch {
    return text;
  }
}
