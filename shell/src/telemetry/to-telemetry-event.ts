import { isApiError } from '@carrel/shared/api';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { covers } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';
import { consoleRoutes } from '@carrel/shared/paths';

import { remoteOf } from './remote-of.ts';
import type { Report } from '../base/report.ts';
import { withoutSecrets } from './without-secrets.ts';

const STACK_MAX = 5;

/** Reported by browsers when an observer continues in the next frame, which is correct. */
const HARMLESS = /^ResizeObserver loop/;
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:/m;

interface Frame {
  url: string;
  place: string;
}

/** Returns the scripts of a stack, without the page itself: its URL may contain a token. */
function framesOf(stack: string): Frame[] {
  return [...stack.matchAll(/(https?:\/\/[^\s()@]+?):(\d+):(\d+)/g)]
    .map(([, url = '', line = '', column = '']) => ({ url: new URL(url), at: `${line}:${column}` }))
    .filter(({ url }) => /\.m?js$/.test(url.pathname))
    .map(({ url, at }) => ({
      url: url.origin + url.pathname,
      place: `${url.origin === location.origin ? '' : url.origin}${url.pathname}:${at}`.slice(-200),
    }));
}

/** Returns the pattern of a screen's route; `unknown` for a path that no screen has. */
export function routeOf(registries: readonly Registry[], pathname: string): string {
  const routes = registries
    .flatMap(({ remotes }) => Object.values(remotes))
    .flatMap((remote) => remote.routes);
  const patterns = [consoleRoutes.dashboard, ...routes.map(({ path }) => path)];
  return patterns.find((pattern) => covers(pattern, pathname)) ?? 'unknown';
}

// A server's message may contain user data: the kind, the status and the request id are enough.
function messageOf(error: unknown): string {
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
  const message = messageOf(error);
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
 * Returns a report as an event to send; undefined for what is not an error of the console.
 * `registries` name the remotes that an error may belong to.
 */
export function toTelemetryEvent(
  report: Report,
  registries: readonly Registry[],
  pathname: string,
): TelemetryEvent | undefined {
  if (report.kind === 'error') return describeError(report.error, registries, pathname);
  if (report.kind === 'csp-violation') {
    return describeViolation(report.violation, registries, pathname);
  }
  if (report.kind === 'remote-loaded') return report;
  return { ...report, reason: withoutSecrets(report.reason) };
}
