import * as v from 'valibot';

import { ROUTE_ACCESS } from '../../contract/public.ts';
import {
  atMost,
  commandEntrySchema,
  ENTRY_LIMITS,
  plainText,
  sidebarEntrySchema,
} from './entries.ts';
import { screenReadSchema } from './screen-read.ts';

export const remoteRouteSchema = v.object({
  /** A route pattern of the console, such as `/datasets/:datasetId/documents`. */
  path: v.pipe(
    v.string(),
    v.startsWith('/', 'A route begins with a slash.'),
    v.maxLength(ENTRY_LIMITS.path, `A route has at most ${ENTRY_LIMITS.path} characters.`),
    v.regex(
      /^(?!\/)|^\/(?:(?:[\w.~-]+|:[A-Za-z]\w*\??)(?:\/(?!$)|$))*$/,
      'A route has segments of letters, digits, dots and dashes, or parameters such as :id and :id?.',
    ),
  ),
  /** Who may see it: `guest` without a session only, `public` anybody, `user` signed in, `organization` in one. */
  access: v.picklist(ROUTE_ACCESS),
  /** The screen's name: the page's title and heading while its code loads. The screen sets its own then. */
  title: v.optional(plainText(ENTRY_LIMITS.label)),
  /** What the screen reads first: requested while its code loads. */
  reads: v.optional(atMost(ENTRY_LIMITS.reads, screenReadSchema)),
});

/** A screen of a remote: its route pattern, who may see it, its name, and what it reads first. */
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
  /** Names the release, also in its URLs; two releases with one version are the same. */
  version: v.pipe(
    v.string(),
    v.regex(/^[\w.+-]+$/, 'A version has letters, digits, dots and dashes only.'),
  ),
  /** URL of the remote's container script. */
  entry: url,
  /** URLs of the chunks of each exposed module, keyed by its name (`./routes`). */
  chunks: v.record(v.string(), v.array(url)),
  /** Subresource-integrity hashes, keyed by URL. */
  integrity: v.record(v.string(), integrityHash),
  /** Version of the kit that it was built with. */
  kit: v.optional(
    v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, "A kit's version is such as 1.8.0.")),
  ),
  /** What the remote requires of the shell, as semver ranges; checked before its code is fetched. */
  requires: v.object({ shellApi: v.string(), shared: v.record(v.string(), v.string()) }),
  routes: atMost(ENTRY_LIMITS.routes, remoteRouteSchema),
  /** Its links in the sidebar. */
  sidebar: v.optional(atMost(ENTRY_LIMITS.sidebar, sidebarEntrySchema)),
  /** Its commands in the palette of every screen. */
  commands: v.optional(atMost(ENTRY_LIMITS.commands, commandEntrySchema)),
};

export const remoteReleaseSchema = v.object(remoteReleaseEntries);

/** One built version of a remote: everything needed to check, preload and run it. */
export type RemoteRelease = v.InferOutput<typeof remoteReleaseSchema>;

export const releaseChannelSchema = v.object({
  /** The channel's name, such as `early`. */
  name: v.pipe(v.string(), v.nonEmpty()),
  /** Percent of all browsers that run this release in place of the current one. */
  share: v.pipe(
    v.number(),
    v.minValue(0, 'A share is a percentage from 0 to 100.'),
    v.maxValue(100, 'A share is a percentage from 0 to 100.'),
  ),
  release: remoteReleaseSchema,
});

export const registeredRemoteSchema = v.object({
  ...remoteReleaseEntries,
  /** Another release, which a share of browsers tries. */
  channel: v.optional(releaseChannelSchema),
  /** The release before: the fallback where the current one cannot run, and for a rollback. */
  previous: v.optional(remoteReleaseSchema),
});

/** A remote's current release, and its fallback releases. */
export type RegisteredRemote = v.InferOutput<typeof registeredRemoteSchema>;

export const registrySchema = v.object({
  remotes: v.record(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]*$/, 'A remote is named by small letters, digits and dashes.'),
    ),
    registeredRemoteSchema,
  ),
  /** Whether overrides are allowed in production. */
  overridesAllowed: v.optional(v.boolean()),
});

/** All remotes and their URLs, keyed by name. Read at run time; the shell is built without it. */
export type Registry = v.InferOutput<typeof registrySchema>;

/** Returns the problems of a registry with their places, one line each. */
export function describeRegistryProblems(registry: unknown): string[] {
  const { issues = [] } = v.safeParse(registrySchema, registry);
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'registry'}: ${issue.message}`);
}
