/** How one kind of client searches a workspace. */
export interface Snippet {
  label: string;
  text: string;
}

export interface ClientGuide {
  key: string;
  label: string;
  /** What to know before the snippets. */
  intro: string;
  snippets: readonly Snippet[];
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/**
 * Returns how clients search a workspace. No text has a key: programs read it from their environment.
 * @param origin The API's, as programs reach it.
 */
export function clientGuides(origin: string, workspaceId: string): ClientGuide[] {
  const search = `${origin}/api/v1/workspaces/${workspaceId}/search`;
  const mcp = `${origin}/mcp/${workspaceId}`;
  return [
    {
      key: 'curl',
      label: 'curl',
      intro: 'Searches from a terminal. The key needs the scope Search.',
      snippets: [
        {
          label: 'Search with curl',
          text: `curl ${search} \\
  -H "Authorization: Bearer $CARREL_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query": "How long is the warranty?", "limit": 5}'`,
        },
      ],
    },
    {
      key: 'typescript',
      label: 'TypeScript',
      intro: 'Needs no package. The key needs the scope Search.',
      snippets: [
        {
          label: 'Search with TypeScript',
          text: `const response = await fetch('${search}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.CARREL_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ query: 'How long is the warranty?', limit: 5 }),
});
if (!response.ok) throw new Error(await response.text());
const { results } = await response.json();
for (const { text, document } of results) {
  console.log(document.path, text);
}`,
        },
      ],
    },
    {
      key: 'python',
      label: 'Python',
      intro: 'Needs the package requests. The key needs the scope Search.',
      snippets: [
        {
          label: 'Search with Python',
          text: `import os
import requests

response = requests.post(
    "${search}",
    headers={"Authorization": f"Bearer {os.environ['CARREL_API_KEY']}"},
    json={"query": "How long is the warranty?", "limit": 5},
    timeout=30,
)
response.raise_for_status()
for result in response.json()["results"]:
    print(result["document"]["path"], result["text"])`,
        },
      ],
    },
    {
      key: 'mcp',
      label: 'MCP',
      intro:
        'Assistants search and read the workspace through the Model Context Protocol. A client that signs in by OAuth needs the address alone; for others, the key needs the scopes Search and Read documents.',
      snippets: [
        { label: 'MCP address', text: mcp },
        {
          label: 'Claude Code',
          text: `claude mcp add --transport http carrel ${mcp} \\
  --header "Authorization: Bearer $CARREL_API_KEY"`,
        },
        {
          label: 'Cursor, in .cursor/mcp.json',
          text: json({
            mcpServers: {
              carrel: { url: mcp, headers: { Authorization: 'Bearer ${env:CARREL_API_KEY}' } },
            },
          }),
        },
        {
          label: 'VS Code, in .vscode/mcp.json',
          text: json({
            inputs: [
              { type: 'promptString', id: 'carrel-key', description: 'API key', password: true },
            ],
            servers: {
              carrel: {
                type: 'http',
                url: mcp,
                headers: { Authorization: 'Bearer ${input:carrel-key}' },
              },
            },
          }),
        },
      ],
    },
    {
      key: 'openai',
      label: 'OpenAI',
      intro:
        'Programs that search a vector store of OpenAI use this workspace instead. The key needs the scope Search.',
      snippets: [
        {
          label: 'OpenAI package for Python',
          text: `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["CARREL_API_KEY"])
page = client.vector_stores.search(
    vector_store_id="${workspaceId}",
    query="How long is the warranty?",
)
for result in page.data:
    print(result.filename, result.content[0].text)`,
        },
      ],
    },
    {
      key: 'dify',
      label: 'dify',
      intro:
        'Add an External Knowledge API in dify with this endpoint and an API key with the scope Search, then an external knowledge base with this id.',
      snippets: [
        { label: 'API endpoint', text: origin },
        { label: 'External knowledge id', text: workspaceId },
      ],
    },
  ];
}
