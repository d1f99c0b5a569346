import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Operators that draw pictures and shapes, text aside. */
const DRAWS = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintSolidColorImageMask,
  OPS.constructPath,
  OPS.shadingFill,
]);

/** Whether a page has anything on it beside text. What cannot be drawn counts as nothing. */
export async function hasDrawing(page: PDFPageProxy): Promise<boolean> {
  const { fnArray } = await page.getOperatorList().catch(() => ({ fnArray: [] }));
  return fnArray.some((operator) => DRAWS.has(operator));
}
