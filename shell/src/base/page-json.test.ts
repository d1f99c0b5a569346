import { RUNTIME_CONFIG_ID } from '@carrel/shared/releases';
import { afterEach, expect, test } from 'vitest';

import { PAGE_JSON_ID, readPageJson } from './page-json.ts';

afterEach(() => document.body.replaceChildren());

function pageWith(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = RUNTIME_CONFIG_ID;
  element.textContent = text;
  document.body.append(element);
}

test('the shell reads the element that the page writes', () => {
  expect(PAGE_JSON_ID).toBe(RUNTIME_CONFIG_ID);
});

test('the configuration is read unchanged', () => {
  pageWith('{"apiUrl":"","registry":{"remotes":{}}}');
  expect(readPageJson()).toEqual({ apiUrl: '', registry: { remotes: {} } });
});

test('a page without one, or with a broken one, has none', () => {
  expect(readPageJson()).toBeUndefined();
  pageWith('{"apiUrl":');
  expect(readPageJson()).toBeUndefined();
});
