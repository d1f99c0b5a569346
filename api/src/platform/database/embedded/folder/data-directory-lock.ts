import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseRefused } from '../../database-error.ts';

const PROCESS_ID_TIMEOUT_MILLISECONDS = 500;
/** The holder copies a database before it responds. */
const REQUEST_TIMEOUT_MILLISECONDS = 10 * 60_000;
const REQUEST_CHARACTERS = 200;
const DONE = 'done ';
const NO_HOLDER = 'none';

/** Another process holds the lock. `holder` is its process id, if it responded with it. */
export class DataDirectoryLocked extends DatabaseRefused {
  override readonly name = 'DataDirectoryLocked';
  readonly holder: number | undefined;

  constructor(folder: string, holder: number | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    super(`The data directory ${folder} is in use by ${who}.`);
    this.holder = holder;
  }
}

/** Handles a request that another process of this machine sends to the holder of the lock. */
export type HandleRequest = (request: string) => Promise<string>;

/**
 * Locks a folder for this process until the returned function is called or the process ends, also by
 * a kill: the lock is a listening socket, named after the folder, that closes with its process.
 */
export async function lockDataDirectory(
  folder: string,
  handle?: HandleRequest,
): Promise<() => Promise<void>> {
  const address = socketOf(realpathSync(folder));
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void respond(socket, handle);
  });
  if (!(await listens(server, address))) {
    const holder = await send(address, '', PROCESS_ID_TIMEOUT_MILLISECONDS);
    // Only a socket that is a file can exist after its process has ended.
    if (holder !== NO_HOLDER) {
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

/** Sends a request to the process that holds a folder's lock. Returns undefined if no process does. */
export async function requestFromHolder(
  folder: string,
  request: string,
): Promise<string | undefined> {
  const address = socketOf(realpathSync(folder));
  const response = await send(address, request, REQUEST_TIMEOUT_MILLISECONDS);
  if (response === NO_HOLDER) return undefined;
  if (!response.startsWith(DONE)) throw new DataDirectoryLocked(folder, undefined);
  return response.slice(DONE.length);
}

/** Responds to an empty request with this process's id. */
async function respond(socket: Socket, handle: HandleRequest | undefined): Promise<void> {
  socket.on('error', () => undefined);
  let request = '';
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    request += bytes.toString();
    if (request.length > REQUEST_CHARACTERS) break;
  }
  if (request === '') socket.end(String(process.pid));
  else {
    const result = await handle?.(request).catch(() => undefined);
    socket.end(result === undefined ? 'refused' : DONE + result);
  }
}

function socketOf(realPath: string): string {
  const name = `carrel-${createHash('sha256').update(realPath).digest('hex').slice(0, 40)}`;
  // A name that begins with NUL is an abstract socket: no file, and Linux frees it with the process.
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

/** Returns the response, NO_HOLDER if no process listens, or an empty text after the timeout. */
function send(address: string, request: string, timeoutMilliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(address);
    socket.end(request);
    socket.setTimeout(timeoutMilliseconds, () => socket.destroy());
    socket.on('data', (bytes) => {
      response += bytes.toString();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(NO_HOLDER);
    });
    socket.on('close', () => {
      resolve(response);
    });
  });
}
