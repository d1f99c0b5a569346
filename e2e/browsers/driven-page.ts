import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect } from '@playwright/test';

/** An element of a page, as its driver hands it out. */
export interface DrivenElement {
  click: () => Promise<void>;
  /** Drags the element to the right with the mouse, by a distance in pixels. */
  drag: (distance: number) => Promise<void>;
  /** Types into the element, or chooses the file of this path in a file input. */
  type: (text: string) => Promise<void>;
  chooseFile: (file: string) => Promise<void>;
}

/** What a browser's own protocol is used for. Scripts are the bodies of functions without parameters. */
export interface Driver {
  goto: (url: string) => Promise<void>;
  run: (script: string) => Promise<unknown>;
  /** Returns the element that a script returns; undefined for null. */
  element: (script: string) => Promise<DrivenElement | undefined>;
  /** Presses keys by their names in UI Events, such as `Tab`; all but the last are held. */
  press: (keys: readonly string[]) => Promise<void>;
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Moves of the mouse in one drag. */
export const DRAG_STEPS = 10;

/** An element by its role and accessible name; a string is the whole name. */
export type Target = readonly [role: string, name: string | RegExp];

/** Timeout of each wait in milliseconds. */
const TIMEOUT_MS = 30_000;
/** How often each wait looks, in milliseconds: a screen changes at once, and most waits are for a screen. */
const INTERVALS = [100];

/** A swipe in pixels, beyond what a toast takes for one. */
const SWIPE = 120;
/** The most presses of Tab in search of an element. */
const TABS_MAX = 60;

const QUERIES = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
);

const literal = (value: string | RegExp) =>
  value instanceof RegExp ? String(value) : JSON.stringify(value);

/** A script that returns the elements of a target in the uppermost dialog, or in the page without one. */
const matches = ([role, name]: Target) => `
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  return TestingLibraryDom.queryAllByRole(dialog?.parentElement ?? document.body, ${JSON.stringify(role)}, {
    name: ${literal(name)},
  })`;

/** An expression of the field with a label, which has a role only where its text is visible. */
const field = (label: string) => `TestingLibraryDom
  .queryAllByLabelText(document.body, ${JSON.stringify(label)})
  .find((element) => element.matches('input, textarea'))`;

const hasFocus = (target: Target) => `${matches(target)}.includes(document.activeElement);`;

