import { textFault } from '../../platform/http/bodies/storable.ts';
import { invalidFilter, invalidPath } from './scim-problem.ts';

/** A filter of RFC 7644 (3.4.2.2), of comparisons with `eq` alone. */
export type Filter =
  | { kind: 'and' | 'or'; parts: readonly Filter[] }
  | { kind: 'eq'; path: AttributePath; value: string | number | boolean | null };

/** An attribute, or a part of it: `name.familyName`, `emails[type eq "work"].value`. Names are in lower case. */
export interface AttributePath {
  attribute: string;
  within?: Filter;
  sub?: string;
}

/** The longest text of a filter or a path, its comparisons, and how deep it is nested. */
const TEXT_MAX = 4000;
const COMPARISONS_MAX = 50;
const DEPTH_MAX = 8;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const NAME = /^[a-z$][\w$-]*$/;
/** The names of the schemas whose attributes are named without them. */
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

type Refuse = (message: string) => Error;

/** @throws {ScimProblem} 400, invalidFilter */
export function parseFilter(text: string): Filter {
  const reader = new Reader(text, invalidFilter);
  const filter = reader.any(0);
  reader.end();
  return filter;
}

/** Returns the path of an operation of a patch. @throws {ScimProblem} 400, invalidPath */
export function parsePath(text: string): AttributePath {
  const reader = new Reader(text, invalidPath);
  const path = reader.path(0);
  reader.end();
  return path;
}

class Reader {
  readonly #tokens: string[];
  readonly #refuse: Refuse;
  #at = 0;
  #comparisons = 0;

  constructor(text: string, refuse: Refuse) {
    this.#refuse = refuse;
    this.#tokens = tokensOf(text, refuse);
  }

  any(depth: number): Filter {
    if (depth > DEPTH_MAX) throw this.#refuse('It is nested too deeply.');
    return this.#joined('or', () => this.#joined('and', () => this.#term(depth)));
  }

  path(depth: number): AttributePath {
    const [attribute, ...subs] = nameOf(this.#next('a name')).split('.');
    const named = this.#named(attribute, subs);
    if (this.#peek() !== '[') return named;
    if (named.sub !== undefined) throw this.#refuse('Only a whole attribute can be filtered.');
    this.#at += 1;
    const within = this.any(depth + 1);
    this.#require(']');
    const after = this.#peek();
    if (after?.startsWith('.') !== true) return { ...named, within };
    this.#at += 1;
    return { ...this.#named(named.attribute, [after.slice(1).toLowerCase()]), within };
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#refuse(`"${this.#peek()}" was not expected.`);
  }

  #joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()];
    while (this.#peek()?.toLowerCase() === kind) {
      this.#at += 1;
      parts.push(read());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind, parts };
  }

  #term(depth: number): Filter {
    if (this.#peek() === '(') {
      this.#at += 1;
      const inner = this.any(depth + 1);
      this.#require(')');
      return inner;
    }
    this.#comparisons += 1;
    if (this.#comparisons > COMPARISONS_MAX) throw this.#refuse('It has too many comparisons.');
    const path = this.path(depth);
    if (this.#next('an operator').toLowerCase() !== 'eq') {
      throw this.#refuse('The operators are eq, and, or.');
    }
    return { kind: 'eq', path, value: this.#value() };
  }

  #value(): string | number | boolean | null {
    const token = this.#next('a value');
    try {
      const value: unknown = JSON.parse(token.startsWith('"') ? token : token.toLowerCase());
      const isText = typeof value === 'string' && textFault(value) === undefined;
      if (isText || typeof value === 'number' || typeof value === 'boolean') return value;
      if (value === null) return value;
    } catch {
      // Not JSON.
    }
    throw this.#refuse(`"${token}" is no value. Put texts in double quotes.`);
  }

  #named(attribute: string | undefined, subs: readonly string[]): AttributePath {
    const [sub] = subs;
    if (attribute === undefined || subs.length > 1 || ![attribute, ...subs].every(isName)) {
      throw this.#refuse('This is no attribute.');
    }
    return sub === undefined ? { attribute } : { attribute, sub };
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(what: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#refuse(`It ends where ${what} was expected.`);
    this.#at += 1;
    return token;
  }

  #require(token: string): void {
    if (this.#next(`"${token}"`) !== token) throw this.#refuse(`"${token}" was expected.`);
  }
}

function tokensOf(text: string, refuse: Refuse): string[] {
  if (text.length > TEXT_MAX) throw refuse('It is too long.');
  const whole = text.trim();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < whole.length) {
    const match = TOKEN.exec(whole);
    if (match === null) throw refuse('A text in it has no end.');
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

/** An attribute of another schema is one word, which no attribute of the core schemas is. */
function nameOf(token: string): string {
  const name = token.toLowerCase().replace(CORE, '');
  return name.startsWith('urn:') ? 'urn' : name;
}

const isName = (text: string) => NAME.test(text);
