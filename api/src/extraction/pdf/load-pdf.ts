import { fileURLToPath } from 'node:url';

import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

const folder = (name: string) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')));

/** Pixels of the largest image in a page that is unpacked. */
const IMAGE_PIXELS_MAX = 100_000_000;

interface LoadedPdf {
  pdf: PDFDocumentProxy;
  close: () => Promise<void>;
}

/**
 * Opens a PDF with what it may use without embedding it: character maps, fonts, decoders of images.
 * @throws {UnreadableDocument} for a password or a damaged file.
 */
export async function loadPdf(bytes: Uint8Array): Promise<LoadedPdf> {
  const loading = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  });
  const close = () => loading.destroy();
  try {
    return { pdf: await loading.promise, close };
  } catch (error) {
    await close();
    throw new UnreadableDocument(reasonOf(error), { cause: error });
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException'
    ? reasons.password('PDF')
    : reasons.damaged('PDF');
