import * as v from 'valibot';

import { ROUTE_ACCESS } from '../../contract/public.ts';
import { screenReadSchema } from './screen-read.ts';

export const remoteRouteSchema = v.object({
  /** A route pattern of the console, such as `/datasets/:datasetId/documents`. */
  path: v.pipe(v.string(), v.startsWith('/', 'A route begins with a slash.')),
  access: v.picklist(ROUTE_ACCESS),
  /** What the screen reads as soon as it stands: asked for beside its code. */
  reads: v.optional(v.array(screenReadSchema)),
});

export type RemoteRoute = v.InferOutput<typeof remoteRouteSchema>;

const url = v.pipe(
  v.string(),
  v.regex(/^(?:\/(?!\/)|https?:\/\/)/, 'A URL begins with a slash, http:// or https://.'),
);

const integrityHash = v.pipe(
  v.string(),
  v.regex(
    /^sha(?:256|384|512)-[A-Za-z0-9+/]+=*(?: sha(?:256|384|512)-[A-Za-z0-9+/]+=*)*$/,
    'An integrity hash begins with sha256-, sha384- or sha512-.',
  ),
);

const remoteReleaseEntries = {
  /** Names the release, in its URLs too; two releases with one version are the same. */
  version: v.pipe(
    v.string(),
    v.regex(/^[\w.+-]+$/, 'A version has letters, digits, dots and dashes only.'),
  ),
  /** URL of the remote's container script. */
  entry: url,
  /** URLs of the chunks behind each exposed module, keyed by its name (`./routes`). */
  chunks: v.record(v.string(), v.array(url)),
  /** Subresource-integrity hashes, keyed by URL. */
  integrity: v.record(v.string(), integrityHash),
  /** What the remote needs of the shell, as semver ranges; judged before any of its code is fetched. */
  requires: v.object({ shellApi: v.string(), shared: v.record(v.string(), v.string()) }),
  routes: v.array(remoteRouteSchema),
};

export const remoteReleaseSchema = v.object(remoteReleaseEntries);

/** One built version of a remote: everything needed to judge, preload and run it. */
export type RemoteRelease = v.InferOutput<typeof remoteReleaseSchema>;

export const releaseChannelSchema = v.object({
  /** What the channel is called, such as `early`. */
  name: v.pipe(v.string(), v.nonEmpty()),
  /** Percent of all browsers that take this release in place of the current one. */
  share: v.pipe(
    v.number(),
    v.minValue(0, 'A share is a percentage from 0 to 100.'),
    v.maxValue(100, 'A share is a percentage from 0 to 100.'),
  ),
  release: remoteReleaseSchema,
});

export const registeredRemoteSchema = v.object({
  ...remoteReleaseEntries,
  /** A share of people takes another release, to try it. */
  channel: v.optional(releaseChannelSchema),
  /** What was current before: taken where the current one cannot run, and by a rollback. */
  previous: v.optional(remoteReleaseSchema),
});

/** A remote's current release, and the ones that may stand in for it. */
export type RegisteredRemote = v.InferOutput<typeof registeredRemoteSchema>;

export const registrySchema = v.object({
  remotes: v.record(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]*$/, 'A remote is named by small letters, digits and dashes.'),
    ),
    registeredRemoteSchema,
  ),
  /** Whether people may run a remote from elsewhere where the environment is production. */
  overridesAllowed: v.optional(v.boolean()),
});

/** Which remotes there are and where, keyed by name. Read at run time; the shell is built without it. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** Where in a registry something is wrong, and what: one line for each problem. */
export function describeRegistryProblems(registry: unknown): string[] {
  const { issues = [] } = v.safeParse(registrySchema, registry);
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'registry'}: ${issue.message}`);
}
