import { createHash } from 'node:crypto';

import { RUNTIME_CONFIG_ID } from '@carrel/shared/contract';
import type { RuntimeConfig } from '@carrel/shared/contract';

import type { BuiltConsole } from './built-console.ts';

export interface PageInput {
  built: BuiltConsole;
  config: Pick<RuntimeConfig, 'apiUrl' | 'environment' | 'version'>;
  firstRemote: string | undefined;
  mayBeSignedIn: boolean;
}

/** JSON that can stand inside a script element: nothing in it can end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function preloads({ built, firstRemote, mayBeSignedIn }: PageInput): string {
  const { shell, registry } = built;
  const remote = firstRemote === undefined ? undefined : registry.remotes[firstRemote];
  const scripts = [
    ...shell.preload.first,
    ...(mayBeSignedIn ? shell.preload.signedIn : []),
    ...(remote === undefined ? [] : [remote.entry, ...(remote.chunks['./routes'] ?? [])]),
  ];
  return scripts
    .map((url) => `<link rel="preload" as="script" href="${escapeAttribute(url)}">`)
    .join('\n');
}

/** The Content-Security-Policy source of an inline script. */
export function scriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * The one HTML page of the console. It carries the runtime configuration with the registry, and names
 * everything that the first screen needs, so that nothing waits for something else to arrive.
 */
export function renderPage(input: PageInput): string {
  const { built, config, firstRemote } = input;
  const runtime = { ...config, registry: built.registry, firstRemote };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Carrel</title>
<link rel="icon" href="/shell/favicon.svg" type="image/svg+xml">
<script>${built.shell.beforePaint}</script>
<style>${built.shell.style}</style>
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${jsonForScript(runtime)}</script>
<script src="${escapeAttribute(built.shell.entry)}" defer></script>
${preloads(input)}
</head>
<body>
<div id="root"></div>
<noscript>Carrel needs JavaScript. Turn it on for this page and load it again.</noscript>
</body>
</html>
`;
}
