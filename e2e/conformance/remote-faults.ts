import type { Route } from '@playwright/test';

/** What the console says in place of a screen that could not be loaded, and of one that threw. */
export const UNAVAILABLE = 'This part of Carrel could not be loaded';
export const STOPPED = 'This screen stopped working';

/** The files that a fault may strike: a remote's container, and the chunk of its screens. */
export type Part = 'entry' | 'chunk';

/** What is answered in place of a remote's file. */
type Answer = (route: Route) => Promise<void> | void;

export interface RemoteFault {
  name: string;
  card: string;
  /** The files that it strikes, one after the other. */
  parts: readonly Part[];
  /** Answers for the file. */
  answer?: Answer;
  /** Or other code in its place. */
  code?: (real: string) => string;
  /** Whether that code is what was released: the integrity that is told is its own. */
  released?: boolean;
  /** Whether nothing happens until the page gives up by its own clock. */
  silent?: boolean;
  /** Whether the navigation marks the way to the screen; it does unless this is false. */
  marked?: boolean;
  /** What the registry says of the remote's entry. */
  entry?: unknown;
}

/** Called by a screen that a test makes throw, for as long as it is there. */
export const THROW_WHILE_RENDERING = 'carrelThrowWhileRendering';

const html = '<!doctype html><html lang="en"><title>Carrel</title><div id="root"></div></html>';

const ofFiles = { card: UNAVAILABLE, parts: ['entry', 'chunk'] } as const;

/** F1 and F4: what can befall a remote on its way to the page, and when it is there. */
export const REMOTE_FAULTS: readonly RemoteFault[] = [
  {
    ...ofFiles,
    name: 'F1: 404',
    answer: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  },
  {
    ...ofFiles,
    name: 'F1: 500',
    answer: (route) => route.fulfill({ status: 500, body: 'Internal error' }),
  },
  {
    ...ofFiles,
    name: 'F1: 503 with JSON',
    answer: (route) => route.fulfill({ status: 503, json: { message: 'It is being restarted.' } }),
  },
  {
    ...ofFiles,
    name: 'F1: 30 s of silence',
    answer: () => undefined,
    silent: true,
  },
  {
    ...ofFiles,
    name: 'F1: truncated code',
    code: (real) => real.slice(0, Math.floor(real.length * 0.6)),
    released: true,
  },
  {
    ...ofFiles,
    name: 'F1: HTML in place of code',
    code: () => html,
    released: true,
  },
  {
    ...ofFiles,
    name: 'F1: throws at load',
    code: () => 'throw new Error("Thrown at load by a test.");',
    released: true,
  },
  {
    name: 'F1: an entry in the registry that cannot be read',
    card: UNAVAILABLE,
    parts: [],
    entry: 7,
  },
  {
    name: 'F1: throws at render',
    card: STOPPED,
    marked: false,
    parts: ['chunk'],
    code: (real) =>
      real.replaceAll('usePage)(', `usePage)((globalThis.${THROW_WHILE_RENDERING}?.(),0)||`),
    released: true,
  },
  {
    ...ofFiles,
    name: 'F4: one byte that was not released, which would do no harm if it ran',
    code: (real) => `${real}\n`,
  },
];
