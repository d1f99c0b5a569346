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

/** Changes what is rendered, and waits until that is observed. */
async function render() {
  const element = document.createElement('div');
  document.body.append(element);
  await Promise.resolve();
  element.remove();
}

/** Changes the address, and then what is rendered. */
async function changeScreen() {
  navigation.dispatchEvent(new Event('currententrychange'));
  expect(add).not.toHaveBeenCalled();
  await render();
}

afterEach(() => {
  vi.unstubAllGlobals();
  add.mockClear();
  Reflect.deleteProperty(document, 'fonts');
});

it('applies the loaded font with the next screen, once', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  adoptFontWithNextScreen();
  await loaded;
  expect(add).not.toHaveBeenCalled();
  await changeScreen();
  await render();
  expect(add).toHaveBeenCalledOnce();
});

it('does not change a page that has the font already', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.style.fontFamily.includes('Inter') ? 100 : 120;
  });
  adoptFontWithNextScreen();
  await loaded;
  await changeScreen();
  expect(add).not.toHaveBeenCalled();
  width.mockRestore();
});

it('does not change the page when it was left by then, or the file was not loaded', async () => {
  const loaded = Promise.resolve();
  stubBrowser(() => loaded);
  adoptFontWithNextScreen()();
  await loaded;
  const failed = Promise.reject(new Error('offline'));
  stubBrowser(() => failed);
  adoptFontWithNextScreen();
  await failed.catch(() => {});
  await changeScreen();
  expect(add).not.toHaveBeenCalled();
});

it('does nothing in a browser without the API', () => {
  expect(() => adoptFontWithNextScreen()()).not.toThrow();
});
