/** What finding needs once something is asked for: a chunk of its own. */
export { FiltersPanel } from './filters/filters-panel.tsx';
export { FoundDocuments } from './found-documents.tsx';
