import type { ImageFormat } from '../kinds/formats.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

/** Leaves an image to OCR. Only the headers of a TIFF are read here, as it may have several pages. */
export async function readImage(
  bytes: Uint8Array,
  format: ImageFormat,
  isOcrOn: boolean,
): Promise<Partitioned> {
  if (!isOcrOn) throw new UnreadableDocument(reasons.image());
  if (format === 'other') throw new UnreadableDocument(reasons.imageFormat());
  const pages = format === 'tiff' ? await tiffPages(bytes) : 1;
  return { blocks: [], properties: [], scans: Array.from({ length: pages }, (_, at) => at + 1) };
}

// The library is large, and most documents are no images.
async function tiffPages(bytes: Uint8Array): Promise<number> {
  const { imagePageCount } = await import('./pages/image-pages.ts');
  return imagePageCount(bytes);
}
