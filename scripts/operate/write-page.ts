import path from 'node:path';
import { parseArgs } from 'node:util';

import { build } from '../run/build.ts';
import { consoleFolder } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { writeStaticSite } from './static-site.ts';

const USAGE = `Usage: pnpm run page --out <folder> [options]

Builds the console and writes it as files for a web server, with the page and nginx's configuration.

  --out <folder>           where to write: site/ with the files, nginx.conf, nginx-remotes.conf
  --api-url <origin>       where browsers reach the API; by default the console's own origin
  --remote-origin <origin> where remotes may be moved to by the registry alone; may be given often
  --environment <name>     what the page says of itself; production by default
  --telemetry-url <url>    where pages tell of load times and failures; by default nowhere
  --help                   this text
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function originOf(option: string, text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text)) {
    const { origin, href } = new URL(text);
    if (href === `${origin}/`) return origin;
  }
  throw new Error(`${option} must be an origin such as https://api.example.com, not ${text}.`);
}

async function writePage(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      'api-url': { type: 'string' },
      'remote-origin': { type: 'string', multiple: true },
      environment: { type: 'string' },
      'telemetry-url': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    say(USAGE);
    return;
  }
  if (values.out === undefined) throw new Error(`Say where to write.\n\n${USAGE}`);
  const out = path.resolve(values.out);
  const apiUrl = values['api-url'];
  const remoteOrigins = values['remote-origin'] ?? [];
  const site = {
    built: consoleFolder,
    out,
    apiUrl: apiUrl === undefined ? '' : originOf('--api-url', apiUrl),
    environment: values.environment ?? 'production',
    remoteOrigins: remoteOrigins.map((text) => originOf('--remote-origin', text)),
    telemetryUrl: values['telemetry-url'],
  };
  await build(say);
  const { policy } = await writeStaticSite(site);
  say(`Wrote ${path.join(out, 'site')}.\n\nContent-Security-Policy: ${policy}`);
}

await runScript(writePage);
