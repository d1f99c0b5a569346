import { NUMBER_FORMATS } from '../ooxml/number-codes.ts';
import {
  LEVELS,
  ListCounter,
  type Label,
  type List,
  type ListLevel,
} from '../word/list-counter.ts';
import type { RtfToken, RtfTokens } from './rtf-tokens.ts';

const START_MAX = 1_000_000;

/** The lists of a document. They number its paragraphs where no program has written the numbers. */
export class RtfLists {
  /** Whether the file has the numbers themselves. */
  isWritten = false;
  readonly #counter = new ListCounter();
  readonly #definitions = new Map<number, ListLevel[]>();
  readonly #instances = new Map<number, List>();

  /** Counts a paragraph and returns its label; undefined for one that is in no list. */
  next(list: number | undefined, level: number): Label | undefined {
    const instance = list === undefined ? undefined : this.#instances.get(list);
    if (instance === undefined || this.isWritten) return undefined;
    const label = this.#counter.next(instance, level);
    return label?.text === '' ? undefined : label;
  }

  /** Reads `\listtable`, to the end of its group. */
  readDefinitions(tokens: RtfTokens): void {
    let levels: ListLevel[] = [];
    forEachWord(tokens, (word, value = 0) => {
      const level = levels.at(-1);
      if (word === 'list') levels = [];
      else if (word === 'listid') this.#definitions.set(value, levels);
      else if (word === 'listlevel' && levels.length < LEVELS) levels.push(newLevel());
      else if (level === undefined) return;
      else if (word === 'levelnfc' || word === 'levelnfcn')
        level.format = NUMBER_FORMATS[value] ?? 'decimal';
      else if (word === 'levelstartat') level.start = startOf(value);
      else if (word === 'levellegal') level.isDecimal = value !== 0;
      else if (word === 'levelnorestart' && value !== 0) level.restart = 0;
      else if (word === 'leveltext') level.text = levelText(tokens);
    });
  }

  /** Reads `\listoverridetable`, by whose numbers paragraphs refer to lists. */
  readOverrides(tokens: RtfTokens): void {
    let id = 0;
    let starts: List['starts'] = [];
    let level = -1;
    forEachWord(tokens, (word, value = 0) => {
      if (word === 'listoverride') [starts, level] = [[], -1];
      else if (word === 'listid') id = value;
      else if (word === 'lfolevel') level += 1;
      else if (word === 'levelstartat' && level >= 0 && level < LEVELS)
        starts[level] = startOf(value);
      else if (word === 'ls') {
        const levels = this.#definitions.get(id) ?? [];
        this.#instances.set(value, { definition: String(id), levels, starts, isStarted: false });
      }
    });
  }
}

const startOf = (value: number) => (value >= 0 && value <= START_MAX ? value : 1);

function newLevel(): ListLevel {
  return {
    start: 1,
    format: 'decimal',
    text: '',
    restart: undefined,
    isDecimal: false,
    style: undefined,
  };
}

/** Calls back with the words of a group, to its end. */
function forEachWord(
  tokens: RtfTokens,
  onWord: (word: string, value: number | undefined) => void,
): void {
  let depth = 0;
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (token.kind === 'open') depth += 1;
    else if (token.kind === 'close' && depth === 0) return;
    else if (token.kind === 'close') depth -= 1;
    else if (token.kind === 'word') {
      if (token.word === 'leveltext') depth -= 1;
      onWord(token.word, token.value);
    }
  }
}

/** Reads the text of a level, whose first character is its length; levels are characters below 9. */
function levelText(tokens: RtfTokens): string {
  let text = '';
  let toSkip = 0;
  for (let token = tokens.next(); !isEnd(token); token = tokens.next()) {
    if (token.kind === 'word' && token.word === 'u') {
      text += String.fromCharCode((token.value ?? 0) & 0xffff);
      toSkip = 1;
    } else if (token.kind === 'text') {
      text += token.text.slice(toSkip);
      toSkip = 0;
    }
  }
  const length = text.charCodeAt(0);
  return Array.from(text.slice(1, 1 + length), (character) =>
    character.charCodeAt(0) < LEVELS ? `%${character.charCodeAt(0) + 1}` : character,
  ).join('');
}

const isEnd = (token: RtfToken | undefined): token is undefined | { kind: 'close' } =>
  token === undefined || token.kind === 'close';
