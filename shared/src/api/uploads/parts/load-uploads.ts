import { chunkFailed } from '../../client/load-calls.ts';
import type * as Uploads from './uploads.ts';

/** Loads the code of uploads that go on after they were broken off, which no first screen needs. Throws `network`. */
export async function loadUploads(): Promise<typeof Uploads> {
  return import(/* webpackChunkName: "uploads" */ './uploads.ts').catch(chunkFailed);
}
