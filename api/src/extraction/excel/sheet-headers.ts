import type { Block } from '../blocks/block.ts';
import { isPageLine } from '../blocks/page-line.ts';
import { oneLine } from '../ooxml/table-text.ts';

/** Fonts, colours and sizes, which say nothing. */
const FORMATTING = /&(?:"[^"]*"|K(?:[0-9a-f]{6}|\d\d[+-]\d{3})|\d{1,3}|[BIUESXYOH])/gi;
/** Numbers of pages, dates of printing, names of files and pictures, which are no text of the sheet. */
const CHANGING = /&[PNDTFZG](?:[+-]\d+)?/gi;

/** Returns the texts that are printed above and below a sheet: those that were not said yet. */
export function headerBlocks(codes: readonly string[], sheet: string, said: Set<string>): Block[] {
  return codes.flatMap((code) =>
    code
      // Two of them are one that is shown.
      .replaceAll('&&', '\u0001')
      .split(/&[LCR]/i)
      .map((text) =>
        oneLine(
          text
            .replace(FORMATTING, '')
            .replace(CHANGING, ' ')
            .replace(/&A/gi, () => sheet)
            .replaceAll('\u0001', '&'),
        ),
      )
      .flatMap((text): Block[] => {
        if (isPageLine(text) || text === sheet || said.has(text)) return [];
        said.add(text);
        return [{ kind: 'paragraph', text }];
      }),
  );
}
