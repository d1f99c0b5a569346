import type { TestProject } from 'vitest/node';

import * as postgres from './set-up-postgres.ts';
import { findPgbouncer, startTestPgbouncer, type TestPgbouncer } from './test-pgbouncer.ts';

let pooler: TestPgbouncer | undefined;

/** Starts one server for the whole run, and PgBouncer in front of it, by way of which the tests connect. */
export async function setup(project: TestProject): Promise<void> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('The tests of poolers need PgBouncer. Install it.');
  const server = await postgres.startWithTemplate();
  pooler = await startTestPgbouncer(program, server.socketFolder);
  project.provide('postgresTemplate', pooler.urlOf('template'));
  project.provide('isPooled', true);
}

export function teardown(): void {
  pooler?.close();
  postgres.teardown();
}
