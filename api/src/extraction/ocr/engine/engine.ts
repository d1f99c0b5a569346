import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import startTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js';

import type { Block } from '../../blocks/block.ts';
import { weightsOf } from '../languages.ts';
import { isBlank, toPgm, type GrayPage } from './gray-page.ts';
import { pageBlocks } from './page-blocks.ts';

/** Reads the text of pages, one at a time. */
export interface OcrEngine {
  /** Returns paragraphs in the order of reading; none of a page without text. `page` is the number that they get. */
  recognize(page: GrayPage, number: number | undefined): Block[];
}

/** Neural networks only: the older engine has no weights in the packages. */
const LSTM_ONLY = 1;
const VARIABLES = {
  // Columns and paragraphs are found, and no turned page: that needs weights of its own.
  tessedit_pageseg_mode: '3',
  user_defined_dpi: '200',
  debug_file: '/dev/null',
} as const;

const engines = new Map<string, Promise<OcrEngine>>();

/**
 * Returns the engine of this process for languages. It is WebAssembly without access to files and network: its
 * weights are read here, from installed packages.
 */
export function engineFor(languages: readonly string[]): Promise<OcrEngine> {
  const key = languages.join('+');
  const known = engines.get(key) ?? startEngine(languages);
  engines.set(key, known);
  return known;
}

async function startEngine(languages: readonly string[]): Promise<OcrEngine> {
  const tesseract = await startTesseract();
  for (const language of languages) {
    const file = weightsOf(language);
    if (file === undefined) throw new Error(`The weights of ${language} are not installed`);
    tesseract.FS.writeFile(`${language}.traineddata`, gunzipSync(await readFile(file)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.join('+'), LSTM_ONLY) !== 0) {
    throw new Error('The engine did not accept its weights');
  }
  for (const [name, value] of Object.entries(VARIABLES)) api.SetVariable(name, value);
  return {
    recognize: (page, number) => {
      if (isBlank(page)) return [];
      tesseract.FS.writeFile('/input', toPgm(page));
      try {
        if (api.SetImageFile(1, 0) === 1) throw new Error('The page is no image');
        if (api.Recognize(null) !== 0) return [];
        return pageBlocks(api.GetTSVText(0), number);
      } finally {
        tesseract.FS.unlink('/input');
        api.Clear();
      }
    },
  };
}
