import { afterEach, expect, it, vi } from 'vitest';

import { adoptFontWithNextScreen } from './adopt-font.ts';

const navigation = new EventTarget();
const add = vi.fn<(face: unknown) => void>();

function stubBrowser(load: () => Promise<unknown>) {
  class FakeFace {
    load = load;
  }
  vi.stubGlobal('FontFace', FakeFace);
  vi.stubGlobal('navigation', navigation);
  Object.defineProperty(document, 'fonts', { configurable: true, value: { add } });
}

const changeScreen = () => navigation.dispatchEvent(new Event('currententrychange'));

afterEach(() => {
  vi.unstubAllGlobals();
  add.mockClear();
  Reflect.deleteProperty(document, 'fonts');
});

it('puts the loaded face in place with the next screen, once', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  adoptFontWithNextScreen();
  await loaded;
  expect(add).not.toHaveBeenCalled();
  changeScreen();
  changeScreen();
  expect(add).toHaveBeenCalledOnce();
});

it('leaves a page alone that has the face already', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.style.fontFamily.includes('Inter') ? 100 : 120;
  });
  adoptFontWithNextScreen();
  await loaded;
  changeScreen();
  expect(add).not.toHaveBeenCalled();
  width.mockRestore();
});

it('leaves the page alone when it is gone by then, or the file did not come', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  adoptFontWithNextScreen()();
  await loaded;
  const failed = Promise.reject(new Error('offline'));
  stubBrowser(() => failed);
  adoptFontWithNextScreen();
  await failed.catch(() => {});
  changeScreen();
  expect(add).not.toHaveBeenCalled();
});

it('does nothing in a browser that has not the means', () => {
  expect(() => adoptFontWithNextScreen()()).not.toThrow();
});
