import { consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-datasets',
  context: import.meta.dirname,
  devPort: 3004,
  routes: [
    { path: consoleRoutes.datasets, access: 'organization' },
    { path: consoleRoutes.datasetDocuments, access: 'organization' },
    { path: consoleRoutes.datasetArchives, access: 'organization' },
  ],
});
