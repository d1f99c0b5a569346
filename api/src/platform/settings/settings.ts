import { resolve } from 'node:path';

import type { QuotaName } from '@carrel/shared/contract';
import * as v from 'valibot';

import type { AllowedFolder } from './formats.ts';
import { OTHER_VARIABLES, SETTINGS } from './settings-table.ts';

/** A client that is registered with a provider of OAuth. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** An embedding model. */
export interface EmbeddingSettings {
  /** An OpenAI-compatible service that has it; undefined where this server runs it. */
  url: string | undefined;
  /** Its name in the service, a folder, or its name on the Hugging Face hub. */
  model: string;
  apiKey: string | undefined;
  /** What the model is asked to return; undefined for its own number. */
  dimensions: number | undefined;
  /** Texts of one request at most. */
  batch: number;
  /** Tokens of one text at most; undefined where the service says it by refusing one. */
  tokens: number | undefined;
  /** Tells two models of one name apart: another text is another model. */
  version: string;
  /** Put before a query and before a document's text, for models that were trained with one. */
  queryPrefix: string | undefined;
  passagePrefix: string | undefined;
}

/** The settings of this process. */
export interface Settings {
  port: number;
  host: string;
  dataDirectory: string;
  /** PostgreSQL; undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** Its replicas, for reads that may be a second old. */
  databaseReadUrls: string[];
  /** Contents of documents are distributed over the workers of a Citus cluster. */
  isDatabaseDistributed: boolean;
  /** An S3-compatible store; undefined for the data directory. */
  storageUrl: string | undefined;
  /** Origin of the links in e-mails, without a slash at the end. */
  publicUrl: string;
  /** Origins whose pages may call the API: that of `publicUrl`, and CONSOLE_ORIGINS. */
  consoleOrigins: string[];
  /** Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto count; private ones for webhooks. */
  trustedProxies: string[];
  webhookNetworks: string[];
  /** Private networks that sources may reach. */
  sourceNetworks: string[];
  /** Folders of the server that sources may follow, of an organization or of all. */
  sourceFolders: AllowedFolder[];
  /** Clients that the operator has registered with providers, by the kinds of sources that use them. */
  sourceClients: Record<
    'google-drive' | 'microsoft' | 'confluence' | 'notion',
    OAuthClient | undefined
  >;
  /** Name servers that are asked for the records of domains; none for those of this machine. */
  dnsServers: string[];
  /** The bearer token of /metrics; undefined to serve it without one. */
  metricsToken: string | undefined;
  /** Keys of 32 bytes that secrets in the database are encrypted with: by the first, the others decrypt. */
  encryptionKeys: Buffer[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** What makes vectors; undefined for none: search is by words alone then. */
  embeddings: EmbeddingSettings | undefined;
  /** Where models are loaded from that this server runs; the URL has no slash at its end. */
  hub: { endpoint: string; token: string | undefined };
  /** What orders the best results of a search again; undefined for nothing. */
  reranker:
    | { url: string; model: string | undefined; apiKey: string | undefined }
    /** This server runs it. */
    | { url: undefined; model: string }
    | undefined;
  /** Memory for the indexes that searches have read, in bytes. */
  searchCacheBytes: number;
  /** An OpenAI-compatible service that answers questions; undefined for none. */
  chat: { url: string; model: string; apiKey: string | undefined } | undefined;
  accessTtlSeconds: number;
  /** Days until an unused session ends, and until any session ends. */
  sessionIdleDays: number;
  sessionMaxDays: number;
  maxUploadBytes: number;
  /** An upload that stalls for this long times out. */
  uploadStallSeconds: number;
  maxEntries: number;
  maxUnpackedBytes: number;
  /** Processor time and memory for each stage of a document. */
  documentAllowance: {
    seconds: number;
    secondsPerMegabyte: number;
    megabytes: number;
    megabytesPerMegabyte: number;
  };
  /** Languages in which scans and images are read, as tesseract names them; none to read none. */
  ocrLanguages: string[];
  /** Limits of each organization without a row of its own in `organization_quotas`. */
  quotas: Readonly<Record<QuotaName, number | undefined>>;
  /** Retention of audit records; undefined to keep them indefinitely. */
  auditDays: number | undefined;
  /** Retention of audit records about sessions. */
  sessionAuditDays: number | undefined;
  /** The folder of the built console, and the configuration of its page. */
  console: { folder: string; environment: string; telemetryUrl: string | undefined };
}

/** A malformed setting. The message names the variable and the expected value. */
export class UnreadableSetting extends Error {
  override readonly name = 'UnreadableSetting';
}

/** The schemas of the table, by name. */
type Schemas = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['schema'] };

