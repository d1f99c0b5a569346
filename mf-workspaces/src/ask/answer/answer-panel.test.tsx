import { renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { newAnswer, type Answer } from './answer.ts';
import { AnswerPanel } from './answer-panel.tsx';

const show = (state: Answer['state']) =>
  renderScreen(
    <AnswerPanel
      answer={{ ...newAnswer('How long?'), text: 'Two years.', state }}
      titleRef={null}
      onAsk={undefined}
      onOpen={() => undefined}
      rating={<button type="button">Rate</button>}
    />,
  );

test('a complete answer can be rated beside its copies', () => {
  show('done');
  const copy = screen.getByRole('button', { name: 'Copy' });
  expect(screen.getByRole('button', { name: 'Rate' }).parentElement).toBe(copy.parentElement);
});

test.each(['asking', 'stopped', 'failed', 'refused'] as const)(
  'an answer that is %s can not be rated',
  (state) => {
    show(state);
    expect(screen.queryByRole('button', { name: 'Rate' })).toBeNull();
  },
);
