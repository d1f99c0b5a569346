import * as v from 'valibot';

import { registrySchema, remoteRouteSchema } from '../registry/registry.ts';
import { screenReadSchema } from '../registry/screen-read.ts';

const urls = v.array(v.string());

const providedVersionsSchema = v.object({
  shellApi: v.string(),
  shared: v.record(v.string(), v.string()),
});

/** The versions that a shell offers to its remotes: of its own contract, and of each shared package. */
export type ProvidedVersions = v.InferOutput<typeof providedVersionsSchema>;

export const shellReleaseSchema = v.object({
  version: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the script that starts everything. */
  entry: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the script that starts it without the sidebar, for looking at one remote by itself. */
  standalone: v.optional(v.string()),
  /** URLs fetched beside it: `first` on every screen, `signedIn` where a session may exist. */
  preload: v.object({ first: urls, signedIn: urls }),
  /** Subresource-integrity hashes, keyed by URL. */
  integrity: v.record(v.string(), v.string()),
  /** What is read of whoever is signed in, on every screen. */
  reads: v.optional(v.array(screenReadSchema), []),
  /** The screens that the shell brings itself. */
  routes: v.optional(v.array(remoteRouteSchema), []),
  /** What remotes are judged by. */
  provides: providedVersionsSchema,
  /** A script and a style that stand inline in the page, so that the first paint has the right theme. */
  beforePaint: v.string(),
  style: v.string(),
});

/** One built version of the shell, as the page that starts it needs to know it. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

export const runtimeConfigSchema = v.object({
  /** Origin of the API, without `/api/v1`; empty for the page's own origin. */
  apiUrl: v.optional(v.string(), 'http://localhost:3000'),
  environment: v.optional(v.string(), 'development'),
  version: v.optional(v.string(), '1.0.0'),
  registry: v.optional(registrySchema, { remotes: {} }),
  /** Where an open page asks for the registry again; absent where it cannot. */
  registryUrl: v.optional(v.string()),
  /** Where load times and failures of remotes are reported to; absent where nobody wants them. */
  telemetryUrl: v.optional(v.string()),
  /** The remote of the screen that was asked for, where whoever wrote the page knew it. */
  firstRemote: v.optional(v.string()),
});

/** What the page carries as JSON in the element with the id `RUNTIME_CONFIG_ID`. */
export type RuntimeConfig = v.InferOutput<typeof runtimeConfigSchema>;

export const RUNTIME_CONFIG_ID = 'carrel-runtime';
