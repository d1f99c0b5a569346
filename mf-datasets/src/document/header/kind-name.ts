import { documentEnding } from '@carrel/shared/contract';
import type { DocumentDetail } from '@carrel/shared/contract';

const NAMES: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  word: 'Word document',
  slides: 'Slides',
  sheet: 'Spreadsheet',
  web: 'Web page',
  markdown: 'Markdown',
  image: 'Image',
  mail: 'E-mail',
  text: 'Text',
};

/** Endings that are shown as the kind of a file that has no other. */
const SHOWN = /^[a-z0-9]{1,8}$/;

/** Returns what kind of file a document is, in words. */
export function kindName({ kind, name }: Pick<DocumentDetail, 'kind' | 'name'>): string {
  const known = NAMES[kind];
  if (known !== undefined) return known;
  const ending = documentEnding(name);
  return SHOWN.test(ending) ? `${ending.toUpperCase()} file` : 'File';
}
