import { matchesGlob } from 'node:path';

import { unknownVariables } from './known-variables.ts';

/** One step: `RUN` and what follows. */
export interface Step {
  name: string;
  text: string;
  /** The stage that it belongs to, from 0 on. */
  stage: number;
}

/** Returns the steps of a Dockerfile, those that go on in the next line included. */
export function readSteps(dockerfile: string): Step[] {
  let stage = -1;
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
      if (name === 'FROM') stage += 1;
      return { name, text, stage };
    });
}

/** Returns the arguments of a step in its form of JSON. */
export function wordsOf({ text }: Step): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/**
 * Returns a sentence for each fault of the Dockerfile. `made` are the names of the files in its context, and
 * `packed` those of the files in the tarball.
 */
export function dockerfileFaults(
  dockerfile: string,
  made: readonly string[],
  packed: readonly string[],
): string[] {
  const steps = readSteps(dockerfile);
  const last = Math.max(...steps.map(({ stage }) => stage));
  const final = steps.filter(({ stage }) => stage === last);
  const find = (name: string) => final.findLast((step) => step.name === name);
  const stages = new Set(
    steps.flatMap(({ name, text }) =>
      name === 'FROM' ? [/ AS (\S+)$/.exec(text)?.[1] ?? ''] : [],
    ),
  );
  const faults: string[] = [];

  for (const { text } of steps.filter(({ name }) => name === 'FROM')) {
    if (!/^node:24-slim\b/.test(text)) faults.push(`FROM ${text}: not the Node.js of the tests.`);
  }
  for (const { text } of steps.filter(({ name }) => name === 'COPY')) {
    const [, from] = /^--from=(\S+) /.exec(text) ?? [];
    const sources = text
      .split(/\s+/)
      .filter((word) => !word.startsWith('--'))
      .slice(0, -1);
    if (from !== undefined && !stages.has(from)) faults.push(`COPY: no stage ${from}.`);
    if (from !== undefined) continue;
    for (const source of sources) {
      if (!made.some((name) => matchesGlob(name, source))) {
        faults.push(`COPY ${source}: there is no such file.`);
      }
    }
  }
  const settings = final
    .filter(({ name }) => name === 'ENV')
    .map(({ text }) => text.split('=')[0] ?? '');
  faults.push(...unknownVariables('Dockerfile', settings));

  const user = find('USER')?.text;
  if (user === undefined || /^(?:root|0)\b/.test(user)) faults.push('The image runs as root.');
  if (find('HEALTHCHECK')?.text.includes('/readyz') !== true) {
    faults.push('The image has no health check of /readyz.');
  }
  const entry = find('ENTRYPOINT');
  const program = entry === undefined ? undefined : wordsOf(entry).at(-1);
  if (program === undefined || !packed.includes(program.replace('/opt/carrel/', ''))) {
    faults.push(`ENTRYPOINT: the package has no ${String(program)}.`);
  }
  return faults;
}
