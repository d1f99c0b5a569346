import type { Sample } from './parse-metrics.ts';

const NAME = 'carrel_statement_seconds';
/** Statements of background work that take longer are felt by those who wait for them, in seconds. */
const LONG_SECONDS = 0.05;
/** Fewer statements say nothing. */
const STATEMENTS_LEAST = 1000;
/** In percent of all statements of background work. */
const SHARE_MAX = 5;

/**
 * Returns what part of the statements of background work hold the embedded database for long, in percent; undefined
 * where there were few, or on PostgreSQL.
 */
export function longStatements(samples: readonly Sample[]): number | undefined {
  const background = samples.filter(({ labels }) => labels['work'] === 'background');
  const count = background.find(({ name }) => name === `${NAME}_count`)?.value ?? 0;
  const within = background.find(
    ({ name, labels }) => name === `${NAME}_bucket` && Number(labels['le']) === LONG_SECONDS,
  )?.value;
  return within === undefined || count < STATEMENTS_LEAST
    ? undefined
    : (100 * (count - within)) / count;
}

/** The line of a status about the database; an operator is told where the embedded one is too slow for what is in it. */
export function databaseLine(isUp: boolean, long: number | undefined): [boolean, string, string] {
  if (!isUp) return [true, 'Database', 'not responding'];
  if (long === undefined || long <= SHARE_MAX) return [false, 'Database', 'responding'];
  return [
    true,
    'Database',
    `responding, but ${Math.round(long)} % of the statements of background work hold the embedded database for more than ${LONG_SECONDS} s, and requests wait: use PostgreSQL (DATABASE_URL)`,
  ];
}
