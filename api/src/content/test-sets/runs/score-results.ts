import { holdsPassage, TEST_DEPTH, type TestGrade } from '@carrel/shared/contract';

/** What is right: a passage of a document, or any passage of it where it is empty. */
export interface RightAnswer {
  datasetId: string;
  path: string;
  passage: string;
  grade: TestGrade;
}

export interface RankedChunk {
  datasetId: string;
  path: string;
  text: string;
}

/** The figures of one question, each between 0 and 1. */
export interface Score {
  recall: number;
  reciprocalRank: number;
  ndcg: number;
  /** The rank of the first right chunk, from 1; null without one. */
  firstRight: number | null;
  /** By chunk: the grade of the best answer that it holds, 0 where it holds none. */
  grades: (TestGrade | 0)[];
}

/**
 * Scores the first 10 chunks of a search by the right answers to its question. As in trec_eval, the gain of
 * an answer is its grade, the discount of a rank is log2(rank + 1), and recall divides by all answers, also if
 * there are more than 10. An answer counts once, where it is found first. Answers that are found in one
 * chunk are one for nDCG, of the highest grade: a chunk that holds them all is as good as can be.
 */
export function scoreResults(
  answers: readonly RightAnswer[],
  ranked: readonly RankedChunk[],
): Score {
  const gains: number[] = [];
  const grades: Score['grades'] = [];
  let missing = answers;
  for (const chunk of ranked.slice(0, TEST_DEPTH)) {
    const right = answers.filter((answer) => isRight(chunk, answer));
    const found = right.filter((answer) => missing.includes(answer));
    missing = missing.filter((answer) => !found.includes(answer));
    grades.push(highest(right));
    gains.push(highest(found));
  }
  const first = grades.findIndex((grade) => grade > 0);
  const possible = [...gains, ...missing.map(({ grade }) => grade)].toSorted((a, b) => b - a);
  const ideal = discounted(possible.slice(0, TEST_DEPTH));
  return {
    recall: answers.length === 0 ? 0 : (answers.length - missing.length) / answers.length,
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    ndcg: ideal === 0 ? 0 : discounted(gains) / ideal,
    firstRight: first === -1 ? null : first + 1,
    grades,
  };
}

const isRight = (chunk: RankedChunk, answer: RightAnswer) =>
  chunk.datasetId === answer.datasetId &&
  chunk.path === answer.path &&
  holdsPassage(chunk.text, answer.passage);

const highest = (answers: readonly RightAnswer[]): TestGrade | 0 =>
  answers.reduce<TestGrade | 0>((most, { grade }) => (grade > most ? grade : most), 0);

const discounted = (gains: readonly number[]) =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
