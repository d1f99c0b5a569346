import { spawnSync } from 'node:child_process';

import { cellTexts } from './plain-sheets.ts';
import { plainMail } from './plain-mail.ts';
import { plainRtf } from './plain-rtf.ts';
import { attribute, walkMarkup } from './walk-markup.ts';
import { decodeXml, zipParts } from './zip-parts.ts';

/** Reads a file by other means than the server; undefined where there are none for its kind. */
export function plainText(bytes: Buffer, ending: string, path: string): string | undefined {
  if (/^(?:doc|dot|ppt|xls)[xm]$/.test(ending)) return ooxmlText(bytes);
  if (/^[op][dt][tspg]$/.test(ending) || /^ot[tspg]$/.test(ending)) return odfText(bytes);
  if (/^fod[tspg]$/.test(ending)) return markupText(decodeXml(bytes), ODF);
  if (ending === 'epub') return epubText(bytes);
  if (/^x?html?$/.test(ending)) return markupText(bytes.toString('utf8'), HTML);
  if (ending === 'pdf') return pdfText(path);
  if (ending === 'rtf') return plainRtf(bytes.toString('latin1'));
  if (ending === 'eml') return plainMail(bytes, (text) => markupText(text, HTML));
  if (/^(?:csv|tsv|txt|log)$/.test(ending)) return utf8(bytes);
  if (ending === 'rst')
    return utf8(bytes)?.replace(/^\s*(?:\.\. .*|:[\w-]+:.*)$|<[^<>]*>`|:\w+:`/gm, ' ');
  if (ending === 'md') return markdownText(bytes);
  return undefined;
}

interface Rules {
  /** Elements whose text nobody sees. */
  skip: ReadonlySet<string>;
  /** Elements within a word, or else those that separate words. */
  inline?: ReadonlySet<string>;
  breaks?: ReadonlySet<string>;
  /** Elements with text; all where absent. */
  text?: ReadonlySet<string>;
  isHidden?: (name: string, tag: string) => boolean;
}

const set = (...names: string[]): ReadonlySet<string> => new Set(names);

