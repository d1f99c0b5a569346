import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface StructNode {
  role?: string;
  type?: string;
  id?: string;
  children?: readonly StructNode[];
}

const DEPTH_MAX = 40;
const NODES_MAX = 100_000;

/** Returns the levels of a tagged page's headings by the ids of their content. */
export async function headingLevels(page: PDFPageProxy): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let nodes = 0;
  const visit = (node: StructNode, level: number | undefined, depth: number): void => {
    nodes += 1;
    if (depth > DEPTH_MAX || nodes > NODES_MAX) return;
    if (node.type === 'content' && node.id !== undefined && level !== undefined) {
      levels.set(node.id, level);
    }
    const own = levelOf(node.role) ?? level;
    for (const child of node.children ?? []) visit(child, own, depth + 1);
  };
  const tree = (await page.getStructTree().catch(() => null)) as StructNode | null;
  if (tree !== null) visit(tree, undefined, 0);
  return levels;
}

function levelOf(role = ''): number | undefined {
  if (role === 'H' || role === 'Title') return 1;
  const [, digit] = /^H([1-6])$/.exec(role) ?? [];
  return digit === undefined ? undefined : Number(digit);
}
