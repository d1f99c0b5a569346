import { expect, test } from 'vitest';

import { chunkNameOf } from './release-plugin.ts';

test.each([
  ['./routes', 'routes'],
  ['./create-organization-dialog', 'create-organization-dialog'],
  ['./datasets/picker', 'datasets-picker'],
])(
  'the chunk of %s is named %s: servers do not serve files that begin with a dot',
  (exposed, name) => {
    expect(chunkNameOf(exposed)).toBe(name);
  },
);
