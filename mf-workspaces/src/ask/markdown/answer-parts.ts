/** A part of a paragraph at this offset in it: text, or a citation of the passage with this number. */
export type AnswerPart = { at: number } & ({ text: string } | { passage: number });

/** Returns the paragraphs of an answer, in parts. A citation of a passage that does not exist is text. */
export function answerParagraphs(text: string, passages: number): AnswerPart[][] {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => partsOf(paragraph, passages));
}

function partsOf(paragraph: string, passages: number): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let at = 0;
  for (const text of paragraph.split(/(\[\d{1,4}\])/u)) {
    const number = Number(/^\[(\d+)\]$/u.exec(text)?.[1]);
    const isCitation = number >= 1 && number <= passages;
    if (text !== '') parts.push(isCitation ? { at, passage: number } : { at, text });
    at += text.length;
  }
  return parts;
}
