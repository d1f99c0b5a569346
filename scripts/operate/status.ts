import {
  describeStatus,
  parseMetrics,
  readStarting,
  readStatus,
  type Status,
} from '@carrel/api/status';

const USAGE = `Usage: carrel status [address] [--json]

Asks the running server how it is. Without an address, the one that PORT and HOST name. Reads
METRICS_TOKEN if the server has one. Of a server that starts, it says what it waits for.
`;

const args = process.argv.slice(2);
const options = new Set(args.filter((argument) => argument.startsWith('--')));
const given = args.find((argument) => !argument.startsWith('--'));
const { PORT = '3000', HOST = '127.0.0.1', DATA_DIR = './data', METRICS_TOKEN = '' } = process.env;
const address = (given ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '');

async function request(path: string): Promise<Response | undefined> {
  const isGuarded = path === '/metrics' && METRICS_TOKEN !== '';
  return fetch(`${address}${path}`, {
    headers: isGuarded ? { Authorization: `Bearer ${METRICS_TOKEN}` } : {},
    // Another server must not receive the token.
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
}

async function status(): Promise<Status> {
  const [health, ready, metrics] = await Promise.all(
    ['/healthz', '/readyz', '/metrics'].map(request),
  );
  const figures = metrics?.ok === true ? parseMetrics(await metrics.text()) : [];
  // A server that waits for its database may not listen yet. It says so in its data directory.
  const starting =
    given === undefined ? readStarting({ dataDirectory: DATA_DIR, port: Number(PORT) }) : undefined;
  const answers = { isUp: health?.ok === true, isReady: ready?.ok === true };
  return readStatus(address, answers, figures, starting);
}

if (options.has('--help') || [...options].some((option) => option !== '--json')) {
  if (!options.has('--help')) process.stderr.write('carrel status: unknown option.\n');
  process.stdout.write(USAGE);
  process.exitCode = options.has('--help') ? 0 : 2;
} else {
  const now = await status();
  const text = options.has('--json') ? JSON.stringify(now, null, 2) : describeStatus(now);
  process.stdout.write(`${text}\n`);
  process.exitCode = now.state === 'ready' ? 0 : 1;
}
