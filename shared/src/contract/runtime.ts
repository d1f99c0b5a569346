import * as v from 'valibot';

/** Version of the contract between the shell and its remotes; a remote declares the range it needs. */
export const SHELL_API_VERSION = '1.2.0';

/** Who may see a route: guests only, anyone, signed-in people, or members of an organization. */
export const ROUTE_ACCESS = ['guest', 'public', 'user', 'organization'] as const;

export type RouteAccess = (typeof ROUTE_ACCESS)[number];

export const remoteRouteSchema = v.object({
  /** A route pattern of the console, such as `/datasets/:datasetId/documents`. */
  path: v.pipe(v.string(), v.startsWith('/')),
  access: v.picklist(ROUTE_ACCESS),
});

export type RemoteRoute = v.InferOutput<typeof remoteRouteSchema>;

const remoteReleaseEntries = {
  version: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the remote's container script. */
  entry: v.pipe(v.string(), v.nonEmpty()),
  /** URLs of the chunks behind each exposed module, keyed by its name (`./routes`). */
  chunks: v.record(v.string(), v.array(v.string())),
  /** Subresource-integrity hashes, keyed by URL. */
  integrity: v.record(v.string(), v.string()),
  /** What the remote needs of the shell, as semver ranges; judged before any of its code runs. */
  requires: v.object({ shellApi: v.string(), shared: v.record(v.string(), v.string()) }),
  routes: v.array(remoteRouteSchema),
};

export const remoteReleaseSchema = v.object(remoteReleaseEntries);

/** One built version of a remote: everything needed to judge, preload and run it. */
export type RemoteRelease = v.InferOutput<typeof remoteReleaseSchema>;

export const registrySchema = v.object({
  remotes: v.record(
    v.string(),
    v.object({ ...remoteReleaseEntries, previous: v.optional(remoteReleaseSchema) }),
  ),
});

/** Which remotes there are and where, keyed by name. Read at run time; the shell is built without it. */
export type Registry = v.InferOutput<typeof registrySchema>;

const urls = v.array(v.string());

export const shellReleaseSchema = v.object({
  version: v.pipe(v.string(), v.nonEmpty()),
  /** URL of the script that starts everything. */
  entry: v.pipe(v.string(), v.nonEmpty()),
  /** URLs fetched beside it: `first` on every screen, `signedIn` where a session may exist. */
  preload: v.object({ first: urls, signedIn: urls }),
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
  /** The remote of the screen that was asked for, where whoever wrote the page knew it. */
  firstRemote: v.optional(v.string()),
});

/** What the page carries as JSON in the element with the id `RUNTIME_CONFIG_ID`. */
export type RuntimeConfig = v.InferOutput<typeof runtimeConfigSchema>;

export const RUNTIME_CONFIG_ID = 'carrel-runtime';
