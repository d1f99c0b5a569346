import { TestServer } from '../server.ts';
import type { BenchGroup } from './bench-row.ts';
import { measureIngestion } from './ingestion.ts';

export const ingestionGroup: BenchGroup = {
  title: 'Ingestion',
  method: 'The library of the tests uploaded into ten datasets at once.',
  measure: async () => {
    const server = await TestServer.start();
    const { documents, seconds: took, peakMebibytes } = await measureIngestion(server);
    await server.stop();
    return [
      { what: 'documents of the corpus, ten times over', value: documents, unit: '' },
      { what: 'documents, upload to the last end', value: documents / took, unit: '/s' },
      { what: 'highest memory of the server meanwhile', value: peakMebibytes, unit: 'MiB' },
    ];
  },
};