const environmentSchema = v.object(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema]),
  ) as unknown as Schemas,
);

/** The names of all environment variables of the server, those included that its libraries read. */
export const VARIABLE_NAMES: readonly string[] = [
  ...Object.keys(SETTINGS),
  ...Object.keys(OTHER_VARIABLES),
];

/** Returns the settings from environment variables. An empty one counts as unset. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = v.safeParse(environmentSchema, variables);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new UnreadableSetting(`The setting ${v.getDotPath(issue) ?? ''} ${issue.message}.`);
  }
  const read = parsed.output;
  const publicUrl = (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/+$/, '');
  return {
    port: read.PORT,
    host: read.HOST,
    dataDirectory: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseReadUrls: databaseReadUrlsOf(read),
    isDatabaseDistributed: isDatabaseDistributedOf(read),
    storageUrl: read.STORAGE_URL,
    publicUrl,
    consoleOrigins: [...new Set([new URL(publicUrl).origin, ...(read.CONSOLE_ORIGINS ?? [])])],
    trustedProxies: read.TRUSTED_PROXIES ?? [],
    webhookNetworks: read.WEBHOOK_PRIVATE_NETWORKS ?? [],
    sourceNetworks: read.SOURCE_PRIVATE_NETWORKS ?? [],
    sourceFolders: read.SOURCE_FOLDERS ?? [],
    sourceClients: {
      'google-drive': clientOf(read.SOURCE_GOOGLE_CLIENT_ID, read.SOURCE_GOOGLE_CLIENT_SECRET),
      microsoft: clientOf(read.SOURCE_MICROSOFT_CLIENT_ID, read.SOURCE_MICROSOFT_CLIENT_SECRET),
      confluence: clientOf(read.SOURCE_ATLASSIAN_CLIENT_ID, read.SOURCE_ATLASSIAN_CLIENT_SECRET),
      notion: clientOf(read.SOURCE_NOTION_CLIENT_ID, read.SOURCE_NOTION_CLIENT_SECRET),
    },
    dnsServers: read.DNS_SERVERS ?? [],
    metricsToken: read.METRICS_TOKEN,
    encryptionKeys: read.ENCRYPTION_KEYS ?? [],
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    embeddings: embeddingsOf(read),
    hub: { endpoint: read.HF_ENDPOINT, token: read.HF_TOKEN },
    reranker: rerankerOf(read),
    searchCacheBytes: read.SEARCH_CACHE_MB * 1024 * 1024,
    chat: chatOf(read),
    accessTtlSeconds: read.ACCESS_TTL_SECONDS,
    sessionIdleDays: read.SESSION_IDLE_DAYS,
    sessionMaxDays: read.SESSION_MAX_DAYS,
    maxUploadBytes: read.MAX_UPLOAD_BYTES,
    uploadStallSeconds: read.UPLOAD_PATIENCE_SECONDS,
    maxEntries: read.MAX_ENTRIES,
    maxUnpackedBytes: read.MAX_UNPACKED_BYTES,
    documentAllowance: {
      seconds: read.DOCUMENT_SECONDS,
      secondsPerMegabyte: read.DOCUMENT_SECONDS_PER_MB,
      megabytes: read.DOCUMENT_MEMORY_MB,
      megabytesPerMegabyte: read.DOCUMENT_MEMORY_MB_PER_MB,
    },
    ocrLanguages: read.OCR_LANGUAGES,
    quotas: {
      documents: read.QUOTA_DOCUMENTS,
      bytes: read.QUOTA_BYTES,
      members: read.QUOTA_MEMBERS,
      guests: read.QUOTA_GUESTS,
      datasets: read.QUOTA_DATASETS,
    },
    auditDays: read.AUDIT_DAYS || undefined,
    sessionAuditDays: read.SESSION_AUDIT_DAYS || undefined,
    console: {
      folder: resolve(read.CONSOLE_DIR),
      environment: read.NODE_ENV,
      telemetryUrl: telemetryUrlOf(read),
    },
  };
}

/** Telemetry is sent to this server by default, to another URL, or to none. */
function telemetryUrlOf(read: v.InferOutput<typeof environmentSchema>): string | undefined {
  const { TELEMETRY_URL: url = '/api/v1/telemetry' } = read;
  return url === 'none' ? undefined : url;
}

