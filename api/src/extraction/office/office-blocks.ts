import type { OfficeContentNode } from 'officeparser';

import type { Block } from '../blocks/block.ts';
import { inlineText, tableText } from './node-text.ts';

interface Position {
  page?: number;
}

/** Flattens officeparser's tree into blocks, in reading order. */
export function blocksOfNodes(nodes: readonly OfficeContentNode[]): Block[] {
  const blocks: Block[] = [];
  addNodes(blocks, nodes, {});
  return blocks;
}

function addNodes(blocks: Block[], nodes: readonly OfficeContentNode[], position: Position): void {
  for (const [at, node] of nodes.entries()) addNode(blocks, node, nodes[at - 1], position);
}

function addNode(
  blocks: Block[],
  node: OfficeContentNode,
  previous: OfficeContentNode | undefined,
  position: Position,
): void {
  const children = node.children ?? [];
  switch (node.type) {
    case 'page':
      addNodes(blocks, [...children, ...(node.notes ?? [])], {
        page: node.metadata?.pageNumber ?? 1,
      });
      return;
    case 'slide':
      addSlide(blocks, [...children, ...(node.notes ?? [])], node.metadata?.slideNumber ?? 1);
      return;
    case 'sheet':
      push(blocks, { kind: 'heading', level: 2, text: node.metadata?.sheetName ?? '' }, position);
      push(blocks, { kind: 'table', text: tableText(node, { keepEmptyCells: true }) }, position);
      break;
    case 'heading':
      push(
        blocks,
        { kind: 'heading', level: node.metadata?.level ?? 1, text: oneLine(inlineText(node)) },
        position,
      );
      break;
    case 'table':
      push(blocks, { kind: 'table', text: tableText(node, { keepEmptyCells: false }) }, position);
      break;
    case 'list':
      addListItem(blocks, node, previous?.type === 'list', position);
      break;
    case 'image':
    case 'header':
    case 'footer':
    case 'slideMaster':
    case 'comment':
      return;
    case 'note':
    case 'admonition':
    case 'definitionList':
      if (children.length > 0) addNodes(blocks, children, position);
      else push(blocks, { kind: 'paragraph', text: inlineText(node) }, position);
      break;
    default:
      addParagraph(blocks, node, position);
  }
  addNodes(blocks, node.notes ?? [], position);
}

function addSlide(blocks: Block[], nodes: readonly OfficeContentNode[], page: number): void {
  const before = blocks.length;
  addNodes(blocks, nodes, { page });
  const first = blocks[before];
  if (first !== undefined && !(first.kind === 'heading' && first.level === 1)) {
    first.startsSlide = true;
  }
}

/** A paragraph of HTML (a div) may contain whole tables and lists. */
function addParagraph(blocks: Block[], node: OfficeContentNode, position: Position): void {
  const children = node.children ?? [];
  const nested = children.some((child) =>
    ['table', 'list', 'heading', 'paragraph'].includes(child.type),
  );
  if (nested) addNodes(blocks, children, position);
  else push(blocks, { kind: 'paragraph', text: inlineText(node) }, position);
}

/** Consecutive items make one block, a line each, indented by depth. */
function addListItem(
  blocks: Block[],
  node: Extract<OfficeContentNode, { type: 'list' }>,
  continues: boolean,
  position: Position,
): void {
  const text = oneLine(inlineText(node));
  if (text === '') return;
  const line = `${'  '.repeat(node.metadata?.indentation ?? 0)}- ${text}`;
  const last = blocks.at(-1);
  if (continues && last?.kind === 'list') last.text += `\n${line}`;
  else push(blocks, { kind: 'list', text: line }, position);
}

function push(blocks: Block[], block: Block, position: Position): void {
  // Each run of spaces is looked at once: without the first condition, from each of its characters.
  const text = block.text.replace(/(?<![ \t])[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');
  const trimmed = block.kind === 'list' ? text : text.trim();
  if (trimmed !== '') blocks.push({ ...block, text: trimmed, ...position });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
