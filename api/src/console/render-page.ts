import { RUNTIME_CONFIG_ID } from '@carrel/shared/contract';
import type { RuntimeConfig } from '@carrel/shared/contract';

import type { BuiltConsole } from './built-console.ts';
import type { PrerenderedScreen } from './prerendered-screen.ts';
import type { ReleasesInUse } from './releases-in-use.ts';

export interface PageInput {
  built: BuiltConsole;
  releases: ReleasesInUse;
  config: Omit<RuntimeConfig, 'registry' | 'firstRemote'>;
  firstRemote: string | undefined;
  mayBeSignedIn: boolean;
  /** The first screen as it is drawn before any script has run. */
  screen?: PrerenderedScreen | undefined;
}

/** JSON that can stand inside a script element: nothing in it can end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/**
 * A URL with what its request is checked by. A preload is of use only where it asks exactly as the
 * script will, and code that is checked is asked for by CORS.
 */
function requestOf(url: string, integrity: string | undefined): string {
  const checked = integrity === undefined ? '' : ` integrity="${integrity}" crossorigin`;
  return `"${escapeAttribute(url)}"${checked}`;
}

function preloads({ built, releases, firstRemote, mayBeSignedIn }: PageInput): string {
  const { shell } = built;
  const remote = firstRemote === undefined ? undefined : releases[firstRemote];
  const ofShell = [...shell.preload.first, ...(mayBeSignedIn ? shell.preload.signedIn : [])];
  const ofRemote = remote === undefined ? [] : [remote.entry, ...(remote.chunks['./routes'] ?? [])];
  const requests = [
    ...ofShell.map((url) => requestOf(url, shell.integrity[url])),
    ...ofRemote.map((url) => requestOf(url, remote?.integrity[url])),
  ];
  return requests.map((href) => `<link rel="preload" as="script" href=${href}>`).join('\n');
}

/**
 * The one HTML page of the console. It carries the runtime configuration with the registry, and names
 * everything that the first screen needs, so that nothing waits for something else to arrive.
 */
export function renderPage(input: PageInput): string {
  const { built, config, firstRemote, screen } = input;
  const { entry, integrity } = built.shell;
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
${screen?.style ?? ''}
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${jsonForScript(runtime)}</script>
<script src=${requestOf(entry, integrity[entry])} defer></script>
${preloads(input)}
</head>
<body>
<div id="root">${screen?.html ?? ''}</div>
<noscript>Carrel needs JavaScript. Turn it on for this page and load it again.</noscript>
</body>
</html>
`;
}
