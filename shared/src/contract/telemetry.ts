import * as v from 'valibot';

/** The most events in one request. */
export const TELEMETRY_BATCH_MAX = 20;

const line = (most: number) => v.pipe(v.string(), v.maxLength(most));

/** The name of a remote's package. */
const remote = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,40}$/));
const version = line(60);

/**
 * Figures of a console that people feel: `first-paint`, the first contentful paint of a page; `interaction`,
 * the slowest response to a press or a key of a visit to a screen (INP); `screen`, from the press on a link
 * to the paint of its screen with its data.
 */
export const VITALS = ['first-paint', 'interaction', 'screen'] as const;

export type Vital = (typeof VITALS)[number];

/** The route patterns of the console's screens, by which figures are told apart. */
export const VITAL_ROUTES: readonly string[] = [
  '/login',
  '/login/sso',
  '/login/link',
  '/register',
  '/password-reset',
  '/accounts/reset-password/:token?',
  '/accounts/stop-recovery/:token?',
  '/accounts/recovery/:token?',
  '/accounts/email-confirm/:token?',
  '/organizations/accept-invitation/:token?',
  '/organizations/join/:token?',
  '/dashboard',
  '/account',
  '/account/approve',
  '/account/connect',
  '/organizations/:organizationId?/settings',
  '/search',
  '/workspaces',
  '/workspaces/:workspaceId?/manage',
  '/workspaces/:workspaceId?/search',
  '/workspaces/:workspaceId?/tests',
  '/workspaces/:workspaceId?/searches',
  '/workspaces/:workspaceId?/connect',
  '/workspaces/:workspaceId?/ask',
  '/datasets',
  '/datasets/:datasetId?/documents',
  '/datasets/:datasetId/documents/:documentId',
  '/datasets/:datasetId/documents/:documentId/versions',
  '/datasets/:datasetId?/search',
  '/datasets/:datasetId?/archives',
  '/datasets/:datasetId?/sources',
  '/datasets/:datasetId?/duplicates',
  '/datasets/:datasetId?/settings',
];

const entries = {
  /** How often this happened, if more than once. */
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
};

export const telemetryEventSchema = v.variant('kind', [
  v.object({
    ...entries,
    kind: v.literal('remote-loaded'),
    remote,
    version,
    milliseconds: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  }),
  v.object({
    ...entries,
    kind: v.picklist(['remote-failed', 'remote-refused']),
    remote,
    version,
    reason: line(300),
  }),
  v.object({
    ...entries,
    kind: v.literal('error'),
    message: line(300),
    /** The stack's places, innermost first, without queries. */
    stack: v.pipe(v.array(line(200)), v.maxLength(5)),
    /** The remote whose code it was; absent for the shell's own. */
    remote: v.optional(remote),
    /** The pattern of the screen's route, never its path: no id, no token. */
    route: line(100),
  }),
  v.object({
    ...entries,
    kind: v.literal('csp-violation'),
    directive: line(60),
    /** The blocked origin, or a word such as `inline` or `eval`. */
    blocked: line(200),
    remote: v.optional(remote),
    route: line(100),
  }),
  v.object({
    ...entries,
    kind: v.literal('vital'),
    vital: v.picklist(VITALS),
    milliseconds: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
    /** The remote whose screen it was; absent for the shell's own. */
    remote: v.optional(remote),
    /** The release of the remote or of the shell. */
    version,
    route: line(100),
  }),
]);

/** An event of the console, without anything about the user. */
export type TelemetryEvent = v.InferOutput<typeof telemetryEventSchema>;

export const telemetryBatchSchema = v.object({
  /** The version of the page. */
  version,
  events: v.pipe(v.array(telemetryEventSchema), v.maxLength(TELEMETRY_BATCH_MAX)),
  /** How many events were not sent, because there were too many. */
  dropped: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)), 0),
});

/** What the console sends in one request. */
export type TelemetryBatch = v.InferInput<typeof telemetryBatchSchema>;
