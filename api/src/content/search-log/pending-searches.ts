import { createHash } from 'node:crypto';

import { foldText, UNANSWERED_QUERY_MAX, type SearchResponse } from '@carrel/shared/contract';

import { noTimes, timeClassOf } from './search-times.ts';

/** Workspaces and days, and questions of each, that wait to be written; what is beyond is not counted. */
const DAYS_MAX = 1000;
const QUESTIONS_MAX = 100;

/** What a search led to. More documents might answer an `unanswered` one, but not an `empty` one. */
export type SearchOutcome = 'found' | 'empty' | 'unanswered';

/** Tells a question that the documents do not answer from a filter that excludes all, and no words at all. */
export function outcomeOf({ results, empty, partial }: SearchResponse): SearchOutcome {
  if (results.length > 0) return 'found';
  const isOfQuery = empty === 'filtered' || empty === 'no_words';
  return isOfQuery || (partial ?? null) !== null ? 'empty' : 'unanswered';
}

/** How a search was asked: by the API, which the console uses too, or by a program that speaks MCP. */
export type SearchSource = 'api' | 'mcp';

/** A search that has responded. */
export interface LoggedSearch {
  organizationId: string;
  workspaceId: string;
  source: SearchSource;
  query: string;
  milliseconds: number;
  outcome: SearchOutcome;
}

/** A question without results, with how often it was asked. */
export interface UnansweredQuestion {
  key: Buffer;
  query: string;
  times: number;
  lastAt: Date;
}

/** The searches of a workspace on one day in UTC. */
export interface PendingDay {
  organizationId: string;
  workspaceId: string;
  day: string;
  searches: number;
  /** Of them, those by MCP. */
  byMcp: number;
  withoutResults: number;
  times: number[];
  questions: Map<string, UnansweredQuestion>;
}

/** Searches that were not written yet. */
export class PendingSearches {
  #days = new Map<string, PendingDay>();

  add(search: LoggedSearch, at: Date): void {
    const { organizationId, workspaceId, source, milliseconds, outcome } = search;
    const day = at.toISOString().slice(0, 10);
    const place = `${workspaceId} ${day}`;
    let pending = this.#days.get(place);
    if (pending === undefined) {
      if (this.#days.size >= DAYS_MAX) return;
      const counts = { searches: 0, byMcp: 0, withoutResults: 0, times: noTimes() };
      pending = { organizationId, workspaceId, day, ...counts, questions: new Map() };
      this.#days.set(place, pending);
    }
    pending.searches += 1;
    if (source === 'mcp') pending.byMcp += 1;
    const timeClass = timeClassOf(milliseconds);
    pending.times[timeClass] = (pending.times[timeClass] ?? 0) + 1;
    if (outcome !== 'found') pending.withoutResults += 1;
    if (outcome === 'unanswered') addQuestion(pending.questions, search.query, at);
  }

  /** Forgets what is pending of an organization. */
  forget(organizationId: string): void {
    for (const [place, day] of this.#days) {
      if (day.organizationId === organizationId) this.#days.delete(place);
    }
  }

  /** Returns what is pending by organization, and forgets it. */
  take(): Map<string, PendingDay[]> {
    const days = [...this.#days.values()];
    this.#days = new Map();
    return Map.groupBy(days, ({ organizationId }) => organizationId);
  }
}

function addQuestion(questions: PendingDay['questions'], text: string, at: Date): void {
  const query = shortened(text);
  if (query === '') return;
  const key = createHash('sha256').update(foldText(query)).digest();
  const known = questions.get(key.toString('hex'));
  if (known === undefined && questions.size >= QUESTIONS_MAX) return;
  const times = (known?.times ?? 0) + 1;
  questions.set(key.toString('hex'), { key, query, times, lastAt: at });
}

/** The text on one line, cut where no character is split. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return Array.from(line.slice(0, 2 * UNANSWERED_QUERY_MAX))
    .slice(0, UNANSWERED_QUERY_MAX)
    .join('')
    .toWellFormed();
}
