import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ASK_HOLDER_MILLISECONDS = 500;

/** Another process works in this folder. `holder` is its process id, where it told it. */
export class FolderHeld extends Error {
  override readonly name = 'FolderHeld';
  readonly holder: number | undefined;

  constructor(folder: string, holder: number | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    super(`The data directory ${folder} is in use by ${who}.`);
    this.holder = holder;
  }
}

/**
 * Holds a folder for this process alone, until the returned function is called or the process ends,
 * however it ends: the hold is a listening socket named after the folder, which dies with its process.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const address = socketOf(realpathSync(folder));
  const server = createServer((asking) => {
    asking.on('error', () => undefined);
    asking.end(String(process.pid));
  });
  if (!(await listens(server, address))) {
    const holder = await askHolder(address);
    // Only a socket that is a file outlives its process.
    if (holder !== 'gone') throw new FolderHeld(folder, holder);
    rmSync(address, { force: true });
    if (!(await listens(server, address))) throw new FolderHeld(folder, undefined);
  }
  server.unref();
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
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

function askHolder(address: string): Promise<number | 'gone' | undefined> {
  return new Promise((resolve) => {
    let told = '';
    const socket = connect(address);
    socket.setTimeout(ASK_HOLDER_MILLISECONDS, () => socket.destroy());
    socket.on('data', (bytes) => {
      told += bytes.toString();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('gone');
    });
    socket.on('close', () => {
      resolve(/^\d+$/.test(told) ? Number(told) : undefined);
    });
  });
}
