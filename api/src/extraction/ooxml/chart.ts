import type { Block } from '../blocks/block.ts';
import { drawingLines } from './drawing-text.ts';
import { formatNumber } from './number-format/format-number.ts';
import type { OoxmlPackage } from './ooxml-package.ts';
import { oneLine, tableText } from './table-text.ts';
import { childOf, childrenOf, descendantsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

const POINTS_MAX = 100_000;

/** Returns a chart's titles as a paragraph and its series as a table; nothing for one without data. */
export function chartBlocks(pkg: OoxmlPackage, path: string | undefined): Block[] {
  const tree = pkg.treeOf(path);
  if (tree === undefined) return [];
  const isExtended = tree.name === 'cx:chartSpace';
  const titles = (isExtended ? extendedTitles(tree) : chartTitles(tree)).filter(
    (text) => text !== '',
  );
  const rows = isExtended ? extendedRows(tree) : chartRows(tree);
  const blocks: Block[] = [];
  if (titles.length > 0) blocks.push({ kind: 'paragraph', text: `Chart: ${titles.join('; ')}` });
  const text = tableText(rows);
  if (text !== '') blocks.push({ kind: 'table', text });
  for (const { type, target } of path === undefined ? [] : pkg.relationshipsOf(path)) {
    if (type !== 'chartUserShapes') continue;
    const lines = descendantsOf(pkg.treeOf(target), 'cdr:txBody').flatMap(drawingLines);
    blocks.push(...lines.map((line): Block => ({ kind: 'paragraph', text: line })));
  }
  return blocks;
}

function chartTitles(tree: XmlElement): string[] {
  const chart = childOf(tree, 'c:chart');
  const axes = descendantsOf(
    childOf(chart, 'c:plotArea'),
    'c:catAx',
    'c:valAx',
    'c:dateAx',
    'c:serAx',
  );
  return [chart, ...axes].map((owner) => labelText(childOf(owner, 'c:title', 'c:tx')));
}

/** The text of a label: written, or of the cells that it refers to. */
function labelText(label: XmlElement | undefined): string {
  const written = drawingLines(childOf(label, 'c:rich')).join(' ');
  if (written !== '') return oneLine(written);
  const cells = descendantsOf(label, 'c:pt').map((point) => textOf(childOf(point, 'c:v')));
  return oneLine(cells.length > 0 ? cells.join(' ') : textOf(childOf(label, 'c:v')));
}

interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

function chartRows(tree: XmlElement): string[][] {
  const series = descendantsOf(childOf(tree, 'c:chart', 'c:plotArea'), 'c:ser').map(
    (each): Series => ({
      name: labelText(childOf(each, 'c:tx')),
      categories: pointsOf(childOf(each, 'c:cat') ?? childOf(each, 'c:xVal')),
      values: pointsOf(childOf(each, 'c:val') ?? childOf(each, 'c:yVal')),
    }),
  );
  const groups: Series[][] = [];
  for (const each of series) {
    // Series of a scatter chart have categories of their own.
    const same = groups.find(
      ([first]) => first !== undefined && isSame(first.categories, each.categories),
    );
    if (same === undefined) groups.push([each]);
    else same.push(each);
  }
  return groups.flatMap(groupRows);
}

function groupRows(group: Series[]): string[][] {
  const categories = group.find((each) => each.categories.size > 0)?.categories ?? new Map();
  const indexes = new Set([
    ...categories.keys(),
    ...group.flatMap(({ values }) => [...values.keys()]),
  ]);
  if (indexes.size === 0) return [];
  return [
    ['', ...group.map(({ name }) => name)],
    ...[...indexes]
      .toSorted((a, b) => a - b)
      .map((at) =>
        [String(categories.get(at) ?? '')].concat(group.map(({ values }) => values.get(at) ?? '')),
      ),
  ];
}

function isSame(first: Map<number, string>, second: Map<number, string>): boolean {
  if (second.size === 0) return true;
  return first.size === second.size && [...first].every(([at, text]) => second.get(at) === text);
}

/** The points of a cache by index; several levels of categories are joined, each up to where the next begins. */
function pointsOf(source: XmlElement | undefined): Map<number, string> {
  const [inner = new Map<number, string>(), ...outer] = descendantsOf(
    source,
    'c:strCache',
    'c:numCache',
    'c:strLit',
    'c:numLit',
    'c:lvl',
  ).map(cachedPoints);
  const labels = outer.map(() => '');
  const joined = new Map<number, string>();
  for (const at of [...inner.keys()].toSorted((a, b) => a - b)) {
    for (const [level, points] of outer.entries())
      labels[level] = points.get(at) ?? labels[level] ?? '';
    const texts = [...labels.toReversed(), inner.get(at) ?? ''];
    joined.set(at, texts.filter((text) => text !== '').join(' '));
  }
  return joined;
}

function cachedPoints(level: XmlElement): Map<number, string> {
  const format = textOf(childOf(level, 'c:formatCode'));
  const isNumber = level.name.startsWith('c:num');
  return new Map(
    childrenOf(level, 'c:pt')
      .slice(0, POINTS_MAX)
      .map((point): [number, string] => {
        const { attributes } = point;
        const raw = oneLine(textOf(childOf(point, 'c:v')));
        const isShown = isNumber && raw !== '' && Number.isFinite(Number(raw));
        const text = isShown ? formatNumber(Number(raw), attributes['formatCode'] ?? format) : raw;
        return [Number(attributes['idx'] ?? 0), text];
      }),
  );
}

function extendedTitles(tree: XmlElement): string[] {
  const titles = descendantsOf(childOf(tree, 'cx:chart'), 'cx:title');
  return titles.map((title) =>
    oneLine(descendantsOf(title, 'cx:rich').flatMap(drawingLines).join(' ')),
  );
}

/** Charts of Office 2016 (waterfalls, funnels, maps) have their data beside the series. */
function extendedRows(tree: XmlElement): string[][] {
  const names = descendantsOf(tree, 'cx:series').map((each) =>
    oneLine(textOf(descendantsOf(childOf(each, 'cx:tx'), 'cx:v')[0])),
  );
  return childrenOf(childOf(tree, 'cx:chartData'), 'cx:data').flatMap((data, index) => {
    const columns = descendantsOf(data, 'cx:lvl').map(levelPoints);
    const indexes = [...new Set(columns.flatMap((column) => [...column.keys()]))].toSorted(
      (a, b) => a - b,
    );
    const heading = columns.slice(1).map(() => '');
    heading.push(names[index] ?? '');
    const rows = indexes.map((at) => columns.map((column) => column.get(at) ?? ''));
    return [heading].concat(rows);
  });
}

const levelPoints = (level: XmlElement): Map<number, string> =>
  new Map(
    childrenOf(level, 'cx:pt').map((point) => [
      Number(point.attributes['idx'] ?? 0),
      oneLine(textOf(point)),
    ]),
  );
