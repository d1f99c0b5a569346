import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

import type { KillPoint } from './kill-points.ts';

/**
 * Loaded into a server before its own code. Kills the server with SIGKILL at the step that the file at
 * KILL_POINT_FILE names (see `kill-points.ts`). If the file has `full` before the name, the step fails
 * with a full disk instead.
 */
const { rename, open } = fs.promises;

function reach(point: KillPoint): void {
  const file = process.env['KILL_POINT_FILE'];
  if (file === undefined || !fs.existsSync(file)) return;
  const armed = fs.readFileSync(file, 'utf8');
  if (armed === point) process.kill(process.pid, 'SIGKILL');
  if (armed === `full ${point}`) throw Object.assign(new Error('No space'), { code: 'ENOSPC' });
}

fs.promises.rename = async (from, to) => {
  const isUpload = String(from).includes('/incoming/');
  if (isUpload) reach('checked');
  await rename(from, to);
  if (isUpload) reach('renamed');
};

fs.promises.open = async (...parameters) => {
  const handle = await open(...parameters);
  const [path, flags] = parameters;
  const isArchives = /\/archives\/?$/.test(String(path));
  const isIncoming = String(path).includes('/incoming/') && flags !== undefined;
  if (!isIncoming && !isArchives) return handle;
  if (isIncoming) reach('opened');
  for (const flush of ['sync', 'datasync'] as const) {
    const original = handle[flush].bind(handle);
    handle[flush] = async () => {
      if (isIncoming) reach('written');
      await original();
      reach(isIncoming ? 'synced' : 'kept');
    };
  }
  return handle;
};

type WriteHead = (typeof ServerResponse.prototype)['writeHead'];

const writeHead: WriteHead = Reflect.get(ServerResponse.prototype, 'writeHead');
function reportCommit(this: ServerResponse, ...parameters: [status: number]): ServerResponse {
  if (parameters[0] === 201 && this.req.url?.includes('/archives') === true) reach('committed');
  return Reflect.apply(writeHead, this, parameters);
}
ServerResponse.prototype.writeHead = reportCommit as WriteHead;

syncBuiltinESMExports();
