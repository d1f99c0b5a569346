import * as v from 'valibot';

import { registrySchema, remoteRouteSchema } from '../registry/registry.ts';
import { screenReadSchema } from '../registry/screen-read.ts';

const urls = v.array(v.string());

const providedVersionsSchema = v.object({
  shellApi: v.string(),
  shared: v.record(v.string(), v.string()),
});

/** The versions that a shell provides to its remotes: of its API, and of each shared package. */
export type ProvidedVersions = v.InferOutput<typeof providedVersionsSchema>;

export const shellReleaseSchema = v.object({
  version: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the script that starts the console. */
  entry: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the script that starts it without the sidebar, to show one remote alone. */
  standalone: v.optional(v.string()),
  /** URLs to preload: `first` on every screen, `signedIn` where a session may exist. */
  preload: v.object({ first: urls, signedIn: urls }),
  /** Subresource-integrity hashes, keyed by URL. */
  integrity: v.record(v.string(), v.string()),
  /** What every screen of a signed-in user reads. */
  reads: v.optional(v.array(screenReadSchema), []),
  /** The shell's own screens. */
  routes: v.optional(v.array(remoteRouteSchema), []),
  /** What the ranges of remotes are checked against. */
  provides: providedVersionsSchema,
  /** A script and a style, inline in the page, so that the first paint has the right theme. */
  beforePaint: v.string(),
  style: v.string(),
  /** Whether that script creates the Trusted Types policy. Earlier shells have none. */
  trustedTypes: v.optional(v.boolean(), false),
});

/** One built version of the shell: what the page that starts it needs to know. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

export const runtimeConfigSchema = v.object({
  /** Origin of the API, without `/api/v1`; empty for the page's own origin. */
  apiUrl: v.optional(v.string(), 'http://localhost:3000'),
  environment: v.optional(v.string(), 'development'),
  version: v.optional(v.string(), '1.0.0'),
  registry: v.optional(registrySchema, { remotes: {} }),
  /** URL from which an open page reads the registry again; absent where it cannot. */
  registryUrl: v.optional(v.string()),
  /** URL for telemetry; absent where it is off. */
  telemetryUrl: v.optional(v.string()),
  /** The remote of the requested screen, where the writer of the page knows it. */
  firstRemote: v.optional(v.string()),
  /** Whether the server gives `SIGNED_IN_COOKIE`: then a browser without it has no session. */
  signedInCookie: v.optional(v.boolean()),
});

/** The JSON in the page's element with the id `RUNTIME_CONFIG_ID`. */
export type RuntimeConfig = v.InferOutput<typeof runtimeConfigSchema>;

export const RUNTIME_CONFIG_ID = 'carrel-runtime';
