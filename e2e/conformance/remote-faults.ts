import type { Route } from '@playwright/test';

/** What the console shows instead of a screen that could not be loaded, and of one that threw. */
export const UNAVAILABLE = 'This part of Carrel could not be loaded';
export const STOPPED = 'This screen stopped working';

/** The files that a fault can be in: a remote's container, and the chunk of its screens. */
export type Part = 'entry' | 'chunk';

/** Responds to the request for a remote's file. */
type Respond = (route: Route) => Promise<void> | void;

export interface RemoteFault {
  name: string;
  card: string;
  /** The files that it is put into, one after the other. */
  parts: readonly Part[];
  /** The response instead of the file. */
  respond?: Respond;
  /** Or other code instead. */
  code?: (real: string) => string;
  /** Whether that code was released: then the registry has its integrity. */
  released?: boolean;
  /** Whether nothing happens until the page's own timeout. */
  silent?: boolean;
  /** Whether the navigation marks the link to the screen; true by default. */
  marked?: boolean;
  /** The remote's entry in the registry. */
  entry?: unknown;
}

/** Called by a screen that a test makes throw, as long as it is defined. */
export const THROW_WHILE_RENDERING = 'carrelThrowWhileRendering';

const html = '<!doctype html><html lang="en"><title>Carrel</title><div id="root"></div></html>';

const ofFiles = { card: UNAVAILABLE, parts: ['entry', 'chunk'] } as const;

/** F1 and F4: faults while a remote is loaded, and once it runs. */
export const REMOTE_FAULTS: readonly RemoteFault[] = [
  {
    ...ofFiles,
    name: 'F1: 404',
    respond: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  },
  {
    ...ofFiles,
    name: 'F1: 500',
    respond: (route) => route.fulfill({ status: 500, body: 'Internal error' }),
  },
  {
    ...ofFiles,
    name: 'F1: 503 with JSON',
    respond: (route) => route.fulfill({ status: 503, json: { message: 'It is being restarted.' } }),
  },
  {
    ...ofFiles,
    name: 'F1: 30 s of silence',
    respond: () => undefined,
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
    name: 'F1: HTML instead of code',
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