/** A page of a browser that is not driven by Playwright. Each method waits for what it needs. */
export class DrivenPage {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.#driver.goto(this.#origin + path);
  }

  /** Leaves the console, which ends its page. */
  leave(): Promise<void> {
    return this.#driver.goto('about:blank');
  }

  run(script: string): Promise<unknown> {
    return this.#driver.run(script);
  }

  async press(...keys: string[]): Promise<void> {
    await this.#driver.press(keys);
  }

  async typeText(text: string): Promise<void> {
    await this.#driver.type(text);
  }

  async click(target: Target): Promise<void> {
    await this.#standsStill(target);
    await this.#act(target, (element) => element.click());
  }

  /** Swipes a toast with this text off the screen. */
  async swipeToast(text: string): Promise<void> {
    const script = `return [...document.querySelectorAll('[data-sonner-toast]')]
      .find((toast) => toast.textContent.includes(${JSON.stringify(text)})) ?? null;`;
    await this.#retried(`a toast "${text}"`, script, (element) => element.drag(SWIPE));
  }

  /** Types into a field with this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.#retried(label, `return ${field(label)} ?? null;`, (element) => element.type(text));
  }

  async chooseFile(file: string): Promise<void> {
    const script = `return document.querySelector('input[type=file]');`;
    await this.#retried('a file input', script, (element) => element.chooseFile(file));
  }

  /** Waits until an element is there. */
  async sees(target: Target): Promise<void> {
    await expect
      .poll(() => this.#query(`${matches(target)}.length > 0;`), {
        message: target.join(' '),
        timeout: TIMEOUT_MS,
        intervals: INTERVALS,
      })
      .toBe(true);
  }

  async seesNo(target: Target): Promise<void> {
    await expect
      .poll(() => this.#query(`${matches(target)}.length;`), {
        message: `no ${target.join(' ')}`,
        timeout: TIMEOUT_MS,
        intervals: INTERVALS,
      })
      .toBe(0);
  }

  /** Waits until a text is part of what the page shows. */
  async seesText(text: string, timeout = TIMEOUT_MS): Promise<void> {
    await expect
      .poll(() => this.#driver.run(`return document.body.innerText;`), {
        timeout,
        intervals: INTERVALS,
      })
      .toContain(text);
  }

  async seesNoText(text: string): Promise<void> {
    await expect
      .poll(() => this.#driver.run(`return document.body.innerText;`), {
        timeout: TIMEOUT_MS,
        intervals: INTERVALS,
      })
      .not.toContain(text);
  }

  /** Waits until the page is at a path. */
  async isAt(path: string): Promise<void> {
    const current = () => this.#driver.run('return location.pathname;');
    await expect.poll(current, { timeout: TIMEOUT_MS, intervals: INTERVALS }).toBe(path);
  }

  /** Waits until a target has the focus. */
  async isFocused(target: Target): Promise<void> {
    await expect
      .poll(() => this.#query(hasFocus(target)), {
        message: `${target.join(' ')} has the focus`,
        timeout: TIMEOUT_MS,
        intervals: INTERVALS,
      })
      .toBe(true);
  }

  /** Presses Tab until a target has the focus. */
  async tabTo(target: Target): Promise<void> {
    await this.sees(target);
    await this.#tabUntil(hasFocus(target), target.join(' '));
  }

  /** Presses Tab until the field with this label has the focus. */
  async tabToField(label: string): Promise<void> {
    await this.#tabUntil(`return ${field(label)} === document.activeElement;`, label);
  }

  /** Waits until the first match in the command palette contains a text. */
  async seesFirstMatch(text: string): Promise<void> {
    const script = `return document.querySelector('[role=option][aria-selected=true]')?.innerText ?? '';`;
    await expect
      .poll(() => this.#driver.run(script), { timeout: TIMEOUT_MS, intervals: INTERVALS })
      .toContain(text);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  async #act(target: Target, act: (element: DrivenElement) => Promise<void>): Promise<void> {
    await this.#retried(target.join(' '), `${matches(target)}[0] ?? null;`, act);
  }

  /** Waits until a target is where it was a moment ago: a click on what moves hits something else. */
  async #standsStill(target: Target): Promise<void> {
    const place = `${matches(target)}.map((element) => JSON.stringify(element.getBoundingClientRect()))[0];`;
    let last: unknown;
    await expect(async () => {
      const before = last;
      last = await this.#query(place);
      expect(last, target.join(' ')).toEqual(expect.any(String));
      expect(last, target.join(' ')).toBe(before);
    }).toPass({ timeout: TIMEOUT_MS, intervals: INTERVALS });
  }

  async #tabUntil(script: string, name: string): Promise<void> {
    for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
      if ((await this.#query(script)) === true) return;
      await this.press('Tab');
    }
    throw new Error(`${name} cannot be reached with Tab.`);
  }

  /** Acts on the element of a script, once it is there and can be reached. */
  async #retried(
    name: string,
    script: string,
    act: (element: DrivenElement) => Promise<void>,
  ): Promise<void> {
    await expect(async () => {
      await this.#prepare();
      const element = await this.#driver.element(script);
      expect(element, name).toBeDefined();
      if (element !== undefined) await act(element);
    }).toPass({ timeout: TIMEOUT_MS, intervals: INTERVALS });
  }

  async #query(script: string): Promise<unknown> {
    await this.#prepare();
    return this.#driver.run(script);
  }

  /** Adds the queries to the page's document, which a navigation replaces. */
  async #prepare(): Promise<void> {
    if ((await this.#driver.run(`return 'TestingLibraryDom' in globalThis;`)) === true) return;
    await this.#driver.run(QUERIES);
  }
}
