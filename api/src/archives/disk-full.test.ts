import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ErrorBody } from '@carrel/shared/contract';
import { afterAll, expect, test } from 'vitest';

import { readJson } from '../http/test-world.ts';
import { createTestLibrary } from '../pipeline/test-library.ts';
import { buildZip } from '../pipeline/zip/test-zip.ts';

const directory = mkdtempSync(join(tmpdir(), 'carrel-full-'));
/** Only root may mount, and not in every container. */
const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'carrel', directory]);
const isMounted = status === 0;

afterAll(() => {
  if (isMounted) spawnSync('umount', [directory]);
  rmSync(directory, { recursive: true, force: true });
});

const zipOf = (content: Buffer) =>
  Uint8Array.from(buildZip([{ name: 'a.bin', content, method: 0 }]));

test.skipIf(!isMounted)(
  'U3: a full disk is told in a sentence, leaves nothing behind, and the next upload works',
  async () => {
    const library = await createTestLibrary({}, { dataDirectory: directory });
    const full = await library.upload(zipOf(randomBytes(3 * 1024 * 1024)), { sync: false });
    expect(full.status).toBe(507);
    expect((await readJson<ErrorBody>(full)).message).toBe(
      'The server has no space left. Please tell its operator.',
    );
    expect(await readdir(join(directory, 'archives', 'incoming'))).toEqual([]);
    expect(await library.archives()).toEqual([]);

    expect((await library.upload(zipOf(randomBytes(1000)), { sync: false })).status).toBe(201);
    expect(await library.archives()).toHaveLength(1);
    await library.close();
  },
);
