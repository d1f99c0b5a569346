import type { TestVerdict } from '@carrel/shared/contract';

export const VERDICT_LABELS: Record<TestVerdict, string> = {
  right: 'Good answer',
  wrong: 'Bad answer',
};
