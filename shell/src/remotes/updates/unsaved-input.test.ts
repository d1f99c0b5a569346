import { afterEach, beforeEach, expect, test } from 'vitest';

import { UnsavedInput } from './unsaved-input.ts';

let unsaved: UnsavedInput;

beforeEach(() => {
  unsaved = new UnsavedInput();
});

afterEach(() => document.body.replaceChildren());

function field<Name extends 'input' | 'textarea'>(
  name: Name,
  properties: Partial<HTMLInputElement> = {},
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  Object.assign(element, properties);
  document.body.append(element);
  return element;
}

function type(target: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  unsaved.entered(target);
  target.value = text;
  unsaved.changed(target);
}

test('a screen without typed input has nothing unsaved', () => {
  unsaved.entered(field('input', { value: 'as it was' }));
  expect(unsaved.exists).toBe(false);
});

test.each(['input', 'textarea'] as const)('text typed into an %s is unsaved', (name) => {
  type(field(name, { value: 'as it was' }), 'as it was and more');
  expect(unsaved.exists).toBe(true);
});

test('a checked box is unsaved, and one that was checked and unchecked is not', () => {
  const box = field('input', { type: 'checkbox' });
  unsaved.entered(box);
  box.checked = true;
  expect(unsaved.exists).toBe(true);
  box.checked = false;
  expect(unsaved.exists).toBe(false);
});

test('a form that was reset after it was sent has nothing unsaved', () => {
  const input = field('input');
  type(input, 'half');
  input.value = '';
  expect(unsaved.exists).toBe(false);
});

test('a form that was closed has nothing unsaved', () => {
  const input = field('input');
  type(input, 'half');
  input.remove();
  expect(unsaved.exists).toBe(false);
});

test('a search is in the URL, so it is not unsaved', () => {
  type(field('input', { type: 'search' }), 'manuals');
  expect(unsaved.exists).toBe(false);
});

test('a field whose focus event was missed is not assumed to have been empty', () => {
  const input = field('input', { value: 'filled in by the browser' });
  unsaved.changed(input);
  expect(unsaved.exists).toBe(true);
});
