export type {
  AccessRole,
  ChangeChunkInput,
  ChangedChunks,
  DocumentChunkChange,
  Access as AccessSettings,
  Archive,
  CreateDatasetInput,
  CreateGroupInput,
  Created,
  CurrentUser,
  Dataset,
  DatasetProgress,
  DocumentBlock,
  DocumentChunk,
  DocumentDetail,
  DocumentVersion,
  DocumentWrite,
  DuplicateDocument,
  DuplicateGroup,
  FoundDocument,
  Group,
  GroupDetail,
  Manifest,
  Member,
  MovedDocuments,
  MoveDocumentsInput,
  MovePlan,
  PlanMoveInput,
  ReceiptCounts,
  ResolvedDuplicates,
  ResolveDuplicatesInput,
  RestoredVersion,
  SearchRequest,
  SearchResponse,
  SearchResult,
  SetAccessInput,
  TextComparison,
  UndoneMove,
  UpdateDatasetInput,
  UpdateGroupInput,
  UploadOptions,
  VersionComparison,
  Workspace,
} from '@carrel/shared/contract';
export type {
  NewSource,
  Source,
  SourceList,
  SourceObject,
  SourceObjectState,
  SourcePlace,
  SourceRun,
  SourceSecret,
  TestedSource,
  TestSourceInput,
  UpdateSourceInput,
} from '@carrel/shared/contract/sources';
export { Carrel, RETRIES_DEFAULT, TIMEOUT_DEFAULT } from './carrel.ts';
export type { CarrelOptions } from './carrel.ts';
export { CarrelError } from './errors/carrel-error.ts';
export type { CarrelErrorKind, CarrelIssue } from './errors/carrel-error.ts';
export { ContractError, HttpError, NetworkError, TimeoutError } from './errors/failures.ts';
export { isCarrelError, isHttpError, isTemporary } from './errors/guards.ts';
export type { ReceiptEntry } from './nouns/archives.ts';
export type { ChunkReference } from './nouns/chunks.ts';
export type { DocumentReference } from './nouns/document-reference.ts';
export type {
  AcceptedWrite,
  Batch,
  BatchDocument,
  BatchResult,
  WriteOptions,
} from './nouns/document-writer.ts';
export type { ListChunksOptions, ListDocumentsOptions } from './nouns/documents.ts';
export type { ListDuplicatesOptions } from './nouns/duplicates.ts';
export type { Download } from './nouns/download.ts';
export type { StartSourceRunOptions } from './nouns/sources.ts';
export type { CompareOptions } from './nouns/versions.ts';
export { Paged } from './nouns/paged.ts';
export type { Page } from './nouns/paged.ts';
export type { Call, CallOptions, ReceivedResponse, SentBody } from './requests/call.ts';
export type { Clock } from './requests/clock.ts';
export { RETRY_AFTER_MAX } from './requests/retry-wait.ts';
export type { UploadArchiveOptions, UploadProgress } from './uploads/send-archive.ts';
export type { Uploadable, UploadSource } from './uploads/upload-source.ts';
export type { ReadyOptions, ReadyProgress } from './uploads/await-archive.ts';
