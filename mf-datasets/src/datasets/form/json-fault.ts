/** The position of the first error in a JSON text; both count from 1. */
export interface JsonFault {
  line: number;
  column: number;
}

// \P{Cc} leaves out DEL and the C1 controls, which JSON takes as they are.
const STRING = /"(?:(?!["\\])[\P{Cc}\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;

class Fault extends Error {}

/**
 * Parses a text as `JSON.parse` does, to find where it fails: the messages of browsers about the
 * position differ, and some have none.
 */
class Reader {
  position = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found !== null) this.position += found[0].length;
    return found !== null;
  }

  takeSign(sign: string): boolean {
    this.take(BLANK);
    if (this.text[this.position] !== sign) return false;
    this.position += 1;
    return true;
  }

  expect(taken: boolean): void {
    if (!taken) throw new Fault();
  }

  string(): void {
    this.take(BLANK);
    this.expect(this.take(STRING));
  }

  value(): void {
    if (this.takeSign('{')) {
      this.members('}', () => {
        this.string();
        this.expect(this.takeSign(':'));
        this.value();
      });
    } else if (this.takeSign('[')) {
      this.members(']', () => this.value());
    } else {
      this.expect(this.take(STRING) || this.take(SCALAR));
    }
  }

  members(end: string, member: () => void): void {
    if (this.takeSign(end)) return;
    do member();
    while (this.takeSign(','));
    this.expect(this.takeSign(end));
  }
}

/** The first place at which a text is not JSON; null when all of it is. */
export function findJsonFault(text: string): JsonFault | null {
  const reader = new Reader(text);
  try {
    reader.value();
    reader.take(BLANK);
    if (reader.position === text.length) return null;
  } catch (error) {
    // Thousands of nested brackets overflow the stack: the position is where the parser stopped.
    if (!(error instanceof Fault) && !(error instanceof RangeError)) throw error;
  }
  const before = text.slice(0, reader.position).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
