import type { Block } from '../blocks/block.ts';
import { readPlainText } from './plain-text.ts';

/** Characters of a line from which on JSON is taken apart into lines. */
const LONG_LINE = 300;
const INDENT_MAX = 20;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '', t: ' ', b: '', f: '' };

/** Reads JSON: with its keys, in lines, and with the characters that its escapes stand for. */
export function readJson(text: string): Block[] {
  const isLong = text.split('\n').some((line) => line.length > LONG_LINE);
  return readPlainText(unescaped(isLong ? inLines(text) : text));
}

/** Numbers and order of keys stay as they are written. */
function inLines(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  const newLine = () => `\n${' '.repeat(Math.min(depth, INDENT_MAX))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|\s+|[^\s"{}[\],:]+/gs)) {
    if (token === '{' || token === '[') {
      depth += 1;
      pieces.push(token, newLine());
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      pieces.push(newLine(), token);
    } else if (token === ',') pieces.push(token, newLine());
    else if (token === ':') pieces.push(': ');
    else if (token.trim() !== '') pieces.push(token);
  }
  return pieces.join('').replace(/([{[])\s+([}\]])/g, '$1$2');
}

/** Returns text with the characters that escapes of JSON stand for. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (whole, code?: string, letter?: string) => {
    if (code === undefined) return ESCAPES[letter ?? ''] ?? letter ?? whole;
    const unit = Number.parseInt(code, 16);
    return unit < 0x20 ? ' ' : String.fromCharCode(unit);
  });
}
