import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { seedIndex } from './retrieval/seed-index.ts';
import { createServerFixture, type Member, type ServerFixture } from './server-fixture.ts';

/** An organization with a dataset that everybody sees, and one to be limited. */
export interface AccessFixture {
  organizationId: string;
  /** A Viewer. */
  viewer: Member;
  /** The dataset Manuals: engine.md, "The engine has a gasket." */
  open: string;
  /** The dataset Plans: plan.md, "The engine will be electric." */
  plans: string;
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
      const seed = (name: string, path: string, text: string) =>
        seedIndex(index, organizationId, name, [{ path, chunks: [text] }]);
      return {
        organizationId,
        viewer: await server.member(organizationId, 'Viewer'),
        open: await seed('Manuals', 'engine.md', 'The engine has a gasket.'),
        plans: await seed('Plans', 'plan.md', 'The engine will be electric.'),
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
