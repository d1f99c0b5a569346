import { expect, test } from 'vitest';

import { createMetrics } from './metrics.ts';

test('every metric has a HELP and a TYPE line', () => {
  const metrics = createMetrics();
  metrics.observe('GET', 200, 0.02);
  metrics.add({ name: 'things_total', help: 'Things.' }, {}, 2);
  const lines = metrics
    .render([{ name: 'rooms', help: 'Rooms.', values: [['state="free"', 3]] }])
    .trim()
    .split('\n');
  expect(lines).toEqual(expect.arrayContaining(['things_total 2', 'rooms{state="free"} 3']));
  expect(lines).toContain('carrel_http_requests_total{method="GET",status="200"} 1');
  const described = lines.flatMap((line) => /^# HELP (\w+) \S/.exec(line)?.[1] ?? []);
  const typed = lines.flatMap(
    (line) => /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? [],
  );
  expect(typed).toEqual(described);
  const names = lines.flatMap(
    (line) => /^(\w+?)(?:_bucket|_sum|_count)?[{ ]/.exec(line)?.[1] ?? [],
  );
  expect([...new Set(names)].sort()).toEqual([...described].sort());
});

test('label values are escaped', () => {
  const metrics = createMetrics();
  metrics.add({ name: 'things_total', help: 'Things.' }, { name: 'a"b\\c\nd' }, 1);
  expect(metrics.render([])).toContain('things_total{name="a\\"b\\\\c\\nd"} 1\n');
});