const OOXML: Rules = {
  skip: set(
    'del',
    'movefrom',
    'instrtext',
    'fallback',
    'rph',
    'deltext',
    'formula',
    'f',
    'numcache',
    'numlit',
  ),
  breaks: set(
    'p',
    'tab',
    'br',
    'cr',
    'tc',
    'tr',
    'si',
    'pt',
    'comment',
    'ptab',
    'fld',
    'drawing',
    'm',
  ),
  text: set('t', 'v'),
  isHidden: (name, tag) => name === 'fld' && /type="(?:slidenum|datetime\w*)"/.test(tag),
};
const ODF: Rules = {
  skip: set(
    'tracked-changes',
    'script',
    'scripts',
    'styles',
    'automatic-styles',
    'master-styles',
    'font-face-decls',
    'settings',
    'meta',
    'binary-data',
    'ruby-text',
    'forms',
    'creator',
    'date',
    'sender-initials',
    'page-number',
    'page-count',
    'hidden-text',
    'hidden-paragraph',
    'consolidation',
  ),
  inline: set(
    'span',
    'a',
    'soft-page-break',
    'bookmark',
    'bookmark-start',
    'bookmark-end',
    'change-start',
    'change-end',
    'change',
    'reference-mark-start',
    'reference-mark-end',
  ),
};
const HTML: Rules = {
  skip: set(
    'script',
    'style',
    'template',
    'noscript',
    'rt',
    'rp',
    'head',
    'datalist',
    'svg',
    'nav-none',
  ),
  inline: set(
    'span',
    'a',
    'b',
    'i',
    'em',
    'strong',
    'font',
    'u',
    'code',
    'small',
    'sub',
    'sup',
    'abbr',
    'mark',
    'wbr',
    'tt',
    'cite',
    'q',
    's',
    'kbd',
    'var',
    'samp',
    'ruby',
    'rb',
    'big',
    'bdi',
  ),
  isHidden: (name, tag) =>
    /\shidden(?:[\s=>/]|$)/i.test(tag) ||
    /display\s*:\s*none/i.test(tag) ||
    (name === 'input' && /type\s*=\s*["']?hidden/i.test(tag)),
};
/** Elements of HTML that have no end. */
const VOID = set(
  'br',
  'img',
  'hr',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
  'wbr',
  'param',
);

/** Returns the text of markup, with line ends for elements that separate words. */
function markupText(markup: string, { skip, inline, breaks, text, isHidden }: Rules): string {
  let out = '';
  let skipped: { name: string; depth: number } | undefined;
  const open: string[] = [];
  for (const event of walkMarkup(markup)) {
    const { kind, name } = event;
    if (skipped !== undefined) {
      if (name !== skipped.name) continue;
      if (kind === 'open') skipped.depth += 1;
      else if (kind === 'close') skipped.depth -= 1;
      if (skipped.depth === 0) skipped = undefined;
    } else if (kind === 'text') {
      if (text === undefined || text.has(open.at(-1) ?? '')) out += event.text;
    } else {
      if (inline?.has(name) === false || breaks?.has(name) === true) out += '\n';
      if (kind === 'close') open.splice(Math.max(0, open.lastIndexOf(name)));
      else if (skip.has(name) || isHidden?.(name, event.text) === true) {
        if (!VOID.has(name)) skipped = { name, depth: 1 };
      } else {
        if (!VOID.has(name)) open.push(name);
        if (name === 'img') out += ` ${attribute(event.text, 'alt') ?? ''} `;
      }
    }
  }
  return out;
}

const NO_TEXT =
  /slideMaster|slideLayout|theme|glossary|docProps|customXml|notesMaster|handout|styles|diagrams\/(?:layout|colors|quick|drawing)|people|persons|_rels|pivot|externalLink|queryTable|connections|tableSingle|webSettings|fontTable|settings|calcChain|vmlDrawing|worksheets\/|sharedStrings|threadedComments/i;

function ooxmlText(bytes: Buffer): string {
  const parts = zipParts(bytes);
  let text = cellTexts(parts).join('\n');
  for (const [name, read] of parts) {
    if (!name.endsWith('.xml') || NO_TEXT.test(name)) continue;
    const xml = read();
    if (name.startsWith('ppt/slides/') && /<\w*:?sld\b[^>]*\sshow="0"/.test(xml)) continue;
    text += `${markupText(withoutHiddenRuns(xml), OOXML)}\n`;
  }
  return text;
}

const withoutHiddenRuns = (xml: string) =>
  xml.replace(/<w:r\b[^>]*>\s*<w:rPr>(?:(?!<\/w:rPr>)[\s\S])*<w:vanish\s*\/>[\s\S]*?<\/w:r>/g, '');

function odfText(bytes: Buffer): string {
  const content = zipParts(bytes).get('content.xml')?.();
  if (content === undefined) throw new Error('No content.xml');
  return markupText(content, ODF);
}

function epubText(bytes: Buffer): string {
  let text = '';
  for (const [name, read] of zipParts(bytes)) {
    if (/\.x?html?$/i.test(name) && !/(?:^|\/)(?:nav|toc)\b/i.test(name)) {
      text += `${markupText(read(), HTML)}\n`;
    }
  }
  return text;
}

function pdfText(path: string): string | undefined {
  const { status, stdout } = spawnSync('pdftotext', ['-q', '-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 60_000,
  });
  return status === 0 ? stdout : undefined;
}

/** Undefined for text in another encoding. */
function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const markdownText = (bytes: Buffer) => {
  const text = utf8(bytes);
  if (text === undefined) return undefined;
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/\]\([^)\s]*(?:\s[^)]*)?\)/g, ']');
  return markupText(body.replace(/^\s*\[[^\]]+\]:.*$/gm, '').replace(/<https?:[^>]*>/g, ''), HTML);
};
