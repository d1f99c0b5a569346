import { describe, expect, test } from 'vitest';

import { UnreadableSetting, readSettings } from './settings.ts';

const telemetryUrlFor = (TELEMETRY_URL?: string) =>
  readSettings({ TELEMETRY_URL }).console.telemetryUrl;

describe('settings', () => {
  test('have the defaults of the contract', () => {
    expect(readSettings({ PORT: '', HOST: undefined })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      storageUrl: undefined,
      smtpUrl: undefined,
      embeddings: undefined,
      publicUrl: 'http://localhost:3000',
      consoleOrigins: ['http://localhost:3000'],
      accessTtlSeconds: 900,
      maxUploadBytes: 4 * 1024 ** 3,
      maxEntries: 200_000,
      maxUnpackedBytes: 16 * 1024 ** 3,
      quotas: {
        documents: undefined,
        bytes: undefined,
        members: undefined,
        guests: undefined,
        datasets: undefined,
      },
    });
  });

  test('limit what organizations have', () => {
    const quotas = { QUOTA_DOCUMENTS: '1', QUOTA_BYTES: '2', QUOTA_MEMBERS: '3' };
    expect(readSettings({ ...quotas, QUOTA_DATASETS: '4' }).quotas).toEqual({
      documents: 1,
      bytes: 2,
      members: 3,
      datasets: 4,
    });
    expect(() => readSettings({ QUOTA_BYTES: '10 GB' })).toThrow('QUOTA_BYTES');
  });

  test('name the replicas of a PostgreSQL, and of no embedded database', () => {
    const urls = {
      DATABASE_URL: 'postgres://a/x',
      DATABASE_READ_URL: 'postgres://b/x, postgres://c/x',
    };
    expect(readSettings(urls).databaseReadUrls).toEqual(['postgres://b/x', 'postgres://c/x']);
    expect(readSettings({}).databaseReadUrls).toEqual([]);
    expect(() => readSettings({ ...urls, DATABASE_URL: '' })).toThrow(
      'The setting DATABASE_READ_URL needs DATABASE_URL',
    );
  });

  test('distribute a PostgreSQL by Citus, and no embedded database', () => {
    const read = { DATABASE_URL: 'postgres://a/x', DATABASE_DISTRIBUTED: 'citus' };
    expect(readSettings(read).isDatabaseDistributed).toBe(true);
    expect(readSettings({}).isDatabaseDistributed).toBe(false);
    expect(() => readSettings({ ...read, DATABASE_URL: '' })).toThrow(
      'The setting DATABASE_DISTRIBUTED needs DATABASE_URL',
    );
    expect(() => readSettings({ ...read, DATABASE_READ_URL: 'postgres://b/x' })).toThrow(
      'The setting DATABASE_READ_URL cannot be used with DATABASE_DISTRIBUTED',
    );
  });

  test('derive the default public URL from the port', () => {
    expect(readSettings({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readSettings({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
  });

  test('allow the origin of the public URL and those of CONSOLE_ORIGINS', () => {
    const read = readSettings({
      PUBLIC_URL: 'https://console.example/',
      CONSOLE_ORIGINS: 'https://preview.example, http://localhost:8080',
    });
    expect(read.consoleOrigins).toEqual([
      'https://console.example',
      'https://preview.example',
      'http://localhost:8080',
    ]);
  });

  test('trust no proxy and guard no metrics by default', () => {
    expect(readSettings({})).toMatchObject({ trustedProxies: [], metricsToken: undefined });
    const read = readSettings({
      TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8',
      METRICS_TOKEN: 'a-token',
    });
    expect(read.trustedProxies).toEqual(['127.0.0.1', '::1', '10.0.0.0/8']);
    expect(read.metricsToken).toBe('a-token');
  });

  test('send telemetry to this server, to another URL, or to none', () => {
    expect(telemetryUrlFor()).toBe('/api/v1/telemetry');
    expect(telemetryUrlFor('https://telemetry.example.com/x')).toBe(
      'https://telemetry.example.com/x',
    );
    expect(telemetryUrlFor('none')).toBeUndefined();
  });

  test.each([
    ['TELEMETRY_URL', 'off'],
    ['CONSOLE_ORIGINS', '*'],
    ['CONSOLE_ORIGINS', 'https://*.example.com'],
    ['CONSOLE_ORIGINS', 'https://console.example.com/'],
    ['CONSOLE_ORIGINS', 'https://console.example.com,null'],
    ['CONSOLE_ORIGINS', 'file:///srv'],
    ['TRUSTED_PROXIES', '*'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1/'],
    ['TRUSTED_PROXIES', '127.0.0.1,'],
    ['METRICS_TOKEN', 'two words'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_READ_URL', 'postgres://a/x,mysql://b/x'],
    ['DATABASE_DISTRIBUTED', 'yugabyte'],
    ['STORAGE_URL', '/srv/archives'],
    ['PUBLIC_URL', 'carrel.example.com'],
    ['SMTP_URL', 'localhost:25'],
    ['MAIL_FROM', 'nobody'],
    ['EMBEDDINGS_URL', 'ftp://x'],
    ['EMBEDDINGS_DIMENSIONS', '0'],
    ['EMBEDDINGS_BATCH', '0'],
    ['EMBEDDINGS_TOKENS', '15'],
    ['RERANK_URL', 'rerank'],
    ['ACCESS_TTL_SECONDS', '15m'],
    ['MAX_UPLOAD_BYTES', '4GB'],
    ['OCR_LANGUAGES', 'English'],
    ['OCR_LANGUAGES', 'eng,'],
    ['OCR_LANGUAGES', 'eng,eng'],
    ['OCR_LANGUAGES', 'eng,none'],
    ['OCR_LANGUAGES', '../eng'],
  ])('%s cannot be %s, which one sentence explains', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(UnreadableSetting);
    expect(read).toThrow(new RegExp(`^The setting ${name} must be .+\\.$`));
  });

  test('name the languages of scans, or none', () => {
    expect(readSettings({}).ocrLanguages).toEqual(['eng']);
    expect(readSettings({ OCR_LANGUAGES: 'eng, chi_sim' }).ocrLanguages).toEqual([
      'eng',
      'chi_sim',
    ]);
    expect(readSettings({ OCR_LANGUAGES: 'none' }).ocrLanguages).toEqual([]);
  });

  test('require a model for an embedding service', () => {
    const url = 'https://api.example.com/v1/embeddings';
    expect(() => readSettings({ EMBEDDINGS_URL: url })).toThrow('EMBEDDINGS_MODEL');
    expect(readSettings({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'm' }).embeddings).toEqual({
      url,
      model: 'm',
      apiKey: undefined,
      dimensions: undefined,
      batch: 64,
      tokens: undefined,
      version: '',
      queryPrefix: undefined,
      passagePrefix: undefined,
    });
  });

  test('keep the space at the end of a prefix', () => {
    const settings = readSettings({
      EMBEDDINGS_URL: 'https://api.example.com',
      EMBEDDINGS_MODEL: 'e5',
      EMBEDDINGS_DIMENSIONS: '256',
      EMBEDDINGS_BATCH: '10',
      EMBEDDINGS_TOKENS: '512',
      EMBEDDINGS_QUERY_PREFIX: 'query: ',
      EMBEDDINGS_PASSAGE_PREFIX: 'passage: ',
    });
    expect(settings.embeddings).toMatchObject({
      dimensions: 256,
      batch: 10,
      tokens: 512,
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
    });
  });

  test('name a model that this server runs', () => {
    const settings = readSettings({
      EMBEDDINGS_MODEL: 'BAAI/bge-small-en-v1.5',
      RERANK_MODEL: './r',
    });
    expect(settings.embeddings).toMatchObject({ url: undefined, model: 'BAAI/bge-small-en-v1.5' });
    expect(settings.reranker).toEqual({ url: undefined, model: './r' });
  });

  test('name a hub of models, whose URL has no secrets', () => {
    const standard = { endpoint: 'https://huggingface.co', token: undefined };
    expect(readSettings({}).hub).toEqual(standard);
    const named = { HF_ENDPOINT: 'http://mirror.internal/hub/', HF_TOKEN: 'hf_1' };
    expect(readSettings(named).hub).toEqual({
      endpoint: 'http://mirror.internal/hub',
      token: 'hf_1',
    });
    for (const HF_ENDPOINT of ['mirror', 'ftp://mirror', 'https://a:b@mirror', 'https://m/?a=b']) {
      expect(() => readSettings({ HF_ENDPOINT })).toThrow('The setting HF_ENDPOINT must be a URL');
    }
  });

  test('name a reranker, with a model or without', () => {
    expect(readSettings({}).reranker).toBeUndefined();
    const url = 'https://api.example.com/rerank';
    expect(readSettings({ RERANK_URL: url }).reranker).toEqual({
      url,
      model: undefined,
      apiKey: undefined,
    });
  });
});
