import { TestServer } from '../server.ts';
import type { BenchGroup } from './bench-row.ts';
import { memoryOf } from './memory.ts';

/** What starting needed is given back to the system by then. */
const SETTLING_MS = 10_000;

export const startGroup: BenchGroup = {
  title: 'Start',
  method: 'The server alone, without a slowed-down processor.',
  measure: async () => {
    const began = performance.now();
    const server = await TestServer.start();
    const fresh = performance.now() - began;
    await server.kill();
    const again = performance.now();
    await server.run();
    const reopened = performance.now() - again;
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    const idle = await memoryOf(server.pid);
    await server.stop();
    return [
      { what: 'server, to the first answer, empty data directory', value: fresh / 1000, unit: 's' },
      {
        what: 'server, to the first answer, used data directory',
        value: reopened / 1000,
        unit: 's',
      },
      { what: 'memory, idle, ten seconds after start', value: idle.now, unit: 'MiB' },
    ];
  },
};
