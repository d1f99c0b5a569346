import { EARLY_READS_META, RUNTIME_CONFIG_ID } from '@carrel/shared/releases';
import type { RuntimeConfig, ScreenRead, ShellRelease } from '@carrel/shared/releases';

import type { PrerenderedScreen } from './prerendered-screen.ts';
import type { ReleasesInUse } from './releases-in-use.ts';

export interface PageInput {
  shell: ShellRelease;
  releases: ReleasesInUse;
  /** Without a registry, the page fetches it from `registryUrl`. */
  config: Omit<RuntimeConfig, 'registry' | 'firstRemote'> &
    Partial<Pick<RuntimeConfig, 'registry'>>;
  firstRemote: string | undefined;
  mayBeSignedIn: boolean;
  /** Requests of the screen, which the page sends while its code loads; none for guests. */
  reads?: readonly ScreenRead[];
  /** The prerendered first screen. */
  screen?: PrerenderedScreen | undefined;
  /** Shown until the first screen is rendered, if there is no `screen`. */
  placeholder?: PrerenderedScreen | undefined;
}

/** Returns JSON for a script element, escaped so that it cannot end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/**
 * Returns a URL with its integrity attributes. A preload is used only if its request equals that of the
 * script, and scripts with an integrity are requested with CORS.
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
 * Returns the HTML page of the console. It contains the runtime configuration, and preloads everything
 * that the first screen needs, so that requests do not wait for each other.
 */
export function renderPage(input: PageInput): string {
  const { shell, config, firstRemote, screen, placeholder } = input;
  const markup = screen ?? placeholder;
  const { entry, integrity } = shell;
  const runtime = { ...config, firstRemote };
  const request = requestOf(entry, integrity[entry]);
  // A prerendered screen is painted completely before any script runs: centred content that is painted
  // in parts would move. The inline script then starts the entry. What only scripts need comes after the
  // content, which the parser reaches first; the browser finds preloads before the parser does.
  const isPaintedFirst = screen !== undefined;
  const head = isPaintedFirst
    ? '<link rel="expect" blocking="render" href="#end">'
    : `<script src=${request} defer></script>\n${preloads(input)}`;
  const tail = isPaintedFirst
    ? `<link rel="preload" as="script" data-start href=${request}>\n${preloads(input)}`
    : '';
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
${markup?.style ?? ''}
${head}
</head>
<body>
<div id="root"${screen === undefined ? ' data-placeholder' : ''}>${markup?.html ?? ''}</div>
<noscript id="end">Carrel needs JavaScript. Turn it on for this page and load it again.</noscript>
${tail}
<script id="${RUNTIME_CONFIG_ID}" type="application/json">${jsonForScript(runtime)}</script>
</body>
</html>
`;
}
