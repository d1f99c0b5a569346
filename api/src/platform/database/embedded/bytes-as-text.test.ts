import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';

import { BYTES_AS_TEXT } from './bytes-as-text.ts';

const ALL = Uint8Array.from({ length: 512 }, (_, at) => at % 256);

test('bytes are written and read as they are, and carry no other memory', async () => {
  const database = await PGlite.create(BYTES_AS_TEXT);
  for (const bytes of [ALL, ALL.subarray(3, 9), new Uint8Array(0)]) {
    const { rows } = await database.query<{ bytes: Uint8Array }>('SELECT $1::bytea AS bytes', [
      bytes,
    ]);
    const read = rows[0]?.bytes ?? ALL;
    expect([...read]).toEqual([...bytes]);
    expect(read.buffer.byteLength).toBe(bytes.length);
  }
  await database.close();
});
