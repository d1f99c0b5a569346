import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { seedIndex, type SeededDocument } from './retrieval/seed-index.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from './server-fixture.ts';

/** An organization with a dataset that everybody sees, and one to be limited. */
export interface AccessFixture {
  organizationId: string;
  /** A Viewer. */
  viewer: Member;
  /** The dataset Manuals: engine.md, "The engine has a gasket." */
  open: string;
  /** The dataset Plans: plan.md, "The engine will be electric." */
  plans: string;
  /** Writes a dataset of processed documents, and returns its id. */
  seed: (name: string, documents: readonly SeededDocument[]) => Promise<string>;
  /** Creates a group of the organization with these people, and returns its id. */
  createGroup: (name: string, people: readonly Member[]) => Promise<string>;
  /** Calls in the organization. */
  call: (who: Member, method: string, path: string, json?: unknown) => Promise<Response>;
}

/** A server with an Owner, who has organizations for tests of access. */
export interface AccessServer {
  server: ServerFixture;
  owner: Member;
  create(): Promise<AccessFixture>;
  close(): Promise<void>;
}

export async function createAccessServer(): Promise<AccessServer> {
  const server = await createServerFixture();
  const owner = await server.person();
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 60_000,
    heapMegabytes: 256,
    memoryMegabytes: 1024,
  });
  const index = {
    database: server.database,
    workers,
    log: server.dependencies.log,
    isStopping: () => false,
  };
  return {
    server,
    owner,
    create: async () => {
      const organizationId = await server.organization(owner);
      const seed = (name: string, documents: readonly SeededDocument[]) =>
        seedIndex(index, organizationId, name, documents);
      return {
        organizationId,
        viewer: await server.member(organizationId, 'Viewer'),
        open: await seed('Manuals', [{ path: 'engine.md', chunks: ['The engine has a gasket.'] }]),
        plans: await seed('Plans', [{ path: 'plan.md', chunks: ['The engine will be electric.'] }]),
        seed,
        createGroup: async (name, people) => {
          const response = await owner.call('POST', `/organizations/${organizationId}/groups`, {
            json: { name, account_ids: people.map(({ accountId }) => accountId) },
          });
          return (await readJson<{ id: string }>(response)).id;
        },
        call: (who, method, path, json) =>
          who.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) }),
      };
    },
    close: async () => {
      workers.close();
      await server.close();
    },
  };
}
