/** A value that no field can hold, as JSON; `shown` is in the sentence of its refusal. */
export interface UnstorableValue {
  json: string;
  shown: string;
}

/** Values that would not be what was sent once they are stored. */
export const UNSTORABLE: Readonly<Record<string, UnstorableValue>> = {
  NUL: { json: String.raw`"a\u0000b"`, shown: 'U+0000' },
  'half of a surrogate pair': { json: String.raw`"a\ud83db"`, shown: 'U+D83D' },
  'a number that is too large': { json: '1e999', shown: '1e999' },
  'a whole number that loses digits': { json: '9007199254740993', shown: '9007199254740993' },
};

export const NONCHARACTERS = 'seen\ufffe and\uffff shown';

/** Values that a field may refuse, and that it keeps as they are otherwise. */
export const UNUSUAL: readonly string[] = [
  JSON.stringify(NONCHARACTERS),
  JSON.stringify('x'.repeat(100_000)),
];

/** Parts of an address, percent-encoded, that stand for no text. */
export const UNREADABLE: readonly string[] = ['a%00b', '%ff', 'a%ED%A0%BDb', '%C3'];

/** Parts of an address that a call may refuse. */
export const ODD_PARTS: readonly string[] = [
  encodeURIComponent(NONCHARACTERS),
  'x'.repeat(100_000),
  '9007199254740993',
  '1e999',
  '-0',
];
