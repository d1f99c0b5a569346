import type { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import {
  childOf,
  childrenOf,
  descendantsOf,
  elementsOf,
  type XmlElement,
} from '../xml/xml-tree.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Placeholder {
  type: string;
  index: string | undefined;
  shape: XmlElement;
}

/** What the shapes of a slide inherit from its layout and its master: places and marks of lists. */
export class SlideLayout {
  readonly #levels: readonly (readonly Placeholder[])[];
  readonly #bodyStyle: XmlElement | undefined;

  constructor(layout: XmlElement | undefined, master: XmlElement | undefined) {
    this.#levels = [placeholdersOf(layout), placeholdersOf(master)];
    this.#bodyStyle = childOf(master, 'p:txStyles', 'p:bodyStyle');
  }

  boxOf(shape: XmlElement): Box | undefined {
    return [shape, ...this.#inherited(shape)].map(ownBox).find((box) => box !== undefined);
  }

  /** Returns the properties of paragraphs of a level, from the nearest to the most general. */
  paragraphStyles(shape: XmlElement, level: number): XmlElement[] {
    const type = placeholderOf(shape)?.type;
    const lists = [shape, ...this.#inherited(shape)].map((each) =>
      childOf(textBodyOf(each), 'a:lstStyle'),
    );
    const isBody = type !== undefined && ['body', 'obj', 'subTitle'].includes(type);
    return [...lists, isBody ? this.#bodyStyle : undefined].flatMap((list) =>
      childrenOf(list, `a:lvl${level + 1}pPr`),
    );
  }

  #inherited(shape: XmlElement): XmlElement[] {
    const own = placeholderOf(shape);
    if (own === undefined) return [];
    return this.#levels.flatMap((placeholders, at) => {
      // A layout's placeholders have numbers; a master has one of each type.
      const byIndex =
        at === 0 && own.index !== undefined
          ? placeholders.find(({ index }) => index === own.index)
          : undefined;
      const found =
        byIndex ?? placeholders.find(({ type }) => generalType(type) === generalType(own.type));
      return found === undefined ? [] : [found.shape];
    });
  }
}

const layouts = new WeakMap<OoxmlPackage, Map<string, SlideLayout>>();

/** Returns the layout of a slide; layouts are read once. */
export function layoutAt(pkg: OoxmlPackage, path: string | undefined): SlideLayout {
  let known = layouts.get(pkg);
  if (known === undefined) layouts.set(pkg, (known = new Map()));
  let layout = known.get(path ?? '');
  if (layout === undefined) {
    const master =
      path === undefined
        ? undefined
        : pkg.relationshipsOf(path).find(({ type }) => type === 'slideMaster');
    layout = new SlideLayout(pkg.treeOf(path), pkg.treeOf(master?.target));
    known.set(path ?? '', layout);
  }
  return layout;
}

export function placeholderOf(
  shape: XmlElement,
): { type: string; index: string | undefined } | undefined {
  const properties = elementsOf(elementsOf(shape)[0]).find(({ name }) => name === 'p:nvPr');
  const attributes = childOf(properties, 'p:ph')?.attributes;
  return attributes === undefined
    ? undefined
    : { type: attributes['type'] ?? 'obj', index: attributes['idx'] };
}

export function textBodyOf(shape: XmlElement): XmlElement | undefined {
  return childOf(shape, 'p:txBody');
}

function placeholdersOf(tree: XmlElement | undefined): Placeholder[] {
  return descendantsOf(
    childOf(tree, 'p:cSld', 'p:spTree'),
    'p:sp',
    'p:pic',
    'p:graphicFrame',
  ).flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    return placeholder === undefined ? [] : [{ ...placeholder, shape }];
  });
}

function generalType(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return ['subTitle', 'obj', 'chart', 'tbl', 'clipArt', 'dgm', 'media', 'pic'].includes(type)
    ? 'body'
    : type;
}

function ownBox(shape: XmlElement): Box | undefined {
  const transform =
    childOf(shape, 'p:spPr', 'a:xfrm') ??
    childOf(shape, 'p:xfrm') ??
    childOf(shape, 'p:grpSpPr', 'a:xfrm');
  const offset = childOf(transform, 'a:off')?.attributes;
  const extent = childOf(transform, 'a:ext')?.attributes;
  if (offset === undefined) return undefined;
  return {
    left: number(offset['x']),
    top: number(offset['y']),
    width: number(extent?.['cx']),
    height: number(extent?.['cy']),
  };
}

function number(value: string | undefined): number {
  return Number.isFinite(Number(value)) ? Number(value) : 0;
}
