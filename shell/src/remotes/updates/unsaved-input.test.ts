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

test('nothing is lost with a screen that nobody typed into', () => {
  unsaved.entered(field('input', { value: 'as it was' }));
  expect(unsaved.exists).toBe(false);
});

test.each(['input', 'textarea'] as const)('what was typed into an %s would be lost', (name) => {
  type(field(name, { value: 'as it was' }), 'as it was and more');
  expect(unsaved.exists).toBe(true);
});

test('a box that was ticked counts, and one that was ticked and cleared does not', () => {
  const box = field('input', { type: 'checkbox' });
  unsaved.entered(box);
  box.checked = true;
  expect(unsaved.exists).toBe(true);
  box.checked = false;
  expect(unsaved.exists).toBe(false);
});

test('a form that was emptied after it was sent holds nothing', () => {
  const input = field('input');
  type(input, 'half');
  input.value = '';
  expect(unsaved.exists).toBe(false);
});

test('a form that was closed holds nothing', () => {
  const input = field('input');
  type(input, 'half');
  input.remove();
  expect(unsaved.exists).toBe(false);
});

test('a search stands in the address, and is not lost', () => {
  type(field('input', { type: 'search' }), 'manuals');
  expect(unsaved.exists).toBe(false);
});

test('a field whose focus nobody saw come is not taken for empty', () => {
  const input = field('input', { value: 'filled in by the browser' });
  unsaved.changed(input);
  expect(unsaved.exists).toBe(true);
});
