import { symbolField } from './symbol-fonts.ts';

interface Field {
  instruction: string;
  isResult: boolean;
  form: string | undefined;
}

/** The fields that a text is in: of each, the result is shown and the instruction is not. */
export class FieldStack {
  #fields: Field[] = [];

  begin(form: string | undefined): void {
    this.#fields.push({ instruction: '', isResult: false, form });
  }

  instruct(text: string): void {
    const field = this.#fields.at(-1);
    if (field !== undefined && !field.isResult) field.instruction += text;
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.isResult = true;
  }

  /** Ends a field; returns what it shows beside its result. */
  end(): string {
    const field = this.#fields.pop();
    if (field === undefined || this.isSilent(false)) return '';
    if (field.form !== undefined) return field.form;
    if (field.isResult) return '';
    const button = /^\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s+([^"]*)/i.exec(field.instruction)?.[1];
    return button ?? symbolField(field.instruction) ?? '';
  }

  /** Whether text is not shown here; `withoutPages` is for page numbers of headers. */
  isSilent(withoutPages: boolean): boolean {
    return this.#fields.some(
      ({ isResult, instruction }) => !isResult || (withoutPages && isPageNumber(instruction)),
    );
  }

  /** A field whose result has not begun by the end of a paragraph is broken. */
  endParagraph(): void {
    if (this.#fields.length > 0) this.#fields = this.#fields.filter(({ isResult }) => isResult);
  }
}

export function isPageNumber(instruction: string): boolean {
  return /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)\b/i.test(instruction);
}
