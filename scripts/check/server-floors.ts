/**
 * The storeys of the server, from the bottom. A file imports files of its own storey and of storeys below;
 * those on one floor do not know each other.
 */
export const SERVER_FLOORS = [
  ['platform'],
  ['jobs'],
  ['search-index'],
  ['extraction'],
  ['models'],
  ['processing'],
  ['content'],
  ['identity'],
  ['integrations'],
  ['operations'],
  ['jobs-table.ts'],
  ['app.ts', 'services.ts', 'operate.ts'],
  ['main.ts'],
];
