import { childOf, childrenOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';

/** Returns what a box to check or a list to choose from shows; undefined for a field whose text is its result. */
export function formFieldText(data: XmlElement | undefined): string | undefined {
  const box = childOf(data, 'w:checkBox');
  if (box !== undefined)
    return (isOn(box, 'w:checked') ?? isOn(box, 'w:default') ?? false) ? '☒' : '☐';
  const list = childOf(data, 'w:ddList');
  if (list === undefined) return undefined;
  const chosen = Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0);
  return childrenOf(list, 'w:listEntry')[chosen]?.attributes['val'] ?? '';
}
