import { DOCUMENT_KINDS } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { readFile } from '../partition/partition.ts';
import { isSourceCode } from '../kinds/source-languages.ts';

const read = async (name: string, text: string) => {
  const { blocks, properties } = await readFile(Buffer.from(text), name);
  return {
    blocks: blocks.map(({ kind, level, text: own }) =>
      kind === 'heading' ? `${'#'.repeat(level ?? 1)} ${own}` : own,
    ),
    properties: Object.fromEntries(properties.filter(([, value]) => value !== undefined)),
  };
};

test('a notebook is its Markdown, its code and the text that the code wrote', async () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Sales\n', '\n', 'By quarter.'] },
      {
        cell_type: 'code',
        source: 'print(total)',
        outputs: [
          { output_type: 'stream', text: ['42\n'] },
          { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } },
          { output_type: 'error', traceback: ['boom'] },
        ],
      },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
  };
  expect(await read('a.ipynb', JSON.stringify(notebook))).toEqual({
    blocks: ['# Sales', 'By quarter.', 'print(total)', '42', '<Figure>'],
    properties: { programming_language: 'python' },
  });
  await expect(read('b.ipynb', '{"cells": 1}')).rejects.toThrow(
    'This notebook is damaged and cannot be read.',
  );
});

const output = (data: object) => ({ output_type: 'display_data', data });

test('outputs of a notebook are tables and formatted text, and earlier notebooks are read', async () => {
  const outputs = [
    output({ 'text/plain': 'A B', 'text/html': ['<table><tr><th>A<th>B<tr><td>1<td></table>'] }),
    output({ 'text/markdown': '**out**' }),
    output({ 'text/latex': '$x$', 'application/json': { a: 1 } }),
    { output_type: 'stream', text: '\u001b[31mred\u001b[0m' },
  ];
  const cell = { cell_type: 'code', source: '', outputs };
  expect((await read('a.ipynb', JSON.stringify({ cells: [cell] }))).blocks).toEqual([
    'A | B\n1',
    'out',
    '$x$',
    'red',
  ]);
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Sales'] },
    { cell_type: 'code', input: ['f()'], outputs: [{ output_type: 'pyout', text: ['42'] }] },
  ];
  expect(
    (await read('b.ipynb', JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }))).blocks,
  ).toEqual(['## Sales', 'f()', '42']);
});

test('lines of JSON are records with their keys', async () => {
  const { blocks } = await read('a.jsonl', '{"q": "Why?", "n": 3}\n\nnot json\n[1]\n');
  expect(blocks).toEqual(['q: Why?\nn: 3', 'not json', '[1]']);
  const escaped = String.raw`["Z\u00fcrich"]` + '\n' + String.raw`"Gr\u00f6\u00dfe"`;
  expect((await read('b.jsonl', escaped)).blocks).toEqual(['["Zürich"]', 'Größe']);
  expect((await read('c.json5', String.raw`{a: "Z\u00fcrich"}`)).blocks).toEqual(['{a: "Zürich"}']);
});

test('subtitles are what is said, with a time a minute', async () => {
  const srt =
    '1\r\n00:00:01,000 --> 00:00:03,000\r\nHello <i>there</i>.\r\n\r\n2\r\n00:00:04,000 --> 00:00:06,000\r\nSecond line.\r\n\r\n3\r\n00:01:10,000 --> 00:01:12,000\r\nA minute later.\r\n';
  expect((await read('a.srt', srt)).blocks).toEqual([
    '[00:01] Hello there. Second line.',
    '[01:10] A minute later.',
  ]);
  const vtt =
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE not said\n\nintro\n01:00:00.000 --> 01:00:02.000 align:start\n<v Ann>Good morning &amp; welcome.\n';
  expect((await read('a.vtt', vtt)).blocks).toEqual(['[1:00:00] Ann: Good morning & welcome.']);
});

