import {
  isStorable,
  NOT_STORABLE,
  passageOf,
  TEST_GRADES,
  TEST_VERDICTS,
  testQuerySchema,
  type ErrorBody,
  type TestGrade,
  type TestVerdict,
} from '@carrel/shared/contract';
import * as v from 'valibot';

import { invalid } from '../../../platform/http/problems.ts';
import type { NewQuestion } from '../questions/add-questions.ts';
import type { NewAnswer } from '../questions/question-repository.ts';
import { CsvError, parseCsv, type CsvRecord } from './parse-csv.ts';
import { withoutApostrophe } from './write-csv.ts';

export const CSV_COLUMNS = ['query', 'dataset', 'path', 'passage', 'grade', 'verdict'] as const;

type Column = (typeof CSV_COLUMNS)[number];
type Row = Record<Column, string>;

const PATH_MAX = 4096;
/** Faulty lines that are named. */
const ISSUES_MAX = 20;

/**
 * Returns the questions of a CSV file, whose first line names its columns, in any order: `query`, `dataset`
 * (name or id) and `path`, and optionally `passage`, `grade` and `verdict`. Each line is one right answer, or a
 * question and its verdict only. Of several verdicts of a question, the last one counts.
 * @throws {Problem} 422, with the number of each faulty line.
 */
export function readQuestions(
  file: string,
  datasets: readonly { id: string; name: string }[],
): NewQuestion[] {
  const [head, ...records] = readRecords(file);
  const columns = readHead(head);
  const questions = new Map<string, NewQuestion & { answers: NewAnswer[] }>();
  const issues: NonNullable<ErrorBody['issues']> = [];
  const add = (query: string, answers: readonly NewAnswer[], verdict: TestVerdict | '') => {
    const known = questions.get(query) ?? { query, answers: [] };
    known.answers.push(...answers);
    if (verdict !== '') known.verdict = verdict;
    questions.set(query, known);
  };
  for (const record of records) {
    const row = rowOf(record, columns);
    const fault = (message: string) =>
      issues.push({ path: `line ${record.line}`, message: `Line ${record.line}: ${message}` });
    const query = v.safeParse(testQuerySchema, row.query);
    const dataset = findDataset(row.dataset.trim(), datasets);
    const grade = row.grade.trim() === '' ? 1 : Number(row.grade);
    const path = row.path.trim();
    const verdict = row.verdict.trim().toLowerCase();
    if (record.cells.length > columns.length) fault('there are more cells than columns.');
    else if (!query.success) fault(`${query.issues[0].message}.`);
    else if (verdict !== '' && !isVerdict(verdict)) fault('the verdict must be right or wrong.');
    else if (verdict !== '' && namesNoAnswer(row)) add(query.output, [], verdict);
    else if (typeof dataset === 'string') fault(dataset);
    else if (!record.cells.every(isStorable)) fault(`${NOT_STORABLE}.`);
    else if (path === '' || path.length > PATH_MAX) fault('the path of a document is required.');
    else if (!isGrade(grade)) fault('the grade must be 1, 2 or 3.');
    else {
      const answer = { datasetId: dataset.id, path, passage: passageOf(row.passage), grade };
      add(query.output, [answer], verdict);
    }
    if (issues.length === ISSUES_MAX) break;
  }
  if (issues.length > 0) throw invalid(issues);
  return [...questions.values()];
}

const faulty = (message: string) => invalid([{ path: 'line 1', message }]);

function readRecords(file: string): CsvRecord[] {
  try {
    return parseCsv(file);
  } catch (error) {
    if (error instanceof CsvError) throw faulty(error.message);
    throw error;
  }
}

function readHead(head: CsvRecord | undefined): string[] {
  const columns = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = CSV_COLUMNS.slice(0, 3).filter((name) => !columns.includes(name));
  if (missing.length === 0) return columns;
  throw faulty(
    `Line 1: the file must begin with the names of its columns. Missing: ${missing.join(', ')}.`,
  );
}

function rowOf({ cells }: CsvRecord, columns: readonly string[]): Row {
  const cell = (name: Column) => withoutApostrophe(cells[columns.indexOf(name)] ?? '');
  return {
    query: cell('query'),
    dataset: cell('dataset'),
    path: cell('path'),
    passage: cell('passage'),
    grade: cell('grade'),
    verdict: cell('verdict'),
  };
}

/** Returns the dataset with an id or a name; a sentence where there is none, or several. */
function findDataset<Dataset extends { id: string; name: string }>(
  text: string,
  datasets: readonly Dataset[],
): Dataset | string {
  if (text === '') return 'a dataset is required.';
  const byId = datasets.find(({ id }) => id === text.toLowerCase());
  const found = byId === undefined ? datasets.filter(({ name }) => name === text) : [byId];
  const [dataset] = found;
  const shown = `"${text.slice(0, 100)}"`;
  if (dataset === undefined) return `there is no dataset ${shown}.`;
  return found.length > 1 ? `several datasets are called ${shown}. Use the ID.` : dataset;
}

const isGrade = (grade: number): grade is TestGrade =>
  (TEST_GRADES as readonly number[]).includes(grade);

const isVerdict = (text: string): text is TestVerdict =>
  (TEST_VERDICTS as readonly string[]).includes(text);

const namesNoAnswer = ({ dataset, path, passage }: Row) =>
  [dataset, path, passage].every((cell) => cell.trim() === '');
