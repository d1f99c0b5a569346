/** A citation of the passage with this number, or text. */
export type CitedPart = { type: 'text'; text: string } | { type: 'citation'; passage: number };

/** Returns a text in parts. A citation of a passage that does not exist is text. */
export function citedParts(text: string, passages: number): CitedPart[] {
  return text
    .split(/(\[\d{1,4}\])/u)
    .filter((part) => part !== '')
    .map((part) => {
      const passage = Number(/^\[(\d+)\]$/u.exec(part)?.[1]);
      return passage >= 1 && passage <= passages
        ? { type: 'citation', passage }
        : { type: 'text', text: part };
    });
}
