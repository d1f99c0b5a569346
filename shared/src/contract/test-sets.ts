import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { SEARCH_MODES } from './search.ts';
import { storable } from './storable.ts';
import { idSchema, SHOWN, timestampSchema } from './text.ts';

/** Questions of a workspace, right answers of a question, and runs that are kept. */
export const TEST_QUESTIONS_MAX = 1000;
export const TEST_ANSWERS_MAX = 50;
export const TEST_RUNS_MAX = 50;
export const TEST_QUERY_MAX = 1000;
/** Results of each question that a run looks at. */
export const TEST_DEPTH = 10;
export const TEST_CSV_BYTES_MAX = 1024 * 1024;

/** How right an answer is: 1 helps, 3 is exactly it. */
export const TEST_GRADES = [1, 2, 3] as const;

export type TestGrade = (typeof TEST_GRADES)[number];

/** What a person said of the answer to a question. */
export const TEST_VERDICTS = ['right', 'wrong'] as const;

export type TestVerdict = (typeof TEST_VERDICTS)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.number();

export const testGradeSchema = v.picklist(TEST_GRADES, 'Grade must be 1, 2 or 3');

export const testVerdictSchema = v.picklist(TEST_VERDICTS, 'Verdict must be right or wrong');

export const testQuerySchema = v.pipe(
  v.string('Query is required'),
  v.metadata({ ...SHOWN, maxLength: TEST_QUERY_MAX }),
  storable,
  v.transform((text) => text.trim()),
  v.nonEmpty('Query is required'),
  v.maxLength(TEST_QUERY_MAX, `Query must be at most ${TEST_QUERY_MAX} characters`),
);

const NO_ANSWER = 'Name at least one right answer';

/**
 * Marks chunks as right answers to a query, or rates the answer that it got. A question with the same query
 * gets both: the last verdict counts, and stays where none is sent.
 */
export const createQuestionInputSchema = v.pipe(
  v.object({
    query: testQuerySchema,
    /** At least one, unless there is a verdict. */
    answers: v.pipe(
      v.array(
        v.object({
          document_id: idSchema,
          /** Counts from 0, as in a result; without it, every chunk of the document is right. */
          chunk_number: v.optional(v.pipe(count, v.maxValue(2_147_483_647))),
          grade: v.optional(testGradeSchema, 1),
        }),
        NO_ANSWER,
      ),
      v.maxLength(TEST_ANSWERS_MAX, `A question has at most ${TEST_ANSWERS_MAX} right answers`),
    ),
    verdict: v.optional(testVerdictSchema),
  }),
  v.forward(
    v.partialCheck(
      [['answers'], ['verdict']],
      ({ answers, verdict }) => answers.length > 0 || verdict !== undefined,
      NO_ANSWER,
    ),
    ['answers'],
  ),
);

export type CreateQuestionInput = v.InferOutput<typeof createQuestionInputSchema>;
export type CreateQuestionRequest = v.InferInput<typeof createQuestionInputSchema>;

export const updateQuestionInputSchema = v.object({ query: testQuerySchema });

export const updateAnswerInputSchema = v.object({ grade: testGradeSchema });

/** The query of the list of questions. */
export const questionListQuerySchema = v.object({
  /** Only the question with exactly this query. */
  query: v.optional(v.pipe(v.string(), v.maxLength(TEST_QUERY_MAX, 'Query is too long'))),
});

/** The figures of one question in a run: of the first 10 results. */
const figures = {
  /** The share of right answers that were found. */
  recall: share,
  /** 1 divided by the rank of the first right result; 0 without one. */
  reciprocal_rank: share,
  ndcg: share,
  /** The rank of the first right result, from 1. */
  first_right: v.nullable(count),
};

const verdict = v.nullish(testVerdictSchema);

export const testQuestionSchema = v.object({
  id: idSchema,
  query: v.string(),
  /** Null where nobody rated the answer. */
  verdict,
  created_at: timestampSchema,
  answers: count,
  /** Answers whose document is not, or no longer, in the datasets of the workspace. */
  missing: count,
  /** In the last run that has finished; null where it did not ask the question. */
  last: v.nullish(v.object({ run_id: idSchema, ...figures })),
});

export type TestQuestion = v.InferOutput<typeof testQuestionSchema>;

export const testQuestionListSchema = v.object({ questions: v.array(testQuestionSchema) });

