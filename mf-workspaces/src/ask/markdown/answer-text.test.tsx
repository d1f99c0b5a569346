import { makeSearchResult, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';

import { AnswerText } from './answer-text.tsx';

const PASSAGES = [makeSearchResult(), makeSearchResult()];
const NAME = 'Passage 1: engines.pdf';

function show(text: string) {
  const onOpen = vi.fn<(passage: number) => void>();
  const { container } = renderScreen(
    <AnswerText text={text} passages={PASSAGES} onOpen={onOpen} />,
  );
  // Beside the toasts.
  const answer = container.querySelector<HTMLElement>('section ~ *') ?? container;
  return { onOpen, answer };
}

const textOf = (text: string) => show(text).answer.textContent;

describe('Markdown', () => {
  test('is shown as text with emphases, headings, lists, quotes, code and tables', () => {
    const { answer } = show(
      [
        '# Oil\n\nChange it **soon**, *really*, ~~not~~ with `oil --new`.',
        '3. three\n4. four\n   - inner\n- [x] done',
        '> Quoted.',
        '---',
        '```sh\noil <b>\n```',
        '| Year | Oil |\n|--:|---|\n| 1 | **new** |',
        'Setext\n---',
      ].join('\n\n'),
    );
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Oil',
      'Setext',
    ]);
    expect(answer.querySelector('strong')?.textContent).toBe('soon');
    expect(answer.querySelector('em')?.textContent).toBe('really');
    expect(answer.querySelector('del')?.textContent).toBe('not');
    expect(answer.querySelector('p code')?.textContent).toBe('oil --new');
    expect(answer.querySelector('ol')?.start).toBe(3);
    expect(answer.querySelector('ol li ul li')?.textContent).toBe('inner');
    expect(screen.getByText('[x] done')).toBeTruthy();
    expect(answer.querySelector('blockquote')?.textContent).toBe('Quoted.');
    expect(answer.querySelectorAll('hr')).toHaveLength(1);
    expect(screen.getByRole('group', { name: 'Code' }).textContent).toBe('oil <b>');
    const table = within(screen.getByRole('group', { name: 'Table' }));
    expect(table.getByRole('columnheader', { name: 'Year' }).style.textAlign).toBe('right');
    expect(table.getByRole('cell', { name: 'new' })).toBeTruthy();
  });

  test.each([
    ['a character reference', 'Fish & chips &amp; <3 &#60; > "q"'],
    ['HTML', 'See <img src=x onerror=alert(1)> and <b>x</b>.'],
    ['a block of HTML', '<script>alert(1)</script>'],
    ['a definition of a link', '[note]: http://example.com'],
    ['a reference', '[a][b] and [c]'],
    ['an address', 'https://example.com/a_b_c?d=e&f=*g*'],
  ])('%s is shown as it is written', (_, text) => {
    const { answer } = show(text);
    expect(answer.textContent).toBe(text);
    expect(answer.querySelector('a, img, script, b')).toBeNull();
  });

  test.each([
    ['[site](https://example.com)', 'site (https://example.com)'],
    ['[x](javascript:alert(1))', 'x (javascript:alert(1))'],
    ['[https://example.com](https://example.com)', 'https://example.com'],
    ['<https://example.com>', 'https://example.com'],
    ['![a cat](http://example.com/cat.png)', 'a cat'],
    ['a![](http://example.com/cat.png)b', 'ab'],
    ['[![cat](http://a.example/c.png)](http://b.example)', 'cat (http://b.example)'],
  ])('%s is text, and loads nothing', (text, shown) => {
    const { answer } = show(text);
    expect(answer.textContent).toBe(shown);
    expect(answer.querySelector('a, img')).toBeNull();
  });

  test.each([
    '```js\nlet a = 1;',
    '| a | b |\n|--',
    '**bold',
    '[text](http://exam',
    '`code',
    '- ',
    '>',
  ])('half of it is shown while the rest arrives: %j', (text) => {
    expect(textOf(text)).not.toBeNull();
  });
});

describe('a citation', () => {
  test.each([
    'Text [1].',
    '**Bold [1]**',
    '# Heading [1]',
    '- item [1]',
    '> quote [1]',
    '| a | b |\n|---|---|\n| x [1] | y |',
    '[1](http://example.com)',
    '![1](http://example.com)',
    '[[1]](http://example.com)',
    'http://example.com/[1]',
    '[1]: http://example.com',
    '<div>[1]</div>',
    '[1][9]',
  ])('opens its passage in %j', async (text) => {
    const { onOpen } = show(text);
    await userEvent.click(screen.getByRole('button', { name: NAME }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
  });

  test.each(['`[1]`', '```\n[1]\n```', String.raw`\[1\]`, '[0] [3] [12345] [1 ]'])(
    'is not in %j',
    (text) => {
      show(text);
      expect(screen.queryByRole('button')).toBeNull();
    },
  );
});

describe('a text that is no Markdown to read', () => {
  test.each([
    ['quotes in quotes', `${'>'.repeat(5000)} [1]`],
    ['lists in lists', `${'- '.repeat(5000)}[1]`],
    [
      'lists below lists',
      `${Array.from({ length: 60 }, (_, by) => `${'  '.repeat(by)}- a`).join('\n')} [1]`,
    ],
    ['emphases in emphases', `[1] ${'*a **b '.repeat(1500)}${'b** a*'.repeat(1500)}`],
    ['emphases without an end', `[1] ${'*a_'.repeat(9000)}`],
    ['a long text', `[1] **a**\n\n${'b'.repeat(30_000)}`],
  ])('is shown in plain paragraphs: %s', (_, text) => {
    const { answer } = show(text);
    expect(screen.getByRole('button', { name: NAME })).toBeTruthy();
    expect(answer.querySelector('em, strong, li, blockquote')).toBeNull();
    expect(answer.textContent).toBe(text.replaceAll('\n\n', ''));
  });

  test('is text where a short table would become a large one', () => {
    const { answer } = show(`${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|\n'.repeat(2000)}`);
    expect(answer.querySelector('table')).toBeNull();
  });

  test('is shown where brackets have no end', () => {
    const text = '['.repeat(5000);
    expect(textOf(text)).toBe(text);
  });
});
