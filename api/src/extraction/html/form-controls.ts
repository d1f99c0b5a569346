import { attributeOf, descendants, isElement, isText, type HtmlElement } from './parse-html.ts';

const UNSEEN = new Set(['hidden', 'password', 'file', 'image', 'range', 'color']);

/** Returns what a control of a form shows; undefined where an element is none. */
export function controlText(element: HtmlElement): string | undefined {
  if (element.tagName === 'input') return inputText(element);
  return element.tagName === 'select' ? selectText(element) : undefined;
}

function inputText(element: HtmlElement): string {
  const type = attributeOf(element, 'type')?.toLowerCase() ?? 'text';
  if (UNSEEN.has(type)) return '';
  if (type === 'checkbox' || type === 'radio') {
    return attributeOf(element, 'checked') === undefined ? '[ ]' : '[x]';
  }
  return attributeOf(element, 'value') ?? attributeOf(element, 'placeholder') ?? '';
}

/** A closed list shows what is chosen, and an open one all of its options. */
function selectText(element: HtmlElement): string {
  const options = descendants(element, ['option']);
  const isOpen =
    attributeOf(element, 'multiple') !== undefined || Number(attributeOf(element, 'size')) > 1;
  const chosen = options.filter((option) => attributeOf(option, 'selected') !== undefined);
  const shown = isOpen ? options : [chosen.at(-1) ?? options[0]];
  return shown
    .flatMap((option) => (option === undefined ? [] : [optionText(option).trim()]))
    .join(', ');
}

function optionText(element: HtmlElement): string {
  return (
    attributeOf(element, 'label') ??
    element.childNodes
      .map((child) => {
        if (isText(child)) return child.value;
        return isElement(child) ? optionText(child) : '';
      })
      .join('')
  );
}
