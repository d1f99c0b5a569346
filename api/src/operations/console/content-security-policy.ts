import { createHash } from 'node:crypto';

import { overrideProblem } from '@carrel/shared/releases';
import type { Override, Registry } from '@carrel/shared/releases';

/** The Content-Security-Policy source of an inline script. */
function scriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

export interface PolicyInput {
  /** The only inline script of the page. */
  inlineScript: string;
  /** Whether that script creates the default Trusted Types policy. */
  trustedTypes: boolean;
  registry: Registry;
  environment: string;
  /** URLs of the API and the telemetry; those of the page's own origin add nothing. */
  calls: readonly (string | undefined)[];
  /** Remotes that this browser loads from another URL. */
  overrides: readonly Override[];
  /** Origins that the registry may move remotes to without a new policy. */
  remoteOrigins?: readonly string[];
}

/** The origin of an absolute URL; undefined for a path. */
function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The origins of the remotes' files, other than the page's own. */
function remoteOrigins(input: PolicyInput): (string | undefined)[] {
  const { registry, environment, overrides } = input;
  const releases = Object.values(registry.remotes).flatMap((remote) => [
    remote,
    remote.previous,
    remote.channel?.release,
  ]);
  const urls = releases.flatMap((release) =>
    release === undefined ? [] : [release.entry].concat(...Object.values(release.chunks)),
  );
  const permitted = overrides.filter(
    (override) => overrideProblem(override, { environment, registry }) === undefined,
  );
  return [...urls, ...permitted.map(({ url }) => url), ...(input.remoteOrigins ?? [])].map(
    originOf,
  );
}

const sources = (...parts: (string | undefined)[]) =>
  [...new Set(parts.filter((part) => part !== undefined))].join(' ');

/**
 * Returns the policy of a page, which may load from and call its own origin, the origins of the remotes
 * in the registry, and those of permitted overrides. Other scripts do not run.
 */
export function contentSecurityPolicy(input: PolicyInput): string {
  const { inlineScript, trustedTypes, calls } = input;
  const remotes = remoteOrigins(input);
  return [
    "default-src 'none'",
    `script-src ${sources("'self'", scriptHash(inlineScript), ...remotes)}`,
    // Components set style attributes and emotion adds style elements.
    `style-src ${sources("'self'", "'unsafe-inline'", ...remotes)}`,
    // Images of documents are drawn from bytes that the console has read.
    `img-src ${sources("'self'", 'data:', 'blob:', ...remotes)}`,
    `font-src ${sources("'self'", ...remotes)}`,
    `connect-src ${sources("'self'", ...calls.map(originOf), ...remotes)}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // Text becomes neither HTML nor a script, but for sanitized documents in a frame without scripts. The
    // inline script creates the policy for URLs of scripts, each release of mf-datasets one for documents.
    ...(trustedTypes
      ? [
          "require-trusted-types-for 'script'",
          "trusted-types default document-page 'allow-duplicates'",
        ]
      : []),
  ].join('; ');
}
