export {
  makeBlocks,
  makeDocumentChunk,
  makeDocumentChunks,
  makeDocumentDetail,
} from './document-factories.ts';
export {
  makeArchive,
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeEmail,
  makeId,
  makeMember,
  makeNavigation,
  makeNavigationItem,
  makeOrganization,
  makeRoles,
  makeSession,
  makeStatusCounts,
  makeUser,
  makeWorkspace,
} from './factories.ts';
export { fakeShell } from './fake-shell.ts';
export { hiddenIssuesOf } from './form-issues.ts';
export { mockApi } from './mock-api.ts';
export type { MockedResponse, MockedCall } from './mock-api.ts';
export { mockUploads } from './mock-uploads.ts';
export type { MockedTransfer, TransferFate } from './mock-uploads.ts';
export { needsPassword } from './needs-password.ts';
export { renderScreen } from './render-screen.tsx';
export type { RenderedScreen } from './render-screen.tsx';
export { makeSearchResponse, makeSearchResult } from './search-factories.ts';
export {
  makeComparedQuestion,
  makeTestComparison,
  makeTestQuestion,
  makeTestRun,
} from './test-set-factories.ts';
export { testOutcomes } from './test-outcomes.ts';
export type { Outcome } from './test-outcomes.ts';
export { buildZip, unicodePathField } from './test-zip.ts';
export type { TestEntry } from './test-zip.ts';
