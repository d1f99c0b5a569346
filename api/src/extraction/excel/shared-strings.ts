import { readOoxml } from '../ooxml/ooxml-xml.ts';
import { unescaped } from './cell-text.ts';

/** Returns the texts that cells refer to by number, without hints of pronunciation. */
export function sharedStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (bytes === undefined) return strings;
  let text = '';
  let inText = false;
  let hints = 0;
  readOoxml(bytes, {
    open(name) {
      if (name === 'x:si') text = '';
      else if (name === 'x:rPh') hints += 1;
      else if (name === 'x:t') inText = hints === 0;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'x:si') strings.push(unescaped(text));
      else if (name === 'x:rPh') hints -= 1;
      else if (name === 'x:t') inText = false;
    },
  });
  return strings;
}
