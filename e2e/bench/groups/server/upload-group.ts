import { median } from '../../report/bench-row.ts';
import type { BenchGroup, BenchRow } from '../../report/bench-row.ts';
import { measureUploads, type UploadFigures } from '../../load/upload.ts';

/** Megabytes. The largest takes minutes on some disks, and runs only with `BENCH_LARGE=1`. */
const SIZES = process.env['BENCH_LARGE'] === '1' ? [10, 100, 1000, 4000] : [10, 100, 1000];
const ROUNDS = 5;
/** 0.8 of the discard server's speed, as a ratio of times. */
const MAX_RATIO = 1.25;

function rowsOf({
  megabytes,
  seconds,
  discardSeconds,
  diskSeconds,
  extraMebibytes,
}: UploadFigures): BenchRow[] {
  const isLarge = megabytes >= 1000;
  return [
    {
      what: `upload of ${megabytes} MB, stored and checked`,
      value: median(seconds),
      unit: 's',
      against: { what: 'thrown away', value: median(discardSeconds) },
      ...(isLarge && { goal: { atMost: MAX_RATIO } }),
      samples: seconds,
    },
    {
      what: `the disk alone, ${megabytes} MB written and flushed`,
      value: median(diskSeconds),
      unit: 's',
      samples: diskSeconds,
    },
    {
      what: `memory of the server for ${megabytes} MB`,
      value: extraMebibytes,
      unit: 'MiB',
      goal: { atMost: 100 },
    },
  ];
}

export const uploadGroup: BenchGroup = {
  title: 'Upload',
  method:
    'curl sends a zip of random bytes to the server, which makes it durable and reads its directory; interleaved, to a bare Node server in another process that discards the bytes; and dd writes and flushes as many bytes. Medians of five. Where the time goes, and what was tried: [101](../decisions/101-upload-speed.md).',
  measure: async () => (await measureUploads(SIZES, ROUNDS)).flatMap(rowsOf),
};