export const testAnswerSchema = v.object({
  id: idSchema,
  dataset: v.object({ id: idSchema, name: shownNameSchema }),
  path: v.string(),
  /** The beginning of the right chunk; empty where every chunk of the document is right. */
  passage: v.string(),
  grade: testGradeSchema,
  missing: v.boolean(),
});

export type TestAnswer = v.InferOutput<typeof testAnswerSchema>;

export const testQuestionDetailSchema = v.object({
  id: idSchema,
  query: v.string(),
  verdict,
  answers: v.array(testAnswerSchema),
});

export type TestQuestionDetail = v.InferOutput<typeof testQuestionDetailSchema>;

/** What an import added, and how many of its answers have a document that is not in the workspace. */
export const importedQuestionsSchema = v.object({
  questions: count,
  answers: count,
  missing: count,
});

export type ImportedQuestions = v.InferOutput<typeof importedQuestionsSchema>;

export const startRunInputSchema = v.object({
  mode: v.optional(v.picklist(SEARCH_MODES, 'Unknown mode'), 'auto'),
});

export type StartRunInput = v.InferOutput<typeof startRunInputSchema>;

/** Means over the questions of a run. */
const means = v.object({ recall: share, mrr: share, ndcg: share });

export type TestFigures = v.InferOutput<typeof means>;

export const testRunSchema = v.object({
  id: idSchema,
  started_at: timestampSchema,
  finished_at: v.nullable(timestampSchema),
  mode: v.picklist(SEARCH_MODES),
  /** Questions that the run asks, and has asked. */
  questions: count,
  done: count,
  /** Null until it has finished, and where it failed. */
  figures: v.nullable(means),
  /** A sentence; null where nothing failed. */
  error: v.nullable(v.string()),
  /** Searches whose results lacked something, such as an embedding that came too late. */
  partial: count,
  /** Milliseconds of all searches. */
  took: count,
  /** Whether it was made with other settings than the run before. */
  changed: v.boolean(),
});

export type TestRun = v.InferOutput<typeof testRunSchema>;

/** Newest first. */
export const testRunListSchema = v.object({ runs: v.array(testRunSchema) });

export type TestRunList = v.InferOutput<typeof testRunListSchema>;

/** What the results of a run depend on. */
export const testSettingsSchema = v.object({
  /** The mode that was used; null until the first search. */
  mode: v.nullable(v.string()),
  embedding_model: v.nullable(v.string()),
  datasets: v.array(
    v.object({
      id: idSchema,
      name: shownNameSchema,
      chunk_size: count,
      chunk_overlap: count,
      /** A digest of the chunk template; null without one. */
      template: v.nullable(v.string()),
      /** Null where it is detected. */
      language: v.nullable(v.string()),
    }),
  ),
  /** Null until the first search. */
  searched: v.nullable(v.object({ documents: count, chunks: count })),
});

export type TestSettings = v.InferOutput<typeof testSettingsSchema>;

/** How a question did in a run beside another one. */
export const TEST_CHANGES = ['worse', 'better', 'same', 'new'] as const;

export const testComparisonSchema = v.object({
  run: testRunSchema,
  settings: testSettingsSchema,
  /** The run that it is compared with: the one before, unless another was asked for. */
  against: v.nullable(
    v.object({
      run: testRunSchema,
      settings: testSettingsSchema,
      /** Questions that both asked, and the means of both over these. */
      shared: count,
      figures: v.nullable(means),
      before: v.nullable(means),
    }),
  ),
  /** Those that got worse first, the largest loss first. */
  questions: v.array(
    v.object({
      id: idSchema,
      query: v.string(),
      change: v.picklist(TEST_CHANGES),
      ...figures,
      before: v.nullable(v.object(figures)),
      /** Its right answers were changed in between, so that the figures differ for this reason too. */
      answers_changed: v.boolean(),
    }),
  ),
});

export type TestComparison = v.InferOutput<typeof testComparisonSchema>;
export type ComparedQuestion = TestComparison['questions'][number];

const foundChunkSchema = v.object({
  document_id: idSchema,
  dataset_id: idSchema,
  path: v.string(),
  /** The chunk's number when the run was made, from 0. */
  number: count,
  /** The grade of the answer that it holds; 0 where it is none. */
  grade: v.picklist([0, ...TEST_GRADES]),
});

export type FoundTestChunk = v.InferOutput<typeof foundChunkSchema>;

/** What two runs found for one question, best first; null for a run that did not ask it. */
export const testListsSchema = v.object({
  results: v.array(foundChunkSchema),
  before: v.nullable(v.array(foundChunkSchema)),
});

export type TestLists = v.InferOutput<typeof testListsSchema>;
