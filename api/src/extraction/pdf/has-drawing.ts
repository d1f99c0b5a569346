import { OPS, Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

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

/** A rectangle in points of the page, from the bottom left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PICTURES = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);
/** Pictures of a page that are looked at. */
const PICTURES_MAX = 1000;

/** Returns where a page has pictures; nowhere if it cannot be drawn. */
export async function picturesOf(page: PDFPageProxy): Promise<Box[]> {
  const { fnArray, argsArray } = await page
    .getOperatorList()
    .catch(() => ({ fnArray: [] as number[], argsArray: [] as unknown[][] }));
  const boxes: Box[] = [];
  const stack: number[][] = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) stack.push(matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      matrix = stack.pop() ?? matrix;
    if (operator === OPS.transform) matrix = combine(matrix, args);
    if (operator === OPS.paintFormXObjectBegin) matrix = combine(matrix, args?.[0]);
    if (PICTURES.has(operator) && boxes.length < PICTURES_MAX) boxes.push(boxOf(matrix));
  }
  return boxes;
}

function combine(matrix: number[], other: unknown): number[] {
  const numbers = Array.from((other ?? []) as Iterable<number>);
  return numbers.length === 6 ? (Util.transform(matrix, numbers) as number[]) : matrix;
}

/** A picture fills the unit square. */
function boxOf([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Box {
  const [width, height] = [Math.abs(a) + Math.abs(c), Math.abs(b) + Math.abs(d)];
  return {
    x: e + Math.min(0, a) + Math.min(0, c),
    y: f + Math.min(0, b) + Math.min(0, d),
    width,
    height,
  };
}
