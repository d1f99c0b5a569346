interface Places {
  organizationId: string;
  datasetId: string;
}

const by = (key: string): RequestInit => ({
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
});

/** Returns calls that use an API key, rightly and wrongly, with the status of each. */
export function keyUses(
  key: string,
  { organizationId, datasetId }: Places,
): [status: number, path: string, init: RequestInit][] {
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const body = JSON.stringify({ knowledge_id: datasetId, query: 'words' });
  return [
    [200, '/api/v1/datasets', by(key)],
    [401, '/api/v1/datasets', by(wrong)],
    [400, `/api/v1/datasets?api_key=${key}`, {}],
    [400, `/v1/vector_stores?key=${key}`, {}],
    [200, '/v1/vector_stores', by(key)],
    [404, `/retrieval`, { ...by(key), method: 'POST', body }],
    [403, `/api/v1/organizations/${organizationId}/api-keys`, by(key)],
  ];
}
