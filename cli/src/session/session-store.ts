import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

import * as v from 'valibot';

import { Failure } from '../exit-codes.ts';
import { withFileLock } from './file-lock.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';

const storedSessionSchema = v.object({
  cookies: v.array(v.object({ name: v.string(), value: v.string(), path: v.string() })),
  /** The organization that was named last. */
  organizationId: v.optional(v.string()),
});

export type StoredSession = v.InferOutput<typeof storedSessionSchema>;

const defaultSchema = v.object({ server: v.string() });

/** Returns the folder of this client's files. */
export function configFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = environment;
  const base = xdg || (process.platform === 'win32' && appData) || path.join(homedir(), '.config');
  return path.join(base, 'carrel');
}

/** Keeps a session for each server, by its origin. */
export class SessionStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(server: string): Promise<StoredSession> {
    return (await this.#parse(this.#fileOf(server), storedSessionSchema)) ?? { cookies: [] };
  }

  write(server: string, session: StoredSession): Promise<void> {
    return writePrivateFile(this.#fileOf(server), `${JSON.stringify(session, null, 2)}\n`);
  }

  async delete(server: string): Promise<void> {
    await rm(this.#fileOf(server), { force: true });
  }

  /** Runs `work` while no other process of this person changes the session. */
  locked<Result>(
    server: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return withFileLock(`${this.#fileOf(server)}.lock`, signal, work);
  }

  /** Returns the server of the last sign-in. */
  async defaultServer(): Promise<string | undefined> {
    return (await this.#parse(path.join(this.#folder, 'default.json'), defaultSchema))?.server;
  }

  setDefaultServer(server: string): Promise<void> {
    const file = path.join(this.#folder, 'default.json');
    return writePrivateFile(file, `${JSON.stringify({ server })}\n`);
  }

  async #parse<Schema extends v.GenericSchema>(
    file: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | undefined> {
    const text = await readIfThere(file);
    if (text === undefined) return undefined;
    try {
      return v.parse(schema, JSON.parse(text));
    } catch {
      throw new Failure(`The file ${file} is damaged. Delete it and sign in again.`);
    }
  }

  #fileOf(server: string): string {
    return path.join(this.#folder, `${encodeURIComponent(server)}.json`);
  }
}
