import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ASK_HOLDER_MILLISECONDS = 500;
/** The holder may have to copy a database first. */
const ANSWER_MILLISECONDS = 10 * 60_000;
const REQUEST_CHARACTERS = 200;
const DONE = 'done ';

/** Another process works in this folder. `holder` is its process id, where it told it. */
export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked';
  readonly holder: number | undefined;

  constructor(folder: string, holder: number | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    super(`The data directory ${folder} is in use by ${who}.`);
    this.holder = holder;
  }
}

/** Answers what another process of this machine asks the holder of a folder for. */
export type HolderAnswers = (request: string) => Promise<string>;

/**
 * Holds a folder for this process alone, until the returned function is called or the process ends,
 * however it ends: the hold is a listening socket named after the folder, which dies with its process.
 */
export async function lockDataDirectory(
  folder: string,
  answers?: HolderAnswers,
): Promise<() => Promise<void>> {
  const address = socketOf(realpathSync(folder));
  const server = createServer({ allowHalfOpen: true }, (asking) => {
    void answerAsking(asking, answers);
  });
  if (!(await listens(server, address))) {
    const holder = await ask(address, '', ASK_HOLDER_MILLISECONDS);
    // Only a socket that is a file outlives its process.
    if (holder !== 'gone') {
      throw new DataDirectoryLocked(folder, /^\d+$/.test(holder) ? Number(holder) : undefined);
    }
    rmSync(address, { force: true });
    if (!(await listens(server, address))) throw new DataDirectoryLocked(folder, undefined);
  }
  server.unref();
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
}

/** Asks the process that holds a folder; undefined where none does. */
export async function askHolder(folder: string, request: string): Promise<string | undefined> {
  const answer = await ask(socketOf(realpathSync(folder)), request, ANSWER_MILLISECONDS);
  if (answer === 'gone') return undefined;
  if (!answer.startsWith(DONE)) throw new DataDirectoryLocked(folder, undefined);
  return answer.slice(DONE.length);
}

/** Who asks for nothing is told who holds the folder. */
async function answerAsking(asking: Socket, answers: HolderAnswers | undefined): Promise<void> {
  asking.on('error', () => undefined);
  let request = '';
  for await (const bytes of asking as AsyncIterable<Buffer>) {
    request += bytes.toString();
    if (request.length > REQUEST_CHARACTERS) break;
  }
  if (request === '') asking.end(String(process.pid));
  else {
    const answer = await answers?.(request).catch(() => undefined);
    asking.end(answer === undefined ? 'refused' : DONE + answer);
  }
}

function socketOf(realPath: string): string {
  const name = `carrel-${createHash('sha256').update(realPath).digest('hex').slice(0, 40)}`;
  // Linux keeps names that begin with NUL outside of any folder and frees them with the process.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', refused);
    server.listen(address, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
}

function ask(address: string, request: string, patience: number): Promise<string> {
  return new Promise((resolve) => {
    let told = '';
    const socket = connect(address);
    socket.end(request);
    socket.setTimeout(patience, () => socket.destroy());
    socket.on('data', (bytes) => {
      told += bytes.toString();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve('gone');
    });
    socket.on('close', () => {
      resolve(told);
    });
  });
}
