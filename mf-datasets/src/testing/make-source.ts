import type { Source, SourceRun } from '@carrel/shared/contract/sources';
import { makeId } from '@carrel/shared/testing';

/** A completed run of a source. */
export function makeSourceRun(overrides: Partial<SourceRun> = {}): SourceRun {
  return {
    id: makeId(950),
    number: 1,
    state: 'completed',
    started_by: 'first',
    waiting_for: null,
    started_at: '2026-11-20T09:30:00.000Z',
    ended_at: '2026-11-20T09:30:04.000Z',
    listed: 0,
    left_out: 0,
    added: 0,
    changed: 0,
    moved: 0,
    removed: 0,
    unchanged: 0,
    read: 0,
    failed: 0,
    bytes: 0,
    error: null,
    archive_ids: [],
    ...overrides,
  };
}

/** A website that is read every day, and was just read. */
export function makeSource(overrides: Partial<Source> = {}): Source {
  return {
    id: makeId(900),
    dataset_id: makeId(600),
    name: 'Product docs',
    kind: 'website',
    place: {
      kind: 'website',
      url: 'https://docs.example.com/guide',
      mode: 'crawl',
      pages_max: 5000,
    },
    has_secret: false,
    folder: 'Docs',
    include: [],
    exclude: [],
    size_max: null,
    every_minutes: 1440,
    gone: 'delete',
    paused: false,
    next_run_at: null,
    failed_runs: 0,
    objects: 12,
    run: makeSourceRun(),
    created_at: '2026-11-20T09:30:00.000Z',
    ...overrides,
  };
}
