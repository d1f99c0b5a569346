import { isApiError } from '@carrel/shared/api';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { covers } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';
import { consoleRoutes } from '@carrel/shared/paths';

import { remoteOf } from './remote-of.ts';
import type { Noticed } from './report.ts';
import { withoutSecrets } from './without-secrets.ts';

const STACK_MAX = 5;

/** Said by browsers where an observer's work goes on in the next frame, which is as it should be. */
const HARMLESS = /^ResizeObserver loop/;
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:/m;

interface Frame {
  url: string;
  place: string;
}

/** The scripts that a stack went through. The page itself is none: its address may hold a token. */
function framesOf(stack: string): Frame[] {
  return [...stack.matchAll(/(https?:\/\/[^\s()@]+?):(\d+):(\d+)/g)]
    .map(([, url = '', line = '', column = '']) => ({ url: new URL(url), at: `${line}:${column}` }))
    .filter(({ url }) => /\.m?js$/.test(url.pathname))
    .map(({ url, at }) => ({
      url: url.origin + url.pathname,
      place: `${url.origin === location.origin ? '' : url.origin}${url.pathname}:${at}`.slice(-200),
    }));
}

function routeOf(registries: readonly Registry[], pathname: string): string {
  const routes = registries
    .flatMap(({ remotes }) => Object.values(remotes))
    .flatMap((remote) => remote.routes);
  const patterns = [consoleRoutes.dashboard, ...routes.map(({ path }) => path)];
  return patterns.find((pattern) => covers(pattern, pathname)) ?? 'unknown';
}

// What a server said may name people's things: the kind and the number tell enough.
function wordsOf(error: unknown): string {
  if (isApiError(error)) {
    const { kind, status, requestId } = error;
    return ['ApiError', kind, status, requestId].filter((part) => part !== undefined).join(' ');
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return withoutSecrets(text);
}

function describeError(
  error: unknown,
  registries: readonly Registry[],
  pathname: string,
): TelemetryEvent | undefined {
  if (isApiError(error) && error.kind === 'session') return undefined;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const message = wordsOf(error);
  if (HARMLESS.test(message) || /(?:chrome|moz|safari-web)-extension:/.test(stack))
    return undefined;
  const frames = framesOf(stack);
  const remote = remoteOf(
    registries,
    frames.map(({ url }) => url),
  );
  return {
    kind: 'error',
    message,
    stack: frames.slice(0, STACK_MAX).map(({ place }) => place),
    route: routeOf(registries, pathname),
    ...(remote === undefined ? {} : { remote }),
  };
}

function describeViolation(
  violation: SecurityPolicyViolationEvent,
  registries: readonly Registry[],
  pathname: string,
): TelemetryEvent | undefined {
  const { sourceFile, blockedURI, effectiveDirective } = violation;
  if (EXTENSION.test(sourceFile) || EXTENSION.test(blockedURI)) return undefined;
  const remote = remoteOf(registries, [sourceFile, blockedURI]);
  const blocked = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
  return {
    kind: 'csp-violation',
    directive: effectiveDirective.slice(0, 60),
    blocked: blocked.slice(0, 200),
    route: routeOf(registries, pathname),
    ...(remote === undefined ? {} : { remote }),
  };
}

/**
 * What was noticed as an event to send; undefined for what is no trouble of the console's. `registries`
 * name the remotes that something may be of.
 */
export function toTelemetryEvent(
  noticed: Noticed,
  registries: readonly Registry[],
  pathname: string,
): TelemetryEvent | undefined {
  if (noticed.kind === 'error') return describeError(noticed.error, registries, pathname);
  if (noticed.kind === 'csp-violation') {
    return describeViolation(noticed.violation, registries, pathname);
  }
  if (noticed.kind === 'remote-loaded') return noticed;
  return { ...noticed, reason: withoutSecrets(noticed.reason) };
}