function embeddingsOf(read: v.InferOutput<typeof environmentSchema>): Settings['embeddings'] {
  if (read.EMBEDDINGS_MODEL === undefined) {
    if (read.EMBEDDINGS_URL === undefined) return undefined;
    throw new UnreadableSetting(
      'The setting EMBEDDINGS_MODEL must name a model when EMBEDDINGS_URL is set.',
    );
  }
  return {
    url: read.EMBEDDINGS_URL,
    model: read.EMBEDDINGS_MODEL,
    apiKey: read.EMBEDDINGS_API_KEY,
    dimensions: read.EMBEDDINGS_DIMENSIONS,
    batch: read.EMBEDDINGS_BATCH,
    tokens: read.EMBEDDINGS_TOKENS,
    version: read.EMBEDDINGS_VERSION,
    queryPrefix: read.EMBEDDINGS_QUERY_PREFIX,
    passagePrefix: read.EMBEDDINGS_PASSAGE_PREFIX,
  };
}

function rerankerOf(read: v.InferOutput<typeof environmentSchema>): Settings['reranker'] {
  const { RERANK_URL: url, RERANK_MODEL: model, RERANK_API_KEY: apiKey } = read;
  if (url !== undefined) return { url, model, apiKey };
  return model === undefined ? undefined : { url, model };
}

function databaseReadUrlsOf(read: v.InferOutput<typeof environmentSchema>): string[] {
  if (read.DATABASE_READ_URL !== undefined && read.DATABASE_URL === undefined) {
    throw new UnreadableSetting(
      'The setting DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas.',
    );
  }
  return read.DATABASE_READ_URL ?? [];
}

function isDatabaseDistributedOf(read: v.InferOutput<typeof environmentSchema>): boolean {
  if (read.DATABASE_DISTRIBUTED !== undefined && read.DATABASE_URL === undefined) {
    throw new UnreadableSetting(
      'The setting DATABASE_DISTRIBUTED needs DATABASE_URL: the embedded database has no workers.',
    );
  }
  if (read.DATABASE_DISTRIBUTED !== undefined && read.DATABASE_READ_URL !== undefined) {
    throw new UnreadableSetting(
      'The setting DATABASE_READ_URL cannot be used with DATABASE_DISTRIBUTED: a replica of a coordinator has no workers.',
    );
  }
  return read.DATABASE_DISTRIBUTED !== undefined;
}

function chatOf(read: v.InferOutput<typeof environmentSchema>): Settings['chat'] {
  if (read.CHAT_URL === undefined) return undefined;
  if (read.CHAT_MODEL === undefined) {
    throw new UnreadableSetting('The setting CHAT_MODEL must name a model when CHAT_URL is set.');
  }
  return { url: read.CHAT_URL, model: read.CHAT_MODEL, apiKey: read.CHAT_API_KEY };
}

/** A client needs both. */
const clientOf = (
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthClient | undefined =>
  clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
