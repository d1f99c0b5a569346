import type { Page } from '@playwright/test';

/** An element with its attributes and children, or a text. */
export type CapturedNode =
  | string
  | { tag: string; attributes: Record<string, string>; children: CapturedNode[] };

/** What a screen consists of, without the program that draws it. */
export interface CapturedScreen {
  nodes: CapturedNode[];
  styles: string;
}

/** Captures the elements and the styles of a page as it is shown. */
export function captureScreen(page: Page): Promise<CapturedScreen> {
  return page.evaluate(() => {
    const left = new Set(['SCRIPT', 'STYLE', 'LINK', 'TEMPLATE']);
    const capture = (node: Node): CapturedNode[] => {
      if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
      if (!(node instanceof Element) || left.has(node.tagName)) return [];
      const attributes = Object.fromEntries(
        node.getAttributeNames().map((name) => [name, node.getAttribute(name) ?? '']),
      );
      const tag = node instanceof HTMLElement ? node.localName : node.tagName;
      return [{ tag, attributes, children: [...node.childNodes].flatMap(capture) }];
    };
    const styles = [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].map(({ cssText }) => cssText),
    );
    const root = document.querySelector('#root') ?? document.body;
    return { nodes: [...root.childNodes].flatMap(capture), styles: styles.join('\n') };
  });
}
