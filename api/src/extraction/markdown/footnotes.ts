import type { MarkdownIt } from 'markdown-it';

const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$/;
const REFERENCE = /\[\^([^\]\s]+)\]/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

type Notes = Map<string, string>;

/** Puts each footnote after the first paragraph, list or table that refers to it. */
export function addFootnotes(parser: MarkdownIt): void {
  parser.core.ruler.before('block', 'footnotes', (state) => {
    const notes: Notes = new Map();
    state.src = withoutDefinitions(state.src, notes);
    state.env['notes'] = notes;
  });
  parser.core.ruler.after('block', 'place_footnotes', (state) => {
    const notes = state.env['notes'] as Notes;
    if (notes.size === 0) return;
    const placed: typeof state.tokens = [];
    const due: string[] = [];
    const place = (label: string) => {
      const text = notes.get(label);
      if (text === undefined) return;
      notes.delete(label);
      const token = new state.Token('footnote', '', 0);
      token.content = parser.render(`[${label}] ${text}`);
      placed.push(token);
    };
    for (const token of state.tokens) {
      placed.push(token);
      if (token.type === 'inline') {
        for (const [, label = ''] of token.content.matchAll(REFERENCE)) due.push(label);
      }
      if (token.level === 0 && token.nesting <= 0) due.splice(0).forEach(place);
    }
    [...notes.keys()].forEach(place);
    state.tokens = placed;
  });
  parser.inline.ruler.before('link', 'footnote_reference', (state, silent) => {
    if (!state.src.startsWith('[^', state.pos)) return false;
    const end = state.src.indexOf(']', state.pos);
    const label = state.src.slice(state.pos + 2, end);
    if (end < 0 || end >= state.posMax || !/^[^\s[]+$/.test(label)) return false;
    if (!silent) state.push('text', '', 0).content = `[${label}]`;
    state.pos = end + 1;
    return true;
  });
  parser.renderer.rules['footnote'] = (tokens, at) => tokens[at]?.content ?? '';
}

/** A definition goes on in lines that are indented, and in those that follow without an empty line. */
function withoutDefinitions(source: string, notes: Notes): string {
  if (!source.includes('[^')) return source;
  const kept: string[] = [];
  let [fence, label, isBlank]: [string?, string?, boolean?] = [];
  for (const line of source.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      kept.push(line);
      continue;
    }
    const found = DEFINITION.exec(line);
    if (found !== null) {
      label = found[1] ?? '';
      notes.set(label, found[2] ?? '');
    } else if (
      label !== undefined &&
      (line.trim() === '' || isIndented(line) || isBlank !== true)
    ) {
      notes.set(label, `${notes.get(label) ?? ''}\n${line.replace(/^(?: {4}|\t)/, '')}`);
    } else {
      label = undefined;
      fence = mark;
      kept.push(line);
    }
    isBlank = line.trim() === '';
    if (isBlank) kept.push('');
  }
  return kept.join('\n');
}

const isIndented = (line: string) => /^(?: {4}|\t)/.test(line);
