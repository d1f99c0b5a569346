import type { KeyboardEvent } from 'react';

/** The attribute of the links of results, by which the arrow keys find them. */
export const RESULT_LINK = { 'data-result': '' } as const;

/** Moves the focus with the arrow keys from the field to the results, and from one to the next. */
export function moveBetweenResults(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
  const field = currentTarget.querySelector<HTMLElement>('input[type=search]');
  const isResult = target.matches('[data-result]');
  if (target !== field && !isResult) return;
  const list = isResult
    ? target.closest('ol[data-results]')
    : currentTarget.querySelector('ol[data-results]');
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
  const place = links.indexOf(target) + (key === 'ArrowDown' ? 1 : -1);
  const next = place < 0 ? (isResult ? field : undefined) : links[place];
  if (next === undefined || next === null) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