test('LaTeX has its sections as headings and no commands', async () => {
  const tex = String.raw`\documentclass{article}
\title{On \emph{Pumps}} \author{Ann}
\begin{document}
\maketitle
\section[Short]{The {\bf first} part}\label{sec:a} % a comment
Pressure is \textbf{5 bar}, see \cite{x}. It costs 100\%.

\subsection*{Formulas}
\begin{itemize}
\item One $\frac{a}{b}$
\end{itemize}
\end{document} after`;
  const { blocks, properties } = await read('a.tex', tex);
  expect(blocks).toEqual([
    '### The first part',
    'Pressure is 5 bar, see . It costs 100%.',
    '#### Formulas',
    String.raw`- One $\frac{a}{b}$`,
  ]);
  expect(properties).toEqual({ title: 'On Pumps', author: 'Ann' });
});

test('Org mode has its headings, text and tables', async () => {
  const org = `#+TITLE: Plan
# a comment
* TODO [#A] First  :work:
  SCHEDULED: <2026-01-01>
  :PROPERTIES:
  :ID: 1
  :END:
  See [[https://example.org][the site]].
** Second
| a | b |
|---+---|
| 1 | 2 |
`;
  expect(await read('a.org', org)).toEqual({
    blocks: ['# First', '  See the site.', '## Second', 'a | b\n1 | 2'],
    properties: { title: 'Plan' },
  });
});

test('reStructuredText has its titles as headings, and text without markup', async () => {
  const rst = `=====
Title
=====

.. a comment
   of two lines

.. image:: a.png
   :alt: Pump

Section
-------

Use \`\`pip\`\` and :ref:\`the guide <guide>\`.

.. note:: Mind the gap.

.. doctest::

   >>> pump()

.. toctree::
   guide

Sub
~~~

Text::

   code
`;
  expect((await read('a.rst', rst)).blocks).toEqual([
    '# Title',
    '## Section',
    'Use pip and the guide.',
    'Mind the gap.',
    '   >>> pump()',
    '### Sub',
    'Text:',
    '   code',
  ]);
});

test('source code has its declarations as headings', async () => {
  const python = `import os

class Pump:
    """A pump."""

    def start(self):
        def inner():
            pass
        return inner

def main():
    Pump().start()
`;
  expect(await read('pump.py', python)).toEqual({
    blocks: [
      'import os',
      '# class Pump:',
      '    """A pump."""',
      '## def start(self):',
      '        def inner():\n            pass\n        return inner',
      '# def main():',
      '    Pump().start()',
    ],
    properties: { programming_language: 'Python' },
  });
  const rust = 'use std::fmt;\n\npub(crate) async fn run() {\n    go();\n}\n';
  expect((await read('a.rs', rust)).blocks).toEqual([
    'use std::fmt;',
    '# pub(crate) async fn run() {',
    '    go();\n}',
  ]);
});

test('a type in a list of imports declares nothing', async () => {
  const imports =
    "import {\n  type Handler,\n  type Route } from './serve.ts';\ntype Name = string;";
  expect((await read('a.ts', imports)).blocks).toEqual([
    "import {\n  type Handler,\n  type Route } from './serve.ts';",
    '# type Name = string;',
  ]);
});

test('a mailbox is its messages', async () => {
  const mbox =
    'From a@b Thu Jan 1 00:00:00 2026\nSubject: One\nFrom: Ann <a@b.c>\n\nFirst text.\nFrom here on it is text.\n\nFrom c@d Thu Jan 1 00:00:00 2026\nSubject: Two\n\nSecond text.\n';
  expect((await read('a.mbox', mbox)).blocks).toEqual([
    '# One',
    'From: Ann <a@b.c>',
    'First text.\nFrom here on it is text.',
    '# Two',
    'Second text.',
  ]);
});

test('a web page that was saved with its pictures is its text', async () => {
  const mht =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\nSubject: Page\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><h1>Pumps</h1><p>Five =3D 5.</p></body></html>\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--\r\n';
  expect((await read('a.mht', mht)).blocks).toEqual(['# Page', '# Pumps', 'Five = 5.']);
});

test('every kind of source code is one that a filter finds as code', () => {
  expect(DOCUMENT_KINDS.code.filter((ending) => !isSourceCode(ending))).toEqual(['ipynb']);
});
