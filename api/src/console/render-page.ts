import { EARLY_READS_META, RUNTIME_CONFIG_ID } from '@carrel/shared/releases';
import type { RuntimeConfig, ScreenRead, ShellRelease } from '@carrel/shared/releases';

import type { PrerenderedScreen } from './prerendered-screen.ts';
import type { ReleasesInUse } from './releases-in-use.ts';

export interface PageInput {
  shell: ShellRelease;
  releases: ReleasesInUse;
  /** Without a registry, the page asks for it where `registryUrl` says. */
  config: Omit<RuntimeConfig, 'registry' | 'firstRemote'> &
    Partial<Pick<RuntimeConfig, 'registry'>>;
  firstRemote: string | undefined;
  mayBeSignedIn: boolean;
  /** What the screen reads, to be asked for beside its code; nothing where nobody is signed in. */
  reads?: readonly ScreenRead[];
  /** The first screen as it is drawn before any script has run. */
  screen?: PrerenderedScreen | undefined;
  /** What is shown until the first screen can be drawn, where there is no `screen`. */
  placeholder?: PrerenderedScreen | undefined;
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

function earlyReads({ reads = [] }: PageInput): string {
  if (reads.length === 0) return '';
  return `<meta name="${EARLY_READS_META}" content="${escapeAttribute(JSON.stringify(reads))}">`;
}

function preloads(input: PageInput): string {
  const { shell, releases, config, firstRemote, mayBeSignedIn } = input;
  const remote = firstRemote === undefined ? undefined : releases[firstRemote];
  const ofShell = [...shell.preload.first, ...(mayBeSignedIn ? shell.preload.signedIn : [])];
  const ofRemote = remote === undefined ? [] : [remote.entry, ...(remote.chunks['./routes'] ?? [])];
  const requests = [
    ...ofShell.map((url) => requestOf(url, shell.integrity[url])),
    ...ofRemote.map((url) => requestOf(url, remote?.integrity[url])),
  ];
  const links = requests.map((href) => `<link rel="preload" as="script" href=${href}>`);
  if (config.registry === undefined && config.registryUrl !== undefined) {
    const href = escapeAttribute(config.registryUrl);
    links.push(`<link rel="preload" as="fetch" href="${href}" crossorigin>`);
  }
  return links.join('\n');
}

/**
 * The one HTML page of the console. It carries the runtime configuration, and names everything that
 * the first screen needs, so that nothing waits for something else to arrive.
 */
export function renderPage(input: PageInput): string {
  const { shell, config, firstRemote, screen, placeholder } = input;
  const drawn = screen ?? placeholder;
  const { entry, integrity } = shell;
  const runtime = { ...config, firstRemote };
  const request = requestOf(entry, integrity[entry]);
  // What stands already is painted before anything runs, and all of it at once: half of what is
  // centred would move when the other half comes. The inline script starts the entry then.
  const start =
    screen === undefined
      ? `<script src=${request} defer></script>`
      : `<link rel="expect" blocking="render" href="#end">
<link rel="preload" as="script" data-start href=${request}>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Carrel</title>
<link rel="icon" href="/shell/favicon.svg" type="image/svg+xml">
${earlyReads(input)}
<script>${shell.beforePaint}</script>
<style>${shell.style}</style>
${drawn?.style ?? ''}
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${jsonForScript(runtime)}</script>
${start}
${preloads(input)}
</head>
<body>
<div id="root"${screen === undefined ? ' data-placeholder' : ''}>${drawn?.html ?? ''}</div>
<noscript id="end">Carrel needs JavaScript. Turn it on for this page and load it again.</noscript>
</body>
</html>
`;
}
