import { detectFileKind } from '../../kinds/file-kind.ts';
import { openImage } from './image-pages.ts';
import type { PageSource } from './page-source.ts';
import { openPdf } from './pdf-pages.ts';

/** Opens a PDF or an image. @throws {UnreadableDocument} */
export function openPages(bytes: Uint8Array, name: string): Promise<PageSource> {
  const kind = detectFileKind(bytes, name);
  return kind.kind === 'image' ? openImage(bytes, kind.format) : openPdf(bytes);
}
