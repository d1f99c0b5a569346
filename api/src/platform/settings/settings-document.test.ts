import * as v from 'valibot';
import { expect, test } from 'vitest';

import { SETTING_GROUPS, type Setting } from './setting.ts';
import { OTHER_VARIABLES, SETTINGS } from './settings-table.ts';

const COMMAND =
  'npx vitest run --project api src/platform/settings/settings-document.test.ts --update';

const HEAD = `# Settings

The environment variables of the server, generated from \`api/src/platform/settings/settings-table.ts\`. An empty variable counts as unset. A malformed one stops the start with one sentence, which names it. The commands of an operator, such as \`backup\` and \`quota\`, read the same variables.

How settings work together: [deploying.md](deploying.md) for proxies, containers and several instances, [search.md](search.md) for models, [signing-in.md](signing-in.md) for secrets and sessions. The command line has variables of its own: [command-line.md](command-line.md).
`;

/** What a value must be, as the error says it: no format accepts a line break. */
function expectationOf({ schema }: Setting): string {
  const { issues } = v.safeParse(schema, '\n');
  const [issue] = issues ?? [];
  const words = issue?.message.replace(/^must/, ' Must').concat('.') ?? '';
  return words.replace(` to ${Number.MAX_SAFE_INTEGER}`, ' on');
}

function defaultOf({ schema, fallback }: Setting): string {
  const standard: unknown = 'default' in schema ? schema.default : undefined;
  const words =
    fallback ?? (typeof standard === 'string' && standard !== '' ? `\`${standard}\`` : '');
  return words === '' ? '' : ` Default: ${words}.`;
}

const document = () => {
  const settings = Object.entries<Setting>(SETTINGS);
  const groups = SETTING_GROUPS.map((group) => {
    const lines = settings
      .filter(([, one]) => one.group === group)
      .map(([name, one]) => `- \`${name}\`: ${one.sentence}${expectationOf(one)}${defaultOf(one)}`);
    return `\n## ${group}\n\n${lines.join('\n')}\n`;
  });
  const others = Object.entries(OTHER_VARIABLES).map(
    ([name, sentence]) => `- \`${name}\`: ${sentence}`,
  );
  return `${HEAD}${groups.join('')}\n## Read by libraries\n\n${others.join('\n')}\n`;
};

test('each variable has a sentence', () => {
  const sentences = Object.values<Setting>(SETTINGS).map(({ sentence }) => sentence);
  for (const sentence of [...sentences, ...Object.values(OTHER_VARIABLES)]) {
    expect(sentence).toMatch(/^[A-Z`].{15,}\.$/);
  }
});

test('docs/settings.md lists the settings of the server', async () => {
  await expect(document(), `Run: ${COMMAND}`).toMatchFileSnapshot('../../../../docs/settings.md');
});
