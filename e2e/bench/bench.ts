import { compare } from './report/compare.ts';
import { GROUPS } from './groups/groups.ts';
import { storeFigures, table, writeReport } from './report/report.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

// `pnpm bench` measures everything; `pnpm bench sign-in start` those groups; `pnpm bench report` none,
// and writes the report from the stored figures. `pnpm bench --compare v1 start` measures groups on
// another commit and on this one, interleaved.
const [first, ref, ...others] = process.argv.slice(2);
const isComparison = first === '--compare';
if (isComparison && ref === undefined) throw new Error('Say which commit to compare with.');
const wanted = isComparison ? others : process.argv.slice(2);
const unknown = wanted.filter((name) => name !== 'report' && !(name in GROUPS));
if (unknown.length > 0) {
  throw new Error(`No group ${unknown.join(', ')}; there are ${Object.keys(GROUPS).join(', ')}.`);
}

async function measureHere(): Promise<void> {
  const tables: string[] = [];
  for (const [name, { title, measure }] of Object.entries(GROUPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    say(`Measuring: ${title} ...`);
    const rows = await measure();
    await storeFigures(name, rows);
    tables.push(`\n${title}\n${table(rows)}`);
  }
  await writeReport(GROUPS);
  for (const text of tables) say(text);
}

if (isComparison && ref !== undefined) {
  await compare(ref, wanted.length > 0 ? wanted : Object.keys(GROUPS), say);
} else await measureHere();
